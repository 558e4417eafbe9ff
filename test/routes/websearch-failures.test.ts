/** Web searches that cannot be made. */
import { testFailures } from './passthrough-failures.ts'

testFailures({
  upstream: 'exa',
  source: 'exa',
  sent: { path: '/api/v1/websearch/search', body: { query: 'agents that pay' } },
  micro: 11_000n,
  timeout: 30_000,
  account: [401, 403],
  ids: { timeout: 'WEB-026' },
})
