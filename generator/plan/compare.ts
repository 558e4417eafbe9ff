/** Sends the requests of both catalogs to both, and keeps what comes of them. */
import type { CatalogIR } from '../ir.ts'
import { between, changedConstants, type ChangedConstant } from './constants.ts'
import { isSame } from './fingerprint.ts'
import { outcomeOf, type Outcome } from './outcome.ts'
import { probesOf, type Probe } from './requests.ts'
import { rowChanges, type RowChanges } from './rows.ts'
import { sideOf } from './side.ts'
import { endpointOf, type Side, type Sold } from './types.ts'

/**
 * A request with what came of it. `steps` are its prices with the constants of gateway.yaml changed
 * one by one, from none to all but the last.
 */
export interface Result {
  probe: Probe
  old: Outcome
  new: Outcome
  steps: readonly Outcome[]
}

/** Two catalogs side by side. */
export interface Comparison {
  old: Side
  now: Side
  constants: readonly ChangedConstant[]
  rows: RowChanges
  results: readonly Result[]
}

/**
 * Compares two catalogs, which may be those of an instant. Routes that are the same, with the same
 * rows, are not looked at.
 */
export function compare(oldIr: CatalogIR, nowIr: CatalogIR, at?: number): Comparison {
  const [old, now] = [sideOf(oldIr), sideOf(nowIr)]
  const changed = changedConstants(oldIr, nowIr)
  const steps = between(nowIr, changed, at)
  const sides = (steps ?? []).map(sideOf)
  const results = endpoints(old, now).flatMap(endpoint =>
    probesAt(endpoint, old, now).map((probe): Result => {
      const [was, is] = [outcomeOf(probe, old), outcomeOf(probe, now)]
      return { probe, old: was, new: is, steps: isMoved(was, is) ? through(probe, sides) : [] }
    }),
  )
  return { old, now, constants: steps ? changed : [], rows: rowChanges(oldIr, nowIr), results }
}

const through = (probe: Probe, sides: readonly Side[]): Outcome[] =>
  sides.map(side => outcomeOf(probe, side))

const isMoved = (old: Outcome, now: Outcome): boolean =>
  old.kind === 'priced' && now.kind === 'priced' && old.micro !== now.micro

/** The addresses of routes, without aliases, that requests have to be sent to. */
function endpoints(old: Side, now: Side): string[] {
  const all = new Set([...old.ir.routes, ...now.ir.routes].map(endpointOf))
  return [...all].filter(endpoint => {
    const [was, is] = [old.routes.get(endpoint), now.routes.get(endpoint)]
    return !(was && is && isSame([old.ir, was.route], [now.ir, is.route]))
  })
}

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
