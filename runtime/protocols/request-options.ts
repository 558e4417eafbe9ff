/** The request options that decide when an answer is complete. */
import { countOf, membersOf, textOf } from './json.ts'
import type { RequestOptions } from './types.ts'

/** One answer, not in the background, without stop sequences. */
export const ONE: RequestOptions = { choices: 1, stops: false, later: false }

/** Reads these options from a request body. */
export function requestOptionsOf(body: unknown): RequestOptions {
  const { n, stop, background } = membersOf(body) ?? {}
  return {
    choices: Math.max(1, countOf(n)),
    stops: [stop].flat().some(text => textOf(text) !== undefined),
    later: background === true,
  }
}
