/**
 * Makes one-letter mistakes where the catalog's words have a declared meaning: keys, names,
 * choices, types, numbers, methods.
 */
import { FILE_KINDS, kindOf } from '../../generator/shape/kinds.ts'
import { readFile } from '../../generator/read/document.ts'
import type { Schema } from '../../generator/shape/schema.ts'
import type { Raw, RawEntry, SourceFile } from '../../generator/types.ts'

/** A word of a file that a typo would make wrong. */
export interface Site {
  file: string
  start: number
  end: number
  kind: 'key' | 'name' | 'choice' | 'reference' | 'formula' | 'type' | 'unit' | 'number' | 'method'
}

/** One mutated file. */
export interface Typo extends Site {
  before: string
  after: string
  text: string
}

/** A seeded generator of numbers in [0, 1): the same typos on every machine. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Keys whose value names something. */
const REFERENCES = new Set([
  'like',
  'models',
  'errors',
  'limit',
  'upstream',
  'networks',
  '$ref',
  'mirror',
  'store',
  'count',
])
/**
 * Maps whose keys are names that something else uses. `rows`, paths and query fields are not: a new
 * name there is as good as the old.
 */
const NAMES = new Set(['body', 'let', 'tables', 'columns', 'families', 'calls'])
/** Kinds of files whose top level defines names. */
const DEFINING = new Set([
  'templates',
  'limits',
  'hooks',
  'networks',
  'errors',
  'upstreams',
  'schemas',
])
const TYPES = /\b(string|integer|number|boolean|json|usd|upstream|row|evm_address)\b/g

interface Walk {
  file: SourceFile
  sites: Site[]
  root: Schema
  kind: string
}

/** All sites of a file. */
export function sitesOf(file: SourceFile): Site[] {
  const raw = readFile(file).value.raw!
  const kind = kindOf(file.path)!
  const walk: Walk = {
    file,
    sites: [],
    root: FILE_KINDS.find(one => one.kind === kind.kind)!.schema,
    kind: kind.kind,
  }
  visit(raw, walk.root, { walk, key: '', names: DEFINING.has(kind.kind) })
  return walk.sites
}

interface At {
  walk: Walk
  key: string
  names: boolean
  cells?: boolean
}

function visit(raw: Raw, schema: Schema, at: At): void {
  if (raw.kind === 'list') for (const item of raw.items) visit(item, schema.items ?? schema, at)
  if (raw.kind === 'map') for (const entry of raw.entries) visitEntry(entry, schema, at)
  if (raw.kind === 'scalar') visitScalar(raw, schema, at)
}

function visitEntry(entry: RawEntry, schema: Schema, at: At): void {
  const { walk } = at
  const own = schema.properties?.[entry.key]
  if (own) add(walk, entry.keyPlace, 'key')
  else if (at.names && entry.key !== '...') add(walk, entry.keyPlace, 'name')
  else if (entry.key.startsWith('POST '))
    add(walk, { start: entry.keyPlace.start, end: entry.keyPlace.start + 4 }, 'method')
  if (isData(entry.key, at)) return
  const rows = walk.kind === 'models' && (at.key === 'rows' || at.key === 'families')
  const next =
    own ??
    (typeof schema.additionalProperties === 'object'
      ? schema.additionalProperties
      : isTree(schema)
        ? schema
        : {})
  visit(entry.value, next, {
    walk,
    key: entry.key,
    names: own !== undefined && NAMES.has(entry.key) && !isTree(own),
    cells: at.cells === true || rows,
  })
}

/** Constants, examples and JSON Schemas hold the vocabulary of others. */
function isData(key: string, { walk, names, key: parent }: At): boolean {
  return key === 'examples' || (walk.kind === 'schemas' && !names) || parent === 'tables'
}

function isTree(schema: Schema): boolean {
  return schema.description?.includes('leaves starting with =') === true
}

function visitScalar(raw: Extract<Raw, { kind: 'scalar' }>, schema: Schema, at: At): void {
  const { walk, key } = at
  const text = raw.text.text
  if (typeof raw.value === 'number') return number(raw, schema, at)
  if (typeof raw.value !== 'string') return
  if (schema.enum?.includes(text)) return add(walk, inner(raw), 'choice')
  if (REFERENCES.has(key) && !text.startsWith('=')) return add(walk, inner(raw), 'reference')
  if (schema.description?.endsWith('(a formula)')) return identifiers(raw, 0, walk)
  if (text.startsWith('=')) return identifiers(raw, 1, walk)
  if (/^(GET|POST) \//.test(text))
    return add(walk, { start: raw.text.at(0), end: raw.text.at(text.indexOf(' ')) }, 'method')
  if (
    schema.patternErrorMessage?.startsWith('a duration') ||
    schema.patternErrorMessage?.startsWith('a size')
  )
    return unit(raw, walk)
  if (key === 'error' || key === 'details' || isTree(schema)) return holes(raw, walk)
  if (/field notation|A field|A column/.test(schema.description ?? '')) types(raw, walk)
}

function inner(raw: Extract<Raw, { kind: 'scalar' }>): { start: number; end: number } {
  return { start: raw.text.at(0), end: raw.text.at(raw.text.text.length - 1) + 1 }
}

function number(raw: Extract<Raw, { kind: 'scalar' }>, schema: Schema, at: At): void {
  const isNumber = JSON.stringify(schema.type ?? '').match(/number|integer/)
  if (isNumber || at.cells || at.walk.kind === 'models') add(at.walk, raw.place, 'number')
}

function unit(raw: Extract<Raw, { kind: 'scalar' }>, walk: Walk): void {
  const digits = /^\d+/.exec(raw.text.text)?.[0].length ?? 0
  add(walk, { start: raw.text.at(digits), end: raw.place.end }, 'unit')
}

function types(raw: Extract<Raw, { kind: 'scalar' }>, walk: Walk): void {
  for (const match of raw.text.text.split('=')[0]!.matchAll(TYPES)) {
    add(
      walk,
      { start: raw.text.at(match.index), end: raw.text.at(match.index + match[0].length - 1) + 1 },
      'type',
    )
  }
}

function holes(raw: Extract<Raw, { kind: 'scalar' }>, walk: Walk): void {
  for (const hole of raw.text.text.matchAll(/\{([^{}]+)\}/g))
    names(raw, { from: hole.index + 1, text: hole[1]! }, walk)
}

function identifiers(raw: Extract<Raw, { kind: 'scalar' }>, from: number, walk: Walk): void {
  names(raw, { from, text: raw.text.text.slice(from) }, walk)
}

/**
 * Names in a formula, without texts, keys of map literals, and members of replies, which nothing
 * declares.
 */
function names(
  raw: Extract<Raw, { kind: 'scalar' }>,
  part: { from: number; text: string },
  walk: Walk,
): void {
  const plain = part.text.replaceAll(/"[^"]*"|'[^']*'/g, found => ' '.repeat(found.length))
  for (const chain of plain.matchAll(/(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g)) {
    if (
      /^\s*:/.test(plain.slice(chain.index + chain[0].length)) ||
      ['true', 'false', 'null', 'in', 'none'].includes(chain[0])
    )
      continue
    const words = chain[0].split('.')
    const json = words[0] === 'reply' || (walk.kind === 'upstreams' && words[0]!.length === 1)
    let at = chain.index
    words.forEach((word, i) => {
      if (i === 0 || !json)
        add(
          walk,
          {
            start: raw.text.at(part.from + at),
            end: raw.text.at(part.from + at + word.length - 1) + 1,
          },
          'formula',
        )
      at += word.length + 1
    })
  }
}

function add(walk: Walk, { start, end }: { start: number; end: number }, kind: Site['kind']): void {
  if (end > start) walk.sites.push({ file: walk.file.path, start, end, kind })
}

/**
 * A mistake at a site: a letter dropped, doubled, swapped with the next or replaced; a number made
 * malformed.
 */
export function typoAt(site: Site, file: SourceFile, random: () => number): Typo | undefined {
  const before = file.text.slice(site.start, site.end)
  const after = site.kind === 'number' ? malformed(before, random) : slip(before, random)
  if (after === before || (site.kind === 'unit' && /^(ms|s|m|h|d|B|KiB|MiB|GiB)$/.test(after)))
    return undefined
  return {
    ...site,
    before,
    after,
    text: file.text.slice(0, site.start) + after + file.text.slice(site.end),
  }
}

function slip(word: string, random: () => number): string {
  const letters = [...word].flatMap((char, i) => (/[A-Za-z]/.test(char) ? [i] : []))
  const i = letters[Math.floor(random() * letters.length)]
  if (i === undefined) return word
  const char = word[i]!
  switch (Math.floor(random() * 4)) {
    case 0:
      return word.slice(0, i) + word.slice(i + 1)
    case 1:
      return word.slice(0, i) + char + word.slice(i)
    case 2:
      return i + 1 < word.length
        ? word.slice(0, i) + word[i + 1]! + char + word.slice(i + 2)
        : word + char
    default:
      return (
        word.slice(0, i) + String.fromCharCode(97 + Math.floor(random() * 26)) + word.slice(i + 1)
      )
  }
}

function malformed(number: string, random: () => number): string {
  const forms = [
    number.includes('.') ? number.replace('.', ',') : `${number},0`,
    number.includes('.') ? number.replace('.', '..') : `${number}..`,
    `${number}x`,
    `"${number}"`,
    `$${number}`,
    number.replace(/\d$/, 'O'),
    `-${number}`,
  ]
  return forms[Math.floor(random() * forms.length)]!
}
