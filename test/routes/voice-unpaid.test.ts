/** Calls of wallets that cannot pay: a call is stopped once it is certain that nobody pays it. */
import { expect, it } from 'vitest'
import { call, paidBy } from './client.ts'
import { CALL, FINE, later, lease, place, shop, signedNow, useShop } from './numbers-desk.ts'
import { windClock } from './wind-clock.ts'

useShop(windClock())

const FUNDS = 6_000_000n
const SENT = { path: CALL, body: FINE }

/** The calls at the upstream, by their labels: whether each goes on. */
const goingOn = (): Record<string, boolean> =>
  Object.fromEntries(
    shop.world.upstreams
      .jobs('caller')
      .map(({ asked, state }) => [(asked as any).metadata.label, state === 'pending']),
  )

/** The requests that stopped a call. */
const stops = () => shop.taps.caller.seen.filter(({ url }) => url!.endsWith('/stop'))

it('the call of a wallet that was emptied meanwhile is stopped, and no other to the same number', async () => {
  const [ann, eve] = [await shop.buyer(FUNDS), await shop.buyer(FUNDS)]
  await lease(ann)
  await lease(eve)
  expect((await place(ann)).status).toBe(200)
  const [paid] = Object.keys(goingOn())
  const header = await signedNow(eve, SENT)
  const { chain } = shop.world
  shop.taps.caller.answer(async ({ url, method }) => {
    if (method === 'POST' && url === '/v1/calls')
      await chain.fund(eve.account.address, -(await eve.balance()))
    return undefined
  })
  const seen = await call(shop.url, { ...SENT, headers: paidBy(header) })
  expect([seen.status, seen.headers['x-payment-receipt']]).toEqual([402, undefined])
  const unpaid = Object.keys(goingOn()).find(label => label !== paid)!
  // The authorization may still land until it expires.
  expect([goingOn(), stops()]).toEqual([{ [paid!]: true, [unpaid]: true }, []])
  await later(360)
  const afterAMinute = () => later(60).then(goingOn)
  await expect.poll(afterAMinute, { timeout: 20_000 }).toEqual({ [paid!]: true, [unpaid]: false })
  expect(stops()).toHaveLength(1)
  await later(3600)
  expect(goingOn()[paid!]).toBe(true)
}, 60_000)

it('[VOICE-029] a call of which nobody knows whether it was placed is stopped, and its header places another', async () => {
  const ann = await shop.buyer(FUNDS)
  await lease(ann)
  shop.world.upstreams.reset('caller')
  const header = await signedNow(ann, SENT)
  const send = () => call(shop.url, { ...SENT, headers: paidBy(header) })
  // It is accepted, and the answer is lost.
  shop.taps.caller.answer(async ({ url, method, body, headers }) => {
    if (method !== 'POST' || url !== '/v1/calls') return undefined
    const { authorization } = headers as { authorization: string }
    await fetch(`${shop.world.env.CALLER_URL!}/v1/calls`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body,
    })
    return { status: 500, body: '{"status":"error","message":"Internal server error"}' }
  })
  const before = await ann.balance()
  expect((await send()).status).toBe(502)
  expect([Object.values(goingOn()), await ann.balance()]).toEqual([[false], before])
  shop.taps.caller.answer()
  expect((await send()).status).toBe(200)
  expect([Object.values(goingOn()), before - (await ann.balance())]).toEqual([
    [false, true],
    541_000n,
  ])
})

it('a long call of a wallet that does not pay is stopped in minutes, whatever it signs', async () => {
  const eve = await shop.buyer(FUNDS)
  await lease(eve)
  const long = { path: CALL, body: { ...FINE, max_duration: 30 } }
  const send = async (seconds: number) =>
    call(shop.url, { ...long, headers: paidBy(await signedNow(eve, long, seconds)) })
  shop.world.upstreams.reset('caller')
  const refused = await send(660)
  expect([refused.status, refused.body.code]).toEqual([402, 'PAYMENT_INVALID'])
  expect(refused.body.details).toContain('300 seconds')
  expect(goingOn()).toEqual({})
  shop.taps.caller.answer(async ({ url, method }) => {
    if (method === 'POST' && url === '/v1/calls')
      await shop.world.chain.fund(eve.account.address, -(await eve.balance()))
    return undefined
  })
  expect((await send(590)).status).toBe(402)
  expect(Object.values(goingOn())).toEqual([true])
  await later(660)
  const afterAMinute = () => later(60).then(() => Object.values(goingOn()))
  await expect.poll(afterAMinute, { timeout: 20_000 }).toEqual([false])
}, 60_000)
