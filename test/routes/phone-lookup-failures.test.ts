/** Lookups of telephone numbers that cannot be made. */
import { testFailures } from './passthrough-failures.ts'

testFailures({
  upstream: 'lookups',
  source: 'lookups',
  sent: { path: '/api/v1/phone/lookup', body: { phoneNumber: '+14155552671' } },
  micro: 11_000n,
  timeout: 15_000,
  account: [401, 403],
  late: { status: 502, error: 'Upstream provider error' },
})
