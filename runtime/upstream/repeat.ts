/**
 * Combines several calls into one result: a few at a time, lists joined in call order; the first
 * failure ends the rest.
 */
import type { Json } from '../contract.ts'
import { inParallel } from '../lib/in-parallel.ts'
import { AT_ONCE } from './longest.ts'
import type { UpstreamFailure, UpstreamSuccess } from './types.ts'

type Result = UpstreamSuccess | UpstreamFailure

/**
 * Joins the results of several calls: lists are concatenated, anything else comes from the last
 * call.
 */
function join(results: UpstreamSuccess[]): UpstreamSuccess {
  const given: Record<string, Json | undefined> = {}
  for (const result of results) {
    for (const [name, value] of Object.entries(result.given)) {
      const before = Object.hasOwn(given, name) ? given[name] : undefined
      const both = Array.isArray(before) && Array.isArray(value)
      const joined = both ? [...before, ...value] : value
      Object.defineProperty(given, name, {
        value: joined,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
  }
  return { ...(results.at(-1) as UpstreamSuccess), given }
}

/** Runs `one` this many times; `signal` is the caller's. */
export async function repeated(
  times: number,
  one: (signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const rest = new AbortController()
  const all = signal ? AbortSignal.any([signal, rest.signal]) : rest.signal
  const results: UpstreamSuccess[] = []
  let failed: UpstreamFailure | undefined
  const goesOn = (): boolean => failed === undefined
  await inParallel(Array.from({ length: times }), { atOnce: AT_ONCE, goesOn }, async (_, place) => {
    const result = await one(all)
    if (result.ok) results[place] = result
    else if (goesOn()) {
      failed = result
      rest.abort()
    }
  })
  return failed ?? join(results)
}
