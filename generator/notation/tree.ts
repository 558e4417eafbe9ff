/**
 * Lowers trees: YAML mappings of literals in which a leaf that begins with `=` is a formula and
 * `...` spreads.
 */
import { freeNames } from '../js/ask.ts'
import {
  array as arrayOf,
  call,
  text as textOf,
  word,
  literal,
  type Js,
  type Member,
} from '../js/tree.ts'
import { helperOf } from '../formula/code.ts'
import { sliceText } from '../formula/fail.ts'
import { lowerFormula } from '../formula/lower.ts'
import { JSON_TYPE, common } from '../formula/types.ts'
import { nothingGathered, type Gathered } from '../formula/value.ts'
import { valueOf } from '../read/access.ts'
import { lowerMessage } from './message.ts'
import { isRows, rowsFormula } from './rows.ts'
import type { Checked, Code, Field, Names, Problem, Raw, RawEntry, Text, Type } from '../types.ts'

/** How a tree is read. `messages`: texts may have `{holes}`. */
export interface TreeOptions {
  messages?: boolean
}

interface Reading extends Gathered {
  names: Names
  messages: boolean
  problems: Problem[]
}
interface Part {
  js: Js
  type: Type
  optional?: boolean
}

/**
 * A tree as an object, array or value for JSON. Members that are absent, or `=none`, vanish in the
 * JSON.
 */
export function lowerTree(raw: Raw, names: Names, options: TreeOptions = {}): Checked<Code> {
  const reading: Reading = {
    names,
    messages: options.messages === true,
    problems: [],
    ...nothingGathered(),
  }
  const part = lower(reading, raw)
  const code: Code = {
    js: part.js,
    type: part.type,
    uses: [...freeNames(part.js)].sort(),
    wait: reading.wait,
    place: raw.place,
    ...(reading.unproven.length > 0 ? { unproven: reading.unproven } : {}),
  }
  return { value: part.optional ? { ...code, optional: true } : code, problems: reading.problems }
}

function lower(reading: Reading, raw: Raw): Part {
  if (isRows(raw)) return rows(reading, raw)
  if (raw.kind === 'map') return object(reading, raw.entries)
  if (raw.kind === 'list') return array(reading, raw.items)
  if (typeof raw.value === 'string') return leaf(reading, raw)
  if (typeof raw.value === 'number' && !Number.isFinite(raw.value)) {
    reading.problems.push({
      code: 'bad-number',
      severity: 'error',
      message: `${raw.text.text} is not a JSON number`,
      place: raw.place,
    })
  }
  return { js: literal(raw.value), type: literalType(raw.value) }
}

/** Rows of a list, all shown in the same way. */
function rows(reading: Reading, raw: Raw): Part {
  const each = valueOf(raw, 'each') as Extract<Raw, { kind: 'scalar' }>
  const show = valueOf(raw, 'show')!
  const text = rowsFormula({ each: each.text, show }, raw.place, reading.problems)
  return taken(reading, lowerFormula(text, reading.names, JSON_TYPE))
}

function literalType(value: number | boolean | null): Type {
  if (value === null) return { kind: 'null' }
  if (typeof value === 'boolean') return { kind: 'boolean' }
  return Number.isSafeInteger(value)
    ? { kind: 'integer', min: value, max: value }
    : { kind: 'number' }
}

function leaf(reading: Reading, raw: Extract<Raw, { kind: 'scalar' }>): Part {
  const { text } = raw
  if (text.text.startsWith('=='))
    return { js: textOf(text.text.slice(1)), type: { kind: 'string' } }
  if (text.text.startsWith('='))
    return taken(reading, lowerFormula(sliceText(text, 1), reading.names, JSON_TYPE))
  if (reading.messages && /[{}]/.test(text.text))
    return taken(reading, lowerMessage(text, reading.names))
  if (!raw.quoted && isFormula(text, reading.names))
    bad(reading, raw, {
      message: `\`${text.text}\` is a literal text here, not a name`,
      hint: `write =${text.text} for the value; put it in quotes if the text is meant`,
    })
  const hole = holeIn(text, reading.names)
  if (hole !== undefined)
    bad(reading, raw, {
      message: `\`{${hole.source}}\` is not filled in here, so it would be sent as it stands`,
      hint: `${formulaFor(text, hole)}; begin the text with == if the braces are meant`,
    })
  return { js: textOf(text.text), type: { kind: 'string', choices: [text.text] } }
}

/** The start of a formula with more than one name. */
const BEGINS = /^([A-Za-z_]\w*)(?:\.[A-Za-z_]|\(|\[| *(?:[-+*/<>]|==|!=|&&|\|\|) )/

/** A formula between braces in a text, and whether its value is a text. */
interface Hole {
  source: string
  isText: boolean
}

/** The first formula between braces in a text: `body.query` in `about {body.query}`. */
function holeIn(text: Text, names: Names): Hole | undefined {
  for (const match of text.text.matchAll(/(?<!\{)\{\s*([^{}\s][^{}]*?)\s*\}(?!\})/g)) {
    const source = match[1]!
    const start = match.index + match[0].indexOf(source)
    const inner = sliceText(text, start, start + source.length)
    if (!isFormula(inner, names)) continue
    const { value } = lowerFormula(inner, names, JSON_TYPE)
    return { source, isText: value?.type.kind === 'string' }
  }
  return undefined
}

/** How a text with a hole is written as a formula. */
function formulaFor({ text }: Text, { source, isText }: Hole): string {
  if (/^\{[^{}]*\}$/.test(text)) return `write =${source}`
  return `write a formula, e.g. ="about " + ${isText ? source : `text(${source})`}`
}

/** Whether a text without `=` would be a formula: `payer`, `result.id`, `now + 30d`, `first(a)`. */
function isFormula(text: Text, names: Names): boolean {
  if (Object.hasOwn(names, text.text)) return true
  const [, name] = BEGINS.exec(text.text) ?? []
  if (name === undefined) return false
  if (!Object.hasOwn(names, name) && !/^\w+\(/.test(text.text)) return false
  const { value, problems } = lowerFormula(text, names, JSON_TYPE)
  return value !== undefined && problems.length === 0
}

/**
 * Adds the reads and problems of a lowered leaf; an invalid leaf leaves a hole that is never used.
 */
function taken(reading: Reading, { value, problems }: Checked<Code | undefined>): Part {
  reading.problems.push(...problems)
  if (!value) return { js: word(undefined), type: JSON_TYPE }
  reading.wait ||= value.wait
  reading.unproven.push(...(value.unproven ?? []))
  return { js: value.js, type: value.type, ...(value.optional ? { optional: true } : {}) }
}

function array(reading: Reading, items: readonly Raw[]): Part {
  const parts = items.map(item => lower(reading, item))
  const of = parts
    .map(part => part.type)
    .reduce<Type | undefined>(
      (all, type) => (all ? (common(all, type) ?? JSON_TYPE) : type),
      undefined,
    )
  return {
    js: arrayOf(parts.map(part => part.js)),
    type: { kind: 'list', of: of ?? JSON_TYPE, min: parts.length },
  }
}

interface Shape {
  members: Member[]
  fields: Record<string, Field>
  open: boolean
}

function object(reading: Reading, entries: readonly RawEntry[]): Part {
  const shape: Shape = {
    members: [],
    fields: Object.create(null) as Record<string, Field>,
    open: false,
  }
  for (const entry of entries) {
    if (entry.key === '...') spread(reading, entry, shape)
    else member(reading, entry, shape)
  }
  return {
    js: { kind: 'object', members: shape.members },
    type: shape.open ? JSON_TYPE : { kind: 'record', fields: shape.fields },
  }
}

function member(reading: Reading, entry: RawEntry, shape: Shape): void {
  const part = lower(reading, entry.value)
  drop(shape, entry.key)
  shape.members.push({ key: entry.key, value: part.js })
  if (part.type.kind === 'none') delete shape.fields[entry.key]
  else shape.fields[entry.key] = { type: part.type, ...(part.optional ? { optional: true } : {}) }
}

/**
 * Drops a key that is repeated later: only the later one counts, and TypeScript refuses the
 * earlier.
 */
function drop(shape: Shape, key: string): void {
  shape.members = shape.members.filter(one => 'spread' in one || one.key !== key)
}

function spread(reading: Reading, entry: RawEntry, shape: Shape): void {
  const { value } = entry
  const formula =
    value.kind === 'scalar' && typeof value.value === 'string' && /^=(?!=)/.test(value.text.text)
  if (!formula)
    return bad(reading, value, { message: '`...` spreads a formula', hint: 'write `...: =body`' })
  const before = reading.problems.length
  const part = leaf(reading, value)
  if (reading.problems.length > before || part.type.kind === 'none') return
  if (part.type.kind === 'json') return spreadJson(shape, part)
  if (part.type.kind !== 'record' && part.type.kind !== 'table')
    return bad(reading, value, {
      message: 'only records, tables and JSON objects can be spread',
    })
  shape.members.push({ spread: part.js })
  if (part.type.kind === 'table') shape.open = true
  else
    Object.entries(part.type.fields).forEach(([key, field]) =>
      spreadField(shape, key, {
        ...field,
        ...(part.optional ? { optional: true } : {}),
      }),
    )
}

function spreadJson(shape: Shape, part: Part): void {
  shape.members.push({ spread: call(helperOf('members'), [part.js]) })
  shape.open = true
}

function spreadField(shape: Shape, key: string, field: Field): void {
  if (!field.optional) drop(shape, key)
  const before = shape.fields[key]
  const type =
    field.optional && before ? (common(before.type, field.type) ?? JSON_TYPE) : field.type
  shape.fields[key] = {
    type,
    ...(field.optional && (!before || before.optional) ? { optional: true } : {}),
  }
}

function bad(
  reading: Reading,
  raw: Raw,
  { message, hint }: { message: string; hint?: string },
): void {
  reading.problems.push({
    code: 'bad-tree',
    severity: 'error',
    message,
    place: raw.place,
    ...(hint ? { hint } : {}),
  })
}
