/**
 * The in-process settler on a real chain: batches, recorded intents, and everything that makes a
 * settlement fail.
 */
import { encodeFunctionData, parseAbi, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Intent } from '../../runtime/payments/settlement.ts'
import {
  asked,
  decoded,
  embeddedStore,
  facts,
  newWallet,
  PAY_TO,
  paid,
  relayer,
  side,
  signPayment,
  TESTNET,
  until,
} from './support.ts'
import { honest, only } from './node-proxy.ts'
import {
  chain,
  gateway,
  many,
  node,
  pool,
  sent,
  settle,
  silent,
  transactions,
  useRelayerWorld,
} from './relayer-world.ts'

useRelayerWorld()

describe('batches', () => {
  it('100 settlements at once land in few transactions, each once', async () => {
    const payments = await many(100)
    const before = await chain.balanceOf(PAY_TO)
    const ends = await Promise.all(payments.map(payment => settle(payment)))
    expect(ends.map(({ state }) => state)).toEqual(Array(100).fill('landed'))
    expect(await chain.balanceOf(PAY_TO)).toBe(before + 1_000_000n)
    expect(transactions(ends).size).toBeLessThanOrEqual(4)
    for (const { payment } of payments)
      expect(await chain.used(payment.authorization.from, payment.authorization.nonce)).toBe(true)
  })

  it('one that fails inside a batch is failed with its reason; the others land in the same transaction', async () => {
    const payments = await many(5)
    const poor = await paid(chain, gateway.paymentScheme, { funds: 9_999n })
    const ends = await Promise.all(
      [...payments.slice(0, 2), poor, ...payments.slice(2)].map(payment => settle(payment)),
    )
    expect(ends[2]).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/exceeds balance/),
    })
    expect(ends.filter(({ state }) => state === 'landed')).toHaveLength(5)
    expect(transactions(ends).size).toBe(1)
  })

  it('two payments of one wallet for the same amount in one batch are distinguished', async () => {
    const wallet = newWallet()
    await chain.fund(wallet.address, 15_000n)
    const requirements = asked(gateway.paymentScheme)
    const two = await Promise.all(
      [1, 2].map(async () => ({
        payment: decoded(gateway.paymentScheme, await signPayment(wallet, TESTNET, requirements)),
        requirements,
        payer: '',
      })),
    )
    const ends = await Promise.all(two.map(payment => settle(payment)))
    expect(ends.map(({ state }) => state).sort()).toEqual(['failed', 'landed'])
    for (const [i, { payment }] of two.entries()) {
      expect(await chain.used(payment.authorization.from, payment.authorization.nonce)).toBe(
        ends[i]?.state === 'landed',
      )
    }
  })

  it('a record that refuses its intent drops out of the batch and is not paid; the others are', async () => {
    const payments = await many(3)
    const ends = await Promise.allSettled(
      payments.map((payment, i) =>
        settle(payment, async () => {
          if (i === 1) throw new Error('no')
        }),
      ),
    )
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const [, refused] = payments
    expect(
      await chain.used(refused!.payment.authorization.from, refused!.payment.authorization.nonce),
    ).toBe(false)
  })

  it('a hostile contract wallet that burns gas harms nobody but itself', async () => {
    const payments = await many(4)
    const hostile = await paid(chain, gateway.paymentScheme, { as: '0x' + 'ab'.repeat(20) })
    await chain.placeWallet('0x' + 'ab'.repeat(20), PAY_TO, 'GasBurner')
    await chain.fund('0x' + 'ab'.repeat(20), 10_000n)
    const ends = await Promise.all([...payments, hostile].map(payment => settle(payment)))
    expect(ends.slice(0, 4).map(({ state }) => state)).toEqual(Array(4).fill('landed'))
    expect(ends[4]?.state).toBe('failed')
    expect(await chain.used('0x' + 'ab'.repeat(20), hostile.payment.authorization.nonce)).toBe(
      false,
    )
  })

  it('without Multicall3 every settlement is a transaction of its own', async () => {
    node.lever = only('eth_getCode', async ({ params }, forward) =>
      params[0].startsWith('0xcA11') ? '{"jsonrpc":"2.0","id":1,"result":"0x"}' : forward(),
    )
    const ends = await Promise.all((await many(6)).map(payment => settle(payment)))
    expect(transactions(ends).size).toBe(6)
  })

  it('settles one at a time while the node cannot say whether Multicall3 is there', async () => {
    const payments = await many(3)
    node.lever = only('eth_getCode', async () => ({ status: 500, text: 'overloaded' }))
    const ends = await Promise.all(payments.map(payment => settle(payment)))
    expect(ends.map(({ state }) => state)).toEqual(Array(3).fill('landed'))
    node.lever = honest
    const later = await Promise.all((await many(6)).map(payment => settle(payment)))
    expect(transactions(later).size).toBeLessThan(6)
  })
})

describe('the intent', () => {
  it('is recorded before the broadcast, with all that is needed to find the transaction again', async () => {
    const payment = await paid(chain, gateway.paymentScheme)
    let intent: Intent | undefined
    const end = await settle(payment, async stored => {
      intent = stored
      expect(sent()).toBe(0)
    })
    expect(intent).toMatchObject({
      transaction: (end as { transaction: string }).transaction,
      raw: expect.stringMatching(/^0x02/),
      relayer: expect.stringMatching(/^0x/),
      relayerNonce: expect.any(Number),
    })
  })

  it('that cannot be recorded means that nothing is sent', async () => {
    const payment = await paid(chain, gateway.paymentScheme)
    await expect(
      settle(payment, async () => {
        throw new Error('disk full')
      }),
    ).rejects.toThrow('disk full')
    expect(sent()).toBe(0)
    expect(await settle(await paid(chain, gateway.paymentScheme))).toMatchObject({
      state: 'landed',
    })
  })
})

describe('what the chain refuses', () => {
  it('ERR-013 money that left between verification and settlement', async () => {
    const payment = await paid(chain, gateway.paymentScheme, { funds: 5n })
    expect(await settle(payment)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/exceeds balance/),
    })
  })

  it('an authorization that somebody else sent first has nevertheless paid: it landed, in their transaction', async () => {
    const payment = await paid(chain, gateway.paymentScheme)
    const elsewhere = await side(chain, { key: 1 })
    const theirs = await elsewhere.backend.settle(payment.payment, payment.requirements, silent)
    await elsewhere.stop()
    expect(await settle(payment)).toEqual(theirs)
  })

  it('an authorization that its wallet canceled has failed', async () => {
    const wallet = newWallet()
    await chain.fund(wallet.address, 10_000n)
    const requirements = asked(gateway.paymentScheme)
    const payment = decoded(gateway.paymentScheme, await signPayment(wallet, TESTNET, requirements))
    const { from, nonce } = payment.authorization
    const { name, version, address } = TESTNET.asset
    const signature = await wallet.signTypedData({
      domain: { name, version, chainId: chain.chainId, verifyingContract: address as Hex },
      primaryType: 'CancelAuthorization',
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      message: { authorizer: from as Hex, nonce: nonce as Hex },
    })
    const data = encodeFunctionData({
      abi: parseAbi(['function cancelAuthorization(address,bytes32,bytes)']),
      args: [from as Hex, nonce as Hex, signature],
    })
    await chain.transact(address, data)
    expect(await chain.used(from, nonce)).toBe(true)
    expect(await settle({ payment, requirements, payer: from })).toEqual({
      state: 'failed',
      reason: 'the wallet canceled the authorization',
    })
  })

  it('a transaction mined after the authorization lapsed', async () => {
    const payment = await paid(chain, gateway.paymentScheme, { validFor: 60 })
    await chain.setAutomine(false)
    const end = settle(payment)
    await until(async () => (await pool()).length === 1, 'the broadcast')
    await chain.increaseTime(120)
    expect(await end).toMatchObject({ state: 'failed', reason: expect.stringMatching(/expired/) })
  })

  it('a relayer without gas money: unknown, because the payment is sent again when there is some', async () => {
    const broke = await embeddedStore()
    const backend = relayer({ ...chain, keys: ['0x' + '77'.repeat(32)] as never }, broke.store)
    const { payment, requirements } = await paid(chain, gateway.paymentScheme)
    expect(await backend.health()).toMatchObject({
      ok: false,
      details: { problem: expect.stringMatching(/gas money/) },
    })
    expect(await backend.settle(payment, requirements, silent)).toMatchObject({
      state: 'unknown',
      reason: 'the node refused the transaction (error -32003)',
    })
    await backend.close()
    await broke.stop()
  })
})

describe('claims of a settlement', () => {
  it('a successful receipt without the transfer is no proof', async () => {
    const payment = await paid(chain, gateway.paymentScheme)
    const hash = await chain.rpc<string>('eth_sendTransaction', [
      { from: '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f', to: PAY_TO, value: '0x1' },
    ])
    const found = await gateway.backend.find(payment.payment, payment.requirements, {
      transaction: hash,
      sentAt: Date.now(),
    })
    expect(found.state).toBe('unknown')
  })

  it('PAY-003 facts of a ledger: the claim alone moves nothing', async () => {
    const payment = await paid(chain, gateway.paymentScheme)
    await gateway.ledger.claim(payment.payment, facts(payment.requirements))
    expect(sent()).toBe(0)
  })
})
