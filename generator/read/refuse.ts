/**
 * Refuses YAML that means something else than it seems to: properties, texts that a comment or a
 * quote cuts, colons and commas in the wrong place.
 */
import type { Node, Pair } from 'yaml'
import { commaHint } from '../formula/tokens.ts'
import type { Docs } from './comments.ts'
import type { Place, Problem, Raw, Text } from '../types.ts'

/** The context of the conversion. Problems are added to `problems`. */
export interface Reading {
  path: string
  text: string
  docs: Docs
  problems: Problem[]
}

/** Adds an error to the problems of the file. */
export function addProblem(
  file: Reading,
  place: Place,
  problem: Pick<Problem, 'code' | 'message' | 'hint' | 'also'>,
): void {
  file.problems.push({ severity: 'error', place, ...problem })
}

/** Reports anchors and tags, which the catalog does not use. */
export function refuseProperties(node: Node, file: Reading): void {
  const anchor = (node as { anchor?: string }).anchor
  const [start] = node.range ?? [0]
  if (anchor) {
    const at = Math.max(0, file.text.lastIndexOf(`&${anchor}`, start))
    addProblem(
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
    addProblem(
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

/**
 * Refuses `Stylised #1 clips`, which is `Stylised` for YAML: a comment without a blank after its
 * sign was mostly meant as text.
 */
export function refuseCut(place: Place, file: Reading): void {
  const cut = /^[ \t]+(#[^\s#][^\n]*)/.exec(file.text.slice(place.end, place.end + 200))
  if (!cut) return
  const start = place.end + cut[0].length - cut[1]!.length
  addProblem(
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
 * Refuses `The # 1 model`, which is `The` for YAML. A comment after a sentence must be separated by
 * two blanks.
 */
export function refuseProse({ text, place }: Text, file: Reading): void {
  const cut = /^ (# ?[^\s#][^\n]*)/.exec(file.text.slice(place.end, place.end + 200))
  if (!cut || !/^[A-Z][a-z]/.test(text)) return
  addProblem(
    file,
    { file: file.path, start: place.end + 1, end: place.end + cut[0].trimEnd().length },
    {
      code: 'yaml-comment',
      message: `YAML takes \`${cut[1]!.trim()}\` for a comment and cuts it off the text before it`,
      hint: 'quote the text, or write two blanks before the comment',
    },
  )
}

/**
 * Refuses quotes that would be published: one at the end alone, such as `name: Fast"`, and typed
 * quotes that YAML does not know, such as “Fast”. An `s'` at the end is a plural's apostrophe.
 * Returns whether there was a stray quote.
 */
export function refuseStrayQuote({ text, at }: Text, file: Reading): boolean {
  if (/^[“”„‘‚«].*[“”’‘»]$/.test(text)) {
    const plain = text.slice(1, -1)
    addProblem(
      file,
      { file: file.path, start: at(0), end: at(text.length - 1) + 1 },
      {
        code: 'stray-quote',
        message:
          `${text[0]!} and ${text.at(-1)!} are not quotes in YAML: they would be part of the ` +
          'text',
        hint: `write "${plain}", or ${plain} without quotes`,
      },
    )
    return true
  }
  const char = text.at(-1)!
  if (!/[^s]'$|"$/.test(text) || text.split(char).length % 2 === 1) return false
  const start = at(text.length - 1)
  addProblem(
    file,
    { file: file.path, start, end: start + 1 },
    {
      code: 'stray-quote',
      message:
        `the quote ${char} at the end of this text has none at its beginning, so it would be ` +
        'published',
      hint: `remove it, or write ${char} before the text too`,
    },
  )
  return true
}

/** Whether a key has its colon. */
export function hasColon(pair: Pair<Node, Node | null>): boolean {
  const token = pair.srcToken as { sep?: readonly { type: string }[] } | undefined
  return token?.sep?.some(one => one.type === 'map-value-ind') ?? false
}

/**
 * Reports `{ a: =min(x, y) }` and `{ a: 0,05 }`: the comma has ended the value, and the rest is an
 * entry of its own.
 */
export function splitByComma(
  name: string,
  place: Place,
  { file, before }: { file: Reading; before: Raw | undefined },
): void {
  const around = file.text.slice(place.start - 1, place.end + 1)
  if (around === `{${name}}`) {
    addProblem(
      file,
      { ...place, start: place.start - 1, end: place.end + 1 },
      {
        code: 'yaml-comma',
        message: `\`${around}\` is read as a map`,
        hint: /^(key|jwt)$/.test(name)
          ? `put it in quotes: "${around}"`
          : `in messages and headers put it in quotes: "${around}"; elsewhere write =${name}`,
      },
    )
    return
  }
  const [, left, right] = /^([\w-]*[A-Za-z_][\w-]*) *=(?![=<>]) *(\S.*)$/.exec(name) ?? []
  if (left !== undefined && !(isProse(before) && hasBlank(before))) {
    addProblem(file, place, {
      code: 'yaml-syntax',
      message: `\`${left}\` and its value are separated by \`=\`, not by a colon`,
      hint: `write ${left}: ${right!}`,
    })
    return
  }
  const [, key, value] = /^(\w*[a-z_]\w*) +(\S.*)$/.exec(name) ?? []
  if (key !== undefined && !isProse(before)) {
    const message = `a colon is missing after \`${key}\``
    addProblem(file, place, { code: 'yaml-syntax', message, hint: `write ${key}: ${value!}` })
    return
  }
  const message = `\`${name}\` has no value: inside { } a comma ends the value before it`
  addProblem(file, place, { code: 'yaml-comma', message, hint: hintOf(name, before) })
}

/**
 * Whether a value may continue after a comma: a text that is not a date, percentage or other
 * number.
 */
const isProse = (value: Raw | undefined): boolean =>
  value?.kind === 'scalar' &&
  !value.quoted &&
  value.text.text !== '' &&
  !/^\d[\d.:TZ-]*( ?%)?$/.test(value.text.text)

const hasBlank = (value: Raw | undefined): boolean =>
  value?.kind === 'scalar' && /\s/.test(value.text.text)

function hintOf(name: string, before: Raw | undefined): string {
  const [whole] = /\d[\d.]*$/.exec(before?.kind === 'scalar' ? before.text.text : '') ?? []
  const [decimals] = /^\d[\d.]*/.exec(name) ?? []
  if (whole !== undefined && decimals !== undefined) return commaHint(`${whole},${decimals}`)
  const colon = /^(\w+):(?!\/\/)(\S.*)$/.exec(name)
  if (colon) return `write a blank after the colon: ${colon[1]!}: ${colon[2]!}`
  const text = before?.kind === 'scalar' ? before.text.text : ''
  if (text === '' || /^=|[()]/.test(text))
    return 'put a formula with commas or brackets in single quotes, or on a line of its own'
  const isList = /^\w+$/.test(text) && /^\w+$/.test(name)
  const [, key, value] = /^([a-z_]\w*) +([\w/%-]+)$/.exec(name) ?? []
  if (key !== undefined)
    return `quote the text: "${text}, ${name}"; or, if \`${key}\` is a key, write ${key}: ${value!}`
  return isList
    ? `write a list in brackets: [${text}, ${name}]`
    : `quote the text: "${text}, ${name}"`
}
