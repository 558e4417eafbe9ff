/** Bodies that come in another form, and discovery that shows more. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cashCatalog } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  gives,
  requirementsOf,
  startCashGateway,
  type CashGateway,
  type Seen,
} from '../helpers/cash-gateway.ts'
import { made, mediaRoutes } from './media-routes.ts'

let at: CashGateway
beforeAll(async () => {
  at = await startCashGateway(cashWorld(cashCatalog(mediaRoutes)))
})
afterAll(() => at.stop())
beforeEach(() => {
  at.world.vendor.asked.length = 0
  at.world.vendor.reply = () => gives({}, { assets: [{ url: 'https://vendor.example/1' }] })
})

describe('a body in another form', () => {
  const ask = (body: unknown): Promise<Seen> => at.post('/translated', body)

  it("VID-081 is turned into the route's own: the same gates, quote and work", async () => {
    const body = { ask: 'hi', count: 3, unknown: 1 }
    const paid = at.world.cash.wallet('ann').sign(requirementsOf(await ask(body)))
    expect(requirementsOf(await ask(body)).amount).toBe('160500')
    const seen = await at.post('/translated', body, paid)
    expect([seen.status, seen.body.body]).toEqual([200, { text: 'hi', n: 3, model: 'first' }])
    expect(at.world.vendor.asked[0]!.scope.body).toEqual({ text: 'hi', n: 3, model: 'first' })
  })

  it("has the defaults of the route's own body where it says nothing, and its models by any of their names", async () => {
    expect(requirementsOf(await ask({ ask: 'hi' })).amount).toBe('53500')
    expect(requirementsOf(await ask({ ask: 'hi', who: 'SECOND/slow' })).amount).toBe('21000')
    expect((await ask({ ask: 'hi', who: 'nobody' })).body.error).toBe('Unknown model nobody')
  })

  it('is checked as it came', async () => {
    expect((await ask({ text: 'hi' })).body).toEqual({
      error: 'Invalid request body',
      details: [{ path: 'ask', message: 'is required', code: 'required' }],
    })
    expect((await ask({ ask: 'hi', count: 'x' })).body.details).toEqual([
      { path: 'count', message: 'must be integer', code: 'type' },
    ])
    expect((await at.post('/translated', '{')).body.error).toBe('Invalid JSON')
  })

  it('VID-087 meets its own gates first, in the words of the envelope', async () => {
    const seen = await ask({ ask: ['a', 'b'], who: 'nobody' })
    expect([seen.status, seen.body]).toEqual([
      422,
      { error: 'one question, not 2', code: 'MANY', models: ['first', 'Second/Slow'] },
    ])
    expect((await ask({ ask: ['a'] })).status).toBe(402)
  })

  it("VID-090 is checked again as the route's own, of which the faults are reported", async () => {
    expect((await ask({ ask: '-' })).body.details).toEqual([
      { path: 'text', message: 'is required', code: 'required' },
    ])
    expect((await ask({ ask: 'hi', count: 6 })).body.details[0].path).toBe('n')
  })

  it('may be a form, whose texts are read by the shape of that form', async () => {
    const form = (count: string): FormData => {
      const made = new FormData()
      made.append('ask', 'hi')
      made.append('count', count)
      return made
    }
    const send = (count: string): Promise<Seen> =>
      at.fetch('/translated', { method: 'POST', body: form(count) })
    expect(requirementsOf(await send('2')).amount).toBe('107000')
    expect((await send('two')).body.details[0].path).toBe('count')
  })

  it('is not what a probe is in: the generator translated it', async () => {
    for (const method of ['POST', 'GET', 'HEAD']) {
      const seen = await at.fetch('/translated', { method })
      expect([method, seen.status, requirementsOf(seen).amount]).toEqual([method, 402, '107000'])
    }
  })
})

describe('discovery that shows more', () => {
  it('DISC-022 other methods and an empty probe show it, over what every 402 shows', async () => {
    const wanted = {
      first: 'show',
      kind: 'discovery',
      models: ['first', 'Second/Slow'],
      on: 'cash',
      at: '/films',
    }
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const seen = await at.fetch('/films', { method })
      expect([method, seen.status]).toEqual([method, 402])
      expect(seen.body).toMatchObject(wanted)
    }
  })

  it('a request of its own does not', async () => {
    const seen = await at.post('/films', { model: 'first', prompt: 'x' })
    expect(seen.body).toMatchObject({ first: 'show', kind: 'show' })
    expect(seen.body.models).toBeUndefined()
    expect(requirementsOf(seen).amount).toBe('53500')
  })

  it('is made once for a network, however many look', async () => {
    const before = made.discovery
    for (let i = 0; i < 5; i++) await at.fetch('/films')
    expect(made.discovery).toBe(before)
    const small = await startCashGateway(
      cashWorld(
        cashCatalog(
          mediaRoutes.map(route => ({
            ...route,
            probes: [{ networks: ['small'], body: { model: 'Second/Slow', prompt: 'x', n: 1 } }],
          })),
        ),
        'small',
      ),
    )
    try {
      expect((await small.fetch('/films')).body.models).toEqual(['Second/Slow'])
    } finally {
      await small.stop()
    }
  })

  it('may depend on the address, also where the rest of the 402 comes from memory', async () => {
    for (const id of ['a', 'b', 'a']) {
      for (const method of ['GET', 'POST'])
        expect((await at.fetch(`/flat/${id}`, { method })).body.more).toBe(`/flat/${id}`)
      const seen = await at.post(`/flat/${id}`, {})
      expect([seen.status, seen.body.more, seen.body.endpoint]).toEqual([
        402,
        undefined,
        `/flat/${id}`,
      ])
    }
  })

  it('on a route that asks first, an unpaid GET gets no discovery data', async () => {
    expect((await at.fetch('/first/1')).body.more).toBeUndefined()
    expect((await at.fetch('/first/1', { method: 'OPTIONS' })).body.more).toBe(true)
    expect((await at.fetch('/first/1')).body.more).toBeUndefined()
  })
})
