// kill -9 at every step of a purchase: nothing is charged twice, nothing is charged without a
// result, no nonce is wrongly free.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { wants, type Wanted } from '../helpers/buyer.ts'
import {
  interrupted,
  interruptedTogether,
  sendAndHear,
  startKillingNode,
  type KillingNode,
  type Mortal,
  type Outcome,
} from './harness.ts'

let world: World
let node: KillingNode
beforeAll(async () => {
  world = await startWorld()
  node = await startKillingNode(world.chain.url)
})
afterAll(async () => {
  await node.close()
  await world.stop()
})

/** The buyer has the result and has paid for it once; the header buys nothing more. */
function expectOnce(outcome: Outcome, where: string): void {
  expect(outcome.answer.status, `${where}: ${JSON.stringify(outcome.answer.body)}`).toBe(200)
  expect(outcome.paid, where).toBe(outcome.price)
  expect([200, 402], where).toContain(outcome.replayed.status)
  if (outcome.replayed.status === 402)
    expect(outcome.replayed.body.code, where).toBe('PAYMENT_REPLAY')
}

const film: Wanted = {
  method: 'POST',
  path: '/api/v1/videos/generations',
  body: { model: 'vendorC/imagine-video', prompt: 'a red fox', duration_seconds: 1 },
}

const chat = (stream: boolean): Wanted => ({
  method: 'POST',
  path: '/api/v1/chat/completions',
  body: {
    model: 'vendorA/chat-6-nano',
    messages: [{ role: 'user', content: 'hi' }],
    max_tokens: 50,
    stream,
  },
})

const purchases: [string, Wanted][] = [
  ['an inline read', wants.pm],
  ['an image within the window', wants.image],
  ['a job that is polled', wants.job],
  ['a job of two steps', film],
  ['an answer as a whole', chat(false)],
]

it.each(purchases)(
  '%s survives a kill before and after each durable step',
  async (_name, wanted) => {
    const places: string[] = []
    for (let after = 1; ; after++) {
      const outcome = await interrupted(world, wanted, {
        rpc: world.chain.url,
        arm: gateway => gateway.dieAfter(after),
      })
      expectOnce(outcome, `killed ${outcome.died ?? 'not at all'} (step ${after})`)
      if (outcome.died === undefined) break
      places.push(outcome.died)
    }
    expect(places).toContain('before settler.settle')
    expect(places).toContain('after upstreams.call')
    expect(places.length).toBeGreaterThan(8)
  },
  480_000,
)

it('a stream survives a kill before and after each durable step: whoever paid heard every word, and it is paid for once', async () => {
  const places: string[] = []
  for (let after = 1; ; after++) {
    const how = {
      rpc: world.chain.url,
      arm: (gateway: Mortal) => gateway.dieAfter(after),
      send: sendAndHear,
    }
    const { died, answer, replayed, paid, price } = await interrupted(world, chat(true), how)
    const where = `killed ${died ?? 'not at all'} (step ${after})`
    expect([answer.status, paid], where).toEqual([200, price])
    // What was settled when the gateway died lacks its last frame at most; everything else can be
    // sent again.
    if (replayed.status === 402)
      expect([replayed.body.code, answer.body], where).toEqual([
        'PAYMENT_REPLAY',
        expect.stringContaining('"finish_reason":"stop"'),
      ])
    else
      expect([replayed.status, replayed.body], where).toEqual([
        200,
        expect.stringContaining('[DONE]'),
      ])
    if (died === undefined) break
    places.push(died)
  }
  expect(places).toEqual(
    expect.arrayContaining([
      'before upstreams.stream',
      'after upstreams.stream',
      'before settler.settle',
      'after settler.settle',
    ]),
  )
}, 480_000)

it.each(
  purchases.flatMap(([name, wanted]) =>
    (['before', 'after'] as const).map(when => [name, when, wanted] as const),
  ),
)(
  '%s survives a kill just %s its transaction reaches the chain',
  async (_name, when, wanted) => {
    const outcome = await interrupted(world, wanted, {
      rpc: node.url,
      arm: gateway => {
        node.kill = { when, victim: gateway.child }
      },
    })
    expect(outcome.died).toBe('at the node')
    expectOnce(outcome, `killed ${when} the broadcast`)
  },
  60_000,
)

it('[V3] five reads whose common transaction never left are all answered after the kill, each paid for once', async () => {
  const seen = await interruptedTogether(world, wants.pm, {
    rpc: node.url,
    count: 5,
    arm: gateway => {
      node.kill = { when: 'before', victim: gateway.child }
    },
  })
  expect(seen.answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect(seen.paid).toBe(seen.price * 5n)
}, 60_000)

it('VID-015 a job of two steps is submitted once more at most, and not at all when its ticket is stored', async () => {
  const submits = async (died: string, nth: number): Promise<number> => {
    world.upstreams.reset('vendor_c')
    const outcome = await interrupted(world, film, {
      rpc: world.chain.url,
      arm: gateway => gateway.dieAt(died, nth),
    })
    expect(outcome.died).toBe(died)
    expectOnce(outcome, `killed ${died} (${nth})`)
    return world.upstreams.jobs('vendor_c').length
  }
  // The first call is the submit; the second is a poll, before which the ticket was stored.
  expect(await submits('after upstreams.call', 1)).toBe(2)
  expect(await submits('before upstreams.call', 2)).toBe(1)
  expect(await submits('after upstreams.call', 2)).toBe(1)
}, 120_000)
