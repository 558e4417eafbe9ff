/** A facilitator on Solana that lies, fails, or changes its fee payer. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSigner } from '../../../runtime/payments/solana/keys.ts'
import type { Payment, PaymentScheme } from '../../../runtime/payments/solana/types.ts'
import type { Intent, Settlement } from '../../../runtime/payments/settlement.ts'
import type { Requirements, Verdict } from '../../../runtime/payments/payment.ts'
import { honestly as honestNode } from '../../../scripts/devnet/solana/node.ts'
import { newKey, startSolanaWorld, type SolanaWorld } from '../../../scripts/devnet/solana/world.ts'
import { decodedBy } from '../contract-world.ts'
import { honestly, type Mode, type TestFacilitator } from '../facilitator-server.ts'
import { newWallet, openThrough, signWith, SOLANA, startSolanaFacilitator } from './support.ts'

const PRICE = 10_000n
let world: SolanaWorld
let facilitator: TestFacilitator
let scheme: PaymentScheme
beforeAll(async () => {
  world = await startSolanaWorld(SOLANA)
})
afterAll(() => world?.stop())
// The reference remembers for two minutes what it settled, so each test has one of its own.
beforeEach(async () => {
  facilitator = await startSolanaFacilitator(world)
  scheme = await openThrough(world, facilitator.url)
})
afterEach(async () => {
  Object.assign(world.node, { intercept: honestNode, sending: 'includes' })
  world.node.release()
  await scheme.backend.close()
  await facilitator.stop()
})

const noIntent = async (): Promise<void> => undefined

async function paid() {
  const { key, address } = await newWallet(world, PRICE)
  const requirements: Requirements = scheme.requirements(PRICE, 60)
  const payload = await signWith(key, world.url, requirements)
  const payment = decodedBy(scheme as never, payload) as unknown as Payment
  const intents: Intent[] = []
  const { backend } = scheme
  return {
    address,
    requirements,
    verify: (): Promise<Verdict> => scheme.verify(payment, requirements, Date.now()),
    settle: (): Promise<Settlement> =>
      backend.settle(payment, requirements, async intent => void intents.push(intent)),
    find: (onIntent?: typeof noIntent): Promise<Settlement> =>
      backend.find(payment, requirements, intents[0]!, onIntent),
  }
}

/** Answers one path in another way. */
const answers =
  (path: string, mode: Mode): Mode =>
  (asked, honest) =>
    asked === path ? mode(asked, honest) : honestly(asked, honest)
const says =
  (body: unknown, status = 200): Mode =>
  async () => ({ status, body })
const earned = (): Promise<bigint> => world.balanceOf(world.payTo)
const settles = (): number => facilitator.calls.filter(path => path === 'settle').length

describe('the fee payer', () => {
  it('is the one that /supported names', () => {
    const { feePayer } = scheme.requirements(1n, 60).extra
    expect(feePayer).toBe(createSigner(world.env.RELAYER_KEY).address)
  })

  it('may change: a quote of before can still be paid', async () => {
    const { verify } = await paid()
    const feePayer = createSigner(newKey()).address
    const kinds = [{ x402Version: 2, scheme: 'exact', network: SOLANA.chain, extra: { feePayer } }]
    facilitator.mode = answers('supported', says({ kinds }))
    expect(await scheme.backend.health()).toMatchObject({ ok: true })
    expect(scheme.requirements(1n, 60).extra).toEqual({ feePayer })
    expect(await verify()).toMatchObject({ ok: true })
  })

  it.each([
    ['is down', 'cut' as const],
    ['settles something else', { status: 200, body: { kinds: [] } }],
    [
      'names no fee payer',
      { status: 200, body: { kinds: [{ x402Version: 2, scheme: 'exact', network: 'solana:*' }] } },
    ],
  ])('is needed: the gateway does not start if the facilitator %s', async (_what, answer) => {
    facilitator.mode = answers('supported', async () => answer)
    await expect(openThrough(world, facilitator.url)).rejects.toThrow(/cannot be settled/)
    expect(await scheme.backend.health()).toMatchObject({ ok: false })
  })
})

describe('verification', () => {
  it('ERR-012 needs the facilitator: without it the same payment is asked for again', async () => {
    const { verify } = await paid()
    facilitator.mode = answers('verify', async () => 'cut')
    expect(await verify()).toMatchObject({
      rejection: { code: 'PAYMENT_VERIFICATION_UNAVAILABLE' },
    })
    facilitator.mode = honestly
    expect(await verify()).toMatchObject({ ok: true })
  })

  it('asks our own node too, which knows why', async () => {
    const { verify } = await paid()
    world.chain.advance(151)
    expect(await verify()).toMatchObject({ rejection: { code: 'PAYMENT_BLOCKHASH_STALE' } })
    const poor = await paid()
    await world.chain.setBalance(poor.address, 0n)
    expect(await poor.verify()).toMatchObject({ rejection: { code: 'PAYMENT_UNFUNDED' } })
  })

  it('shows none of the facilitator’s own texts', async () => {
    const { verify } = await paid()
    const secret = 'https://node.example/?key=secret'
    facilitator.mode = answers('verify', says({ isValid: false, invalidReason: secret }))
    expect(JSON.stringify(await verify())).not.toMatch(/secret/)
  })
})

describe('a settlement', () => {
  it('lands, and is found by its message when the answer is lost', async () => {
    const before = await earned()
    const { settle, find } = await paid()
    facilitator.mode = answers('settle', async (_path, honest) => {
      await honest()
      return 'cut'
    })
    const settlement = await settle()
    expect(settlement).toMatchObject({ state: 'landed' })
    expect(await find()).toEqual(settlement)
    expect(await earned()).toBe(before + PRICE)
  })

  it('is not believed to have landed, whatever transaction the facilitator names', async () => {
    const first = await paid()
    const landed = (await first.settle()) as { transaction: string }
    const before = await earned()
    const { settle } = await paid()
    for (const transaction of [landed.transaction, '1'.repeat(64), '', 'no signature']) {
      facilitator.mode = answers('settle', says({ success: true, transaction }))
      expect(await settle()).toMatchObject({ state: 'unknown' })
    }
    expect(await earned()).toBe(before)
  })

  it('is not believed to have failed with a transaction that failed for somebody else', async () => {
    const other = await paid()
    world.node.intercept = async ({ method }, honest) => {
      if (method === 'sendTransaction') await world.chain.setBalance(other.address, 0n)
      return honest()
    }
    expect(await other.settle()).toMatchObject({ state: 'failed' })
    world.node.intercept = honestNode
    const [failed] = [...world.chain.landed].at(-1)!
    const { settle } = await paid()
    facilitator.mode = answers(
      'settle',
      says({ success: false, errorReason: 'transaction_failed', transaction: failed }),
    )
    expect(await settle()).toMatchObject({ state: 'unknown' })
  })

  it('that is refused, and lands later, is found', async () => {
    const { settle, find } = await paid()
    facilitator.mode = answers('settle', async (_path, honest) => {
      world.node.sending = 'holds'
      await Promise.race([honest(), new Promise(resolve => setTimeout(resolve, 200))])
      return { status: 200, body: { success: false, errorReason: 'insufficient_funds' } }
    })
    expect(await settle()).toMatchObject({ state: 'unknown' })
    world.node.sending = 'includes'
    world.node.release()
    expect(await find()).toMatchObject({ state: 'landed' })
  })

  it('whose caller learned that it failed is not put to the facilitator again', async () => {
    const { settle, find, address } = await paid()
    await world.chain.setBalance(address, 0n)
    expect(await settle()).toMatchObject({ state: 'failed', mayLand: true })
    const before = settles()
    await find()
    expect(settles()).toBe(before)
    await world.fund(address, PRICE)
    await find(noIntent)
    expect(settles()).toBe(before + 1)
  })
})
