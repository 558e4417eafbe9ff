/**
 * Where rules run formulas: compiled formulas and schemas are kept for the whole process, because
 * most do not change from run to run.
 */
import { createEnvironment, type Environment } from '../examples/environment.ts'
import type { CatalogIR, NetworkIR } from '../ir.ts'

/** So many compiled formulas are kept before all are dropped. */
const MOST = 20_000

let kept: Environment | undefined

/** The catalog as a network sells it; `whole` sells every row. */
export function environmentOf(
  catalog: CatalogIR,
  network: NetworkIR,
  options: { whole?: boolean } = {},
): Environment {
  if (kept && kept.cache.size > MOST) kept = undefined
  const made = createEnvironment(catalog, options.whole ? { ...network, only: {} } : network, kept)
  kept ??= { ...made, ir: { ...catalog, routes: [], tables: [] } }
  return made
}
