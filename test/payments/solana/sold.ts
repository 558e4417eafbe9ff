/** The catalog of the tests, sold on Solana too. */
import { catalog } from '../../../generated/index.ts'
import type { Catalog } from '../../../runtime/contract.ts'
import { SOLANA } from './support.ts'

/** The catalog, with every route sold on Solana too. */
export const soldOnSolana: Catalog = {
  ...catalog,
  networks: { ...catalog.networks, solana: SOLANA },
  routes: catalog.routes.map(route => ({
    ...route,
    networks: [...route.networks, 'solana'],
    ...(route.probes && {
      probes: route.probes.map(one => ({ ...one, networks: [...one.networks, 'solana'] })),
    }),
  })),
}
