/**
 * Finds the line with a wrong indentation: the file is valid if this line is indented otherwise.
 * YAML itself reports a later line, or gives the file another meaning.
 */
import { lineOf, lineStarts } from '../read/lines.ts'
import type { Problem, SourceFile } from '../types.ts'

/** The most changes to try, because each parses the file or builds the catalog. */
const TRIES = 40
const BUILDS = 4
/** The most lines between a problem and a line that the map above has swallowed. */
const FAR = 40

/** The fewest lines between a wrong indentation and errors that it does not cause. */
const APART = 3

/** Errors of valid YAML that a wrongly indented line may cause. */
const MEANING: ReadonlySet<string> = new Set([
  'unknown-key',
  'unknown-column',
  'duplicate-key',
  'missing-key',
  'wrong-type',
  'bad-name',
])

/** A change of indentation: of one line, or of a line and the deeper ones below it. */
interface Change {
  at: number
  last: number
  to: number
}

/** A file in lines. */
interface Layout {
  lines: readonly string[]
  /** The indentation of each line; undefined for blank lines and comments. */
  indents: readonly (number | undefined)[]
}

/** A wrong indentation, and the file with the correct one, whose remaining errors are elsewhere. */
export interface Mended {
  problem: Problem
  text: string
  errors: readonly Problem[]
}

/**
 * The problem of one line's indentation, if another one makes the whole file valid, or else leaves
 * only errors elsewhere in the file; undefined if no line near the problem does. `errors` are those
 * of the file, in order; `errorsWith` finds those of a changed text.
 */
export function misaligned(
  { path, text }: SourceFile,
  errors: readonly Problem[],
  errorsWith: (text: string) => readonly Problem[],
): Mended | undefined {
  const { code, place } = errors[0]!
  const isUnread = code.startsWith('yaml-')
  if (!isUnread && !MEANING.has(code)) return undefined
  const layout = layoutOf(text)
  const starts = lineStarts(text)
  const near = lineOf(starts, Math.min(place.start, Math.max(0, text.length - 1)))
  const tried = changesNear(layout, near)
    .filter(({ at, last }) => isUnread || (last === at && at >= near))
    .slice(0, TRIES)
  const left = new Map<Change, readonly Problem[]>()
  const leftBy = (one: Change): readonly Problem[] => {
    const known = left.get(one) ?? errorsWith(changed(layout, one))
    left.set(one, known)
    return known
  }
  const isRight = (text: string): boolean => errorsWith(text).length === 0
  const isApart = (one: Change): boolean =>
    isElsewhere(layout, one, { near, isUnread, before: errors, after: leftBy(one) })
  const found = tried.find(one => leftBy(one).length === 0) ?? tried.find(isApart)
  if (found === undefined) return undefined
  // An indentation one blank off may be meant for either side, and a tab may stand for any number
  // of blanks.
  const isTab = TAB.test(layout.lines[found.at]!)
  const far = Math.abs(found.to - layout.indents[found.at]!)
  const other = tried.find(
    ({ at, last, to }) =>
      at === found.at &&
      last === found.last &&
      to !== found.to &&
      (isTab || Math.abs(to - layout.indents[at]!) === far) &&
      isRight(changed(layout, { at, last, to })),
  )
  const start = starts[found.at]!
  const problem = problemOf(layout, other ? [found, other] : [found], { path, start })
  return { problem, text: changed(layout, found), errors: leftBy(found) }
}

/**
 * Whether the errors that a change leaves have another cause. If the text was unreadable, they must
 * be far from the change and from the parents of its line; otherwise they must have existed before.
 */
function isElsewhere(
  layout: Layout,
  change: Change,
  from: {
    near: number
    isUnread: boolean
    before: readonly Problem[]
    after: readonly Problem[]
  },
): boolean {
  const { near, isUnread, before, after } = from
  const text = changed(layout, change)
  const starts = lineStarts(text)
  const lines = after.map(({ place }) => lineOf(starts, Math.min(place.start, text.length - 1)))
  const { at, last } = change
  if (isUnread) {
    const around = new Set(ancestors(layoutOf(text), at))
    const [from, to] = [Math.min(near, at) - APART, Math.max(near, last) + APART]
    return lines.every(line => (line < from || line > to) && !around.has(line))
  }
  const own = lineStarts(layout.lines.join('\n'))
  const had = new Set(before.map(one => `${lineOf(own, one.place.start)} ${one.message}`))
  return (
    after.length < before.length && after.every((one, i) => had.has(`${lines[i]!} ${one.message}`))
  )
}

/**
 * The problem of a line that is read as the end of the map above it but does not belong to it: its
 * key is one of `keys` of the enclosing entry. For files that are valid YAML in an invalid catalog.
 */
export function swallowed(
  { path, text }: SourceFile,
  { place }: Pick<Problem, 'place'>,
  { keys, isRight }: { keys: ReadonlySet<string>; isRight(text: string): boolean },
): Problem | undefined {
  const layout = layoutOf(text)
  const starts = lineStarts(text)
  const near = lineOf(starts, place.start)
  const change = swallowedNear(layout, near, keys)
    .slice(0, BUILDS)
    .find(one => isRight(changed(layout, one)))
  return change && problemOf(layout, [change], { path, start: starts[change.at]! })
}

/** The changes that move a line out of the map above, nearest to the problem first. */
function swallowedNear(layout: Layout, near: number, keys: ReadonlySet<string>): Change[] {
  const found: Change[] = []
  for (const [at, indent] of layout.indents.entries()) {
    const [key = ''] = /^\w+(?=:)/.exec(layout.lines[at]!.trim()) ?? []
    if (
      indent === undefined ||
      Math.abs(at - near) > FAR ||
      !keys.has(key) ||
      lastBelow(layout, at) > at
    )
      continue
    const [next] = few(below(layout, at), 1)
    const to =
      layout.indents[ancestors(layout, at).find(one => layout.indents[one]! < indent) ?? at]!
    if (to < indent && (next === undefined || layout.indents[next]! <= to))
      found.push({ at, last: at, to })
  }
  return found.sort((a, b) => Math.abs(a.at - near) - Math.abs(b.at - near))
}

/**
 * The lines of a file. A line indented by a tab counts as indented like the one above it, or like
 * its content.
 */
function layoutOf(text: string): Layout {
  const lines = text.split('\n')
  const indents: (number | undefined)[] = []
  let last = 0
  for (const line of lines) {
    const found = line.search(/\S/)
    const isContent = found >= 0 && line[found] !== '#'
    indents.push(isContent ? (TAB.test(line) ? last : found) : undefined)
    if (isContent) last = indents.at(-1)! + (/:\s*(?:#.*)?$/.test(line) ? 2 : 0)
  }
  return { lines, indents }
}

const TAB = /^ *\t/

/** The possible changes, the most likely first. */
function changesNear(layout: Layout, near: number): Change[] {
  const found: { change: Change; cost: number }[] = []
  for (const [far, at] of suspects(layout, near).entries()) {
    const own = layout.indents[at]!
    const last = lastBelow(layout, at)
    for (const to of targets(layout, at, near)) {
      // Levels are two blanks apart; a small slip is more likely than a large one.
      const cost = (to % 2) * 100 + Math.abs(to - own) * 10 + far / 10
      found.push({ change: { at, last: at, to }, cost })
      if (last > at) found.push({ change: { at, last, to }, cost: cost + 5 })
    }
  }
  return found.sort((a, b) => a.cost - b.cost).map(({ change }) => change)
}

/** The lines with content before a line, nearest first. */
function* above({ indents }: Layout, line: number): Iterable<number> {
  for (let at = line - 1; at >= 0; at--) if (indents[at] !== undefined) yield at
}

function* below({ indents }: Layout, line: number): Iterable<number> {
  for (let at = line + 1; at < indents.length; at++) if (indents[at] !== undefined) yield at
}

const few = (lines: Iterable<number>, most: number): number[] => {
  const found: number[] = []
  for (const line of lines) {
    if (found.length === most) break
    found.push(line)
  }
  return found
}

/** The parents of a line, innermost first: each is indented less than the one before. */
function ancestors(layout: Layout, line: number): number[] {
  let indent = Infinity
  return [...above(layout, line)].filter(at => {
    const isOuter = layout.indents[at]! < indent
    if (isOuter) indent = layout.indents[at]!
    return isOuter
  })
}

/** The lines that may be wrong: those around the problem, and its parents. */
function suspects(layout: Layout, near: number): number[] {
  const own = layout.indents[near] === undefined ? [] : [near]
  const outer = ancestors(layout, near)
  const first = outer.flatMap(line => few(below(layout, line), 1))
  const around = [...few(above(layout, near), 3), ...few(below(layout, near), 3)]
  // A line of plain words is never an entry.
  return [...new Set([...own, ...around, ...outer, ...first])].filter(line =>
    /^(?:- |[^\s:]+(?: [^\s:]+)?:(?:\s|$))/.test(layout.lines[line]!.trim()),
  )
}

/** The last of the deeper lines below a line. */
function lastBelow(layout: Layout, at: number): number {
  let last = at
  for (const line of below(layout, at)) {
    if (layout.indents[line]! <= layout.indents[at]!) break
    last = line
  }
  return last
}

/** The indentations that a line may have been meant to have. */
function targets(layout: Layout, at: number, near: number): number[] {
  const [before, after] = [few(above(layout, at), 1), few(below(layout, at), 1)]
  const columns = [...before, ...after, ...ancestors(layout, at)].flatMap(line => {
    const indent = layout.indents[line]!
    const dashes = /^\s*((?:- +)+)/.exec(layout.lines[line]!)?.[1]?.length ?? 0
    return dashes === 0 ? [indent] : [indent, indent + dashes]
  })
  const inside = before.map(line => layout.indents[line]! + 2)
  const all = [...columns, ...inside, layout.indents[near] ?? 0, 0]
  const isTab = TAB.test(layout.lines[at]!)
  return [...new Set(all)].filter(to => isTab || to !== layout.indents[at])
}

function changed({ lines, indents }: Layout, { at, last, to }: Change): string {
  const by = to - indents[at]!
  const shifted = (line: string, i: number): string => {
    const indent = indents[i]
    return i < at || i > last || indent === undefined
      ? line
      : ' '.repeat(Math.max(0, indent + by)) + line.trimStart()
  }
  return lines.map(shifted).join('\n')
}

const blanks = (count: number): string =>
  count === 0 ? 'not at all' : count === 1 ? 'by 1 blank' : `by ${count} blanks`

/** The problem of one change, or of two that are equally likely. */
function problemOf(
  layout: Layout,
  changes: readonly Change[],
  { path, start }: { path: string; start: number },
): Problem {
  const { lines, indents } = layout
  const { at, last } = changes[0]!
  const text = lines[at]!.trim()
  const [name] = /^(?:- +)*[^\s:{["']+(?: [^\s:]+)?(?=:(?:\s|$))/.exec(text) ?? []
  const own = lines[at]!.length - lines[at]!.trimStart().length
  const isTab = TAB.test(lines[at]!)
  const wanted = changes.map(({ to }) => `${blanks(to)}${likeNeighbour(layout, at, to)}`)
  const rest = last === at ? '' : `, with the lines below it to line ${last + 1}`
  return {
    code: isTab ? 'yaml-tab' : 'yaml-indent',
    severity: 'error',
    message: isTab
      ? 'a tab is not allowed as indentation'
      : `${name === undefined ? 'this line' : `\`${name}\``} is ` +
        `${indents[at] === 0 ? 'not indented' : `indented ${blanks(indents[at]!)}`}, so it is in the wrong place`,
    hint: `indent line ${at + 1} ${wanted.join(', or ')}${rest}`,
    place: {
      file: path,
      start: isTab ? start : start + own,
      end: start + own + (isTab ? 0 : (name ?? text).length),
    },
  }
}

/** Names a neighbouring line with an indentation. */
function likeNeighbour(layout: Layout, at: number, to: number): string {
  const around = [
    ...few(above(layout, at), 1),
    ...few(below(layout, at), 1),
    ...ancestors(layout, at),
  ]
  const fellow = around.find(line => layout.indents[line] === to)
  return fellow === undefined ? '' : `, as line ${fellow + 1}`
}
