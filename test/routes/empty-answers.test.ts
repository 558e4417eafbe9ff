/** Lists and objects with nothing in them are answers of an upstream: passed on and charged. */
import { describe, expect, it } from 'vitest'
import { useDataDesk } from './data-desk.ts'

const FAMILIES = [
  ['llama', '/api/v1/defi/protocols', 6000n],
  ['predex', '/api/v1/pm/venue-a/trades?user=0x1', 8500n],
  ['surf', '/api/v1/surf/market/price?symbol=BTC', 9500n],
] as const

describe.each(FAMILIES)('an upstream of %s', (upstream, path, micro) => {
  const desk = useDataDesk(upstream)

  it.each(['[]', '{}'])('ERR3-013 that answers %s has answered', async body => {
    desk.answer({ body })
    expect((await desk.costs(micro, { path })).text).toBe(body)
  })

  it('ERR3-013 that answers nothing, or what is not JSON, has failed', async () => {
    for (const body of ['', '<html>']) {
      desk.answer({ body })
      expect((await desk.refused({ path })).status).toBe(502)
    }
  })
})
