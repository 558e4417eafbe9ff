/** What the chain proves of an authorization: that it moved its money, never will, or neither. */
import { describe, expect, it } from 'vitest'
import { authorizationStatus } from '../../../runtime/payments/evm/authorization-status.ts'
import { eip3009 } from '../../../runtime/payments/evm/eip3009.ts'
import {
  addressTopic,
  CANCELED,
  stateCall,
  USED,
  type Log,
} from '../../../runtime/payments/evm/token.ts'
import { transferTopics } from '../../../runtime/payments/evm/upto/contracts.ts'
import { RpcDown } from '../../../runtime/payments/rpc.ts'
import { TESTNET } from '../support.ts'
import { AUTHORIZATION, FROM, NONCE, TOKEN, word } from './sample-authorization.ts'

describe('the status of an authorization', () => {
  interface World {
    confirmations?: number
    /** The newest block; each has its number as its time. */
    newest?: number
    used?: boolean
    over?: boolean
    /** What the recorded transaction moved. */
    moved?: bigint
    /** The relayer's transaction count. */
    count?: number
    intent?: object
  }
  async function status(world: World) {
    const { confirmations = 1, newest = 50, used = false, over = false, moved, intent } = world
    const asked: unknown[] = []
    const node = {
      ready: async (contracts: unknown) => void asked.push(['ready', contracts]),
      block: async (number?: number) => {
        if (number !== undefined) asked.push(['block', number])
        return { number: number ?? newest, time: number ?? newest }
      },
      count: async (...all: unknown[]) => {
        asked.push(['count', ...all])
        return world.count
      },
      receipt: async (transaction: string) =>
        moved === undefined ? undefined : { transaction, block: 1, logs: [] },
    }
    const method = {
      contracts: ['c'],
      isUsed: async (_node: unknown, _of: unknown, block: number) => {
        asked.push(['used', block])
        return used
      },
      isOver: (_of: unknown, time: bigint) => {
        asked.push(['over', time])
        return over
      },
      usedUp: async (_question: unknown, _transfer: unknown, at: unknown) => ({ at }),
      moved: async () => moved,
    }
    const question = { node, confirmations } as never
    const transfer = { method, authorization: AUTHORIZATION, amount: 500n } as never
    const end = await authorizationStatus(question, transfer, { sentAt: 9, ...intent })
    return { end, asked }
  }
  const UNUSED = 'the authorization is not used yet'
  const REPLACED = 'the transaction was mined without effect or replaced'
  const relayed = { relayer: 'r', relayerNonce: 4, transaction: '0xt' }

  it('is read at one block, which has enough confirmations', async () => {
    const read = async (world: World) => (await status(world)).asked
    const at = (block: number, ...more: unknown[]) => [
      ['ready', ['c']],
      ...more,
      ['used', block],
      ['over', BigInt(block)],
    ]
    expect(await read({})).toEqual(at(50))
    expect(await read({ confirmations: 3 })).toEqual(at(48, ['block', 48]))
    expect(await read({ confirmations: 3, newest: 1 })).toEqual(at(0, ['block', 0]))
    const counted = await read({ confirmations: 3, count: 4, intent: relayed })
    expect(counted.at(-1)).toEqual(['count', 'r', 48])
  })

  it.each<[string, World, object]>([
    [
      'landed if its transaction moved the money',
      { moved: 500n, used: true, intent: relayed },
      { state: 'landed', transaction: '0xt' },
    ],
    [
      'what used the nonce',
      { used: true, over: true, intent: relayed },
      { at: { head: { number: 50, time: 50 }, sentAt: 9 } },
    ],
    [
      'failed if it is over and unused',
      { over: true, count: 5, intent: relayed },
      { state: 'failed', reason: 'the authorization expired unused' },
    ],
    [
      'without effect if the nonce of its transaction is used',
      { count: 5, intent: relayed },
      { state: 'unknown', reason: REPLACED, transaction: '0xt' },
    ],
    [
      'without effect, also for the first nonce',
      { count: 1, intent: { ...relayed, relayerNonce: 0 } },
      { state: 'unknown', reason: REPLACED, transaction: '0xt' },
    ],
    [
      'open while that nonce is free',
      { count: 4, intent: relayed },
      { state: 'unknown', reason: UNUSED, transaction: '0xt' },
    ],
    ['open without a transaction', { moved: 500n }, { state: 'unknown', reason: UNUSED }],
    [
      'open without a nonce',
      { count: 5, intent: { ...relayed, relayerNonce: undefined } },
      { state: 'unknown', reason: UNUSED, transaction: '0xt' },
    ],
  ])('is %s', async (_, world, end) => {
    expect((await status(world)).end).toEqual(end)
  })
})

describe('an authorization of the token', () => {
  const method = eip3009(TESTNET)

  it('is over from its end on', () => {
    expect([999n, 1_000n].map(time => method.isOver(AUTHORIZATION, time))).toEqual([false, true])
  })

  it('is used by what the token says', async () => {
    const asked: unknown[] = []
    const isUsed = (answer: string) =>
      method.isUsed(
        {
          read: async (...all: unknown[]) => {
            asked.push(all)
            return answer
          },
        } as never,
        AUTHORIZATION,
        9,
      )
    expect([await isUsed(word(0n)), await isUsed(word(1n))]).toEqual([false, true])
    expect(asked[0]).toEqual([TESTNET.asset.address, stateCall(FROM, NONCE), 9])
    await expect(isUsed('0x')).rejects.toEqual(
      new RpcDown('the token does not give the state of authorizations'),
    )
  })

  const used: Log = { address: TOKEN, topics: [USED], data: '0x', transactionHash: '0xt' }
  const whole: Log = { ...used, topics: [USED, addressTopic(FROM), NONCE] }
  const pays: Log = { address: TOKEN, topics: transferTopics(AUTHORIZATION), data: word(500n) }
  const unknown = (reason: string, transaction?: string) => ({
    state: 'unknown',
    reason: `the authorization is used, its ${reason}`,
    transaction,
  })
  it.each<[string, Log[], Log[] | undefined, object]>([
    ['nothing', [], [], unknown('transaction was not found')],
    [
      'a log that was removed',
      [{ ...used, removed: true }],
      [],
      unknown('transaction was not found'),
    ],
    [
      'a log without its transaction',
      [{ ...used, transactionHash: undefined }],
      [],
      unknown('transaction was not found'),
    ],
    [
      'its cancellation',
      [{ ...used, topics: [CANCELED] }],
      [],
      { state: 'failed', reason: 'the wallet canceled the authorization' },
    ],
    ['its transfer', [used], [whole, pays], { state: 'landed', transaction: '0xt' }],
    [
      'another transfer',
      [used],
      [whole],
      { state: 'failed', reason: 'the wallet used the nonce for another transfer' },
    ],
    ['a transfer of the amount', [used], [pays], unknown('transfer is not proved yet', '0xt')],
    ['an unknown receipt', [used], undefined, unknown('transfer is not proved yet', '0xt')],
  ])('whose nonce is used is explained by %s', async (_, logs, receipt, end) => {
    const asked: unknown[] = []
    const node = {
      logs: async (...all: unknown[]) => {
        asked.push(all)
        return logs
      },
      receipt: async (transaction: string) => receipt && { transaction, block: 1, logs: receipt },
    }
    const question = { node, confirmations: 1 } as never
    const transfer = { method, authorization: AUTHORIZATION, amount: 500n } as never
    const head = { number: 40 } as never
    expect(await method.usedUp(question, transfer, { head, sentAt: 0 })).toEqual(end)
    const topics = [[USED, CANCELED], addressTopic(FROM), NONCE]
    expect(asked).toEqual([[{ address: TESTNET.asset.address, topics }, 0, 40]])
  })
})
