/**
 * Operations on types of values: their text in messages, comparability, and the common type of two.
 */
import { lcm } from './decimal.ts'
import { eitherWithin, withinOf } from './within.ts'
import type { Field, Type } from '../types.ts'

/** The members of `Type` of one kind. */
export type TypeOf<K extends Type['kind']> = Extract<Type, { kind: K }>

/** Any string. */
export const STRING: Type = { kind: 'string' }
/** Any integer. */
export const INTEGER: Type = { kind: 'integer' }
/** Any JSON. */
export const JSON_TYPE: Type = { kind: 'json' }

/** The type of a part of JSON; `step` leads to the part: `.name`, or `[]` for an element. */
export function partOf(type: Type, step: string): Type {
  return type.kind === 'json' && type.from !== undefined
    ? { kind: 'json', from: type.from + step }
    : JSON_TYPE
}

/** A type as shown in messages. */
export function showType(type: Type): string {
  switch (type.kind) {
    case 'boolean':
      return 'true or false'
    case 'integer':
      return 'an integer'
    case 'number':
      return 'a number'
    case 'decimal':
      return type.usd ? 'an amount in USD' : 'a decimal'
    case 'null':
      return 'null'
    case 'none':
      return 'none'
    case 'json':
      return 'JSON'
    case 'string':
      return type.choices ? choices(type.choices) : 'a string'
    case 'list':
      return `a list of ${plural(type.of)}`
    case 'table':
      return `a table of ${plural(type.of)}`
    case 'record':
      return 'a record'
    case 'models':
      return 'the models table'
    case 'hook':
      return 'a hook'
  }
}

const choices = (values: readonly string[]): string =>
  values
    .slice(0, 12)
    .map(value => JSON.stringify(value))
    .join(' | ') + (values.length > 12 ? ' | ...' : '')

function plural(type: Type): string {
  const names: Partial<Record<Type['kind'], string>> = {
    boolean: 'booleans',
    integer: 'integers',
    number: 'numbers',
    string: 'strings',
    json: 'JSON',
    record: 'records',
    list: 'lists',
    table: 'tables',
  }
  return type.kind === 'decimal'
    ? type.usd
      ? 'amounts in USD'
      : 'decimals'
    : (names[type.kind] ?? `${type.kind}s`)
}

/** Whether values of the types can be equal; `json` can equal any value that is JSON. */
export function comparable(a: Type, b: Type): boolean {
  if (a.kind === 'json' || b.kind === 'json') return true
  if (isNumeric(a) && isNumeric(b)) return true
  if (a.kind === 'list' && b.kind === 'list') return comparable(a.of, b.of)
  return a.kind === b.kind && a.kind !== 'models'
}

/**
 * Whether a string is certainly one of the wanted choices; true if the wanted type has no choices.
 */
export function choicesFit(wanted: Type, given: Type): boolean {
  if (wanted.kind !== 'string' || given.kind !== 'string' || !wanted.choices) return true
  return given.choices?.every(choice => wanted.choices!.includes(choice)) ?? false
}

/** The choices of a text; other types have none. */
export const choicesOf = (type: Type): readonly string[] | undefined =>
  (type as Partial<TypeOf<'string'>>).choices

/** Integers, floats and decimals. */
export const isNumeric = (type: Type): boolean =>
  type.kind === 'integer' || type.kind === 'number' || type.kind === 'decimal'

/** The common type of both; undefined if only JSON holds both. */
export function common(a: Type, b: Type): Type | undefined {
  if (a.kind === 'none') return b
  if (b.kind === 'none') return a
  if (a.kind === 'json' && b.kind === 'json') return a.from === b.from ? a : JSON_TYPE
  if (a.kind === 'json' || b.kind === 'json') return isJson(a) && isJson(b) ? JSON_TYPE : undefined
  if (a.kind === 'integer' && b.kind === 'integer') return integers(a, b)
  if (a.kind === 'decimal' && b.kind === 'decimal')
    return {
      ...a,
      den: lcm(a.den, b.den),
      ...(a.usd === b.usd ? {} : { usd: a.usd || b.usd || undefined }),
    }
  if (a.kind === 'string' && b.kind === 'string') return texts(a, b)
  if (a.kind === 'list' && b.kind === 'list' && !a.set === !b.set) return lists(a, b)
  if (a.kind === 'record' && b.kind === 'record') return records(a, b)
  if (a.kind === 'boolean' && b.kind === 'boolean') return a.is === b.is ? a : { kind: 'boolean' }
  return a.kind === b.kind && ['null', 'number'].includes(a.kind) ? a : undefined
}

function texts(a: TypeOf<'string'>, b: TypeOf<'string'>): Type {
  const within = a.within || b.within ? eitherWithin(withinOf(a), withinOf(b)) : undefined
  const type: Type =
    a.choices && b.choices ? { kind: 'string', choices: union(a.choices, b.choices) } : STRING
  return within ? ({ ...type, within } as Type) : type
}

function integers(a: TypeOf<'integer'>, b: TypeOf<'integer'>): Type {
  const type: TypeOf<'integer'> = { kind: 'integer' }
  if (a.min !== undefined && b.min !== undefined) type.min = Math.min(a.min, b.min)
  if (a.max !== undefined && b.max !== undefined) type.max = Math.max(a.max, b.max)
  return type
}

function lists(a: TypeOf<'list'>, b: TypeOf<'list'>): Type | undefined {
  const of =
    a.of.kind === 'decimal' && b.of.kind === 'decimal' && a.of.den !== b.of.den
      ? undefined
      : common(a.of, b.of)
  const min = Math.min(a.min ?? 0, b.min ?? 0)
  return of && { kind: 'list', of, ...(a.set ? { set: true } : {}), ...(min > 0 ? { min } : {}) }
}

function records(a: TypeOf<'record'>, b: TypeOf<'record'>): Type | undefined {
  const fields: Record<string, Field> = {}
  for (const name of Object.keys(a.fields)) {
    const [left, right] = [
      a.fields[name]!,
      Object.hasOwn(b.fields, name) ? b.fields[name]! : undefined,
    ]
    const type = right && common(left.type, right.type)
    if (!type || left.type.kind === 'decimal') return undefined
    fields[name] = { type, ...(left.optional || right.optional ? { optional: true } : {}) }
  }
  return Object.keys(b.fields).every(name => Object.hasOwn(a.fields, name))
    ? { kind: 'record', fields }
    : undefined
}

/** The elements of both lists, each once. */
const union = (a: readonly string[], b: readonly string[]): readonly string[] => [
  ...new Set([...a, ...b]),
]

/** Whether values of the type are valid JSON without conversion: no bigint, no Set. */
export function isJson(type: Type): boolean {
  switch (type.kind) {
    case 'decimal':
    case 'models':
    case 'hook':
      return false
    case 'list':
      return !type.set && isJson(type.of)
    case 'table':
      return isJson(type.of)
    case 'record':
      return Object.values(type.fields).every(field => isJson(field.type))
    default:
      return true
  }
}
