/**
 * Stops the compiler at a mistake: a private exception that never leaves the folder, turned into a
 * Problem with its place.
 */
import type { Span } from './expr.ts'
import type { Checked, Place, Problem, Text } from '../types.ts'
import type { FormulaCode } from './codes.ts'

/** A mistake in a formula: the message, and the wrong characters. Caught by `attempt`. */
export interface Mistake {
  code: FormulaCode
  message: string
  hint?: string | undefined
  also?: { span: Span; label: string }
}

/** Not an `Error`, because its stack is never read, and making one takes longer than parsing. */
class Stop {
  readonly mistake: Mistake
  readonly span: Span
  constructor(mistake: Mistake, span: Span) {
    this.mistake = mistake
    this.span = span
  }
}

/** Ends the compilation of this formula with a mistake at these characters. */
export function fail(span: Span, mistake: Mistake): never {
  throw new Stop({ ...mistake }, { start: span.start, end: span.end })
}

/** Runs one step of a compilation. A mistake becomes a problem in the file of the text. */
export function attempt<T>(text: Text, step: () => T): Checked<T | undefined> {
  try {
    return { value: step(), problems: [] }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return { value: undefined, problems: [problemOf(text, error)] }
  }
}

function problemOf(text: Text, { mistake, span }: Stop): Problem {
  const problem: Problem = {
    code: mistake.code,
    severity: 'error',
    message: mistake.message,
    place: placeIn(text, span),
  }
  if (mistake.hint) problem.hint = mistake.hint
  if (mistake.also)
    problem.also = [{ place: placeIn(text, mistake.also.span), label: mistake.also.label }]
  return problem
}

/** The place in the file of some characters of a text. */
export function placeIn(text: Text, span: Span): Place {
  const length = text.text.length
  const start = text.at(Math.min(span.start, length))
  const end = span.end > span.start ? text.at(Math.min(span.end, length) - 1) + 1 : start
  const file = text.fileAt?.(Math.min(span.start, length)) ?? text.place.file
  return { file, start, end: Math.max(start, end) }
}

/** A part of a text with the places of its characters. */
export function sliceText(text: Text, start: number, end = text.text.length): Text {
  const part = text.text.slice(start, end)
  const sliced = {
    text: part,
    place: text.place,
    at: (offset: number) => text.at(start + Math.min(offset, part.length)),
    ...(text.fileAt && {
      fileAt: (offset: number) => text.fileAt!(start + Math.min(offset, part.length)),
    }),
  }
  return { ...sliced, place: placeIn(sliced, { start: 0, end: part.length }) }
}
