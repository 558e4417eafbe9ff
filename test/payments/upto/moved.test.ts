/** What a mined transaction proves of a payment for actual use: its call and its logs, together. */
import { expect, it } from 'vitest'
import type { Node, Receipt } from '../../../runtime/payments/evm/node.ts'
import type { Transfer } from '../../../runtime/payments/evm/transfer-method.ts'
import { PROXY, settleCall, transferTopics } from '../../../runtime/payments/evm/upto/contracts.ts'
import { permit2Upto } from '../../../runtime/payments/evm/upto/method.ts'
import type { UptoAuthorization } from '../../../runtime/payments/evm/upto/types.ts'
import { METERED } from './support.ts'

const address = (digit: string): string => `0x${digit.repeat(40)}`
const authorization: UptoAuthorization = {
  key: 'k',
  signed: null,
  from: address('1'),
  to: address('2'),
  value: 100n,
  validAfter: 0n,
  validBefore: 2_000_000_000n,
  nonce: `0x${'7'.repeat(64)}`,
  signature: `0x${'1'.repeat(130)}`,
  token: METERED.asset.address.toLowerCase(),
  spender: PROXY.toLowerCase(),
  facilitator: address('3'),
}
const method = permit2Upto(METERED)
const transfer: Transfer<UptoAuthorization> = { method, authorization, amount: 40n, plain: false }

/** The log of a transfer of the token. */
const log = (
  amount: bigint,
  topics = transferTopics(authorization),
  token = authorization.token,
) => ({
  address: token,
  topics,
  data: `0x${amount.toString(16).padStart(64, '0')}`,
})

/** What a transaction proves that calls the proxy for 40 and moves 40, unless changed. */
async function moved(
  changes: { call?: Partial<{ to: string; data: string }>; receipt?: Partial<Receipt> } = {},
) {
  const call = { to: PROXY, data: settleCall(authorization, 40n, false), ...changes.call }
  const node = { sent: async () => call } as unknown as Node
  const receipt: Receipt = {
    transaction: `0x${'a'.repeat(64)}`,
    block: 1,
    blockHash: `0x${'b'.repeat(64)}`,
    ok: true,
    logs: [log(40n)],
    ...changes.receipt,
  }
  return method.moved(node, receipt, transfer)
}
const callOf = (changes: Partial<UptoAuthorization>) => ({
  call: { data: settleCall({ ...authorization, ...changes }, 40n, false) },
})

it('the amount of the call, if the token logged it', async () => {
  expect(await moved()).toBe(40n)
  expect(await moved({ receipt: { logs: [log(7n), log(40n)] } })).toBe(40n)
})

it.each([
  ['that failed', { receipt: { ok: false } }],
  ['without logs', { receipt: { logs: [] } }],
  ['whose token logged another amount', { receipt: { logs: [log(39n)] } }],
  ['of another token', { receipt: { logs: [log(40n, undefined, address('9'))] } }],
  [
    'to another recipient',
    { receipt: { logs: [log(40n, transferTopics({ ...authorization, to: address('8') }))] } },
  ],
  ['to another contract', { call: { to: address('9') } }],
  ['that is another call', { call: { data: '0x12345678' } }],
  ['for another nonce', callOf({ nonce: `0x${'6'.repeat(64)}` })],
  ['for another wallet', callOf({ from: address('5') })],
  ['for another recipient', callOf({ to: address('5') })],
  ['for another ceiling', callOf({ value: 41n })],
])('nothing by a transaction %s', async (_name, changes) => {
  expect(await moved(changes)).toBeUndefined()
})
