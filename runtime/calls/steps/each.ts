/** Makes a call for each element of a list, some at a time. */
import type { CallStep, Json } from '../../contract.ts'
import type { UpstreamFailure } from '../../upstream/types.ts'
import { inParallel } from '../../lib/in-parallel.ts'
import { linkedSignal } from '../../lib/signals.ts'

/** Most elements of a list. */
const MOST = 1_000

/** Statuses of upstreams that have no object of the given name. */
const MISSING: ReadonlySet<number> = new Set([404, 410])
/**
 * Statuses of upstreams that do not take the element, such as a name that nobody can have, unless a
 * rule of the call says that something else is wrong.
 */
const REFUSED: ReadonlySet<number> = new Set([400, 422])

/** How one element's call is made, until the signal aborts. */
interface Making<T> {
  one(element: Json, signal: AbortSignal): Promise<T | UpstreamFailure>
  signal: AbortSignal
}

/**
 * Resolves to the results in the order of the list, with `undefined` for each element that is left
 * out; or to the first failure, which aborts the others. If the upstream refuses some elements and
 * has none of the others, the refusal is the failure: nothing was bought.
 */
export async function each<T extends object>(
  { atOnce, missing }: NonNullable<CallStep['each']>,
  list: Json | undefined,
  { one, signal }: Making<T>,
): Promise<(T | undefined)[] | UpstreamFailure> {
  const elements = (Array.isArray(list) ? list : []) as readonly Json[]
  if (elements.length > MOST) return tooMany(elements.length)
  const rest = linkedSignal(signal)
  const results: (T | undefined)[] = elements.map(() => undefined)
  const drops = (failure: UpstreamFailure, among: ReadonlySet<number>): boolean =>
    missing !== undefined && among.has(failure.status ?? 0)
  const isRefused = (failure: UpstreamFailure): boolean =>
    failure.kind === 'upstream_rejected' && drops(failure, REFUSED)
  let [failed, refused]: (UpstreamFailure | undefined)[] = []
  const goesOn = (): boolean => failed === undefined
  try {
    await inParallel(elements, { atOnce, goesOn }, async (element, place) => {
      const result = await one(element, rest.signal)
      if (!('ok' in result)) results[place] = result
      else if (isRefused(result)) refused ??= result
      else if (!drops(result, MISSING)) {
        failed ??= result
        rest.abort(new Error('another call failed'))
      }
    })
  } finally {
    rest.unlink()
  }
  const isEmpty = results.every(one => one === undefined)
  return failed ?? (isEmpty ? refused : undefined) ?? results
}

function tooMany(count: number): UpstreamFailure {
  const details = `${count} are too many; at most ${MOST} at a time`
  return { ok: false, kind: 'invalid_input', details, source: '' }
}
