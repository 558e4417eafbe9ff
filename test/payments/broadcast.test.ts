/**
 * The in-process settler against nonces, stuck transactions and nodes that lose, lie or are away.
 */
import { describe, expect, it } from 'vitest'
import type { Intent } from '../../runtime/payments/settlement.ts'
import {
  embeddedStore,
  PAY_TO,
  paid,
  relayer,
  side,
  startChain,
  TESTNET,
  until,
} from './support.ts'
import { honest, only, rpcError } from './node-proxy.ts'
import { chain, gateway, node, pool, settle, silent, useRelayerWorld } from './relayer-world.ts'

useRelayerWorld()

describe('nonces', () => {
  it('a relayer key that is used elsewhere too: refused nonces are chosen anew', async () => {
    expect(await settle(await paid(chain, gateway.paymentScheme))).toMatchObject({
      state: 'landed',
    })
    const other = await side(chain)
    for (let i = 0; i < 3; i++) {
      const { payment, requirements } = await paid(chain, gateway.paymentScheme)
      expect(await other.backend.settle(payment, requirements, silent)).toMatchObject({
        state: 'landed',
      })
    }
    await other.stop()
    expect(await settle(await paid(chain, gateway.paymentScheme))).toMatchObject({
      state: 'landed',
    })
  })

  it('a transaction that the node lost is sent again, and those behind it land too', async () => {
    let lost = 0
    node.lever = only('eth_sendRawTransaction', async ({ params }, forward) =>
      lost++ === 0 ? `{"jsonrpc":"2.0","id":1,"result":"${params[0].slice(0, 66)}"}` : forward(),
    )
    const first = settle(await paid(chain, gateway.paymentScheme))
    await until(() => lost === 1, 'the loss')
    const second = settle(await paid(chain, gateway.paymentScheme))
    expect(await Promise.all([first, second])).toMatchObject([
      { state: 'landed' },
      { state: 'landed' },
    ])
  })

  it('a hole in the nonces, with nobody left who knows its bytes, is filled', async () => {
    expect(await settle(await paid(chain, gateway.paymentScheme))).toMatchObject({
      state: 'landed',
    })
    // A node that claims two more waiting transactions than there are.
    node.lever = only('eth_getTransactionCount', async ({ params }, forward) => {
      const reply = JSON.parse(await forward())
      return JSON.stringify({
        ...reply,
        result:
          params[1] === 'pending' ? `0x${(Number(reply.result) + 2).toString(16)}` : reply.result,
      })
    })
    const fresh = await side(chain, { url: node.url })
    const { payment, requirements } = await paid(chain, gateway.paymentScheme)
    expect(await fresh.backend.settle(payment, requirements, silent)).toMatchObject({
      state: 'landed',
    })
    await fresh.stop()
  })

  it('a chain that was started anew: the book of the old one does not block', async () => {
    const held = await embeddedStore()
    const [one, two] = await Promise.all([startChain(TESTNET), startChain(TESTNET)])
    try {
      for (const at of [one, one, one, two]) {
        const backend = relayer(at, held.store)
        const { payment, requirements } = await paid(at, gateway.paymentScheme)
        expect(await backend.settle(payment, requirements, silent)).toMatchObject({
          state: 'landed',
        })
        await backend.close()
      }
    } finally {
      await Promise.all([one.stop(), two.stop(), held.stop()])
    }
  })
})

describe('a transaction that is not mined', () => {
  it('gets a higher fee under the same nonce; the new intent is recorded before it is sent; it pays once', async () => {
    const payment = await paid(chain, gateway.paymentScheme)
    const before = await chain.balanceOf(PAY_TO)
    await chain.setAutomine(false)
    const intents: Intent[] = []
    const known: boolean[] = []
    const end = settle(payment, async intent => {
      // What were sent without waiting for this would be known to the node by then.
      await new Promise(resolve => setTimeout(resolve, 250))
      known.push((await chain.rpc('eth_getTransactionByHash', [intent.transaction])) !== null)
      intents.push(intent)
    })
    await until(() => intents.length >= 2, 'the higher fee')
    await until(
      async () => (await pool()).some(({ hash }) => hash === intents.at(-1)?.transaction),
      'the replacement',
    )
    const waiting = await pool()
    expect(waiting).toHaveLength(1)
    expect(known).not.toContain(true)
    expect(new Set(intents.map(({ relayerNonce }) => relayerNonce)).size).toBe(1)
    await chain.mine()
    expect(await end).toEqual({ state: 'landed', transaction: waiting[0]?.hash })
    expect(await chain.balanceOf(PAY_TO)).toBe(before + 10_000n)
  })

  it('ERR-013 not mined in time is unknown, never failed; once mined it is found', async () => {
    const payment = await paid(chain, gateway.paymentScheme)
    await chain.setAutomine(false)
    let intent!: Intent
    const end = await settle(payment, async stored => {
      intent = stored
    })
    expect(end).toMatchObject({ state: 'unknown', transaction: expect.stringMatching(/^0x/) })
    expect(await gateway.backend.find(payment.payment, payment.requirements, intent)).toMatchObject(
      { state: 'unknown' },
    )
    await chain.mine()
    expect(await gateway.backend.find(payment.payment, payment.requirements, intent)).toMatchObject(
      { state: 'landed' },
    )
  })

  it('more confirmations are waited for where they are wanted', async () => {
    const careful = await side(chain, { options: { confirmations: 3 } })
    const { payment, requirements } = await paid(chain, gateway.paymentScheme)
    let over = false
    const end = careful.backend.settle(payment, requirements, silent).finally(() => {
      over = true
    })
    await until(
      async () => chain.used(payment.authorization.from, payment.authorization.nonce),
      'the block',
    )
    await chain.mine()
    await new Promise(resolve => setTimeout(resolve, 150))
    expect(over).toBe(false)
    await chain.mine()
    expect(await end).toMatchObject({ state: 'landed' })
    await careful.stop()
  })
})

describe('a node that misbehaves at the broadcast', () => {
  it.each([
    [
      'forwards, then answers 502',
      async (_call: unknown, forward: () => Promise<string>) => {
        await forward()
        return { status: 502, text: 'bad gateway' }
      },
    ],
    [
      'forwards, then never answers',
      async (_call: unknown, forward: () => Promise<string>) => {
        await forward()
        return undefined
      },
    ],
    [
      'forwards, then says an error of its own',
      async (_call: unknown, forward: () => Promise<string>) => {
        await forward()
        return rpcError('internal error')
      },
    ],
    [
      'forwards twice, as balancers do: nonce too low',
      async (_call: unknown, forward: () => Promise<string>) => {
        await forward()
        return rpcError('nonce too low')
      },
    ],
    [
      'says that it knows the transaction already',
      async (_call: unknown, forward: () => Promise<string>) => {
        await forward()
        return rpcError('already known')
      },
    ],
  ])('%s: the settlement is found, and pays once', async (_name, what) => {
    node.lever = only('eth_sendRawTransaction', what)
    const payment = await paid(chain, gateway.paymentScheme)
    const before = await chain.balanceOf(PAY_TO)
    expect(await settle(payment)).toMatchObject({ state: 'landed' })
    expect(await chain.balanceOf(PAY_TO)).toBe(before + 10_000n)
  })

  it('forwards and then is away: unknown, never failed; found when it is back', async () => {
    let away = false
    node.lever = async ({ method }, forward) => {
      if (method === 'eth_sendRawTransaction') {
        await forward()
        away = true
      }
      return away ? { status: 503, text: 'away' } : forward()
    }
    const payment = await paid(chain, gateway.paymentScheme)
    let intent!: Intent
    expect(
      await settle(payment, async stored => {
        intent = stored
      }),
    ).toMatchObject({ state: 'unknown' })
    expect(await gateway.backend.find(payment.payment, payment.requirements, intent)).toMatchObject(
      { state: 'unknown' },
    )
    node.lever = honest
    expect(await gateway.backend.find(payment.payment, payment.requirements, intent)).toMatchObject(
      { state: 'landed' },
    )
  })

  it('answers from a block before the settlement: nothing is declared failed', async () => {
    // State and receipts of an old block, the nonce of a new one: balanced nodes that lag behind
    // each other.
    const payment = await paid(chain, gateway.paymentScheme)
    let intent!: Intent
    await settle(payment, async stored => {
      intent = stored
    })
    const old = `0x${((await chain.blockNumber()) - 1).toString(16)}`
    node.lever = async ({ method, params }, forward) => {
      if (method === 'eth_getTransactionReceipt' || method === 'eth_getLogs')
        return `{"jsonrpc":"2.0","id":1,"result":${method === 'eth_getLogs' ? '[]' : 'null'}}`
      if (method === 'eth_getBlockByNumber' && params[0] === 'latest')
        return JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          result: await chain.rpc('eth_getBlockByNumber', [old, false]),
        })
      return forward()
    }
    expect(await gateway.backend.find(payment.payment, payment.requirements, intent)).toMatchObject(
      { state: 'unknown' },
    )
    node.lever = honest
    expect(await gateway.backend.find(payment.payment, payment.requirements, intent)).toMatchObject(
      { state: 'landed' },
    )
  })
})
