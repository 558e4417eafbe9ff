/** A gateway that funds deposit wallets, with taps in the lines to the bridge and to the chain. */
import type { LocalAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { sign, type Challenge } from '../../scripts/buyer/pay.ts'
import { createPaymentScheme } from '../../runtime/payments/evm/scheme.ts'
import { transferCall } from '../../runtime/payments/evm/token.ts'
import type { Clock } from '../../runtime/seams.ts'
import type { Buyer } from '../helpers/buyer.ts'
import {
  fundingBy,
  signDeposit as depositOf,
  type DepositChanges,
  type Funding,
} from '../helpers/deposit.ts'
import { call, type Seen, type Sent } from './client.ts'
import { startShop, type Shop } from './shop.ts'

export const FUND = '/api/v1/venue-a/fund'
export const FEE = 11_000n
export const DEPOSIT = 2_000_000n

export let shop: Shop<'bridge' | 'chain'>

/** The challenge of an unpaid call. */
async function feeChallenge(): Promise<Challenge> {
  return (await call(shop.url, { method: 'POST', path: FUND, body: {} })).challenge!
}

/** Signs a deposit of a wallet. */
export const signDeposit = async (
  account: LocalAccount,
  to: { recipient: string; amount: bigint },
): Promise<string> => depositOf({ account, challenge: await feeChallenge() }, to)

/** The body of a good funding call of a wallet. */
export const fundingOf = async (
  { account }: Buyer,
  amount = DEPOSIT,
  changes?: DepositChanges,
): Promise<Funding> => fundingBy({ account, challenge: await feeChallenge() }, amount, changes)

/** A fee header of a wallet. */
export const feeOf = async (buyer: Buyer, changes?: Parameters<typeof sign>[2]): Promise<string> =>
  sign(buyer.account, await feeChallenge(), changes)

/** Sends a funding call with a fee header. */
export const fund = (body: unknown, fee?: string, url = shop.url): Promise<Seen> =>
  call(url, {
    method: 'POST',
    path: FUND,
    body,
    headers: fee === undefined ? {} : { 'x-payment': fee },
  } satisfies Sent)

/** What moved while `work` ran, micro-USD: out of a wallet, to us, and to a recipient. */
export async function moved<T>(
  of: { buyer: Buyer; recipient: string },
  work: () => Promise<T>,
): Promise<{ done: T; spent: bigint; earned: bigint; deposited: bigint }> {
  const at = async (): Promise<[bigint, bigint, bigint]> => [
    await of.buyer.balance(),
    await shop.earned(),
    await shop.world.chain.balanceOf(of.recipient),
  ]
  const before = await at()
  const done = await work()
  const after = await at()
  return {
    done,
    spent: before[0] - after[0],
    earned: after[1] - before[1],
    deposited: after[2] - before[2],
  }
}

/** Sends what must move no money and have no receipt, and returns the reply. */
export async function refused(
  buyer: Buyer,
  body: Partial<Funding> | Record<string, unknown>,
  fee?: string,
): Promise<Seen> {
  const recipient = typeof body.recipient === 'string' ? body.recipient : `0x${'0'.repeat(40)}`
  const isAddress = /^0x[0-9a-fA-F]{40}$/.test(recipient)
  const { done, ...flows } = await moved(
    { buyer, recipient: isAddress ? recipient : `0x${'0'.repeat(40)}` },
    async () => fund(body, fee ?? (await feeOf(buyer))),
  )
  expect(flows).toEqual({ spent: 0n, earned: 0n, deposited: 0n })
  expect([done.headers['x-payment-receipt'], done.headers['x-deposit-tx']]).toEqual([
    undefined,
    undefined,
  ])
  return done
}

/** Sends an authorization to the token without the gateway, as anybody who has it can. */
export async function sendElsewhere(header: string): Promise<void> {
  const { spec } = shop.world
  const decoded = createPaymentScheme(spec, {
    payTo: spec.asset.address,
    backend: {} as never,
  }).decode(header)
  if (!decoded.ok) throw new Error('not a payment')
  await shop.world.chain.transact(
    spec.asset.address,
    transferCall(decoded.payment.authorization, true),
  )
}

/** Starts the gateway before the tests of a file, and stops it behind them. */
export function useFunding(clock?: Clock): void {
  beforeAll(async () => {
    shop = await startShop({ taps: ['bridge', 'chain'], clock })
  })
  afterAll(() => shop?.stop())
  afterEach(async () => {
    shop.taps.bridge.answer()
    shop.taps.bridge.cut(false)
    shop.taps.bridge.seen.length = 0
    shop.taps.chain.answer()
    shop.world.upstreams.reset()
  })
}
