/** What is asked for, as far as it says when an answer is whole. */
import { countOf, membersOf, textOf } from './json.ts'
import type { Asked } from './types.ts'

/** One answer, now, which ends where the model ends it. */
export const ONE: Asked = { choices: 1, stops: false, later: false }

/** What the body of a request asks for. */
export function askedOf(body: unknown): Asked {
  const { n, stop, background } = membersOf(body) ?? {}
  return {
    choices: Math.max(1, countOf(n)),
    stops: [stop].flat().some(text => textOf(text) !== undefined),
    later: background === true,
  }
}
