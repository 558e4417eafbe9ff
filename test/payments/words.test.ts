/**
 * What nodes and facilitators say in their own words may hold our key: it goes to the log, callers
 * hear fixed sentences.
 */
import { describe, expect, it } from 'vitest'
import { rejectionOf } from '../../runtime/payments/facilitator/reasons.ts'
import { createFacilitatorBackend } from '../../runtime/payments/evm/facilitator/backend.ts'
import { createRelayerBackend } from '../../runtime/payments/evm/relayer/backend.ts'
import { reasonOf } from '../../runtime/payments/evm/revert.ts'
import { RpcError } from '../../runtime/payments/rpc.ts'
import { systemClock } from '../../runtime/lib/clock.ts'
import { paid, PAY_TO, QUICK, TESTNET } from './support.ts'
import { only, rpcError } from './node-proxy.ts'
import { chain, gateway, node, silent, useRelayerWorld } from './relayer-world.ts'

useRelayerWorld()

const KEY = 'k3y-0123456789abcdef'
const chatty = rpcError(`daily limit of ${KEY} exceeded, see https://node.test/v3/${KEY}`, -32005)

/** A settler with a log. */
function logged(options = {}) {
  const log: string[] = []
  const observe = {
    log: {
      warn: (facts: object, event: string) => log.push(JSON.stringify({ event, ...facts })),
    } as never,
  }
  const backend = createRelayerBackend({
    spec: TESTNET,
    rpcUrl: node.url,
    relayerKey: chain.keys[0] as string,
    store: gateway.store,
    clock: systemClock,
    observe,
    options: { ...QUICK, ...options },
  })
  return { backend, log, observe }
}

describe('a node that talks', () => {
  it('is reported by its code at every question; its words are in the log', async () => {
    const { backend, log } = logged()
    const { payment, requirements } = await paid(chain, gateway.paymentScheme)
    node.lever = async () => chatty
    const { from, signature } = payment.authorization
    const reported = JSON.stringify([
      await backend.check(payment, requirements),
      await backend.contractSigned!(from, Buffer.alloc(32), signature),
      await backend.find(payment, requirements, { sentAt: Date.now() }),
      await backend.health(),
    ])
    expect(reported).not.toContain(KEY)
    expect(reported.match(/the node cannot be asked \(error -32005\)/g)).toHaveLength(4)
    expect(log.filter(line => line.includes(KEY))).toHaveLength(4)
    await backend.close()
  })

  it.each([
    [
      'before anything is sent',
      /^nothing was sent: the node cannot be asked \(error -32005\)$/,
      'eth_getTransactionCount',
      chatty,
    ],
    [
      'at the broadcast',
      /^the node refused the transaction \(error -32000\)$/,
      'eth_sendRawTransaction',
      rpcError(`gas limit of ${KEY}`),
    ],
  ])('%s: the reason is ours', async (_name, reason, method, answer) => {
    const { backend, log } = logged({ wait: 300 })
    const { payment, requirements } = await paid(chain, gateway.paymentScheme)
    node.lever = only(method, async () => answer)
    const end = await backend
      .settle(payment, requirements, silent)
      .catch((error: Error) => ({ state: 'unsent', reason: error.message }))
    expect(end).toMatchObject({
      state: expect.stringMatching(/^un/),
      reason: expect.stringMatching(reason),
    })
    expect(log.some(line => line.includes(KEY))).toBe(true)
    await backend.close()
  })

  it('an answer that is no number is not repeated either', async () => {
    const { backend } = logged()
    node.lever = only('eth_getBalance', async () =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, result: KEY }),
    )
    expect(await backend.health()).toMatchObject({
      ok: false,
      details: { problem: 'the node cannot be asked' },
    })
    await backend.close()
  })
})

describe('the reason of a revert', () => {
  const text = (words: string): string =>
    `0x08c379a0${[32, words.length].map(value => value.toString(16).padStart(64, '0')).join('')}` +
    Buffer.from(words).toString('hex').padEnd(128, '0')

  it.each([
    [
      'in its data is reported',
      new RpcError(`at ${KEY}`, 3, text('FiatTokenV2: invalid signature')),
      'FiatTokenV2: invalid signature',
    ],
    [
      'without data is reported where it is a known phrase',
      new RpcError(
        `execution reverted: FiatTokenV2: authorization is used or canceled (${KEY})`,
        3,
      ),
      'authorization is used or canceled',
    ],
    [
      'in other words of the node is not',
      new RpcError(`request reverted for ${KEY}`, -32000),
      'the contract rejected the transfer',
    ],
    [
      'of another kind is reported by its selector',
      new RpcError(KEY, 3, '0x4e487b71' + '0'.repeat(64)),
      'the contract rejected the transfer (0x4e487b71)',
    ],
  ])('%s', (_name, error, reported) => {
    expect(reasonOf(error)).toBe(reported)
  })
})

describe('a facilitator that talks', () => {
  it('is reported by its codes; its free words only decide what they mean', () => {
    expect(rejectionOf({ invalidReason: `insufficient funds, key ${KEY}` }, '0x')).toMatchObject({
      code: 'PAYMENT_UNFUNDED',
      details: 'the facilitator refused the payment',
    })
    expect(
      rejectionOf(
        { invalidReason: 'invalid_exact_evm_signature', invalidMessage: `at https://${KEY}` },
        '0x',
      ),
    ).toMatchObject({
      code: 'PAYMENT_INVALID',
      details: 'invalid_exact_evm_signature',
    })
  })

  it('or whose node does, is not heard in settlements', async () => {
    const { observe, log, backend: relayer } = logged()
    const reply = { success: false, errorReason: `nothing was sent: ${KEY}`, transaction: '' }
    const { createServer } = await import('node:http')
    const server = createServer((_request, response) => response.end(JSON.stringify(reply)))
    await new Promise<void>(go => server.listen(0, '127.0.0.1', go))
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    const backend = createFacilitatorBackend({
      spec: TESTNET,
      payTo: PAY_TO,
      url,
      rpcUrl: node.url,
      clock: systemClock,
      observe,
    })
    const { payment, requirements } = await paid(chain, gateway.paymentScheme)
    const heard = await backend.settle(payment, requirements, silent)
    node.lever = async () => chatty
    const found = await backend.find(payment, requirements, { sentAt: Date.now() })
    expect([heard.state, found.state, JSON.stringify([heard, found]).includes(KEY)]).toEqual([
      'unknown',
      'unknown',
      false,
    ])
    expect(log.filter(line => line.includes(KEY)).length).toBeGreaterThanOrEqual(2)
    await Promise.all([backend.close(), relayer.close()])
    server.closeAllConnections()
    server.close()
  })
})
