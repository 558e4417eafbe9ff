/** Converts YAML nodes to Raw: values with places, independent of the YAML library. */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { scalarText, type Style } from './scalar-text.ts'
import { refuseMethod, refuseOdd, refusePath } from './odd.ts'
import type { Place, Raw, RawEntry } from '../types.ts'
import {
  refuseProperties,
  refuseCut,
  refuseProse,
  refuseStrayQuote,
  hasColon,
  splitByComma,
  addProblem,
  type Reading,
} from './refuse.ts'

const STYLES: Record<string, Style> = {
  PLAIN: 'plain',
  QUOTE_DOUBLE: 'double',
  QUOTE_SINGLE: 'single',
  BLOCK_FOLDED: 'block',
  BLOCK_LITERAL: 'block',
}

/**
 * Converts one node. Anchors, aliases, tags, merge keys and repeated keys are problems, not
 * features.
 */
export function toRaw(node: Node | null | undefined, file: Reading, fallback: number): Raw {
  if (!node || isAlias(node)) return alias(node, file, fallback)
  refuseProperties(node, file)
  if (isMap(node)) return mapping(node, file)
  if (isSeq(node)) return sequence(node, file)
  return scalar(node as Scalar, file)
}

/** The characters of a node, without the comments and blanks after it. */
function placeOf(node: Node, file: Reading): Place {
  const [start, end] = node.range ?? [0, 0]
  return {
    file: file.path,
    start,
    end: isScalar(node) ? end : start + file.text.slice(start, end).trimEnd().length,
  }
}

function alias(node: Node | null | undefined, file: Reading, fallback: number): Raw {
  const place = node ? placeOf(node, file) : { file: file.path, start: fallback, end: fallback }
  if (node) {
    addProblem(file, place, {
      code: 'yaml-alias',
      message: 'YAML aliases (`*name`) are not used in the catalog',
      hint: 'share values with `like:` and a template; text that starts with `*` needs quotes',
    })
  }
  return {
    kind: 'scalar',
    value: null,
    quoted: false,
    text: scalarText('', { style: 'plain', source: '', place }),
    place,
  }
}

function scalar(node: Scalar, file: Reading): Raw {
  const place = placeOf(node, file)
  const style = STYLES[node.type ?? 'PLAIN'] ?? 'plain'
  const value = typeof node.value === 'bigint' ? Number(node.value) : node.value
  const plainText = typeof value === 'string' ? value : (node.source ?? '')
  const text = scalarText(plainText, { style, source: file.text, place })
  if (style === 'plain') {
    refuseCut(place, file)
    refuseProse(text, file)
  }
  const isStray = style === 'plain' && refuseStrayQuote(text, file)
  if (typeof value === 'string' && !isStray) {
    refuseOdd(text, file)
    refuseMethod(text, file)
    refusePath(text, file)
  }
  return {
    kind: 'scalar',
    value: value as string | number | boolean | null,
    quoted: style !== 'plain',
    text,
    place,
  }
}

function sequence(node: YAMLSeq, file: Reading): Raw {
  const place = placeOf(node, file)
  const items = node.items.map(item => withDoc(toRaw(item as Node, file, place.start), file))
  return { kind: 'list', items, place }
}

function withDoc(item: Raw, file: Reading): Raw {
  const doc = file.docs(item.place.start)
  return doc ? { ...item, doc } : item
}

function mapping(node: YAMLMap, file: Reading): Raw {
  const place = placeOf(node, file)
  const seen = new Map<string, Place>()
  const entries: RawEntry[] = []
  // The comment after `{ a: 1, b: 2 }` belongs to the entry with this value; after `{ a: 1 }` also
  // to `a`.
  const documented =
    !node.flow || node.items.length === 1 || file.text.slice(place.start, place.end).includes('\n')
  for (const pair of node.items as Pair<Node, Node | null>[]) {
    const found = entry(pair, file, {
      flow: node.flow === true,
      documented,
      before: entries.at(-1)?.value,
    })
    if (found && unique(found, seen, file)) entries.push(found)
  }
  return { kind: 'map', entries, place }
}

/**
 * The surroundings of an entry: whether it is in braces and comments count, and the value before
 * it.
 */
interface Around {
  flow: boolean
  documented: boolean
  before: Raw | undefined
}

/** The key of an entry; undefined, and reported, if it is not a plain word or a quoted text. */
function keyName(key: Node, place: RawEntry['keyPlace'], file: Reading): string | undefined {
  const name = isScalar(key) ? (isText(key) ? String(key.value) : (key.source ?? '')) : ''
  if (name === '') {
    addProblem(file, place, {
      code: 'yaml-key',
      message: 'a key must be a plain word or a quoted text',
      hint: 'put it in quotes',
    })
    return undefined
  }
  if (name !== '<<') return name
  addProblem(file, place, {
    code: 'yaml-alias',
    message: 'YAML merge keys (`<<`) are not used in the catalog',
    hint: 'write `like:` with the name of a template',
  })
  return undefined
}

function entry(pair: Pair<Node, Node | null>, file: Reading, from: Around): RawEntry | undefined {
  const keyPlace = pair.key ? placeOf(pair.key, file) : { file: file.path, start: 0, end: 0 }
  const name = keyName(pair.key, keyPlace, file)
  if (name === undefined || !isScalar(pair.key)) return undefined
  const key = { text: name, at: (offset: number): number => keyPlace.start + offset }
  refuseOdd({ ...key, isKey: true }, file)
  refusePath(key, file)
  const [, word, bracket] = /^([\w.-]+)\s+([{[])/.exec(name) ?? []
  if (word !== undefined && pair.key.type === 'PLAIN') {
    addProblem(file, keyPlace, {
      code: 'yaml-syntax',
      message: `a colon is missing after \`${word}\``,
      hint: `write ${word}: ${bracket === '{' ? '{ .. }' : '[ .. ]'}`,
    })
    return undefined
  }
  refuseProperties(pair.key, file)
  if (from.flow && !pair.value?.range && !hasColon(pair)) {
    splitByComma(name, keyPlace, { file, before: from.before })
    return undefined
  }
  const value = toRaw(pair.value, file, keyPlace.end)
  if (
    from.flow &&
    value.kind === 'scalar' &&
    value.value === null &&
    value.text.text === '' &&
    !hasColon(pair)
  ) {
    splitByComma(name, keyPlace, { file, before: from.before })
    return undefined
  }
  const doc = from.documented ? file.docs(keyPlace.start) : undefined
  return doc ? { key: name, keyPlace, value, doc } : { key: name, keyPlace, value }
}

const isText = (node: Scalar): boolean => typeof node.value === 'string'

function unique(found: RawEntry, seen: Map<string, Place>, file: Reading): boolean {
  const first = seen.get(found.key)
  if (!first) {
    seen.set(found.key, found.keyPlace)
    return true
  }
  addProblem(file, found.keyPlace, {
    code: 'duplicate-key',
    message: `\`${found.key}\` is written twice here`,
    hint: 'keep one of them',
    also: [{ place: first, label: 'written first' }],
  })
  return false
}
