/** Actual use in several processes, with crashes and transactions that somebody replaces. */
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Intent } from '../../../runtime/payments/settlement.ts'
import type { StoredReply } from '../../../runtime/payments/record.ts'
import { startRedis, type TestRedis } from '../../helpers/redis.ts'
import { suitesWith } from '../../helpers/servers.ts'
import { freshPrefix, redisStore } from '../../helpers/store.ts'
import { PAY_TO } from '../support.ts'
import {
  ACTUAL,
  actually,
  approvedWallet,
  CEILING,
  claimedUpto,
  decodedUpto,
  relayerSide,
  signUpto,
  type UptoSide,
} from './support.ts'
import { chain, node, side, useUptoWorld } from './world.ts'

const reply: StoredReply = { status: 200, headers: {}, body: 'e30=' }
const never = new Promise<never>(() => undefined)

useUptoWorld()

const quote = () => side.scheme.requirements(CEILING, 300)
const sent = (): number => node.calls.get('eth_sendRawTransaction') ?? 0
async function claimed(amount = ACTUAL) {
  const wallet = await approvedWallet(chain)
  const payload = await signUpto(wallet, quote())
  return { wallet, payload, ...(await claimedUpto(side, payload, quote(), amount)) }
}

it('one relayer settles many payments of many wallets, each for its own amount', async () => {
  const amounts = Array.from({ length: 8 }, (_, i) => ACTUAL + BigInt(i))
  const all = await Promise.all(amounts.map(amount => claimed(amount)))
  const ends = await Promise.all(all.map(({ record }) => side.ledger.settle(record, reply)))
  const hashes = ends.map(
    ({ settlement }) => settlement.state === 'landed' && settlement.transaction,
  )
  expect(new Set(hashes).size).toBe(amounts.length)
  expect(sent()).toBe(amounts.length)
  for (const [i, { wallet }] of all.entries())
    expect(await chain.balanceOf(wallet.address)).toBe(CEILING - amounts[i]!)
})

it('a crash between intent and broadcast costs the caller nothing, and is made good once', async () => {
  const { wallet, record, payment } = await claimed()
  let dead!: () => void
  const crashed = new Promise<void>(resolve => {
    dead = resolve
  })
  let intent: Intent | undefined
  const dying = side.backend.settle(payment, actually(quote()), async last => {
    intent = last
    dead()
    await never
  })
  void dying.catch(() => undefined)
  await crashed
  expect(sent()).toBe(0)
  const { store } = side
  const second = relayerSide(store, chain)
  try {
    const found = await second.backend.find(
      payment,
      record.requirements,
      intent!,
      async () => undefined,
    )
    expect(['landed', 'unknown']).toContain(found.state)
    await expect
      .poll(async () => (await second.backend.find(payment, record.requirements, intent!)).state)
      .toBe('landed')
    expect(await chain.balanceOf(wallet.address)).toBe(CEILING - ACTUAL)
  } finally {
    await second.stop()
  }
})

it('settles again if its transaction was replaced by another of the same relayer', async () => {
  const { wallet, payment } = await claimed()
  await chain.setAutomine(false)
  const intents: Intent[] = []
  const ending = side.backend.settle(payment, actually(quote()), async intent => {
    intents.push(intent)
  })
  await expect.poll(() => sent()).toBeGreaterThan(0)
  const relayer = privateKeyToAccount(chain.keys[0]!)
  await chain.drop(intents[0]!.transaction!)
  const fee = 10n ** 11n
  const raw = await relayer.signTransaction({
    chainId: chain.chainId,
    type: 'eip1559',
    nonce: intents[0]!.relayerNonce!,
    to: relayer.address,
    gas: 21_000n,
    maxFeePerGas: fee,
    maxPriorityFeePerGas: fee,
  })
  await chain.rpc('eth_sendRawTransaction', [raw])
  await chain.mine()
  await chain.setAutomine(true)
  const settlement = await ending
  expect(settlement.state).toBe('landed')
  expect(new Set(intents.map(({ relayerNonce }) => relayerNonce)).size).toBeGreaterThan(1)
  expect(await chain.balanceOf(wallet.address)).toBe(CEILING - ACTUAL)
})

it('raises the fee of a transaction that is not mined, and charges once', async () => {
  const { wallet, payment } = await claimed()
  await chain.setAutomine(false)
  const intents: Intent[] = []
  const ending = side.backend.settle(payment, actually(quote()), async intent => {
    intents.push(intent)
  })
  await expect.poll(() => intents.length, { timeout: 10_000 }).toBeGreaterThan(1)
  await chain.setAutomine(true)
  await chain.mine()
  expect((await ending).state).toBe('landed')
  expect(new Set(intents.map(({ relayerNonce }) => relayerNonce)).size).toBe(1)
  expect(await chain.balanceOf(wallet.address)).toBe(CEILING - ACTUAL)
})

suitesWith('redis').describe('two processes on one Redis', () => {
  let redis: TestRedis
  let stores: Awaited<ReturnType<typeof redisStore>>[]
  let two: UptoSide[]
  beforeAll(async () => {
    redis = await startRedis()
    const prefix = freshPrefix()
    stores = await Promise.all([redisStore(redis, prefix), redisStore(redis, prefix)])
    two = stores.map(({ store }) => relayerSide(store, chain))
  })
  afterAll(async () => {
    for (const one of two ?? []) await one.stop()
    for (const one of stores ?? []) await one.stop()
    await redis?.stop()
  })

  describe.each([true, false])('through the ledger: %s', isClaimed => {
    it('race for one authorization: it is charged once, the actual amount', async () => {
      const wallet = await approvedWallet(chain)
      const payload = await signUpto(wallet, quote())
      const before = await chain.balanceOf(PAY_TO)
      const ends = await Promise.all(
        two.map(async one => {
          if (!isClaimed) {
            const payment = decodedUpto(one.scheme, payload)
            return one.backend.settle(payment, actually(quote()), async () => undefined)
          }
          const { record } = await claimedUpto(one, payload, quote())
          return (await one.ledger.settle(record, reply)).settlement
        }),
      )
      expect(ends.map(({ state }) => state)).toEqual(['landed', 'landed'])
      expect(await chain.balanceOf(PAY_TO)).toBe(before + ACTUAL)
      expect(await chain.balanceOf(wallet.address)).toBe(CEILING - ACTUAL)
    })
  })
})
