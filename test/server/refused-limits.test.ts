/**
 * How refusals of limits look, for each limit of the catalog in the words of each of its envelopes.
 */
import { describe, expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import type { Call } from '../../runtime/call.ts'
import { countCall } from '../../runtime/limits/limit.ts'

const NOW = 1_800_000_000_000
const route = {
  method: 'GET',
  path: '/x',
  pattern: '/x',
  summary: '',
  rest: '',
  search: '',
  origin: 'http://x',
}
const over = (envelope: string): Call =>
  ({
    facts: route,
    compiled: { route: { id: 'x' }, envelope: catalog.envelopes[envelope] },
    context: {
      store: { count: async () => ({ count: 1e6, resetAt: NOW + 30_500 }) },
      clock: { now: () => NOW },
    },
  }) as never

describe.each(Object.keys(catalog.envelopes))('in the envelope %s', envelope => {
  it.each(Object.values(catalog.limits))(
    'LIM-013 $name is 429 and says when to come again',
    async spec => {
      const reply = await countCall(over(envelope), spec, [{ key: 'me', times: 1 }])
      expect(reply!.status).toBe(429)
      expect(String(reply!.body).length).toBeGreaterThan(10)
      expect(reply!.headers['retry-after']).toBe('31')
      if (spec.style === 'reset')
        expect(reply!.headers['x-ratelimit-reset']).toBe(String(NOW + 30_500))
    },
  )

  it('rate_limited of an upstream says when to come again', () => {
    const { status, headers } = catalog.envelopes[envelope]!.rate_limited({
      route,
      retry_after: 60,
      source: 'x',
      details: 'busy',
    } as never)
    if (status === 429) expect(headers).toMatchObject({ 'Retry-After': 60 })
  })
})
