/**
 * OpenAI's and Anthropic's own clients, unmodified, with x402's fetch around the network; and what
 * each purchase moved on the chain.
 */
import Anthropic from '@anthropic-ai/sdk'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import OpenAI from 'openai'
import { expect } from 'vitest'
import { readChallenge, readReceipt } from '../../scripts/buyer/pay.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'

/** Topic of the token's `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * One request as it went over the network, and its reply; the text is whole once the reply has
 * ended.
 */
interface Exchange {
  response: Response
  text: Promise<string>
}

/**
 * What a piece of work gave, and of each call that was served what was asked for it, in micro-USD,
 * and its headers.
 */
export interface Bought<T> {
  result: T
  quoted: bigint[]
  served: Headers[]
}

/** A gateway on a chain, the two makers' clients with one wallet, and the same without any. */
export interface TextShop {
  shop: TestGateway
  openai: OpenAI
  anthropic: Anthropic
  /**
   * Clients with the same wallet whose replies nobody else reads: where they leave, nobody is left.
   */
  unseen: Clients
  /** Clients that cannot pay. */
  poor: Clients
  /**
   * Does the work; what was quoted for the calls that were served must have moved, once each, by
   * the transfers that receipts name.
   */
  bought<T>(work: () => Promise<T>): Promise<Bought<T>>
  /** Does the work, for which nothing may move; gives what it gives. */
  free<T>(work: () => Promise<T>): Promise<T>
  /** Does the work, which is to be paid sooner or later. */
  paysLater(price: bigint, work: () => Promise<unknown>): Promise<void>
}

/** Both makers' clients. */
interface Clients {
  openai: OpenAI
  anthropic: Anthropic
}

/** Opens it. The clients try once unless set otherwise. */
export async function openTextShop(): Promise<TextShop> {
  const shop = await startGateway()
  const buyer = await shop.buyer(100_000_000n)
  const seen: Exchange[] = []
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    // Programs that send forms try out their fetch on an address without a server.
    if (response.url.startsWith('data:')) return response
    seen.push({
      response,
      text: response
        .clone()
        .text()
        .catch(() => ''),
    })
    return response
  }
  const paying = (through: typeof fetch): typeof fetch =>
    wrapFetchWithPayment(
      through,
      new x402Client().register('eip155:*', new ExactEvmScheme(buyer.account)),
    )
  const balances = async (): Promise<[bigint, bigint]> => [
    await shop.earned(),
    await buyer.balance(),
  ]
  const moved = async <T>(
    work: () => Promise<T>,
  ): Promise<{ result: T; earned: bigint; spent: bigint }> => {
    seen.length = 0
    const [earned, held] = await balances()
    const result = await work()
    const [earnedNow, heldNow] = await balances()
    return { result, earned: earnedNow - earned, spent: held - heldNow }
  }
  return {
    shop,
    ...clientsAt(shop.url, paying(watched)),
    unseen: clientsAt(shop.url, paying(fetch)),
    poor: clientsAt(shop.url, watched),
    bought: async work => {
      const { result, earned, spent } = await moved(work)
      const served = seen.filter(({ response }) => response.status === 200)
      // A client asks, reads the price, and asks again with the payment.
      const quoted = served.map(one =>
        BigInt(readChallenge(seen[seen.indexOf(one) - 1]!.response).accepts[0]!.amount),
      )
      const total = quoted.reduce((sum, one) => sum + one, 0n)
      expect([earned, spent]).toEqual([total, total])
      const transfers = await Promise.all(
        served.map(async one => transferOf(shop, await transactionOf(one))),
      )
      expect(transfers).toEqual(
        quoted.map(value => ({
          from: buyer.account.address.toLowerCase(),
          to: shop.world.payTo.toLowerCase(),
          value,
        })),
      )
      return { result, quoted, served: served.map(({ response }) => response.headers) }
    },
    free: async work => {
      const { result, earned, spent } = await moved(work)
      expect([earned, spent]).toEqual([0n, 0n])
      return result
    },
    paysLater: async (price, work) => {
      const [earned, held] = await balances()
      await work()
      await expect.poll(balances, { timeout: 15_000 }).toEqual([earned + price, held - price])
    },
  }
}

function clientsAt(url: string, fetch: typeof globalThis.fetch): Clients {
  return {
    openai: new OpenAI({
      baseURL: `${url}/v1`,
      apiKey: 'unused',
      fetch,
      maxRetries: 0,
      logLevel: 'off',
    }),
    anthropic: new Anthropic({
      baseURL: url,
      apiKey: 'unused',
      fetch,
      maxRetries: 0,
      logLevel: 'off',
    }),
  }
}

/**
 * The transaction that a reply names: in its headers, or in the one frame of its stream that names
 * of the payment.
 */
async function transactionOf({ response, text }: Exchange): Promise<string> {
  if (!response.headers.get('content-type')!.startsWith('text/event-stream')) {
    const receipt = readReceipt(response)!
    expect(receipt).toMatchObject({
      success: true,
      network: 'eip155:8453',
      transaction: response.headers.get('x-payment-receipt'),
    })
    return receipt.transaction
  }
  const frames = (await text)
    .split('\n')
    .filter(line => line.startsWith('data: {'))
    .map(line => JSON.parse(line.slice(6)))
  const paid = frames.filter(({ payment }) => payment !== undefined)
  expect(paid.map(({ payment }) => payment)).toMatchObject([
    { settled: true, transaction: expect.stringMatching(/^0x/), network: 'base' },
  ])
  // Anthropic's streams end with an event that has no members of its own.
  expect(frames.filter(({ type }) => type !== 'message_stop').at(-1)).toBe(paid[0])
  return paid[0].payment.transaction
}

/** The one transfer of money in a transaction of the chain. */
async function transferOf(
  shop: TestGateway,
  transaction: string,
): Promise<{ from: string; to: string; value: bigint }> {
  const receipt = await shop.chain.rpc<any>('eth_getTransactionReceipt', [transaction])
  expect(receipt.status).toBe('0x1')
  const transfers = receipt.logs.filter((log: any) => log.topics[0] === TRANSFER)
  expect(transfers).toHaveLength(1)
  const [, from, to] = transfers[0].topics.map((topic: string) => `0x${topic.slice(26)}`)
  return { from, to, value: BigInt(transfers[0].data) }
}
