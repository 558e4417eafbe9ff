/** DeFi data that cannot be had. */
import { testFailures } from './passthrough-failures.ts'

testFailures({
  upstream: 'llama',
  source: 'llama',
  sent: { path: '/api/v1/defi/prices/coingecko:bitcoin' },
  micro: 2000n,
  timeout: 25_000,
  account: [],
  ids: { timeout: 'DEFI-016' },
})
