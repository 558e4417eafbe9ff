/** Lays out the items of a broken list or object: short values share lines. */
import { nodesOf } from './ask.ts'
import { flat } from './flat.ts'
import type { Js, Member } from './tree.ts'
import { WIDTH } from './words.ts'

/** One item, ready to be printed. `note` is a comment beside it. */
export interface Row {
  text: string
  isShort: boolean
  note?: string | undefined
}

/** The most columns of a computed expression that shares its line. */
const SHORT = 48

/** Prints items as lines: consecutive short ones share a line, up to `width` columns. */
export function linesOfRows(rows: readonly Row[], indent: number, width = WIDTH): string {
  const before = ' '.repeat(indent)
  const lines: string[] = []
  let isOpen = false
  for (const { text, note, ...row } of rows) {
    const last = lines.at(-1)
    const isShort = row.isShort && note === undefined && !text.includes('\n')
    if (isOpen && isShort && last!.length + 1 + text.length <= width)
      lines[lines.length - 1] = `${last!} ${text}`
    else lines.push(noted(before + text, note, indent))
    isOpen = isShort
  }
  return lines.map(one => `${one}\n`).join('')
}

/** A text with a comment: at the end of its first line if it fits there, otherwise above. */
export function noted(text: string, note: string | undefined, indent: number): string {
  const [first, ...others] = text.split('\n')
  const beside = `${first!} // ${note}`
  const fits = note !== undefined && beside.length <= WIDTH
  return fits ? [beside, ...others].join('\n') : above(note, indent) + text
}

/** A comment on a line of its own; nothing without one. */
export const above = (note: string | undefined, indent: number): string =>
  note === undefined ? '' : `${' '.repeat(indent)}// ${note}\n`

/**
 * Whether an expression is short: a word, a list of words, or a short expression without an object,
 * list or function.
 */
export function isShort(js: Js): boolean {
  if (isPlain(js)) return true
  const text = flat(js)
  return text !== undefined && text.length <= SHORT && ![...nodesOf(js)].some(hasParts)
}

const hasParts = ({ kind }: Js): boolean =>
  kind === 'object' || kind === 'array' || kind === 'arrow'

/** Whether an expression is a text, number or name, or a list or set of them. */
function isPlain(js: Js): boolean {
  if (js.kind === 'array') return js.notes === undefined && js.items.every(isWord)
  if (js.kind === 'call' && js.isNew)
    return js.args.every(one => one.kind === 'array' && isPlain(one))
  return isWord(js)
}

const isWord = ({ kind }: Js): boolean =>
  kind === 'text' || kind === 'number' || kind === 'word' || kind === 'name'

/** Whether a member of an object can share its line with others. */
export function isShortMember(one: Member): boolean {
  return isShort('spread' in one ? one.spread : one.value)
}
