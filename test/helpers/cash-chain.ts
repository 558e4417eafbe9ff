/**
 * Moves the money of the bank in memory as a relayer moves it on a chain: each intent names a
 * transaction, which has an effect once at most, and whoever finds an intent may send it.
 */
import type { Authorization } from '../../runtime/payments/evm/types.ts'
import type { Payment, Requirements } from '../../runtime/payments/payment.ts'
import type { Intent, Settlement, SettlementBackend } from '../../runtime/payments/settlement.ts'
import type { Clock } from '../../runtime/seams.ts'
import type { Cash } from './cash.ts'

/**
 * What happens to the transactions that are sent. `refuse`: they are mined without an effect;
 * `lost`: they land, and nobody says so; `away`: they do not arrive; `held`: they wait.
 */
export type ChainMode = 'land' | 'refuse' | 'lost' | 'away' | 'held'

/** A chain, and how processes settle on it. */
export interface CashChain {
  mode: ChainMode
  /** Lets everything that waits land. */
  letGo(): void
  /** How a process settles; `awake` runs what it does outside of itself. */
  backend(
    awake: <T>(work: () => Promise<T>) => Promise<T>,
  ): Pick<SettlementBackend, 'settle' | 'find'>
}

/** A payment that is to be settled. */
interface Order {
  payment: Payment<Authorization>
  requirements: Requirements
}

const TRIES = 3
const REFUSED = { state: 'failed', reason: 'it would fail now', mayLand: true } as const
const unknown = (transaction?: string): Settlement => ({
  state: 'unknown',
  reason: 'not confirmed in time',
  transaction,
})

/** Makes the chain of a bank. */
export function cashChain({ bank, paymentScheme }: Cash, clock: Clock): CashChain {
  const { settle: move } = paymentScheme.backend
  const mined = new Set<string>()
  const waiting: (() => void)[] = []
  let count = 0
  const chain: CashChain = {
    mode: 'land',
    letGo() {
      chain.mode = 'land'
      for (const go of waiting.splice(0)) go()
    },
    backend: awake => ({
      settle: (payment, requirements, onIntent) =>
        settle({ payment, requirements } as Order, onIntent, awake),
      find: (payment, requirements, intent, onIntent) =>
        find({ payment, requirements } as Order, intent, { onIntent, awake }),
    }),
  }
  type Awake = Parameters<CashChain['backend']>[0]
  type OnIntent = (intent: Intent) => Promise<void>

  const isOver = ({ authorization }: Order['payment']): boolean =>
    Number(authorization.validBefore) * 1000 <= clock.now()
  /** What the chain proves of a payment. */
  const proved = ({ payment }: Order): Settlement | undefined => {
    const transaction = bank.landed.get(payment.authorization.key)
    if (transaction !== undefined) return { state: 'landed', transaction }
    return isOver(payment) ? { state: 'failed', reason: 'it expired unused' } : undefined
  }
  /** Sends a transaction; undefined if it was mined without an effect. */
  const send = async (order: Order, transaction: string): Promise<Settlement | undefined> => {
    if (chain.mode === 'held') await new Promise<void>(resolve => waiting.push(resolve))
    if (chain.mode === 'away') return unknown(transaction)
    const { payment, requirements } = order
    const isFirst = !mined.has(transaction)
    mined.add(transaction)
    if (isFirst && chain.mode !== 'refuse' && !isOver(payment))
      await move(payment, requirements, async () => undefined)
    return chain.mode === 'lost' ? unknown(transaction) : proved(order)
  }
  const settle = async (order: Order, onIntent: OnIntent, awake: Awake): Promise<Settlement> => {
    for (let tries = 1; tries <= TRIES; tries++) {
      const transaction = `0xintent${++count}`
      const recorded = onIntent({ transaction, sentAt: clock.now() })
      if (tries === 1) await recorded
      else if (
        !(await recorded.then(
          () => true,
          () => false,
        ))
      )
        return unknown()
      const end = await awake(() => send(order, transaction))
      if (end !== undefined) return end
      if (chain.mode === 'refuse') return REFUSED
    }
    return unknown()
  }
  const find = async (
    order: Order,
    { transaction }: Intent,
    { onIntent, awake }: { onIntent?: OnIntent; awake: Awake },
  ): Promise<Settlement> => {
    const found = await awake(async () => {
      if (chain.mode === 'away') return unknown(transaction)
      const isOpen = transaction !== undefined && !mined.has(transaction)
      return proved(order) ?? (isOpen ? send(order, transaction) : undefined)
    })
    if (found !== undefined) return found
    if (onIntent === undefined) return unknown(transaction)
    return chain.mode === 'refuse' ? REFUSED : settle(order, onIntent, awake)
  }
  return chain
}
