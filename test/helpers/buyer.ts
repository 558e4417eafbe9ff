/** A buyer for tests: a new wallet with some money, and each step of a purchase by itself. */
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { bodyOf, buy, requestOf, type Bought, type Wanted } from '../../scripts/buyer/buy.ts'
import {
  readChallenge,
  readReceipt,
  sign,
  type Challenge,
  type Receipt,
} from '../../scripts/buyer/pay.ts'
import type { Chain } from '../../scripts/devnet/chain.ts'

export { requestOf }
export type { Bought, Wanted }

/** A reply, read. */
export interface Answer {
  status: number
  headers: Headers
  body: any
  receipt?: Receipt
}

/** A wallet that buys at one gateway. */
export interface Buyer {
  account: PrivateKeyAccount
  balance(): Promise<bigint>
  /** Asks without paying. */
  ask(wanted: Wanted): Promise<Answer & { challenge: Challenge; amount: bigint }>
  /** Sends with a payment header. */
  send(wanted: Wanted, header?: string): Promise<Answer>
  /** Asks, signs and gives the header, unsent. */
  header(wanted: Wanted, changes?: Parameters<typeof sign>[2]): Promise<string>
  /** A whole purchase; a job is polled every 50 ms. */
  buy(wanted: Wanted): Promise<Bought>
}

const read = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: response.headers,
  body: await bodyOf(response),
  receipt: readReceipt(response),
})

/** A new wallet with `funds` micro-USD. */
export async function newBuyer(url: string, chain: Chain, funds = 10_000_000n): Promise<Buyer> {
  const account = privateKeyToAccount(generatePrivateKey())
  await chain.fund(account.address, funds)
  const send: Buyer['send'] = async (wanted, header) =>
    read(
      await fetch(
        new URL(wanted.path, url),
        requestOf(wanted, header === undefined ? {} : { 'payment-signature': header }),
      ),
    )
  const ask: Buyer['ask'] = async wanted => {
    const response = await fetch(new URL(wanted.path, url), requestOf(wanted))
    const challenge = readChallenge(response)
    return { ...(await read(response)), challenge, amount: BigInt(challenge.accepts[0]!.amount) }
  }
  return {
    account,
    ask,
    send,
    balance: () => chain.balanceOf(account.address),
    header: async (wanted, changes) => sign(account, (await ask(wanted)).challenge, changes),
    buy: wanted => buy(wanted, { url, account, pollEvery: 50 }),
  }
}

/** Things on sale, for tests that need something to buy. */
export const wants = {
  image: {
    method: 'POST',
    path: '/api/v1/images/generations',
    body: { model: 'vendorA/image-1', prompt: 'a red fox' },
  },
  urlImage: {
    method: 'POST',
    path: '/api/v1/images/generations',
    body: { model: 'vendorE/image-4', prompt: 'a red fox', size: '768x1344' },
  },
  job: {
    method: 'POST',
    path: '/api/v1/images/generations',
    body: { model: 'vendorD/image-5-pro', prompt: 'a red fox' },
  },
  pm: { method: 'GET', path: '/api/v1/pm/venue-a/markets?limit=2' },
  rpc: {
    method: 'POST',
    path: '/api/v1/rpc/ethereum',
    body: { jsonrpc: '2.0', id: 7, method: 'eth_getBlockByNumber', params: ['latest', false] },
  },
  batch: {
    method: 'POST',
    path: '/api/v1/rpc/base',
    body: [
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
      { jsonrpc: '2.0', id: 2, method: 'eth_gasPrice' },
      { jsonrpc: '2.0', id: 3, method: 'nope' },
    ],
  },
} as const satisfies Record<string, Wanted>
