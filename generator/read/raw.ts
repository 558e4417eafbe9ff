/** From YAML nodes to Raw: values with places, nothing of the YAML library left. */
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
import type { Docs } from './comments.ts'
import { commaHint } from '../formula/tokens.ts'
import { scalarText, type Style } from './scalar-text.ts'
import type { Place, Problem, Raw, RawEntry, Text } from '../types.ts'

/** What the conversion needs of the file. Problems are added to `problems`. */
export interface Reading {
  path: string
  text: string
  docs: Docs
  problems: Problem[]
}

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

/** The characters of a node, without the comments and blanks behind it. */
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
    add(file, place, {
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

function refuseProperties(node: Node, file: Reading): void {
  const anchor = (node as { anchor?: string }).anchor
  const [start] = node.range ?? [0]
  if (anchor) {
    const at = Math.max(0, file.text.lastIndexOf(`&${anchor}`, start))
    add(
      file,
      { file: file.path, start: at, end: at + anchor.length + 1 },
      {
        code: 'yaml-alias',
        message: `YAML anchors (\`&${anchor}\`) are not used in the catalog`,
        hint: 'share values with `like:` and a template; text that starts with `&` needs quotes',
      },
    )
  }
  if (node.tag) {
    const at = Math.max(0, file.text.lastIndexOf('!', Math.max(0, start - 1)))
    add(
      file,
      { file: file.path, start: at, end: Math.max(at + 1, start) },
      {
        code: 'yaml-tag',
        message: 'YAML tags (`!name`) are not used in the catalog',
        hint: 'put the whole value in single quotes',
      },
    )
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
    refuseStrayQuote(text, file)
  }
  return {
    kind: 'scalar',
    value: value as string | number | boolean | null,
    quoted: style !== 'plain',
    text,
    place,
  }
}

/**
 * `Stylised #1 clips` is `Stylised` for YAML: a comment that begins without a blank was mostly
 * meant as text.
 */
function refuseCut(place: Place, file: Reading): void {
  const cut = /^[ \t]+(#[^\s#][^\n]*)/.exec(file.text.slice(place.end, place.end + 200))
  if (!cut) return
  const start = place.end + cut[0].length - cut[1]!.length
  add(
    file,
    { file: file.path, start, end: start + cut[1]!.trimEnd().length },
    {
      code: 'yaml-comment',
      message: `YAML takes \`${cut[1]!.trimEnd()}\` for a comment and cuts it off the text before it`,
      hint: 'quote the text, or write `# ` for a comment',
    },
  )
}

/**
 * `name: Fast"` is published with its quote, and so is “Fast”. An `s'` at the end is a plural's
 * apostrophe.
 */
function refuseStrayQuote({ text, at }: Text, file: Reading): void {
  if (/^[“”„‘‚«].*[“”’‘»]$/.test(text)) {
    const plain = text.slice(1, -1)
    add(
      file,
      { file: file.path, start: at(0), end: at(text.length - 1) + 1 },
      {
        code: 'stray-quote',
        message: `${text[0]!} and ${text.at(-1)!} are no quotes for YAML: they would be part of the text`,
        hint: `write "${plain}", or ${plain} without quotes`,
      },
    )
    return
  }
  const char = text.at(-1)!
  if (!/[^s]'$|"$/.test(text) || text.split(char).length % 2 === 1) return
  const start = at(text.length - 1)
  add(
    file,
    { file: file.path, start, end: start + 1 },
    {
      code: 'stray-quote',
      message: `the quote ${char} at the end of this text has none at its beginning, so it would be published`,
      hint: `remove it, or write ${char} before the text too`,
    },
  )
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
  // The comment behind `{ a: 1, b: 2 }` belongs to the entry that holds it, behind `{ a: 1 }` also
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

/** What surrounds an entry: whether braces do and comments count, and the value before it. */
interface Around {
  flow: boolean
  documented: boolean
  before: Raw | undefined
}

function entry(pair: Pair<Node, Node | null>, file: Reading, from: Around): RawEntry | undefined {
  const keyPlace = pair.key ? placeOf(pair.key, file) : { file: file.path, start: 0, end: 0 }
  const name = isScalar(pair.key)
    ? isText(pair.key)
      ? String(pair.key.value)
      : (pair.key.source ?? '')
    : ''
  if (!isScalar(pair.key) || name === '') {
    add(file, keyPlace, {
      code: 'yaml-key',
      message: 'a key must be a plain word or a quoted text',
      hint: 'put it in quotes',
    })
    return undefined
  }
  if (name === '<<') {
    add(file, keyPlace, {
      code: 'yaml-alias',
      message: 'YAML merge keys (`<<`) are not used in the catalog',
      hint: 'write `like:` with the name of a template',
    })
    return undefined
  }
  const [, word, bracket] = /^([\w.-]+)\s+([{[])/.exec(name) ?? []
  if (word !== undefined && pair.key.type === 'PLAIN') {
    add(file, keyPlace, {
      code: 'yaml-syntax',
      message: `a colon is missing behind \`${word}\``,
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

function hasColon(pair: Pair<Node, Node | null>): boolean {
  const token = pair.srcToken as { sep?: readonly { type: string }[] } | undefined
  return token?.sep?.some(one => one.type === 'map-value-ind') ?? false
}

/**
 * `{ a: =min(x, y) }` and `{ a: 0,05 }`: the comma ended the value, and what follows it stands
 * alone.
 */
function splitByComma(
  name: string,
  place: Place,
  { file, before }: { file: Reading; before: Raw | undefined },
): void {
  const around = file.text.slice(place.start - 1, place.end + 1)
  if (around === `{${name}}`) {
    add(
      file,
      { ...place, start: place.start - 1, end: place.end + 1 },
      {
        code: 'yaml-comma',
        message: `\`${around}\` is read as a map`,
        hint: `put it in quotes: "${around}"`,
      },
    )
    return
  }
  const message = `\`${name}\` has no value: inside { } a comma ends the value before it`
  add(file, place, { code: 'yaml-comma', message, hint: hintOf(name, before) })
}

function hintOf(name: string, before: Raw | undefined): string {
  const [whole] = /\d[\d.]*$/.exec(before?.kind === 'scalar' ? before.text.text : '') ?? []
  const [decimals] = /^\d[\d.]*/.exec(name) ?? []
  if (whole !== undefined && decimals !== undefined) return commaHint(`${whole},${decimals}`)
  const colon = /^([A-Za-z_]\w*):(?!\/\/)(\S.*)$/.exec(name)
  if (colon) return `a blank follows the colon: ${colon[1]!}: ${colon[2]!}`
  const text = before?.kind === 'scalar' ? before.text.text : ''
  if (text === '' || /^=|[()]/.test(text))
    return 'put a formula with commas or brackets in single quotes, or on a line of its own'
  const isList = /^\w+$/.test(text) && /^\w+$/.test(name)
  return isList
    ? `a list stands in brackets: [${text}, ${name}]`
    : `quote the text: "${text}, ${name}"`
}

function unique(found: RawEntry, seen: Map<string, Place>, file: Reading): boolean {
  const first = seen.get(found.key)
  if (!first) {
    seen.set(found.key, found.keyPlace)
    return true
  }
  add(file, found.keyPlace, {
    code: 'duplicate-key',
    message: `\`${found.key}\` is written twice here`,
    hint: 'keep one of them',
    also: [{ place: first, label: 'written first' }],
  })
  return false
}

function add(
  file: Reading,
  place: Place,
  problem: Pick<Problem, 'code' | 'message' | 'hint' | 'also'>,
): void {
  file.problems.push({ severity: 'error', place, ...problem })
}
