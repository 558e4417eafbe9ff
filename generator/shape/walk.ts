/** Checks a Raw value against a schema, with problems at the exact key or value. */
import { nearest, suggestion } from '../problems/suggest.ts'
import { synonym } from '../problems/synonyms.ts'
import { addressHint, matches, severalHint, typeHint, unitHint } from './value-hints.ts'
import { HINT, LATER, type JsonType, type Schema } from './schema.ts'
import type { Place, Problem, Raw, RawEntry } from '../types.ts'

interface Walk {
  root: Schema
  problems: Problem[]
}

/** All problems of a value; `name` is its key. */
export function checkShape(raw: Raw, schema: Schema, name = ''): Problem[] {
  const walk: Walk = { root: schema, problems: [] }
  visit(raw, schema, { walk, name })
  return walk.problems
}

interface At {
  walk: Walk
  name: string
  key?: Place
}

function visit(raw: Raw, schema: Schema, at: At): void {
  const target = schema.$ref ? at.walk.root.$defs![schema.$ref.replace('#/$defs/', '')]! : schema
  if (target.type && !fits(raw, target)) return void wrongType(raw, target, at)
  if (raw.kind === 'map') return visitMap(raw, target, at)
  if (raw.kind === 'list') return visitList(raw, target, at)
  visitScalar(raw, target, at)
}

/** The JSON types of a value, most exact first. */
function typesOf(raw: Raw): JsonType[] {
  if (raw.kind === 'map') return ['object']
  if (raw.kind === 'list') return ['array']
  if (raw.value === null) return ['null']
  if (typeof raw.value === 'number')
    return Number.isInteger(raw.value) ? ['integer', 'number'] : ['number']
  return [typeof raw.value as 'string' | 'boolean']
}

function fits(raw: Raw, schema: Schema): boolean {
  const allowed: readonly JsonType[] =
    typeof schema.type === 'string' ? [schema.type] : schema.type!
  return typesOf(raw).some(type => allowed.includes(type))
}

const WORDS: Record<JsonType, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'nothing',
  object: 'a map',
  array: 'a list',
}

function wrongType(raw: Raw, schema: Schema, at: At): void {
  const types: readonly JsonType[] = typeof schema.type === 'string' ? [schema.type] : schema.type!
  const wanted = types.map(type => WORDS[type]).join(' or ')
  const empty = raw.kind === 'scalar' && raw.value === null
  const got = empty
    ? 'nothing'
    : raw.kind === 'scalar'
      ? `${WORDS[typesOf(raw)[0]!]} ${raw.text.text}`
      : WORDS[typesOf(raw)[0]!]
  // A number in place of a size or a date: its form is what is missing.
  const form = types.length === 1 && types[0] === 'string' && raw.kind === 'scalar' && !empty
  const { pattern, patternErrorMessage } = schema
  const isWrong = form && pattern !== undefined && !matches(pattern, raw.text.text)
  const message =
    isWrong && patternErrorMessage !== undefined
      ? `must be ${patternErrorMessage}, not ${raw.text.text}`
      : `must be ${wanted}, not ${got}`
  add(at, raw, {
    code: 'wrong-type',
    message: `${quoted(at.name)} ${message}`,
    hint:
      (raw.kind === 'scalar' ? schema[HINT]?.(raw.text.text) : undefined) ??
      typeHint(raw, types, schema.pattern) ??
      schema.description,
  })
}

function visitMap(raw: Extract<Raw, { kind: 'map' }>, schema: Schema, at: At): void {
  const known = schema.properties ?? {}
  const meant = new Set<string | undefined>()
  for (const entry of raw.entries) {
    const own = Object.hasOwn(known, entry.key) ? known[entry.key] : undefined
    if (own?.[LATER]) continue
    if (own) visit(entry.value, own, { walk: at.walk, name: entry.key, key: entry.keyPlace })
    else if (schema.additionalProperties === false)
      meant.add(unknownKey(entry, known, { at, present: raw.entries.map(({ key }) => key) }))
    else {
      if (schema.propertyNames?.pattern) checkName(entry, schema.propertyNames, at)
      if (schema.additionalProperties)
        visit(entry.value, schema.additionalProperties, {
          walk: at.walk,
          name: entry.key,
          key: entry.keyPlace,
        })
    }
  }
  for (const name of schema.required ?? []) {
    // A mistyped key is reported once, not also as missing.
    if (meant.has(name) || raw.entries.some(entry => entry.key === name)) continue
    add(at, raw, {
      code: 'missing-key',
      message: `${quoted(at.name)} lacks \`${name}\``,
      hint: wanted(known[name]),
    })
  }
  if (raw.entries.length < (schema.minProperties ?? 0))
    add(at, raw, { code: 'bad-value', message: `${quoted(at.name)} must not be empty` })
}

/** What a key holds, and how it looks where it has a form. */
const wanted = ({ description, patternErrorMessage }: Schema = {}): string | undefined =>
  description && patternErrorMessage?.includes('e.g.')
    ? `${description}: ${patternErrorMessage}`
    : description

/** Reports an unknown key, and returns the one that was probably meant. */
function unknownKey(
  entry: RawEntry,
  known: Readonly<Record<string, Schema>>,
  { at, present }: { at: At; present: readonly string[] },
): string | undefined {
  at.walk.problems.push({
    code: 'unknown-key',
    severity: 'error',
    place: entry.keyPlace,
    message: `unknown key \`${entry.key}\`${at.name && at.name !== ENTRY ? ` in ${quoted(at.name)}` : ''}`,
    hint:
      tight(entry.key) ??
      strayRow(entry, known, at) ??
      inner(entry.key, known, present) ??
      suggestion(entry.key, Object.keys(known), 'allowed'),
  })
  const names = Object.keys(known)
  return synonym(entry.key, names) ?? nearest(entry.key, names)
}

/** The hint for `price:{ usd: 1 }`, which YAML reads as the key `price:{ usd`. */
function tight(key: string): string | undefined {
  const [, word, bracket] = /^([\w.-]+):([{[])/.exec(key) ?? []
  return word === undefined ? undefined : `write a blank after the colon: ${word}: ${bracket}`
}

/** The hint for a key that belongs into the value of another key, such as `dated` of a price. */
function inner(
  key: string,
  known: Readonly<Record<string, Schema>>,
  present: readonly string[],
): string | undefined {
  const owners = Object.entries(known).filter(
    ([name, { properties }]) => name !== key && Object.hasOwn(properties ?? {}, key),
  )
  const [owner, ...more] = owners
  if (owner === undefined || more.length > 0) return undefined
  const [name, { type, properties }] = owner
  // The key that holds the value if nothing else is written.
  const first = Array.isArray(type) && type.length > 1 ? Object.keys(properties!)[0]! : undefined
  const before = first === undefined || first === key ? '' : `${first}: .., `
  const written = `${name}: { ${before}${key}: .. }`
  return present.includes(name)
    ? `\`${key}\` is a key of \`${name}\`: move it there, as in ${written}`
    : `\`${key}\` is a key of \`${name}\`: write ${written}`
}

/** Reports a row that is not indented and so is beside `rows:` instead of below it. */
function strayRow(
  entry: RawEntry,
  known: Readonly<Record<string, Schema>>,
  at: At,
): string | undefined {
  const isRow = at.name === '' && Object.hasOwn(known, 'rows') && entry.value.kind === 'map'
  return isRow && !nearest(entry.key, Object.keys(known))
    ? 'indent it by two blanks, so that it is a row under `rows:`'
    : undefined
}

function checkName(entry: RawEntry, names: Schema, at: At): void {
  if (matches(names.pattern!, entry.key)) return
  at.walk.problems.push({
    code: 'bad-name',
    severity: 'error',
    place: entry.keyPlace,
    message: `\`${entry.key}\` must be ${names.patternErrorMessage}`,
    hint: names.description,
  })
}

/** What messages call an element of a file that is a list. */
const ENTRY = 'this entry'

function visitList(raw: Extract<Raw, { kind: 'list' }>, schema: Schema, at: At): void {
  if (schema.items)
    for (const item of raw.items)
      visit(item, schema.items, { walk: at.walk, name: at.name || ENTRY })
  if (raw.items.length < (schema.minItems ?? 0))
    add(at, raw, { code: 'bad-value', message: `${quoted(at.name)} must not be empty` })
}

type ScalarRaw = Extract<Raw, { kind: 'scalar' }>

function visitScalar(raw: ScalarRaw, schema: Schema, at: At): void {
  const { value } = raw
  if (typeof value === 'number') visitNumber(raw, value, { schema, at })
  if (typeof value === 'string') visitText(raw, value, { schema, at })
}

function visitNumber(
  raw: ScalarRaw,
  value: number,
  { schema, at }: { schema: Schema; at: At },
): void {
  if (schema.enum && !schema.enum.includes(value)) {
    add(at, raw, {
      code: 'bad-value',
      message: `${quoted(at.name)} must be ${schema.enum.join(' or ')}`,
      hint: schema.description,
    })
  }
  if (schema.minimum !== undefined && value < schema.minimum) {
    add(at, raw, {
      code: 'bad-value',
      message: `${quoted(at.name)} must be at least ${schema.minimum}`,
      hint: schema.description,
    })
  }
  if (schema.maximum !== undefined && value > schema.maximum) {
    add(at, raw, {
      code: 'bad-value',
      message: `${quoted(at.name)} must be at most ${schema.maximum}`,
      hint: schema.description,
    })
  }
}

function visitText(
  raw: ScalarRaw,
  value: string,
  { schema, at }: { schema: Schema; at: At },
): void {
  if (schema.enum && !schema.enum.includes(value)) {
    add(at, raw, {
      code: 'bad-value',
      message: `${quoted(at.name)} cannot be \`${value}\``,
      hint: suggestion(value, schema.enum.map(String)) ?? schema.description,
    })
  }
  if (schema.pattern && !matches(schema.pattern, value)) {
    add(at, raw, {
      code: 'bad-value',
      message: `${quoted(at.name)} must be ${schema.patternErrorMessage ?? schema.pattern}`,
      hint:
        schema[HINT]?.(value) ??
        unitHint(value, schema.pattern) ??
        severalHint(value, schema.pattern) ??
        addressHint(value, schema.pattern) ??
        schema.description,
    })
  }
}

function quoted(name: string): string {
  if (name === ENTRY) return ENTRY
  return name ? `\`${name}\`` : 'this file'
}

function add(at: At, raw: Raw, problem: Pick<Problem, 'code' | 'message' | 'hint'>): void {
  at.walk.problems.push({ severity: 'error', place: headOf(raw, at), ...problem })
}

/**
 * The place for a problem of a whole map or list: its key, or in a list its first key. Carets under
 * the whole value would fill many lines.
 */
function headOf(raw: Raw, at: At): Place {
  if (raw.kind === 'scalar') return raw.place
  return at.key ?? (raw.kind === 'map' && raw.entries[0] ? raw.entries[0].keyPlace : raw.place)
}
