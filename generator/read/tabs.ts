/** Hints for lines indented by a tab: the number of blanks, inferred from the line above. */
import type { Advice, Trap } from './hints.ts'
import { lineOf } from './lines.ts'

const TAB = /^ *\t/

/** A tab as indentation. YAML may report another line if a text seems to continue after the tab. */
export const tab: Trap = fault => {
  const { error, text, starts, lineStart } = fault
  const own = lineOf(starts, lineStart)
  const isReported = error.code === 'TAB_AS_INDENT' || /tab/i.test(error.message)
  const at = [own, own + 1, own - 1].find(line => TAB.test(lineAt(text, starts[line])))
  if (at === undefined) return isReported ? { ...WORDS, hint: 'write blanks instead' } : undefined
  const start = starts[at]!
  const line = lineAt(text, start)
  return { ...WORDS, hint: hintFor(text, at), start, end: start + line.search(/[^ \t]|$/) }
}

const WORDS = {
  code: 'yaml-tab',
  message: 'a tab is not allowed as indentation',
} satisfies Partial<Advice>

const lineAt = (text: string, start: number | undefined): string =>
  start === undefined ? '' : text.slice(start).split('\n', 1)[0]!

/** How to indent line `at`. */
function hintFor(text: string, at: number): string {
  const lines = text.split('\n')
  const above = lines.slice(0, at).findLast(one => /^\s*[^\s#]/.test(one))
  const others = lines.filter(one => TAB.test(one)).length - 1
  const more =
    others === 0
      ? ''
      : `; tabs also indent ${others} other line${others === 1 ? '' : 's'} of this file`
  if (above === undefined || TAB.test(above)) return `indent with blanks, two for each level${more}`
  const isInside = /(?::|[>|]-?)\s*(?:#.*)?$/.test(above)
  const count = columnOf(above, lines[at]!) + (isInside ? 2 : 0)
  return `indent with ${count} blanks, ${isInside ? 'two more than' : 'as'} the line above${more}`
}

/** The column of the entry above: after its dashes, unless this line has a dash of its own. */
function columnOf(above: string, line: string): number {
  const [, blanks, dashes] = /^( *)((?:- +)*)/.exec(above)!
  return blanks!.length + (/^\s*- /.test(line) ? 0 : dashes!.length)
}
