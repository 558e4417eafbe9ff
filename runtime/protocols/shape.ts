/**
 * JSON Schemas of replies to callers. Documents show them, and tests validate the writers against
 * them.
 */
import type { Json } from '../contract.ts'

/** A JSON Schema. */
export type Shape = { readonly [word: string]: Json }

/** The schema of a complete answer, and of the JSON in each stream event. */
export interface Shapes {
  reply: Shape
  event: Shape
}

/** Any text. */
export const TEXT: Shape = { type: 'string' }
/** A count: a whole number from 0. */
export const COUNT: Shape = { type: 'integer', minimum: 0 }
/** A list of texts. */
export const LIST_OF_TEXTS: Shape = { type: 'array', items: TEXT }

/** An object with any members. */
export const ANYTHING: Shape = { type: 'object', additionalProperties: true }

/** Returns the schema of an object with these members; those in `optional` may be missing. */
export function objectOf(
  members: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape {
  return { type: 'object', required: Object.keys(members), properties: { ...members, ...optional } }
}

/** The member of the event of a failed stream that says whether the stream is paid for. */
export const CHARGED: Readonly<Record<string, Shape>> = { charged: { type: 'boolean' } }

/** The members of the last stream events about price and payment. */
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
