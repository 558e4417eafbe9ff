/**
 * The shapes in which callers are answered, as JSON Schema: what documents say of answers, and what
 * the writers are held to.
 */
import type { Json } from '../contract.ts'

/** A JSON Schema. */
export type Shape = { readonly [word: string]: Json }

/** The shape of a whole answer, and that of the JSON in each event of a stream. */
export interface Shapes {
  reply: Shape
  event: Shape
}

export const TEXT: Shape = { type: 'string' }
export const COUNT: Shape = { type: 'integer', minimum: 0 }
export const LIST_OF_TEXTS: Shape = { type: 'array', items: TEXT }

/** An object whose members may be any. */
export const ANYTHING: Shape = { type: 'object', additionalProperties: true }

/** An object with these members, of which `optional` may be missing. */
export function objectOf(
  members: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape {
  return { type: 'object', required: Object.keys(members), properties: { ...members, ...optional } }
}

/** What the last events of a stream say of the price and its payment. */
export const PAID: Readonly<Record<string, Shape>> = {
  cost: { ...objectOf({ amount: TEXT, currency: TEXT }), description: 'What was charged' },
  payment: {
    ...objectOf(
      { settled: { type: 'boolean' }, network: TEXT },
      { transaction: TEXT, error_class: TEXT },
    ),
    description: 'The receipt',
  },
}
