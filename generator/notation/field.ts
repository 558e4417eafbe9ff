/**
 * Parses fields of request shapes: one line defines the type, whether it is required, its range and
 * its default.
 */
import { suggestion } from '../problems/suggest.ts'
import { attempt, fail } from '../formula/fail.ts'
import { defaultOf } from './defaults.ts'
import { rangeOf, type Range } from './literals.ts'
import { choicesOf, partsOf, rangeHint, type Part, type Parts } from './parts.ts'
import { refusedOf } from './refused.ts'
import type { Checked, Place, Text, Type } from '../types.ts'

/** A JSON Schema as plain data. */
export type JsonSchema = Record<string, unknown>

/** Schemas that a field can name: the complete schema, and its type in formulas. */
export type Schemas = ReadonlyMap<string, { schema: JsonSchema; type: Type; place?: Place }>

/**
 * A field: its type for formulas, and its JSON Schema (with `default` where it has one, so that it
 * is present for formulas). With `wrap` it may come as one value or as a list (`string or
 * string[]`); formulas then see a list.
 */
export interface FieldNotation {
  type: Type
  required: boolean
  default?: unknown
  schema: JsonSchema
  wrap?: true
}

/**
 * The JSON Schema format of a data URI, e.g. `data:image/png;base64,...`: in forms such a field is
 * a file.
 */
export const DATA_URI = 'data-uri'

const SIMPLE: Readonly<Record<string, { type: Type; schema: JsonSchema }>> = {
  string: { type: { kind: 'string' }, schema: { type: 'string' } },
  integer: { type: { kind: 'integer' }, schema: { type: 'integer' } },
  number: { type: { kind: 'number' }, schema: { type: 'number' } },
  boolean: { type: { kind: 'boolean' }, schema: { type: 'boolean' } },
  json: { type: { kind: 'json' }, schema: {} },
  data_uri: { type: { kind: 'string' }, schema: { type: 'string', format: DATA_URI } },
}

/** Any value but null, which counts as an absent field. */
const REFUSED: JsonSchema = { not: { type: 'null' }, description: 'refused' }

/** Reads `<type>[!] [min..max] [= default]`, `refused`, or `only` with what may be sent. */
export function parseField(text: Text, schemas: Schemas): Checked<FieldNotation | undefined> {
  if (refusedOf(text.text))
    return { value: { type: { kind: 'json' }, required: false, schema: REFUSED }, problems: [] }
  return attempt(text, () => {
    const parts = partsOf(text.text)
    refuseBareLength(parts)
    const one = singleOf(parts.type, schemas)
    const named = one ? listOf(one) : typeOf(parts.type, schemas)
    const ranged = parts.range ? withRange(named, parts.range) : named
    const shown = one
      ? { type: ranged.type, schema: { anyOf: [one.schema, ranged.schema] }, wrap: true as const }
      : ranged
    if (!parts.fallback) return { ...shown, required: parts.required }
    const value = defaultOf(parts.fallback, ranged.type, ranged.schema)
    return {
      ...shown,
      required: false,
      default: value,
      schema: { ...shown.schema, default: value },
    }
  })
}

/**
 * Reads a bare type of a hook's argument or result: a type of fields, or `usd`, a bigint of
 * micro-USD.
 */
export function parseType(text: Text, schemas: Schemas): Checked<Type | undefined> {
  return attempt(text, () => {
    const part = { text: text.text.trim(), start: 0, end: text.text.length }
    return part.text === 'usd'
      ? { kind: 'decimal', den: 1_000_000n, usd: true }
      : typeOf(part, schemas).type
  })
}

/** Refuses `2000!`, a length without a type. */
function refuseBareLength({ type, required }: Parts): void {
  if (!/^\d+$/.test(type.text)) return
  fail(type, {
    code: 'bad-field',
    message: `\`${type.text}\` is a number, not a type`,
    hint:
      `for a text with at most ${type.text} characters write ` +
      `string${required ? '!' : ''} 1..${type.text}`,
  })
}

interface Named {
  type: Type
  schema: JsonSchema
}

/** The T of `T or T[]`; undefined for any other type. */
function singleOf(part: Part, schemas: Schemas): Named | undefined {
  const [, one, many] = /^(.*\S)\s+or\s+(\S.*)$/.exec(part.text) ?? []
  if (one === undefined) return undefined
  const named = typeOf({ ...part, text: one, end: part.start + one.length }, schemas)
  const listed = many!.replace(/\s*\[\]$/, '')
  if (listed === one && many !== listed && named.type.kind !== 'list') return named
  const type = one.replaceAll('[]', '')
  return fail(part, {
    code: 'bad-field',
    message: 'a field is one value or a list of the same',
    hint: `write \`${type} or ${type}[]\``,
  })
}

function listOf(of: Named): Named {
  return { type: { kind: 'list', of: of.type }, schema: { type: 'array', items: of.schema } }
}

function typeOf(part: Part, schemas: Schemas): Named {
  const { text } = part
  if (text.endsWith('[]')) {
    return listOf(
      typeOf({ ...part, text: text.slice(0, -2).trimEnd(), end: part.end - 2 }, schemas),
    )
  }
  if (text.includes('|')) {
    const choices = choicesOf(part)
    return { type: { kind: 'string', choices }, schema: { type: 'string', enum: [...choices] } }
  }
  if (Object.hasOwn(SIMPLE, text)) return SIMPLE[text]!
  const named = schemas.get(text)
  if (named) return { type: named.type, schema: named.schema }
  return fail(part, {
    code: 'bad-field',
    message: `there is no type \`${text}\``,
    hint: typeHint(text, schemas),
  })
}

const HABITS: Readonly<Record<string, string>> = {
  int: 'integer',
  bool: 'boolean',
  float: 'number',
  text: 'string',
  str: 'string',
  object: 'json',
  any: 'json',
  array: 'json[]',
  decimal: 'number',
  usd: 'number',
  list: 'json[]',
}

function typeHint(text: string, schemas: Schemas): string | undefined {
  if (Object.hasOwn(HABITS, text)) return `write \`${HABITS[text]}\``
  const range = rangeHint(text)
  if (range !== undefined) return range
  if (text.includes(',') || /\s/.test(text))
    return 'write <type>[!] [min..max] [= default]; choices are written a | b'
  return suggestion(text, [...Object.keys(SIMPLE), ...schemas.keys()], 'types are')
}

const WORDS: Partial<Record<Type['kind'], readonly [string, string]>> = {
  string: ['minLength', 'maxLength'],
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  list: ['minItems', 'maxItems'],
}

/** Applies a range: to the length of a text, the value of a number, the count of a list. */
function withRange({ type, schema }: Named, part: Part): Named {
  const words = type.kind === 'string' && type.choices ? undefined : WORDS[type.kind]
  if (!words)
    return fail(part, { code: 'bad-field', message: 'only texts, numbers and lists have a range' })
  const range = rangeOf(part.text, part.start, type.kind !== 'number')
  const counts = type.kind === 'string' || type.kind === 'list'
  if (counts && (range.from ?? range.to ?? 0) < 0)
    fail(part, { code: 'bad-field', message: 'a length is not negative' })
  const limits = {
    ...(range.from === undefined ? {} : { [words[0]]: range.from }),
    ...(range.to === undefined ? {} : { [words[1]]: range.to }),
  }
  return { type: narrowed(type, range), schema: { ...schema, ...limits } }
}

function narrowed(type: Type, { from, to }: Range): Type {
  if (type.kind === 'integer')
    return {
      ...type,
      ...(from === undefined ? {} : { min: from }),
      ...(to === undefined ? {} : { max: to }),
    }
  if (type.kind === 'list' && from !== undefined && from > 0) return { ...type, min: from }
  return type
}
