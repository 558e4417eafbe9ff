/** Reads the settings that reports need: the store and the receiving wallet. */
import type { Catalog } from '../contract.ts'
import * as is from './checks.ts'
import type { Settings } from './types.ts'

/** The settings of a report. Settings that only some reports need may be absent. */
export interface ReportSettings extends Pick<Settings, 'network' | 'store'> {
  payTo?: string
  rpcUrl?: string
}

/** Returns the settings, or all problems, one sentence each. */
export function readReportSettings(
  env: Readonly<Record<string, string | undefined>>,
  catalog: Pick<Catalog, 'networks'>,
): { settings: ReportSettings } | { problems: string[] } {
  const problems: string[] = []
  const networks = Object.keys(catalog.networks)
  const network = env.NETWORK?.trim() || networks[0]!
  if (!networks.includes(network)) problems.push(`NETWORK must be one of ${networks.join(', ')}`)
  const redis = env.REDIS_URL?.trim()
  const dir = env.DATA_DIR?.trim()
  if (redis && dir) problems.push('REDIS_URL and DATA_DIR cannot both be set')
  if (redis && is.redisUrl(redis) === undefined)
    problems.push(`REDIS_URL must be ${is.redisUrl.wants}`)
  const store = redis ? { redis } : { dir: dir || '.farebox/data' }
  const payTo = env.PAY_TO?.trim() || undefined
  const rpcUrl = env.RPC_URL?.trim() || undefined
  return problems.length > 0 ? { problems } : { settings: { network, store, payTo, rpcUrl } }
}
