/** What the chain proves of an authorization of Permit2, and why it cannot be used. */
import { describe, expect, it } from 'vitest'
import type { Log } from '../../../runtime/payments/evm/token.ts'
import {
  allowanceCall,
  balanceCall,
  bitmapCall,
  cancelTopics,
  PERMIT2,
  transferTopics,
} from '../../../runtime/payments/evm/upto/contracts.ts'
import { permit2Upto } from '../../../runtime/payments/evm/upto/method.ts'
import { RpcDown, RpcError } from '../../../runtime/payments/rpc.ts'
import { TESTNET } from '../support.ts'
import { AUTHORIZATION, FROM, OTHER, TO, TOKEN, word } from '../evm/sample-authorization.ts'

describe('an authorization of Permit2', () => {
  const method = permit2Upto(TESTNET)
  const transferOf = (more: object = {}) =>
    ({ method, authorization: { ...(AUTHORIZATION as object), ...more }, amount: 400n }) as never

  it('is over after its end', () => {
    expect([1_000n, 1_001n].map(time => method.isOver(AUTHORIZATION, time))).toEqual([false, true])
  })

  it('is used by what Permit2 says', async () => {
    const asked: unknown[] = []
    const isUsed = (answer: string) => {
      const read = async (...all: unknown[]) => {
        asked.push(all)
        return answer
      }
      return method.isUsed({ read } as never, AUTHORIZATION, 9)
    }
    expect([await isUsed(word(8n)), await isUsed(word(~8n & 0xffn))]).toEqual([true, false])
    expect(asked[0]).toEqual([PERMIT2, bitmapCall(AUTHORIZATION), 9])
    await expect(isUsed('0x')).rejects.toEqual(
      new RpcDown('Permit2 does not give the state of nonces'),
    )
  })

  it('is found by the topics of the events that name it', () => {
    const canceled = '0x3704902f963766a4e561bbaab6e6cdc1b1dd12f6e9e99648da8843b3f46b918d'
    const transferred = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    const topic = (of: string): string => `0x${of.slice(2).padStart(64, '0')}`
    expect(cancelTopics(FROM)).toEqual([canceled, topic(FROM)])
    expect(transferTopics(AUTHORIZATION)).toEqual([transferred, topic(FROM), topic(TO)])
  })

  describe('that reverts', () => {
    const reason = (data: string | undefined, more: object = {}, answers: object = {}) => {
      const held: Record<string, string> = {
        [balanceCall(FROM)]: word(400n),
        [allowanceCall(FROM)]: word(400n),
        ...answers,
      }
      const node = { read: async (_to: string, call: string) => held[call] } as never
      return method.reason(node, transferOf(more), new RpcError('reverted', 3, data))
    }
    it.each([
      ['0x756688fe', 'the authorization is used or canceled'],
      ['0xCD21DB4F0000', 'the authorization is expired'],
      ['0xa65539fa', 'the authorization is not yet valid'],
      ['0x0f6fae87', 'the authorization names another facilitator'],
      ['0xfe64b4c7', 'the amount is above the signed ceiling'],
      ['0x815e1d64', 'invalid signature'],
      ['0x8baa579f', 'invalid signature'],
      ['0xb0669cbc', 'invalid signature of the contract wallet'],
      ['0x12345678', 'the contract rejected the transfer (0x12345678)'],
      [undefined, 'the contract rejected the transfer'],
    ])('with %s says: %s', async (data, text) => {
      expect(await reason(data)).toBe(text)
    })

    it('without a reason lacks money, or else the allowance', async () => {
      const short = (call: string) => ({ [call]: word(399n) })
      const allowance = `the allowance of Permit2 (${PERMIT2}) is less than 400`
      expect(await reason(undefined, {}, short(balanceCall(FROM)))).toBe(
        'transfer amount exceeds balance',
      )
      expect(await reason(undefined, {}, short(allowanceCall(FROM)))).toBe(allowance)
      expect(await reason(undefined, { permit: {} }, short(allowanceCall(FROM)))).toBe(
        `${allowance}; the token does not accept the EIP-2612 permit`,
      )
      const nonsense = reason(undefined, {}, { [balanceCall(FROM)]: '0x12' })
      await expect(nonsense).rejects.toEqual(new RpcDown('the token gave no number'))
    })
  })

  describe('whose nonce is used', () => {
    const transfer = (hash: string, amount: bigint, more: object = {}): Log => ({
      address: TOKEN,
      topics: transferTopics(AUTHORIZATION),
      data: word(amount),
      transactionHash: hash,
      ...more,
    })
    const cancellation = (mask: bigint, more: object = {}): Log => ({
      address: PERMIT2,
      topics: cancelTopics(FROM),
      data: word(7n) + word(mask).slice(2),
      ...more,
    })
    interface World {
      transfers?: Log[]
      cancellations?: Log[]
      /** The transfers of the block in which it was used, if that is searched. */
      inBlock?: Log[]
      /** The first block at which the nonce is used. */
      usedAt?: number
      head?: number
      /** The transaction that settled it, and for how much. */
      settled?: [string, bigint]
    }
    async function explain(world: World) {
      const { transfers = [], cancellations = [], usedAt = 1, head = 100, settled, inBlock } = world
      const looked: string[] = []
      const asked: unknown[] = []
      const node = {
        logs: async (filter: { address: string }, first: number, last: number) => {
          asked.push([filter, first, last])
          if (first === last && inBlock) return inBlock
          return filter.address === PERMIT2 ? cancellations : transfers
        },
        read: async (_to: string, _data: string, block: number) => word(block >= usedAt ? 8n : 0n),
        block: async (number: number) => ({ number, time: 10_000 }),
        receipt: async (transaction: string) => {
          looked.push(transaction)
          return { transaction, block: 1, logs: [] }
        },
      }
      const moved = async (_node: unknown, receipt: { transaction: string }) =>
        receipt.transaction === settled?.[0] ? settled[1] : undefined
      const question = { node, confirmations: 1 } as never
      const sought = { ...(transferOf() as object), method: { ...method, moved } } as never
      const at = { head: { number: head } as never, sentAt: 10_000_000 }
      return { end: await method.usedUp(question, sought, at), looked, asked }
    }
    const NOT_YET = {
      state: 'unknown',
      reason: 'the authorization is used, its transaction was not found yet',
    }
    const ELSEWHERE = { state: 'failed', reason: 'the wallet used the nonce for another transfer' }
    const CANCELLED = { state: 'failed', reason: 'the wallet canceled the authorization' }

    it('is explained by a transfer, and those of the exact amount are looked at first', async () => {
      const transfers = [
        transfer('0xpart', 100n),
        transfer('0xnone', 0n),
        transfer('0xmore', 501n),
        transfer('0xgone', 400n, { removed: true }),
        transfer('0xanother', 400n, { address: OTHER }),
        transfer('0xnameless', 400n, { transactionHash: undefined }),
        transfer('0xlong', 400n, { data: `${word(1n)}00` }),
        transfer('0xodd', 400n, { data: `x${word(400n)}` }),
        transfer('0xexact', 400n),
        transfer('0xceiling', 500n),
        transfer('0xpart', 200n),
      ]
      const { end, looked, asked } = await explain({ transfers, settled: ['0xceiling', 500n] })
      expect(looked).toEqual(['0xexact', '0xpart', '0xceiling'])
      expect(end).toEqual({ state: 'landed', transaction: '0xceiling', amount: 500n })
      expect(asked).toEqual([
        [{ address: TOKEN, topics: transferTopics(AUTHORIZATION) }, 0, 100],
        [{ address: PERMIT2, topics: cancelTopics(FROM) }, 0, 100],
      ])
    })

    it.each<[string, World, object]>([
      ['its cancellation', { cancellations: [cancellation(8n)] }, CANCELLED],
      ['a cancellation of others', { cancellations: [cancellation(7n)], usedAt: 99 }, NOT_YET],
      [
        'a cancellation that was removed',
        { cancellations: [cancellation(8n, { removed: true })], usedAt: 99 },
        NOT_YET,
      ],
      ['nothing, twelve blocks ago', { usedAt: 88 }, ELSEWHERE],
      ['nothing yet', { usedAt: 89 }, NOT_YET],
      ['nothing at the start of the chain', { head: 11, usedAt: 0 }, NOT_YET],
      ['nothing on a short chain', { head: 12, usedAt: 0 }, ELSEWHERE],
      [
        'nothing that the search reaches',
        { head: 1_000_000 },
        { state: 'unknown', reason: 'the authorization is used, its transaction was not found' },
      ],
    ])('is explained by %s', async (_, world, end) => {
      expect((await explain(world)).end).toEqual(end)
    })

    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => transfer(`0x${i}`, 400n))

    it('is explained by its block, if there are more than 200 transfers', async () => {
      expect((await explain({ transfers: many(200), usedAt: 37 })).asked).toHaveLength(2)
      for (const usedAt of [1, 37, 87, 88, 99, 100]) {
        const { asked } = await explain({ transfers: many(201), usedAt })
        const filter = { address: TOKEN, topics: transferTopics(AUTHORIZATION) }
        expect(asked[2]).toEqual([filter, usedAt, usedAt])
      }
    })

    const tooMany = {
      state: 'unknown',
      reason: 'the authorization is used; there are too many transfers',
    }
    it.each<[string, World, object]>([
      ['no transfer, twelve blocks ago', { usedAt: 88, inBlock: [] }, ELSEWHERE],
      ['no transfer yet', { usedAt: 89, inBlock: [] }, NOT_YET],
      [
        'its own transfer',
        { inBlock: [transfer('0xit', 400n)], settled: ['0xit', 400n] },
        { state: 'landed', transaction: '0xit' },
      ],
      [
        'its own transfer behind another',
        {
          inBlock: [transfer('0xno', 400n), transfer('0xit', 400n)],
          settled: ['0xit', 400n],
          usedAt: 95,
        },
        { state: 'landed', transaction: '0xit' },
      ],
      ['200 transfers of others', { inBlock: many(200) }, ELSEWHERE],
      ['too many transfers there', { inBlock: many(201) }, tooMany],
    ])('is explained by its block with %s', async (_, world, end) => {
      expect((await explain({ transfers: many(201), ...world })).end).toEqual(end)
    })
  })
})
