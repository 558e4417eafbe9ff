/**
 * What holds for the payment scheme of every kind of network, as one table of cases. Each kind runs
 * it on its own chain, or on a model of one (`test/payments/<kind>/contract.test.ts`).
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fullPayload, storedPayload } from '../../runtime/payments/signed.ts'
import type { PaymentRecord, StoredReply } from '../../runtime/payments/record.ts'
import type { Requirements } from '../../runtime/payments/payment.ts'
import type { Store } from '../../runtime/store/store.ts'
import { ownStore } from '../helpers/memory-store.ts'
import { startRedis, type TestRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'
import { freshPrefix, redisStore } from '../helpers/store.ts'
import {
  decodedBy,
  factsOf,
  headerOf,
  startProcess,
  type dying,
  type Process,
  type SchemeWorld,
} from './contract-world.ts'

export * from './contract-world.ts'

const PRICE = 10_000n
const reply: StoredReply = { status: 200, headers: {}, body: 'e30=' }

/** Runs the contract. `start` starts the chain; it is stopped at the end. */
export function schemeContract(name: string, start: () => Promise<SchemeWorld>): void {
  let world: SchemeWorld
  let held: ReturnType<typeof ownStore>
  const running: Process[] = []
  beforeAll(async () => {
    world = await start()
  })
  afterAll(() => world?.stop())
  beforeEach(async () => {
    held = ownStore()
  })
  afterEach(async () => {
    await world.be('honest')
    for (const one of running.splice(0)) await one.kill()
    await held.stop()
  })

  const process = async (
    store: Store = held.store,
    at?: Parameters<typeof dying>[1],
  ): ReturnType<typeof startProcess> => {
    const made = await startProcess(world, store, at)
    running.push(made)
    return made
  }
  const earned = (): Promise<bigint> => world.balanceOf(world.payTo)
  /** A funded payment. */
  const paid = async ({ scheme }: Process, funds = PRICE) => {
    const wallet = await world.wallet(funds)
    const requirements = scheme.requirements(PRICE, 60)
    const payload = await wallet.sign(requirements)
    return { wallet, requirements, payload, payment: decodedBy(scheme, payload) }
  }
  const claimed = async (one: Process) => {
    const all = await paid(one)
    const { record } = await one.ledger.claim(all.payment, factsOf(all.requirements))
    return { ...all, record }
  }
  const verdict = ({ scheme }: Process, payload: unknown, requirements: Requirements) => {
    const decoded = scheme.decode(headerOf(payload), Date.now())
    return decoded.ok ? scheme.verify(decoded.payment, requirements, Date.now()) : decoded
  }
  const stored = async ({ key }: PaymentRecord): Promise<PaymentRecord | undefined> =>
    (await held.store.get<PaymentRecord>('payments', key))?.doc
  /** Settles until the process dies, and ends what is left of it. */
  const dieAt = async (at: Parameters<typeof dying>[1]) => {
    const first = await process(held.store, at)
    const all = await claimed(first)
    void first.ledger.settle(all.record, reply).catch(() => undefined)
    await first.dead
    running.splice(running.indexOf(first), 1)
    await first.kill()
    return all
  }

  describe(`${name}: reading and verifying`, () => {
    it('reads what it stores to the same authorization, and names it by chain and asset', async () => {
      const one = await process()
      const { payment, payload, requirements, wallet } = await paid(one)
      const { key, from, value } = payment.authorization
      expect(key.startsWith(`${world.spec.chain}|`)).toBe(true)
      expect({ from, value }).toEqual({ from: expect.any(String), value: PRICE })
      expect(from.toLowerCase()).toBe(wallet.address.toLowerCase())
      const text = JSON.stringify(storedPayload(payment.authorization))
      const at = Date.now()
      const again = one.scheme.read(fullPayload(JSON.parse(text), requirements), at)
      expect(again).toEqual(decodedBy(one.scheme, payload, at).authorization)
    })

    it('accepts what is signed for exactly what is required', async () => {
      const one = await process()
      const { payload, requirements, wallet } = await paid(one)
      const found = await verdict(one, payload, requirements)
      expect(found).toMatchObject({ ok: true })
      expect(found.ok && found.payer.toLowerCase()).toBe(wallet.address.toLowerCase())
    })

    it.each(['network', 'asset', 'payTo', 'amount'] as const)(
      'refuses another %s, whether the header says it or only the signature',
      async member => {
        const one = await process()
        const { payload, requirements, wallet } = await paid(one, PRICE * 3n)
        const other = { ...world.others, amount: String(PRICE + 1n) }[member]
        const refused = { ok: false, rejection: { code: 'PAYMENT_INVALID' } }
        const named = { ...payload, accepted: { ...payload.accepted, [member]: other } }
        expect(await verdict(one, named, requirements)).toMatchObject(refused)
        if (!world.binds.includes(member)) return
        const signed = await wallet.sign(requirements, { [member]: other })
        expect(await verdict(one, signed, requirements)).toMatchObject(refused)
      },
    )

    it('refuses less and more than the price alike', async () => {
      const one = await process()
      const { requirements, wallet } = await paid(one, PRICE * 3n)
      for (const amount of [0n, PRICE - 1n, PRICE * 2n]) {
        const payload = await wallet.sign(requirements, { amount: String(amount) })
        expect(await verdict(one, payload, requirements)).toMatchObject({
          rejection: { code: 'PAYMENT_INVALID' },
        })
      }
    })

    it('refuses a wallet that cannot pay', async () => {
      const one = await process()
      const { payload, requirements } = await paid(one, PRICE - 1n)
      expect(await verdict(one, payload, requirements)).toMatchObject({
        rejection: { code: 'PAYMENT_UNFUNDED' },
      })
    })

    it('refuses what has expired', async () => {
      const one = await process()
      const { payload, requirements } = await paid(one)
      await world.expire()
      expect(await verdict(one, payload, requirements)).toMatchObject({
        rejection: { code: world.expired },
      })
    })

    it('asks for the same payment again while the node is down', async () => {
      const one = await process()
      const { payload, requirements, payment } = await paid(one)
      await world.be('down')
      expect(await verdict(one, payload, requirements)).toMatchObject({
        rejection: { code: 'PAYMENT_VERIFICATION_UNAVAILABLE' },
      })
      expect(await one.ledger.get(payment.authorization.key)).toBeUndefined()
      await world.be('honest')
      expect(await verdict(one, payload, requirements)).toMatchObject({ ok: true })
    })

    it('verifies the signature of an amount of zero, for a wallet without money', async () => {
      const one = await process()
      const wallet = await world.wallet(0n)
      const requirements = one.scheme.requirements(0n, 60)
      const payload = await wallet.sign(requirements)
      const found = await verdict(one, payload, requirements)
      expect(found.ok && found.payer.toLowerCase()).toBe(wallet.address.toLowerCase())
      const before = await earned()
      const { record } = await one.ledger.claim(
        decodedBy(one.scheme, payload),
        factsOf(requirements),
      )
      expect((await one.ledger.settle(record)).settlement.state).toBe('landed')
      expect(await earned()).toBe(before)
    })
  })

  describe(`${name}: claiming and settling`, () => {
    it('gives one of fifty claims, and moves the money once', async () => {
      const one = await process()
      const { payload, requirements, wallet } = await paid(one)
      const before = await earned()
      const facts = factsOf(requirements)
      const claims = await Promise.all(
        Array.from({ length: 50 }, () =>
          one.ledger.claim(decodedBy(one.scheme, structuredClone(payload)), facts),
        ),
      )
      expect(claims.filter(({ fresh }) => fresh)).toHaveLength(1)
      const ends = await Promise.all(claims.map(({ record }) => one.ledger.settle(record, reply)))
      expect(new Set(ends.map(({ settlement }) => JSON.stringify(settlement))).size).toBe(1)
      expect(ends[0]?.settlement).toMatchObject({
        state: 'landed',
        transaction: expect.stringMatching(/./),
      })
      expect(await earned()).toBe(before + PRICE)
      expect(await world.balanceOf(wallet.address)).toBe(0n)
    })

    it('calls a payment that has landed a replay', async () => {
      const one = await process()
      const { payload, requirements, record, wallet } = await claimed(one)
      expect((await one.ledger.settle(record, reply)).settlement.state).toBe('landed')
      await one.ledger.delivered(record)
      const again = decodedBy(one.scheme, payload)
      expect(await one.ledger.claim(again, factsOf(requirements))).toMatchObject({
        fresh: false,
        record: { state: 'settled' },
      })
      expect((await verdict(one, payload, requirements)).ok).toBe(false)
      expect(await world.balanceOf(wallet.address)).toBe(0n)
    })

    it('fails, and moves nothing, if the wallet was emptied meanwhile', async () => {
      const one = await process()
      const { record, wallet } = await claimed(one)
      const before = await earned()
      await world.empty(wallet)
      expect((await one.ledger.settle(record, reply)).settlement.state).toBe('failed')
      expect(await earned()).toBe(before)
    })

    it('sends nothing before its intent is stored', async () => {
      const one = await process()
      const { payment, requirements } = await paid(one)
      const before = await earned()
      const refused = one.scheme.backend.settle(payment, requirements, () =>
        Promise.reject(new Error('the disk is full')),
      )
      await expect(refused).rejects.toThrow('the disk is full')
      expect(await earned()).toBe(before)
    })
  })

  describe(`${name}: doubtful outcomes`, () => {
    it('lands although the node answers an error after it took the transaction', async () => {
      const one = await process()
      const before = await earned()
      const { record } = await claimed(one)
      await world.be('fails')
      await one.ledger.settle(record, reply)
      await world.be('honest')
      expect((await one.ledger.resolve(record)).settlement.state).toBe('landed')
      expect(await earned()).toBe(before + PRICE)
    })

    it('is unknown until it lands late', async () => {
      const one = await process()
      const before = await earned()
      const { record } = await claimed(one)
      await world.be('holds')
      expect(await one.ledger.settle(record, reply)).toMatchObject({
        settlement: { state: 'unknown' },
        record: { state: 'settling', kept: reply },
      })
      await world.be('honest')
      await expect
        .poll(async () => (await one.ledger.resolve(record)).settlement.state)
        .toBe('landed')
      expect(await one.ledger.get(record.key)).toMatchObject({ state: 'settled', kept: reply })
      expect(await earned()).toBe(before + PRICE)
    })

    it('has failed once it can never land', async () => {
      const one = await process()
      const before = await earned()
      const { record } = await claimed(one)
      await world.be('drops')
      expect((await one.ledger.settle(record, reply)).settlement.state).toBe('unknown')
      expect((await one.ledger.resolve(record)).settlement.state).toBe('unknown')
      await world.expire()
      expect((await one.ledger.resolve(record)).settlement.state).toBe('failed')
      await world.be('honest')
      expect(await earned()).toBe(before)
      expect(await stored(record)).toMatchObject({ state: 'failed' })
    })
  })

  describe(`${name}: crashes and several processes`, () => {
    it.each(['before the broadcast', 'after the broadcast'] as const)(
      'another process finishes what one left %s, once',
      async at => {
        const before = await earned()
        const { record } = await dieAt(at)
        const second = await process()
        await second.ledger.reconcile()
        await expect
          .poll(async () => (await second.ledger.resolve(record)).settlement.state)
          .toBe('landed')
        expect(await second.ledger.get(record.key)).toMatchObject({ state: 'settled', kept: reply })
        expect(await second.ledger.reconcile()).toMatchObject({ landed: 0, failed: 0, pending: 0 })
        expect(await earned()).toBe(before + PRICE)
      },
    )

    it('decides nothing while the node is away', async () => {
      const { record } = await dieAt('after the broadcast')
      await world.be('down')
      const second = await startProcess(world, held.store).catch(() => undefined)
      if (second === undefined) return
      running.push(second)
      expect(await second.ledger.reconcile()).toMatchObject({ pending: 1, landed: 0, failed: 0 })
      await world.be('honest')
      expect((await second.ledger.resolve(record)).settlement.state).toBe('landed')
    })

    it('an intent that was never sent and can no longer land has failed', async () => {
      const before = await earned()
      const { record } = await dieAt('before the broadcast')
      await world.expire()
      const second = await process()
      await second.ledger.reconcile()
      expect(await second.ledger.get(record.key)).toMatchObject({ state: 'failed' })
      expect(await earned()).toBe(before)
    })
  })

  suitesWith('redis').describe(`${name}: two processes on one Redis`, () => {
    let redis: TestRedis | undefined
    let stores: Awaited<ReturnType<typeof redisStore>>[]
    beforeAll(async () => {
      redis = await startRedis()
    })
    afterAll(() => redis?.stop())
    beforeEach(async () => {
      const prefix = freshPrefix()
      stores = await Promise.all([redisStore(redis!, prefix), redisStore(redis!, prefix)])
    })
    afterEach(async () => {
      for (const one of running.splice(0)) await one.kill()
      for (const store of stores) await store.stop()
    })

    it('give one of fifty claims, and settle it once', async () => {
      const two = await Promise.all(stores.map(({ store }) => process(store)))
      const { payload, requirements } = await paid(two[0]!)
      const before = await earned()
      const facts = factsOf(requirements)
      const claims = await Promise.all(
        Array.from({ length: 50 }, (_, i) => {
          const { ledger, scheme } = two[i % 2]!
          return ledger.claim(decodedBy(scheme, structuredClone(payload)), facts)
        }),
      )
      expect(claims.filter(({ fresh }) => fresh)).toHaveLength(1)
      const ends = await Promise.all(
        two.map(async ({ ledger }, i) => ledger.settle(claims[i]!.record, reply)),
      )
      expect(ends.map(({ settlement }) => settlement.state)).toEqual(['landed', 'landed'])
      expect(ends[0]?.settlement).toEqual(ends[1]?.settlement)
      expect(await earned()).toBe(before + PRICE)
    })
  })
}
