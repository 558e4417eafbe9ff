/** Computes the results of a route's requests in two catalogs. */
import { outcomeOf, type Outcome } from './outcome.ts'
import { probesOf, type Probe } from './requests.ts'
import type { Side, Sold } from './types.ts'

/**
 * A request and its outcomes. `steps` are its prices while the constants of gateway.yaml change one
 * by one, from none to all but the last.
 */
export interface Result {
  probe: Probe
  old: Outcome
  new: Outcome
  steps: readonly Outcome[]
}

/**
 * The results of the requests to an address, on both sides and, if the price has changed, for the
 * numbers between.
 */
export function resultsAt(
  endpoint: string,
  { old, now, steps }: { old: Side; now: Side; steps: readonly Side[] },
): Result[] {
  return probesAt(endpoint, old, now).map((probe): Result => {
    const [was, is] = [outcomeOf(probe, old), outcomeOf(probe, now)]
    return { probe, old: was, new: is, steps: isMoved(was, is) ? through(probe, steps) : [] }
  })
}

const through = (probe: Probe, sides: readonly Side[]): Outcome[] =>
  sides.map(side => outcomeOf(probe, side))

const isMoved = (old: Outcome, now: Outcome): boolean =>
  old.kind === 'priced' && now.kind === 'priced' && old.micro !== now.micro

/** The requests of both sides, each once. */
function probesAt(endpoint: string, old: Side, now: Side): Probe[] {
  const of = (sold: Sold | undefined, side: Side): Probe[] =>
    sold ? probesOf(sold.route, endpoint, side) : []
  const all = [...of(now.routes.get(endpoint), now), ...of(old.routes.get(endpoint), old)]
  const seen = new Set<string>()
  return all.filter(({ own, given, usage }) => {
    const { body, query, path, hooks } = given
    const key = JSON.stringify([own, body, query, path, hooks, usage])
    return seen.has(key) ? false : seen.add(key)
  })
}
