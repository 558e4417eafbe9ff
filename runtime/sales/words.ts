/**
 * Decides which texts of a call are words of the catalog, so that a sales line may contain them.
 */
import type { Route, Row } from '../contract.ts'

type Words = ReadonlySet<string>
const ofRoutes = new WeakMap<object, Words>()
const ofRows = new WeakMap<object, Words>()

/** Returns all texts in a row, and all names. */
function inRow(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  const names = Array.isArray(value) ? [] : Object.keys(value)
  return [...names, ...Object.values(value).flatMap(inRow)]
}

/** Returns the texts of enumerations and defaults in a schema, and the names of its members. */
function inSchema(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { enum: values, const: one, default: usual, properties } = schema as Record<string, unknown>
  return [
    ...[values, one, usual].flatMap(inRow),
    ...Object.keys(properties ?? {}),
    ...Object.values(schema).flatMap(inSchema),
  ]
}

function remembered(known: WeakMap<object, Words>, of: object, find: () => string[]): Words {
  let words = known.get(of)
  if (words === undefined) known.set(of, (words = new Set(find())))
  return words
}

/**
 * Whether the catalog itself contains a text, in the row or in the route's declared input, so that
 * it reveals nothing about the caller.
 */
export function isWordOf(
  route: Pick<Route, 'body' | 'query'>,
  row: Row | undefined,
  text: string,
): boolean {
  if (row !== undefined && remembered(ofRows, row, () => inRow(row)).has(text)) return true
  const { body, query } = route
  const find = (): string[] => [body, query].flatMap(input => inSchema(input?.schema))
  return remembered(ofRoutes, route, find).has(text)
}
