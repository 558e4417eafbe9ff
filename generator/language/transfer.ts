/** The keys of `transfer:`, a second authorization of the caller. */
import { keys, like, text, type Schema } from '../shape/schema.ts'
import { keysOf } from './key.ts'
import { REFUSAL, shapeOnly } from './shared.ts'
import { requiredOf, shapesOf } from './shapes.ts'

const REFUSED: Schema = shapeOnly(
  keys(
    '',
    {
      error: like('Status and message', REFUSAL, 'a status and a message, e.g. 409 Already used'),
      code: text('Machine-readable code'),
    },
    ['error'],
  ),
)

/** The keys of `transfer:`. */
const TRANSFER_KEYS = keysOf({
  payload: {
    kind: 'leaf',
    about: 'The signed x402 payload, in base64',
    example: 'payload: =body.depositAuthorization',
    required: true,
  },
  to: {
    kind: 'leaf',
    about: 'The address that it must pay',
    example: 'to: =body.recipient',
    required: true,
  },
  micro: {
    kind: 'leaf',
    about: 'The micro-USD that it must pay, as a text of digits',
    example: 'micro: =body.amountMicro',
    required: true,
  },
  invalid: {
    kind: 'other',
    about: 'The refusal of an authorization that is not valid, or is for something else',
    example: 'invalid: { error: 400 Deposit authorization invalid }',
    shape: REFUSED,
    required: true,
  },
  used: {
    kind: 'other',
    about: 'The refusal of an authorization that was used before',
    example:
      'used: { error: 409 The deposit authorization was already used, code: PAYMENT_REPLAY }',
    shape: REFUSED,
    required: true,
  },
  failed: {
    kind: 'other',
    about: 'The refusal of a call whose transfer failed for certain',
    example: 'failed: { error: 502 Deposit settlement failed }',
    shape: REFUSED,
    required: true,
  },
})

const SHAPE: Schema = keys('', shapesOf(TRANSFER_KEYS), requiredOf(TRANSFER_KEYS))

/** A transfer of the caller's money. */
export const TRANSFER = {
  kind: 'transfer',
  about:
    'A second authorization of the caller, which moves money to somebody else before the ' +
    'price is charged',
  example: `transfer:
  payload: =body.depositAuthorization
  to: =body.recipient
  micro: =body.amountMicro
  invalid: { error: 400 Deposit authorization invalid }
  used: { error: 409 The deposit authorization was already used, code: PAYMENT_REPLAY }
  failed: { error: 502 Deposit settlement failed }`,
  note:
    'It is verified and claimed like a payment. The price is charged only once it has ' +
    'landed; `transfer` then has `tx_hash`, `amount_micro` and `recipient`. If it was sent ' +
    'and the outcome is not known, the caller gets 503 and repeats the same request.',
  keys: TRANSFER_KEYS,
  shape: shapeOnly(SHAPE),
  member: 'transfer',
  rank: 356,
  sees: 'gated',
} as const
