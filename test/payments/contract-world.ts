/** What the contract of payment schemes needs of each kind of network, and its processes. */
import { randomBytes } from 'node:crypto'
import type { NetworkSpec } from '../../runtime/contract.ts'
import { systemClock } from '../../runtime/lib/clock.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import { createLedger, type ClosableLedger } from '../../runtime/payments/ledger/ledger.ts'
import type { ClaimFacts } from '../../runtime/payments/record.ts'
import type { Intent, SettlementBackend } from '../../runtime/payments/settlement.ts'
import type { Payment, RejectionCode, Requirements } from '../../runtime/payments/payment.ts'
import type { PaymentScheme } from '../../runtime/payments/scheme.ts'
import type { Clock } from '../../runtime/seams.ts'
import type { Store } from '../../runtime/store/store.ts'

/** What a signature covers. */
export type Bound = 'network' | 'asset' | 'payTo' | 'amount'

/**
 * What the node, or the facilitator, does. `holds`: takes transactions, and lands them when it is
 * honest again. `drops`: takes them, and forgets them. `fails`: lands them, and answers an error.
 */
export type NodeMode = 'honest' | 'holds' | 'drops' | 'fails' | 'down'

/** A wallet with a key. */
export interface ContractWallet {
  address: string
  /**
   * Signs a payment as a client does, and returns the JSON of the header. `signed` replaces parts
   * of what is signed; `accepted` stays what is required.
   */
  sign(requirements: Requirements, signed?: Partial<Pick<Requirements, Bound>>): Promise<Payload>
}

/** The JSON of a payment header. */
export interface Payload {
  accepted: Requirements
  payload: Record<string, unknown>
  [key: string]: unknown
}

/** A kind of network with its chain, as the contract needs it. */
export interface SchemeWorld {
  spec: NetworkSpec
  /** Values that are valid on this kind of network, but are not the gateway's. */
  others: Pick<Requirements, 'network' | 'asset' | 'payTo'>
  /** What a signature covers; the header says the rest. */
  binds: readonly Bound[]
  /** The code of a payment that was signed too long ago. */
  expired: RejectionCode
  /**
   * Opens the scheme of one gateway process, with short waits: a settlement whose outcome is not
   * known is `unknown` after a few seconds at most. `backend.close` closes it.
   */
  open(store: Store, clock: Clock): Promise<PaymentScheme>
  /** A new wallet that holds so much, micro-USD. */
  wallet(funds: bigint): Promise<ContractWallet>
  /** Takes everything that a wallet holds. */
  empty(wallet: ContractWallet): Promise<void>
  balanceOf(wallet: string): Promise<bigint>
  /** The wallet that is paid. */
  payTo: string
  be(mode: NodeMode): Promise<void>
  /** Lets so much time pass that nothing that was signed until now can land any more. */
  expire(): Promise<void>
  stop(): Promise<void>
}

/** One process of a gateway, as far as it has to do with payments. */
export interface Process {
  scheme: PaymentScheme
  ledger: ClosableLedger
  /** Ends it at once: its lease is given up, and nothing else is tidied up. */
  kill(): Promise<void>
}

/** What a claim is for. */
export const factsOf = (requirements: Requirements): ClaimFacts => ({
  route: 'post_things',
  path: '/things',
  fingerprint: randomBytes(8).toString('hex'),
  requirements,
})

/** The header of a payload. */
export const headerOf = (payload: unknown): string =>
  Buffer.from(JSON.stringify(payload)).toString('base64')

/** Decodes a payload as a gateway does. Throws if it cannot be read. */
export function decodedBy(scheme: PaymentScheme, payload: unknown, at = Date.now()): Payment {
  const decoded = scheme.decode(headerOf(payload), at)
  if (!decoded.ok) throw new Error(decoded.rejection.details)
  return decoded.payment
}

/** A backend whose process dies at a point of the settlement: nothing comes back from it. */
export function dying(
  inner: SettlementBackend,
  at: 'before the broadcast' | 'after the broadcast',
): SettlementBackend & { dead: Promise<void> } {
  let died!: () => void
  const dead = new Promise<void>(resolve => {
    died = resolve
  })
  const never = new Promise<never>(() => undefined)
  return {
    ...inner,
    dead,
    async settle(payment, requirements, onIntent) {
      if (at === 'after the broadcast') {
        await inner.settle(payment, requirements, onIntent)
        died()
        return never
      }
      const dies = async (intent: Intent): Promise<void> => {
        await onIntent(intent)
        died()
        await never
      }
      void inner.settle(payment, requirements, dies).catch(() => undefined)
      return never
    },
  }
}

/** Starts one process over a store. `at`: it dies at that point of its settlements. */
export async function startProcess(
  world: SchemeWorld,
  store: Store,
  at?: Parameters<typeof dying>[1],
): Promise<Process & { dead?: Promise<void> }> {
  const opened = await world.open(store, systemClock)
  const doomed = at === undefined ? undefined : dying(opened.backend, at)
  const scheme: PaymentScheme = { ...opened, backend: doomed ?? opened.backend }
  const ledger = createLedger({
    store,
    paymentSchemes: [scheme],
    clock: systemClock,
    random: systemRandom,
    owner: randomBytes(4).toString('hex'),
    wait: 4000,
  })
  const kill = async (): Promise<void> => {
    await opened.backend.close()
    await ledger.close()
  }
  return { scheme, ledger, kill, dead: doomed?.dead }
}
