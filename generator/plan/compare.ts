/** Sends the requests of two catalogs to both, and collects the results. */
import type { CatalogIR } from '../ir.ts'
import { between, changedConstants, type ChangedConstant } from './constants.ts'
import { isSame } from './fingerprint.ts'
import { microOf } from './outcome.ts'
import { resultsAt, type Result } from './results.ts'
import { rowChanges, type RowChanges } from './rows.ts'
import { sideOf } from './side.ts'
import { endpointOf, type Side } from './types.ts'

/** Two catalogs and their differences. */
export interface Comparison {
  old: Side
  now: Side
  constants: readonly ChangedConstant[]
  rows: RowChanges
  results: readonly Result[]
  /** The new catalog with the old numbers of gateway.yaml that change prices, if any do. */
  withOldNumbers?: Side
}

/**
 * Compares two catalogs, as listed or as of an instant. Skips routes that are the same and have the
 * same rows.
 */
export function compare(oldIr: CatalogIR, nowIr: CatalogIR, at?: number): Comparison {
  const [old, now] = [sideOf(oldIr), sideOf(nowIr)]
  const changed = changedConstants(oldIr, nowIr)
  const steps = between(nowIr, changed, at)
  const sides = (steps ?? []).map(sideOf)
  const results = endpoints(old, now).flatMap(one => resultsAt(one, { old, now, steps: sides }))
  const priced = changed.filter((_, i) => results.some(one => movesAt(one, i)))
  return {
    old,
    now,
    constants: steps ? changed : [],
    rows: rowChanges(oldIr, nowIr),
    results,
    ...withOldNumbers(nowIr, priced, at),
  }
}

/** Whether the price of a request changes with one of the changed numbers. */
function movesAt({ old, new: now, steps }: Result, number: number): boolean {
  const [before, after] = [steps[number], steps[number + 1] ?? now].map(microOf)
  return (
    microOf(old) !== undefined && before !== undefined && after !== undefined && before !== after
  )
}

function withOldNumbers(
  now: CatalogIR,
  priced: readonly ChangedConstant[],
  at: number | undefined,
): Pick<Comparison, 'withOldNumbers'> {
  const ir = priced.length === 0 ? undefined : between(now, priced, at)?.[0]
  return ir ? { withOldNumbers: sideOf(ir) } : {}
}

/** The addresses of changed routes, without aliases, to which requests have to be sent. */
function endpoints(old: Side, now: Side): string[] {
  const all = new Set([...old.ir.routes, ...now.ir.routes].map(endpointOf))
  return [...all].filter(endpoint => {
    const [was, is] = [old.routes.get(endpoint), now.routes.get(endpoint)]
    return !(was && is && isSame([old.ir, was.route], [now.ir, is.route]))
  })
}
