/** The ledger over a real chain and a real store: one result, one charge. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredReply, PaymentRecord } from '../../runtime/payments/record.ts'
import {
  facts,
  paid,
  PAY_TO,
  side,
  startChain,
  TESTNET,
  until,
  type Chain,
  type Side,
} from './support.ts'

let chain: Chain
let gateway: Side
beforeAll(async () => {
  chain = await startChain(TESTNET)
  gateway = await side(chain)
})
afterAll(async () => {
  await gateway?.stop()
  await chain?.stop()
})

const reply: StoredReply = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: 'e30=',
}

/** A fresh claim. */
async function claimed(
  options: Parameters<typeof paid>[2] = {},
  more: Parameters<typeof facts>[1] = {},
) {
  const all = await paid(chain, gateway.paymentScheme, options)
  const { fresh, record } = await gateway.ledger.claim(all.payment, facts(all.requirements, more))
  expect(fresh).toBe(true)
  return { ...all, record }
}
const stored = async (record: PaymentRecord) =>
  (await gateway.store.get<PaymentRecord>('payments', record.key))?.doc

describe('one payment', () => {
  it('PAY-003 PAY-041 is verified, claimed and settled, and the receipt is the transaction that moved the money', async () => {
    const { paymentScheme, ledger } = gateway
    const { payment, requirements, payer } = await paid(chain, paymentScheme)
    const before = await chain.balanceOf(PAY_TO)
    expect(await paymentScheme.verify(payment, requirements, Date.now())).toEqual({
      ok: true,
      payer,
    })
    const { record } = await ledger.claim(payment, facts(requirements))
    expect(await chain.balanceOf(PAY_TO)).toBe(before)
    const ended = await ledger.settle(record, reply)
    expect(ended).toMatchObject({
      settlement: { state: 'landed' },
      record: { state: 'settled', kept: reply },
    })
    expect(await chain.balanceOf(PAY_TO)).toBe(before + 10_000n)
    const { transaction } = ended.settlement as { transaction: string }
    expect(await ledger.get(record.key)).toMatchObject({
      state: 'settled',
      transaction,
      payer,
      amount: '10000',
    })
    expect(await chain.rpc('eth_getTransactionReceipt', [transaction])).toMatchObject({
      status: '0x1',
      to: TESTNET.asset.address.toLowerCase(),
    })
  })

  it('before anything is broadcast the store has the intent and the reply; when delivered it has the end, and no reply', async () => {
    const { record } = await claimed()
    const ended = await gateway.ledger.settle(record, reply)
    // The chain can prove the landing, so its record may come a moment later; the intent may not.
    expect(await stored(record)).toMatchObject({
      state: expect.stringMatching(/^settl(ing|ed)$/),
      intent: { raw: expect.stringMatching(/^0x02/) },
      kept: reply,
    })
    await gateway.ledger.delivered(ended.record)
    expect(await stored(record)).toMatchObject({
      state: 'settled',
      delivered: true,
      transaction: expect.stringMatching(/^0x/),
    })
    expect(await stored(record)).not.toHaveProperty('kept')
  })

  it('an end that is never delivered is written all the same, and its reply kept', async () => {
    const { record } = await claimed()
    await gateway.ledger.settle(record, reply)
    await until(async () => (await stored(record))?.state === 'settled', 'the end')
    expect(await stored(record)).toMatchObject({ kept: reply })
    await gateway.ledger.delivered(record)
    expect(await stored(record)).toMatchObject({ delivered: true })
    expect(await stored(record)).not.toHaveProperty('kept')
  })

  it('a zero amount settles without a transaction', async () => {
    const before = await chain.blockNumber()
    const { record } = await claimed({ amount: 0n })
    expect((await gateway.ledger.settle(record)).settlement).toEqual({
      state: 'landed',
      transaction: '',
    })
    expect(await chain.blockNumber()).toBe(before)
  })
})

describe('claims', () => {
  it('PAY-042 PAY-044 an authorization is fresh once; later claims get the record that holds it, wherever they come from', async () => {
    const { payment, requirements, record } = await claimed(
      {},
      { job: { id: 'j1', poll_url: '/things/j1', expires: 4e12 } },
    )
    const second = await gateway.ledger.claim(
      payment,
      facts(requirements, { route: 'other', path: '/other' }),
    )
    expect(second).toMatchObject({
      fresh: false,
      record: { key: record.key, route: 'post_things', job: { id: 'j1', poll_url: '/things/j1' } },
    })
    await gateway.ledger.settle(record)
    expect(await gateway.ledger.claim(payment, facts(requirements))).toMatchObject({
      fresh: false,
      record: { state: 'settled' },
    })
  })

  it('PAY-043 of 50 claims at once one is fresh, with what is written in the same commit; 50 settles make one transfer', async () => {
    const { paymentScheme, ledger, store } = gateway
    const { payment, requirements } = await paid(chain, paymentScheme, { funds: 1_000_000n })
    const before = await chain.balanceOf(PAY_TO)
    const claims = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        ledger.claim(payment, facts(requirements), [
          {
            do: 'insert',
            in: 'jobs',
            key: `${payment.authorization.nonce}-${i}`,
            doc: {},
            tag: payment.authorization.nonce,
          },
        ]),
      ),
    )
    expect(claims.filter(({ fresh }) => fresh)).toHaveLength(1)
    expect(await store.list('jobs', payment.authorization.nonce, 100)).toHaveLength(1)
    const { record } = claims.find(({ fresh }) => fresh) as (typeof claims)[0]
    const ends = await Promise.all(Array.from({ length: 50 }, () => ledger.settle(record)))
    expect(new Set(ends.map(({ settlement }) => JSON.stringify(settlement))).size).toBe(1)
    expect(ends[0]?.settlement.state).toBe('landed')
    expect(await chain.balanceOf(PAY_TO)).toBe(before + 10_000n)
  })

  it('a released authorization can be claimed again, by one of 50; the earlier claim can then settle nothing', async () => {
    const { payment, requirements, record } = await claimed()
    await gateway.ledger.release(record, 'upstream failed')
    expect(await gateway.ledger.get(record.key)).toMatchObject({
      state: 'released',
      reason: 'upstream failed',
    })
    expect((await gateway.ledger.settle(record)).settlement.state).toBe('failed')
    const claims = await Promise.all(
      Array.from({ length: 50 }, () => gateway.ledger.claim(payment, facts(requirements))),
    )
    expect(claims.filter(({ fresh }) => fresh)).toHaveLength(1)
    const again = claims.find(({ fresh }) => fresh)!.record
    await gateway.ledger.release(record, 'too late')
    // The newer claim may pay: the earlier one must not be answered as if nothing could move.
    expect((await gateway.ledger.settle(record)).settlement.state).toBe('unknown')
    expect(await gateway.ledger.get(record.key)).toMatchObject({
      state: 'claimed',
      claim: again.claim,
    })
    expect((await gateway.ledger.settle(again)).settlement.state).toBe('landed')
  })

  it('PAY-064 a failed one stays claimed', async () => {
    const { payment, requirements, record } = await claimed()
    await gateway.ledger.fail(record, 'the job failed')
    expect(await gateway.ledger.claim(payment, facts(requirements))).toMatchObject({
      fresh: false,
      record: { state: 'failed', reason: 'the job failed' },
    })
    expect((await gateway.ledger.settle(record)).settlement.state).toBe('failed')
    expect(await chain.used(payment.authorization.from, payment.authorization.nonce)).toBe(false)
  })

  it('records only move forward: a settled one is neither released nor failed', async () => {
    const { record } = await claimed()
    const { record: settled } = await gateway.ledger.settle(record)
    await gateway.ledger.release(record, 'no')
    await gateway.ledger.fail(settled, 'no')
    await gateway.ledger.delivered(settled)
    await gateway.ledger.release(settled, 'no')
    expect(await stored(record)).toMatchObject({ state: 'settled' })
  })

  it('what does not fit beside the claim claims nothing', async () => {
    const { payment, requirements } = await paid(chain, gateway.paymentScheme)
    const also = [{ do: 'replace', in: 'jobs', key: 'none', version: 7, doc: {} }] as const
    await expect(gateway.ledger.claim(payment, facts(requirements), [...also])).rejects.toThrow(
      /did not fit/,
    )
    expect(await gateway.ledger.get(payment.authorization.key)).toBeUndefined()
  })
})

describe('a failed settlement', () => {
  it('ERR-013 is recorded with its reason, and the nonce stays claimed; its reply is kept while somebody may still send it', async () => {
    const { payment, requirements, record } = await claimed({ funds: 1n })
    const ended = await gateway.ledger.settle(record, reply)
    expect(ended).toMatchObject({
      settlement: { state: 'failed', reason: expect.stringMatching(/balance/) },
      record: { state: 'failed' },
    })
    expect(await stored(record)).toMatchObject({ mayLand: true, kept: reply })
    expect(await gateway.ledger.claim(payment, facts(requirements))).toMatchObject({
      fresh: false,
      record: { state: 'failed' },
    })
  })
})

describe('how long records stay', () => {
  it('unfinished ones for ever, ended ones as long as they are needed, and what belongs to a job longer than it', async () => {
    const { expiryOf } = await import('../../runtime/payments/ledger/retention.ts')
    const { record } = await claimed()
    const day = 86_400_000
    const now = Date.now()
    const lapses = record.lapses!
    const { validBefore } = (
      record.payload as { payload: { authorization: Record<string, string> } }
    ).payload.authorization
    expect(lapses).toBe(Number(validBefore) * 1000)
    for (const state of ['claimed', 'settling'] as const)
      expect(expiryOf({ ...record, state }, now)).toBeUndefined()
    for (const state of ['settled', 'failed'] as const)
      expect(expiryOf({ ...record, state }, now)).toBeGreaterThanOrEqual(lapses + day)
    expect(expiryOf({ ...record, state: 'released' }, now)).toBe(now + 3_600_000)
    const endless = { ...record, lapses: undefined }
    for (const state of ['settled', 'failed'] as const)
      expect(expiryOf({ ...endless, state }, now)).toBe(now + 30 * day)
    const job = { id: 'j', poll_url: '/j', expires: now + 60 * day }
    for (const state of ['claimed', 'settled', 'failed'] as const)
      expect(expiryOf({ ...record, job, state }, now)).toBe(now + 61 * day)
  })
})
