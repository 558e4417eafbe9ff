/**
 * Prints problems for people: place, message, the line with the one before it, a caret, a hint, the
 * second place.
 */
import { lineOf, lineStarts } from '../read/lines.ts'
import { expandTabs, width } from './width.ts'
import type { Place, Problem, SourceFile } from '../types.ts'

/** `color` for terminals; `root` replaces the leading `catalog` of printed paths. */
export interface PrintOptions {
  color?: boolean
  root?: string
}

interface Printed extends PrintOptions {
  files: Map<string, { text: string; starts: number[] }>
}

const STYLES = {
  error: '\u001b[1;31m',
  warning: '\u001b[1;33m',
  place: '\u001b[1m',
  mark: '\u001b[1;34m',
  end: '\u001b[0m',
}

/** All problems as one text, each followed by an empty line. */
export function pretty(
  problems: readonly Problem[],
  files: readonly SourceFile[],
  options: PrintOptions = {},
): string {
  const known = new Map(
    files.map(file => [file.path, { text: file.text, starts: lineStarts(file.text) }]),
  )
  return problems.map(problem => one(problem, { ...options, files: known })).join('\n')
}

function one(problem: Problem, print: Printed): string {
  const kind = paint(`${problem.severity}[${problem.code}]`, problem.severity, print)
  const head = `${paint(where(problem.place, print), 'place', print)}: ${kind}: ${problem.message}`
  const { lines, gutter } = excerpt(problem.place, print)
  const help = problem.hint ? [`${gutter} ${paint('=', 'mark', print)} help: ${problem.hint}`] : []
  const also = (problem.also ?? []).flatMap(second => [
    `${gutter} ${paint('=', 'mark', print)} ${second.label}: ${where(second.place, print)}`,
    ...excerpt(second.place, print, true).lines,
  ])
  return [head, ...lines, ...help, ...also, ''].join('\n')
}

function where(place: Place, print: Printed): string {
  const path = shown(place.file, print)
  const file = print.files.get(place.file)
  if (!file) return path
  const line = lineOf(file.starts, place.start)
  return `${path}:${line + 1}:${place.start - file.starts[line]! + 1}`
}

/** A path as it can be opened from the terminal. */
export function shown(path: string, options: PrintOptions): string {
  return options.root === undefined ? path : path.replace(/^catalog(?=\/|$)/, options.root)
}

/** The line of a place under the line before it, and carets. `short` leaves out the line before. */
function excerpt(place: Place, print: Printed, short = false): { lines: string[]; gutter: string } {
  const file = print.files.get(place.file)
  if (!file || file.text === '') return { lines: [], gutter: '   ' }
  const line = lineOf(file.starts, Math.min(place.start, file.text.length))
  const pad = String(line + 1).length
  const text = lineText(file, line)
  const from = place.start - file.starts[line]!
  const to = Math.min(place.end - file.starts[line]!, Math.max(text.length, from + 1))
  const carets =
    ' '.repeat(width(expandTabs(text.slice(0, from)))) +
    '^'.repeat(Math.max(1, width(expandTabs(text.slice(from, to)))))
  const before =
    line > 0 && !short && lineText(file, line - 1).trim() !== ''
      ? [row(line - 1, pad, file, print)]
      : []
  const bar = paint('|', 'mark', print)
  return {
    lines: [
      ...before,
      row(line, pad, file, print),
      ` ${' '.repeat(pad)} ${bar} ${paint(carets, 'error', print)}`,
    ],
    gutter: ` ${' '.repeat(pad)}`,
  }
}

function row(
  line: number,
  pad: number,
  file: { text: string; starts: number[] },
  print: Printed,
): string {
  return ` ${String(line + 1).padStart(pad)} ${paint('|', 'mark', print)} ${expandTabs(lineText(file, line))}`.trimEnd()
}

function lineText(file: { text: string; starts: number[] }, line: number): string {
  return file.text.slice(file.starts[line]!, (file.starts[line + 1] ?? file.text.length + 1) - 1)
}

function paint(text: string, style: Exclude<keyof typeof STYLES, 'end'>, print: Printed): string {
  return print.color ? STYLES[style] + text + STYLES.end : text
}
