/** A backend for tests, whose facilitator answers as it is told. */
import type { BatchedApi, Transfer } from '../../../runtime/payments/batched/api.ts'
import type { Authorization } from '../../../runtime/payments/batched/authorization.ts'
import { createBatchedBackend } from '../../../runtime/payments/batched/backend.ts'
import type { NetworkSpec } from '../../../runtime/contract.ts'
import type { Payment, Requirements } from '../../../runtime/payments/payment.ts'
import type { Intent } from '../../../runtime/payments/settlement.ts'
import { manualClock } from '../../helpers/clock.ts'

/** The wallet that pays, and one that has no part in it. */
export const [FROM, OTHER] = [`0x${'1'.repeat(40)}`, `0x${'3'.repeat(40)}`] as [string, string]
const PAY_TO = `0x${'2'.repeat(40)}`
/** The nonce of the authorization. */
export const NONCE = `0x${'a'.repeat(64)}`
/** Ids of transfers: that of the payment, and another one. */
export const [ID, OTHER_ID] = ['id-1', 'id-2']
/** The chain of the payment. */
export const CHAIN = 'eip155:84532'
/** The token that pays. */
export const TOKEN = `0x${'c'.repeat(40)}`
/** The contract that holds the deposits. */
export const CONTRACT = `0x${'d'.repeat(40)}`
/** How long the backend looks for a transfer that was accepted, ms. */
export const LOOK = 300
/** Until when the wallet signed, s from the beginning of the clock. */
export const SIGNED_FOR = 1_000
/** How long after that an authorization counts as unused, ms. */
export const MARGIN = 60_000

const SPEC = {
  name: 'nano',
  scheme: 'exact',
  chain: CHAIN,
  asset: { symbol: 'USDC', address: TOKEN },
  contract: CONTRACT,
} as never as NetworkSpec
/** What the payment must pay; the recipient is in other letters than in transfers. */
export const REQUIREMENTS = {
  scheme: 'exact',
  network: CHAIN,
  payTo: PAY_TO.toUpperCase().replace('0X', '0x'),
  amount: '500',
} as never as Requirements
/** What the wallet signed. */
export const SIGNED = { signature: '0xsig', authorization: { nonce: NONCE } }

/** The transfer of the payment, changed as set. */
export const transfer = (more: Partial<Transfer> = {}): Transfer => ({
  id: ID,
  status: 'received',
  token: 'USDC',
  sendingNetwork: CHAIN,
  recipientNetwork: CHAIN,
  fromAddress: FROM,
  toAddress: PAY_TO,
  amount: '500',
  nonce: NONCE,
  ...more,
})
/** The answer that a settlement was accepted, changed as set. */
export const accepted = (more: object = {}) => ({
  state: 'accepted' as const,
  transaction: ID,
  network: CHAIN,
  payer: FROM.toUpperCase(),
  ...more,
})
/** What the facilitator shows, time after time; the last one stays. */
export type Shown = (Transfer[] | undefined)[]

/** A backend whose facilitator answers as it is told. */
export function desk(says: {
  shown?: Shown
  settle?: object
  verify?: object
  balance?: bigint | Error
  supported?: readonly unknown[] | string
}) {
  const clock = manualClock()
  const asked: { name: string; with: unknown }[] = []
  const shown = [...(says.shown ?? [[]])]
  const note = <T>(name: string, what: unknown, answer: T): T => {
    asked.push({ name, with: what })
    return answer
  }
  const api = {
    verify: async (...what: unknown[]) => note('verify', what, says.verify ?? { state: 'valid' }),
    settle: async (...what: unknown[]) => note('settle', what, says.settle ?? accepted()),
    transfers: async (what: unknown) =>
      note('transfers', what, shown.length > 1 ? shown.shift() : shown[0]),
    supported: async () => says.supported,
  } as never as BatchedApi
  const backend = createBatchedBackend({
    api,
    spec: SPEC,
    clock,
    origin: 'https://gateway.example/',
    look: LOOK,
    balanceOf: async () => {
      const { balance = 500n } = says
      if (typeof balance !== 'bigint') throw balance
      return balance
    },
  })
  const signedUntil = BigInt(clock.now() / 1000 + SIGNED_FOR)
  const payment = {
    authorization: { from: FROM, nonce: NONCE, value: 500n, signedUntil, signed: SIGNED },
  } as never as Payment<Authorization>
  const recorded: Intent[] = []
  const record = async (intent: Intent): Promise<void> => {
    recorded.push(intent)
    asked.push({ name: 'record', with: intent })
  }
  const names = () => asked.map(({ name }) => name)
  /** Settles, and lets the time pass in which the backend looks for the transfer. */
  const settle = async () => {
    const end = backend.settle(payment, REQUIREMENTS, record)
    await clock.advance(10 * LOOK)
    return end
  }
  const find = async (intent: Intent, onIntent?: typeof record) => {
    const end = backend.find(payment, REQUIREMENTS, intent, onIntent)
    await clock.advance(10 * LOOK)
    return end
  }
  const check = () => backend.check(payment, REQUIREMENTS)
  return { asked, backend, check, clock, find, names, recorded, settle }
}
