/**
 * Lists the names of an envelope's formulas for each kind of outcome. Members that a kind always
 * has need no proof.
 */
import type { OutcomeKind } from '../../runtime/contract.ts'
import { CALL_NAMES } from './names.ts'
import type { Names, Type } from '../types.ts'

const STRING: Type = { kind: 'string' }
const INTEGER: Type = { kind: 'integer' }
const JSON_TYPE: Type = { kind: 'json' }

const CHALLENGE: Type = {
  kind: 'record',
  fields: {
    x402Version: { type: INTEGER },
    accepts: { type: JSON_TYPE },
    resource: { type: JSON_TYPE },
    extensions: { type: JSON_TYPE },
  },
}
const UPSTREAM: Type = {
  kind: 'record',
  fields: { status: { type: INTEGER }, reason: { type: STRING }, body: { type: JSON_TYPE } },
}

const MEMBERS: Readonly<Record<string, Type>> = {
  status: INTEGER,
  message: STRING,
  code: STRING,
  details: JSON_TYPE,
  issues: JSON_TYPE,
  extra: JSON_TYPE,
  limit: INTEGER,
  challenge: CHALLENGE,
  price: JSON_TYPE,
  payment_info: JSON_TYPE,
  payer: STRING,
  source: STRING,
  retry_after: INTEGER,
  upstream: UPSTREAM,
}

const ALWAYS: Partial<Record<OutcomeKind, readonly string[]>> = {
  refused: ['status', 'message'],
  too_large: ['limit'],
  payment_required: ['challenge'],
  upstream_rejected: ['upstream'],
  rate_limited: ['retry_after', 'source'],
  busy: ['retry_after'],
}

/** The names of one kind of outcome. */
export function outcomeNames(kind: OutcomeKind): Names {
  const always = ALWAYS[kind] ?? []
  const members = Object.entries(MEMBERS).map(([name, type]): [string, Names[string]] => {
    if (type.kind === 'json') return [name, { type, code: name }]
    return [
      name,
      { type, code: name, optional: true, ...(always.includes(name) ? { need: true } : {}) },
    ]
  })
  return { route: CALL_NAMES.route!, ...Object.fromEntries(members) }
}
