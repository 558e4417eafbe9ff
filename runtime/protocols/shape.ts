/** JSON Schemas of replies to callers. Documents show them, and tests hold the writers to them. */
import type { Json } from '../contract.ts'

/** A JSON Schema. */
export type Shape = { readonly [word: string]: Json }

/** The schema of a whole answer, and of the JSON in each stream event. */
export interface Shapes {
  reply: Shape
  event: Shape
}

export const TEXT: Shape = { type: 'string' }
export const COUNT: Shape = { type: 'integer', minimum: 0 }
export const LIST_OF_TEXTS: Shape = { type: 'array', items: TEXT }

/** An object with any members. */
export const ANYTHING: Shape = { type: 'object', additionalProperties: true }

/** An object with these members, of which those in `optional` may be missing. */
export function objectOf(
  members: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape {
  return { type: 'object', required: Object.keys(members), properties: { ...members, ...optional } }
}

/** What the last stream events contain about price and payment. */
export const PAID: Readonly<Record<string, Shape>> = {
  cost: { ...objectOf({ amount: TEXT, currency: TEXT }), description: 'What was charged' },
  payment: {
    ...objectOf(
      { settled: { type: 'boolean' }, network: TEXT },
      { transaction: TEXT, error_class: TEXT, receipt: TEXT },
    ),
    description: 'The receipt',
  },
}
