/**
 * Media of calls whose callers wait on the line, in a store that hangs: what was bought is
 * delivered as it came while the payment is good.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMirror, type Mirror } from '../../runtime/media/mirror.ts'
import { createObserve } from '../../runtime/observe/observe.ts'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  gives,
  startCashGateway,
  until,
  type CashGateway,
  type Seen,
  type World,
} from '../helpers/cash-gateway.ts'
import { wav } from './samples.ts'

const speech = {
  ...routes.tree!,
  id: 'post_speech',
  path: '/speech',
  mirror: 'assets',
  chargeIf: undefined,
  reply: (c: any) => ({ data: c.result.assets, payment: c.payment }),
}
const bytes = wav(0.1)
const asItCame = [
  {
    url: `data:audio/wav;base64,${bytes.toString('base64')}`,
    source_url: 'data:audio/wav',
    backed_up: false,
  },
]

let world: World
let at: CashGateway
let mirror: Mirror
let puts: number
beforeEach(async () => {
  world = cashWorld(cashCatalog([speech]))
  world.vendor.reply = () => gives({}, { assets: [{ bytes, mime: 'audio/wav' }] })
  puts = 0
  const media = {
    put: () => {
      puts += 1
      return new Promise<never>(() => undefined)
    },
    open: async () => undefined,
    close: async () => undefined,
  }
  const observe = createObserve({ hash: 'm', clock: world.clock, level: 'silent' })
  mirror = createMirror({
    media,
    mediaPath: '/media',
    observe,
    clock: world.clock,
    maxBytes: 1e6,
    timeout: 600_000,
  })
  at = await startCashGateway(world, { parts: { mirror, media } })
})
afterEach(async () => {
  await at.stop()
  await mirror.close()
})

/** Buys, with an authorization of so many seconds, up to where the store hangs. */
async function begin(seconds: number): Promise<{ end: Promise<Seen>; isOver(): boolean }> {
  const validBefore = String(Math.floor(world.clock.now() / 1000) + seconds)
  const header = world.cash.wallet('ann').sign(await at.quote('/speech', {}), { validBefore })
  let over = false
  const end = at.post('/speech', {}, header).finally(() => {
    over = true
  })
  await until(() => puts === 1)
  return { end, isOver: () => over }
}

describe('a store that hangs', () => {
  it.each([
    [300, 120_000],
    [60, 30_000],
    [7, 3500],
  ])(
    'with an authorization of %d s a sound is waited for %d ms, and paid',
    async (seconds, wait) => {
      const { end, isOver } = await begin(seconds)
      await world.clock.advance(wait - 1)
      expect([isOver(), world.cash.bank.attempts]).toEqual([false, []])
      await world.clock.advance(1)
      const { status, body } = await end
      expect([status, body.data, body.payment.status]).toEqual([200, asItCame, 'settled'])
      expect(world.cash.bank.attempts).toHaveLength(1)
    },
  )

  it('does not keep a closing gateway: what was made is delivered and paid', async () => {
    const { end } = await begin(300)
    const closed = at.gateway.close()
    await world.clock.advance(1)
    expect(await end).toMatchObject({
      status: 200,
      body: { data: asItCame, payment: { status: 'settled' } },
    })
    await closed
  })
})
