/** Reads the ranges, choices and lengths of members from a request's schema. */
import type { InputIR, RouteIR } from '../ir.ts'
import { ratioOf } from './ratio.ts'
import { ANYTHING, ends, hull, whole, type Known, type Span } from './span.ts'

type Schema = Record<string, unknown>
interface Members {
  properties?: Record<string, Schema>
  required?: string[]
}
interface Member {
  schema: Schema
  absent: boolean
}

/** The values of `body.n` and the like. */
export function rangeIn(path: string, route: RouteIR): Span {
  const member = memberAt(path, route)
  if (member === undefined) return ANYTHING
  const { schema } = member
  const absent = member.absent ? { absent: true } : {}
  if (Array.isArray(schema.enum)) return { values: schema.enum.map(knownJson), ...absent }
  if (schema.type === 'boolean') return { values: [true, false], ...absent }
  if (schema.type !== 'integer' && schema.type !== 'number') return absent
  return { ...bound('low', schema.minimum), ...bound('high', schema.maximum), ...absent }
}

/** The possible lengths of a text or list; a missing value has no length. */
export function lengthIn(path: string, route: RouteIR): Span {
  const member = memberAt(path, route)
  const { schema = {}, absent = true } = member ?? {}
  if (schema.type === 'string') return between([schema.minLength, schema.maxLength], absent)
  return between(schema.type === 'array' ? [schema.minItems, schema.maxItems] : [], absent)
}

/** The possible number of elements: those of a list, 1 for any other value, 0 for a missing one. */
export function countIn(path: string, route: RouteIR): Span {
  const member = memberAt(path, route)
  const found = member && countOf(member.schema)
  if (found === undefined) return { low: whole(0) }
  return member!.absent ? hull({ low: whole(0), high: whole(0) }, found) : found
}

function countOf(schema: Schema): Span | undefined {
  const forms = schema.anyOf ?? schema.oneOf
  if (Array.isArray(forms)) {
    const all = (forms as Schema[]).map(countOf)
    if (all.includes(undefined)) return undefined
    return (all as Span[]).reduce((a, b) => hull(ends(a), ends(b)))
  }
  if (schema.type === 'array') return between([schema.minItems, schema.maxItems], false)
  const isOne = typeof schema.type === 'string' && schema.type !== 'null'
  return isOne ? { low: whole(1), high: whole(1) } : undefined
}

function between([least, most]: readonly unknown[], absent: boolean): Span {
  return { low: whole(0), ...(absent ? {} : bound('low', least)), ...bound('high', most) }
}

function memberAt(path: string, route: RouteIR): Member | undefined {
  const [root, ...names] = path.split('.')
  const input: InputIR | undefined = root === 'body' || root === 'query' ? route[root] : undefined
  if (input === undefined || input.unchecked) return undefined
  let at: Member = { schema: input.schema, absent: false }
  for (const name of names) {
    const { properties, required } = at.schema as Members
    if (properties === undefined || !Object.hasOwn(properties, name)) return undefined
    const schema = properties[name]!
    const isThere = required?.includes(name) || schema.default !== undefined
    at = { schema, absent: at.absent || !isThere }
  }
  return at
}

function bound(end: 'low' | 'high', value: unknown): Span {
  const exact = typeof value === 'number' ? ratioOf(value) : undefined
  return exact ? { [end]: exact } : {}
}

function knownJson(value: unknown): Known {
  return typeof value === 'number' ? (ratioOf(value) ?? null) : (value as Known)
}
