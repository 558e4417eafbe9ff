/** Market and on-chain intelligence that cannot be had. */
import { testFailures } from './passthrough-failures.ts'

testFailures({
  upstream: 'surf',
  source: 'surf',
  sent: { path: '/api/v1/surf/market/price?symbol=BTC' },
  micro: 9500n,
  timeout: 30_000,
  account: [401, 403],
})
