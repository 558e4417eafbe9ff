/**
 * The money of enrollments: one authorization pays once, a wallet that was emptied keeps what was
 * enrolled for it, and a settlement that nobody knows yet is waited for.
 */
import { describe, expect, it } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { cancelAuthorization } from '../helpers/cancel.ts'
import { call, paidBy, type Seen, type Sent } from './client.ts'
import { active, face, heard, listOf, portrait, PRICE, studio, useFaces } from './faces-desk.ts'

useFaces()

const FUNDS = 1_000_000n

const KINDS = [
  ['a face', 'realfaces', async () => face(await active())],
  ['a character', 'portraits', async () => portrait()],
] as const

const enrollments = (): number => heard('POST').filter(({ url }) => url === '/v1/assets').length

/** A new wallet, and a payment of it for a request. */
async function prepared(sent: Sent): Promise<{ by: Buyer; header: string; send(): Promise<Seen> }> {
  const by = await studio.shop.buyer(FUNDS)
  const header = await studio.sign(sent, by.account)
  const send = (): Promise<Seen> =>
    call(studio.shop.url, { ...sent, headers: { ...sent.headers, ...paidBy(header) } })
  return { by, header, send }
}

describe.each(KINDS)('%s', (_what, list, wanted) => {
  it('[FACE-047] two enrolls with one authorization: one is enrolled and charged', async () => {
    const { by, send } = await prepared(await wanted())
    const open = studio.shop.taps.faces.hold()
    const both = [send(), send()]
    await expect.poll(() => studio.shop.taps.faces.seen.length).toBeGreaterThan(0)
    open()
    const seen = await Promise.all(both)
    for (const one of seen) {
      expect([200, 402]).toContain(one.status)
      if (one.status === 402) expect(one.body.code).toBe('PAYMENT_REPLAY')
    }
    expect(seen.some(({ status }) => status === 200)).toBe(true)
    expect(new Set(seen.filter(one => one.status === 200).map(one => one.text)).size).toBe(1)
    expect(FUNDS - (await by.balance())).toBe(PRICE)
    expect(enrollments()).toBe(1)
    expect(await listOf(list, by.account.address)).toHaveLength(1)
    // And after it was delivered, the authorization is used.
    await expect.poll(async () => (await send()).body.code).toBe('PAYMENT_REPLAY')
    expect(enrollments()).toBe(1)
  })

  it('[FACE-047] an authorization that enrolled one picture enrolls no other', async () => {
    const sent = await wanted()
    const { by, header, send } = await prepared(sent)
    expect((await send()).status).toBe(200)
    const other = { ...sent, body: { ...(sent.body as object), name: 'Eve' } }
    const seen = await call(studio.shop.url, { ...other, headers: paidBy(header) })
    expect([seen.status, seen.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
    expect([enrollments(), FUNDS - (await by.balance())]).toEqual([1, PRICE])
  })

  it('[FACE-036] a wallet that is emptied meanwhile gets its asset: we bear the cost', async () => {
    const { by, send } = await prepared(await wanted())
    studio.upstreams.set('faces', { mode: 'hold', step: 'submit', times: 1 })
    const answer = send()
    await expect.poll(enrollments).toBe(1)
    await studio.shop.world.chain.fund(by.account.address, -FUNDS)
    const before = await studio.shop.earned()
    studio.upstreams.release('faces')
    const { status, body, headers, receipt } = await answer
    expect([status, body.settlement]).toEqual([200, { success: false, network: 'base' }])
    expect(headers['x-payment-receipt']).toBeUndefined()
    expect(receipt?.success).not.toBe(true)
    const listed = await listOf(list, by.account.address)
    expect(listed.map(one => one.assetId)).toEqual([body.asset_id])
    expect(listed[0]).not.toHaveProperty('enrollmentTxHash')
    expect([await studio.shop.earned(), heard('DELETE')]).toEqual([before, []])
    // The answer was delivered: the authorization is used, whatever the wallet holds by then.
    await studio.shop.world.chain.fund(by.account.address, FUNDS)
    const again = await send()
    expect([again.status, again.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
    expect([enrollments(), await listOf(list, by.account.address)]).toEqual([
      1,
      [expect.objectContaining({ assetId: body.asset_id })],
    ])
  })

  it('[FACE-036] so does a wallet that cancels its authorization meanwhile', async () => {
    const { by, header, send } = await prepared(await wanted())
    studio.upstreams.set('faces', { mode: 'hold', step: 'submit', times: 1 })
    const answer = send()
    await expect.poll(enrollments).toBe(1)
    await cancelAuthorization(studio.shop.world, by.account, header)
    studio.upstreams.release('faces')
    const { status, body } = await answer
    expect([status, body.settlement]).toEqual([200, { success: false, network: 'base' }])
    const listed = await listOf(list, by.account.address)
    expect(listed.map(one => one.assetId)).toEqual([body.asset_id])
    // Nothing is owed to the service: the asset stays.
    expect(await studio.shop.store.list('gateway.followups', 'owed', 10)).toEqual([])
    const again = await send()
    expect([again.status, again.body.code, enrollments()]).toEqual([402, 'PAYMENT_REPLAY', 1])
    expect([await by.balance(), heard('DELETE')]).toEqual([FUNDS, []])
  })

  it('a wallet that does not pay gets nothing once we have borne enough in this hour', async () => {
    const { store } = studio.shop
    const all = { key: 'others', amount: 1_000_000, most: Number.MAX_SAFE_INTEGER, ttlMs: 60_000 }
    await store.hold('absorbed', all)
    const { by, header, send } = await prepared(await wanted())
    studio.upstreams.set('faces', { mode: 'hold', step: 'submit', times: 1 })
    const answer = send()
    await expect.poll(enrollments).toBe(1)
    await cancelAuthorization(studio.shop.world, by.account, header)
    studio.upstreams.release('faces')
    const seen = await answer
    expect([seen.status, seen.text.includes('ta_')]).toEqual([402, false])
    expect(await listOf(list, by.account.address)).toEqual([])
    const { label } = heard('POST').find(({ url }) => url === '/v1/assets')!.body
    const isUndone = async (): Promise<boolean> => {
      await studio.clock.wind(5_000)
      return heard('GET').some(({ url }) => url.includes(label)) && heard('DELETE').length === 1
    }
    await expect.poll(isUndone, { timeout: 15_000 }).toBe(true)
    await expect.poll(() => store.list('gateway.followups', 'owed', 10)).toEqual([])
    // Who pays is served as ever.
    const other = await prepared(await wanted())
    expect((await other.send()).status).toBe(200)
    await store.unhold('absorbed', 'others')
  })

  it('[FACE-035] a settlement that is not known yet is 503, and the same header gets the asset once it lands', async () => {
    const { chain } = studio.shop.world
    const { by, send } = await prepared(await wanted())
    const open = studio.shop.taps.faces.hold()
    let isDone = false
    const answer = send().finally(() => {
      isDone = true
    })
    await expect.poll(() => studio.shop.taps.faces.seen.length).toBeGreaterThan(0)
    await chain.setAutomine(false)
    try {
      open()
      const passed = async (): Promise<boolean> => {
        await studio.clock.wind(2_000)
        return isDone
      }
      await expect.poll(passed, { timeout: 15_000 }).toBe(true)
      const seen = await answer
      expect([seen.status, seen.body.code]).toEqual([503, 'SETTLEMENT_PENDING'])
      expect(seen.text).not.toMatch(/ta_[0-9a-f]/)
      expect(await listOf(list, by.account.address)).toEqual([])
    } finally {
      await chain.mine()
      await chain.setAutomine(true)
    }
    await expect.poll(async () => (await send()).status).toBe(200)
    expect([enrollments(), FUNDS - (await by.balance())]).toEqual([1, PRICE])
    const listed = await listOf(list, by.account.address)
    expect(listed).toEqual([
      expect.objectContaining({ enrollmentTxHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) }),
    ])
    expect(heard('DELETE')).toEqual([])
  })
})
