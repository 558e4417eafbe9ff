/** Sends the requests of both catalogs to both, and keeps what comes of them. */
import type { CatalogIR } from '../ir.ts'
import { between, changedConstants, type ChangedConstant } from './constants.ts'
import { isSame } from './fingerprint.ts'
import { resultsAt, type Result } from './results.ts'
import { rowChanges, type RowChanges } from './rows.ts'
import { sideOf } from './side.ts'
import { endpointOf, type Side } from './types.ts'

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
  const results = endpoints(old, now).flatMap(one => resultsAt(one, { old, now, steps: sides }))
  return { old, now, constants: steps ? changed : [], rows: rowChanges(oldIr, nowIr), results }
}

/** The addresses of routes, without aliases, that requests have to be sent to. */
function endpoints(old: Side, now: Side): string[] {
  const all = new Set([...old.ir.routes, ...now.ir.routes].map(endpointOf))
  return [...all].filter(endpoint => {
    const [was, is] = [old.routes.get(endpoint), now.routes.get(endpoint)]
    return !(was && is && isSame([old.ir, was.route], [now.ir, is.route]))
  })
}
