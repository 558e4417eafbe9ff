/**
 * A gateway's payment side for tests: rail, settler and ledger over a real chain and a real store.
 */
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import type { NetworkSpec } from '../../runtime/contract.ts'
import type { Clock } from '../../runtime/seams.ts'
import { createPaymentScheme } from '../../runtime/payments/evm/scheme.ts'
import type { RelayerOptions } from '../../runtime/payments/evm/relayer/options.ts'
import { createRelayerBackend } from '../../runtime/payments/evm/relayer/backend.ts'
import { createLedger, type ClosableLedger } from '../../runtime/payments/ledger/ledger.ts'
import type { Companion } from '../../runtime/payments/ledger/records.ts'
import type { Payment, PaymentScheme, SettlementBackend } from '../../runtime/payments/evm/types.ts'
import type { ClaimFacts } from '../../runtime/payments/record.ts'
import type { RejectionCode, Requirements, Verdict } from '../../runtime/payments/payment.ts'
import type { Store } from '../../runtime/store/store.ts'
import {
  newWallet,
  PAY_TO,
  signPayment,
  TESTNET,
  toHeader,
  type Chain,
  type PaymentOptions,
} from '../helpers/chain.ts'
import { embeddedStore } from '../helpers/store.ts'

export * from '../helpers/chain.ts'
export { embeddedStore }

/** Fit for a chain that mines at once. */
export const QUICK: Partial<RelayerOptions> = {
  poll: 20,
  wait: 4000,
  nudge: 300,
  bump: 900,
  timeout: 1500,
  inFlight: 4,
}

/** A relayer settler over a chain; `url` replaces the chain's own (a node that lies). */
export function relayer(
  chain: Chain,
  store: Store,
  more: { options?: Partial<RelayerOptions>; url?: string; key?: number; clock?: Clock } = {},
): SettlementBackend {
  return createRelayerBackend({
    spec: TESTNET,
    rpcUrl: more.url ?? chain.url,
    relayerKey: chain.keys[more.key ?? 0] as string,
    store,
    clock: more.clock ?? systemClock,
    options: { ...QUICK, ...more.options },
  })
}

/** A payment side. `stop` closes all of it, the store included. */
export interface Side {
  paymentScheme: PaymentScheme
  backend: SettlementBackend
  ledger: ClosableLedger
  store: Store
  stop(): Promise<void>
}

/** A payment side over a store and a settler. */
export function sideOf(
  store: Store,
  backend: SettlementBackend,
  more: {
    owner?: string
    clock?: Clock
    spec?: NetworkSpec
    wait?: number
    companions?: readonly Companion[]
  } = {},
): Side {
  const paymentScheme = createPaymentScheme(more.spec ?? TESTNET, { payTo: PAY_TO, backend })
  const ledger = createLedger({
    store,
    paymentSchemes: [paymentScheme],
    clock: more.clock ?? systemClock,
    random: systemRandom,
    owner: more.owner,
    wait: more.wait ?? 4000,
    companions: more.companions,
  })
  return {
    paymentScheme,
    backend,
    ledger,
    store,
    stop: async () => {
      await ledger.close()
      await backend.close()
    },
  }
}

/** A payment side with an embedded store of its own. */
export async function side(
  chain: Chain,
  more: Parameters<typeof relayer>[2] & { backend?: (store: Store) => SettlementBackend } = {},
): Promise<Side> {
  const held = await embeddedStore()
  const made = sideOf(held.store, more.backend?.(held.store) ?? relayer(chain, held.store, more))
  return {
    ...made,
    stop: async () => {
      await made.stop()
      await held.stop()
    },
  }
}

/** What is asked for `amount` micro-USD. */
export const asked = (
  paymentScheme: Pick<PaymentScheme, 'requirements'>,
  amount = 10_000n,
): Requirements => paymentScheme.requirements(amount, 300)

/** A signed payment of a new wallet that holds exactly the amount, ready to be claimed. */
export async function paid(
  chain: Chain,
  paymentScheme: PaymentScheme,
  options: PaymentOptions & { amount?: bigint; funds?: bigint } = {},
): Promise<{ payment: Payment; requirements: Requirements; payer: string }> {
  const amount = options.amount ?? 10_000n
  const wallet = newWallet()
  await chain.fund(wallet.address, options.funds ?? amount)
  const requirements = asked(paymentScheme, amount)
  return {
    payment: decoded(
      paymentScheme,
      await signPayment(wallet, TESTNET, requirements, { now: await chain.time(), ...options }),
    ),
    requirements,
    payer: wallet.address.toLowerCase(),
  }
}

/** A payload as the rail decodes it; throws where it does not. */
export function decoded(paymentScheme: PaymentScheme, payload: unknown): Payment {
  const result = paymentScheme.decode(toHeader(payload))
  if (!result.ok) throw new Error(result.rejection.details)
  return result.payment as Payment
}

/** What a claim is for, in tests. */
export const facts = (requirements: Requirements, more: Partial<ClaimFacts> = {}): ClaimFacts => ({
  route: 'post_things',
  path: '/things',
  fingerprint: randomBytes(8).toString('hex'),
  requirements,
  ...more,
})

/** Waits until `check` holds; fails after 45 s, which only end what hangs. */
export async function until(
  check: () => Promise<boolean> | boolean,
  what = 'the condition',
  ms = 45_000,
): Promise<void> {
  const end = Date.now() + ms
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`${what} did not come true`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

/** Expects that a payment is rejected, with a message unless it is invalid. */
export async function rejected(
  verdict: Promise<Verdict>,
  code: RejectionCode,
  details: RegExp,
): Promise<void> {
  const result = await verdict
  if (result.ok) throw new Error('it was accepted')
  expect(result.rejection).toMatchObject({ code, details: expect.stringMatching(details) })
  if (code === 'PAYMENT_INVALID') expect(result.rejection).not.toHaveProperty('message')
  else expect(result.rejection.message).toBeTruthy()
}
