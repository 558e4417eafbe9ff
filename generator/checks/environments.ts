/**
 * Makes the environments in which rules run formulas. Compiled formulas and schemas are cached for
 * the whole process, because most do not change between runs.
 */
import { createEnvironment, type Environment } from '../examples/environment.ts'
import type { CatalogIR, NetworkIR } from '../ir.ts'

/** The most compiled formulas to cache; above it, the cache is emptied. */
const MOST = 20_000

let kept: Environment | undefined

/** The catalog as a network sells it; with `whole`, all rows are sold. */
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
