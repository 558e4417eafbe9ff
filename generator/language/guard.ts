/** The keys of `guard:` in gateway.yaml, and of the entries of accepted.yaml. */
import { keys, listOf, type Schema } from '../shape/schema.ts'
import { keysOf } from './key.ts'
import { requiredOf, shapesOf } from './shapes.ts'

const PERCENT: Schema = {
  type: 'string',
  pattern: '^[0-9]+(\\.[0-9]+)? ?%$',
  patternErrorMessage: 'a percentage such as 10 %',
}

/** The changes of a price from which the plan warns, and blocks. */
export const GUARD_KEYS = keysOf({
  warn: {
    kind: 'other',
    about: 'From this rise of a price on, `npm run plan` warns; 10 % unless written',
    example: 'warn: 10 %',
    note: 'A cut counts as the rise that would undo it: half the price is a rise of 100 %.',
    shape: PERCENT,
  },
  block: {
    kind: 'other',
    about: 'From this rise of a price on, `npm run plan` blocks the change; 100 % unless written',
    example: 'block: 100 %',
    note: 'A blocked change needs an entry in accepted.yaml.',
    shape: PERCENT,
  },
})

/** The findings of the plan by their ids, with a short description. */
export const FINDINGS = {
  'constant-changed': 'a number of gateway.yaml changed',
  'price-raised': 'a price is higher',
  'price-lowered': 'a price is lower',
  'price-added': 'what was free is paid',
  'price-dropped': 'what was paid is free',
  'field-priced': 'a request costs more with a field that is new',
  'route-added': 'an endpoint is new',
  'route-removed': 'an endpoint is gone',
  'route-retired': 'an endpoint is retired, with a successor',
  'route-described': 'the description of an endpoint changed',
  'route-changed': 'something else about an endpoint, or an upstream call that it makes, changed',
  'gateway-renamed': 'the name of the gateway, with which the keys of its store begin, changed',
  'gateway-changed': 'another setting of gateway.yaml changed',
  'records-changed': 'a kind of records that wallets own changed',
  'records-removed': 'a kind of records that wallets own is gone, or has another name',
  'upstream-changed': 'the address, headers or settings of an upstream changed',
  'upstream-added': 'an upstream is new, or has another name, and needs a key in the environment',
  'network-added': 'callers can pay on one more network',
  'network-removed': 'callers can no longer pay on a network',
  'network-changed': 'the scheme, kind, chain or token of a network changed',
  'route-network-removed': 'a network no longer sells the endpoint',
  'model-added': 'a row is new',
  'model-removed': 'a row, or another name of it, is gone',
  'model-name-moved': 'a name of a row now means another row',
  'model-retired': 'a row is retired, with a successor',
  'model-described': 'the description of a row, or values that no price reads, changed',
  'model-changed': 'a value of a row that gates or upstream calls read changed',
  'model-network-removed': 'a network no longer sells the row',
  'request-refused': 'a request that was answered is refused',
  'request-accepted': 'a request that was refused is answered',
  'request-field-required': 'a field has to be sent',
  'request-field-optional': 'a field no longer has to be sent',
  'request-field-removed': 'a field is gone',
  'request-field-added': 'a field is new',
  'request-enum-narrowed': 'a value of a field is gone',
  'request-enum-widened': 'a field has one more value',
  'request-range-narrowed': 'a bound of a field is tighter',
  'request-range-widened': 'a bound of a field is wider',
  'request-type-changed': 'a field has another type or form',
  'request-default-changed': 'a field that is left out means something else',
  'request-unknown-refused': 'fields that are not declared are refused',
  'reply-field-removed': 'a member of the reply is gone',
  'reply-field-added': 'a member of the reply is new',
  'reply-form-changed': 'the reply has another form',
  'reply-flow-changed': 'the call runs in another way, such as a job instead of one exchange',
  'reply-errors-changed': 'errors have another form',
  'error-changed': 'an error has another status, other headers or another body',
  'gate-added': 'a gate or check is new, so more requests may be refused',
  'gate-changed': 'a gate or check has another rule or refusal',
  'gate-removed': 'a gate or check is gone',
  'field-rule-changed': 'a rule of `fields:` is new, another or gone',
  'authorization-shortened': 'a signed payment is valid for less time',
  'limit-lowered': 'fewer calls are allowed, or free',
  'limit-raised': 'more calls are allowed, or free',
  'limit-key-changed': 'a limit counts by something else, such as the wallet and not the address',
  'limit-style-changed': 'the refusals of a limit have another form',
  'free-quota-removed': 'results that were free within a quota are all paid',
  'free-quota-reduced':
    'fewer results or calls are free within a quota, or more can no longer be bought',
} as const

/** The id under which accepted.yaml accepts a warning of `check`; its subject is the message. */
export const WARNING = 'warning'

/** The id of a finding. */
export type FindingId = keyof typeof FINDINGS

const VALUE: Schema = { type: ['string', 'number', 'boolean'] }

/** An entry of accepted.yaml. */
export const ACCEPTED_KEYS = keysOf({
  finding: {
    kind: 'other',
    about: 'The id of what the plan finds; `warning` for a warning of `check`',
    example: 'finding: price-raised',
    required: true,
    shape: { type: 'string', enum: [...Object.keys(FINDINGS), WARNING] },
  },
  subject: {
    kind: 'text',
    about: 'What is changed, as the plan names it; of a warning its message',
    example: 'subject: maker/small sizes.1024x1024',
    required: true,
  },
  old: {
    kind: 'other',
    about: 'What it was, as the plan says it',
    example: 'old: 0.05',
    note:
      'An entry accepts this change only: with another value before or after it, it accepts ' +
      'nothing.',
    shape: VALUE,
  },
  new: {
    kind: 'other',
    about: 'What it is now, as the plan says it',
    example: 'new: 0.5',
    shape: VALUE,
  },
  because: {
    kind: 'text',
    about: 'Why it is meant, for those who read it later',
    example: 'because: the upstream charges ten times as much since November',
    required: true,
    shape: { type: 'string', pattern: '^(?!WHY$)', patternErrorMessage: 'the reason, not WHY' },
  },
})

/** The file accepted.yaml. */
export const acceptedSchema: Schema = listOf(
  'Changes that `npm run plan` would block, and warnings of `check`, that are meant',
  keys('An accepted change', shapesOf(ACCEPTED_KEYS), requiredOf(ACCEPTED_KEYS)),
)
