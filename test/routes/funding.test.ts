/** Funding of a deposit wallet: one deposit to the bridge, then one fee to us. */
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { newWallet } from '../helpers/deposit.ts'
import { call } from './client.ts'
import {
  DEPOSIT,
  FEE,
  feeOf,
  fund,
  fundingOf,
  moved,
  shop,
  signDeposit,
  useFunding,
} from './funding-desk.ts'

useFunding()

/** The values of the transfers that a transaction made: from, to, micro-USD. */
async function transfersOf(transaction: string): Promise<[string, string, bigint][]> {
  const { logs, status } = await shop.world.chain.rpc<{
    status: string
    logs: { topics: string[]; data: string }[]
  }>('eth_getTransactionReceipt', [transaction])
  expect(status).toBe('0x1')
  const address = (topic: string): string => `0x${topic.slice(26)}`
  return logs
    .filter(({ topics }) => topics[0]?.startsWith('0xddf252ad'))
    .map(({ topics, data }) => [address(topics[1]!), address(topics[2]!), BigInt(data)])
}

describe('a funding', () => {
  it('[FUND-010] [FUND-011] [FUND-012] [FUND-014] [FUND-015] [FUND-016] [FUND-017] moves the deposit to the bridge and the fee to us', async () => {
    const buyer = await shop.buyer()
    const body = await fundingOf(buyer)
    const fee = await feeOf(buyer)
    const { done, ...flows } = await moved({ buyer, recipient: body.recipient }, () =>
      fund(body, fee),
    )
    expect(done.status, done.text).toBe(200)
    expect(flows).toEqual({ spent: DEPOSIT + FEE, earned: FEE, deposited: DEPOSIT })
    const { deposit, fee: charged } = done.body
    expect(done.body).toEqual({
      success: true,
      funded: false,
      creditPending: true,
      status: 'deposit_submitted',
      deposit: {
        txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        amountUsd: '2',
        recipient: body.recipient,
        network: 'base',
      },
      fee: { amountUsd: '0.011', txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/), settled: true },
      note: expect.any(String),
    })
    expect([done.headers['x-deposit-tx'], done.headers['x-payment-receipt']]).toEqual([
      deposit.txHash,
      charged.txHash,
    ])
    expect(done.receipt).toMatchObject({ success: true, transaction: charged.txHash })
    const from = buyer.account.address.toLowerCase()
    expect(await transfersOf(deposit.txHash)).toEqual([[from, body.recipient, DEPOSIT]])
    expect(await transfersOf(charged.txHash)).toEqual([[from, shop.world.payTo.toLowerCase(), FEE]])
    const blockOf = async (hash: string) =>
      Number((await shop.world.chain.rpc<any>('eth_getTransactionReceipt', [hash])).blockNumber)
    expect(await blockOf(deposit.txHash)).toBeLessThan(await blockOf(charged.txHash))
  })

  it('[FUND-013] is credited by the bridge afterwards, which its status shows', async () => {
    const buyer = await shop.buyer()
    const body = await fundingOf(buyer)
    const poll = async (): Promise<any[]> => {
      const path = `/status/${getAddress(body.recipient)}`
      return (await call(shop.world.env.BRIDGE_URL!, { path })).body.transactions
    }
    expect(await poll()).toEqual([])
    expect((await fund(body, await feeOf(buyer))).status).toBe(200)
    const states: string[] = []
    await expect
      .poll(async () => {
        const transactions = await poll()
        expect(transactions.map(one => one.fromAmountBaseUnit)).toEqual([String(DEPOSIT)])
        states.push(transactions[0].status)
        return states.at(-1)
      })
      .toBe('COMPLETED')
    expect(states).toEqual(['DEPOSIT_DETECTED', 'PROCESSING', 'COMPLETED'])
    const second = await signDeposit(buyer.account, { ...body, amount: 1n })
    const more = { ...body, amountMicro: '1', depositAuthorization: second }
    expect((await fund(more, await feeOf(buyer))).status).toBe(200)
    expect((await poll()).map(one => [one.status, one.fromAmountBaseUnit])).toEqual([
      ['COMPLETED', String(DEPOSIT)],
      ['DEPOSIT_DETECTED', '1'],
    ])
  })

  it('[FUND-005] [FUND-012] takes addresses in any case, and asks the bridge for the wallet', async () => {
    const buyer = await shop.buyer()
    const plain = await fundingOf(buyer)
    const recipient = getAddress(plain.recipient)
    const depositAuthorization = await signDeposit(buyer.account, { recipient, amount: DEPOSIT })
    const body = { ...plain, recipient, depositAuthorization }
    expect((await fund(body, await feeOf(buyer))).status).toBe(200)
    expect(await shop.world.chain.balanceOf(recipient)).toBe(DEPOSIT)
    const { method, url, body: asked } = shop.taps.bridge.seen[0]!
    expect([method, url, JSON.parse(asked)]).toEqual([
      'POST',
      '/deposit',
      { address: plain.depositWallet },
    ])
    // The same in the bridge's reply.
    const second = await fundingOf(buyer)
    const evm = getAddress(second.recipient)
    shop.taps.bridge.answer(() => ({ status: 201, body: JSON.stringify({ address: { evm } }) }))
    expect((await fund(second, await feeOf(buyer))).status).toBe(200)
  })

  it('[FUND-001] [FUND-013] costs the same for any amount, and does not wait for the bridge', async () => {
    const buyer = await shop.buyer(1_000_000_000n)
    for (const amount of [1n, 500_000_000n]) {
      const body = await fundingOf(buyer, amount)
      const { done, earned } = await moved({ buyer, ...body }, async () =>
        fund(body, await feeOf(buyer)),
      )
      expect([done.status, done.body.funded, done.body.creditPending]).toEqual([200, false, true])
      expect(earned).toBe(FEE)
    }
    expect(shop.taps.bridge.seen.map(({ url }) => url)).toEqual(['/deposit', '/deposit'])
  })

  it('[FUND-010] may be paid by another wallet than the one whose money is deposited', async () => {
    const [buyer, friend] = [await shop.buyer(), await shop.buyer()]
    const body = await fundingOf(friend)
    const { done, ...flows } = await moved({ buyer, ...body }, async () =>
      fund(body, await feeOf(buyer)),
    )
    expect(done.status).toBe(200)
    expect(flows).toEqual({ spent: FEE, earned: FEE, deposited: DEPOSIT })
  })

  it('[FUND-010] takes the deposit of a contract wallet', async () => {
    const buyer = await shop.buyer()
    const wallet = newWallet()
    await shop.world.chain.placeWallet(wallet, buyer.account.address)
    await shop.world.chain.fund(wallet, DEPOSIT)
    const account = { ...buyer.account, address: wallet as `0x${string}` }
    const body = await fundingOf(buyer, DEPOSIT, { account })
    const seen = await fund(body, await feeOf(buyer))
    expect([seen.status, await shop.world.chain.balanceOf(wallet)]).toEqual([200, 0n])
    expect(await shop.world.chain.balanceOf(body.recipient)).toBe(DEPOSIT)
  })

  it('counts the fee as earned, and not the deposit', async () => {
    const buyer = await shop.buyer(20_000_000n)
    const earned = async (): Promise<number> => {
      const { text } = await call(shop.url, { path: '/metrics' })
      const line = /^farebox_charged_usd_total\{[^}]*fund[^}]*\} (\S+)$/m
      return Math.round(Number(line.exec(text)?.[1] ?? 0) * 1e6)
    }
    const before = await earned()
    expect((await fund(await fundingOf(buyer), await feeOf(buyer))).status).toBe(200)
    expect((await earned()) - before).toBe(Number(FEE))
  })
})
