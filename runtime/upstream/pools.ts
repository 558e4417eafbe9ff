/** Connections to upstreams, one pool per origin. */
import { Pool } from '../lib/undici.ts'

/** Pools by origin. */
export interface Pools {
  to(origin: string): Pool
  close(): Promise<void>
}

/** Times are limited by the calls, not by the pools, so that one clock governs all of them. */
const OPTIONS = {
  pipelining: 1,
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 15_000,
  connect: { timeout: 10_000 },
}

/** Makes pools with this many connections per origin. */
export function createPools(connections: number): Pools {
  const pools = new Map<string, Pool>()
  return {
    to(origin) {
      let pool = pools.get(origin)
      if (!pool) pools.set(origin, (pool = new Pool(origin, { ...OPTIONS, connections })))
      return pool
    },
    close: async () => {
      await Promise.all([...pools.values()].map(pool => pool.destroy()))
    },
  }
}
