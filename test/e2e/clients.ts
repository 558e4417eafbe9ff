/** Clients of four makers, unmodified, as one kind of function. */
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapAxiosWithPayment, x402Client as axiosX402Client } from '@x402/axios'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import axios from 'axios'
import { evm, Mppx } from 'mppx/client'
import type { PrivateKeyAccount } from 'viem/accounts'
import { buy, requestOf } from '../../scripts/buyer/buy.ts'
import type { Wanted } from '../helpers/buyer.ts'

/** What a client got for its money. */
export interface Got {
  status: number
  body: any
  header(name: string): string | null
}
/** Buys; a job is followed to its end, after `accepted` was called with it. */
export type Client = (
  wanted: Wanted,
  account: PrivateKeyAccount,
  accepted?: (job: any) => void,
) => Promise<Got>

const fromFetch = async (response: Response): Promise<Got> => ({
  status: response.status,
  body: await response.json(),
  header: name => response.headers.get(name),
})

/** Sends a request, and then polls where the answer is a job. */
async function followed(
  send: (method: string, path: string) => Promise<Got>,
  wanted: Wanted,
  accepted?: (job: any) => void,
): Promise<Got> {
  let got = await send(wanted.method, wanted.path)
  if (got.status !== 202) return got
  const job = got.body
  accepted?.(job)
  while (got.status === 202) got = await send('GET', job.poll_url)
  return got
}

/** The clients, each as its maker gives it, for the gateway at `url`. */
export const clientsOf = (url: () => string): Record<string, Client> => ({
  'plain fetch and viem': async (wanted, account, accepted) => {
    const { status, body, headers } = await buy(wanted, {
      url: url(),
      account,
      pollEvery: 20,
      steps: { accepted },
    })
    return { status, body, header: name => headers.get(name) }
  },
  '@x402/fetch': async (wanted, account, accepted) => {
    const pay = wrapFetchWithPayment(
      fetch,
      new x402Client().register('eip155:*', new ExactEvmScheme(account)),
    )
    const send = async (method: string, path: string) =>
      fromFetch(await pay(url() + path, method === 'GET' ? {} : requestOf(wanted)))
    return followed(send, wanted, accepted)
  },
  '@x402/axios': async (wanted, account, accepted) => {
    const api = wrapAxiosWithPayment(
      axios.create(),
      new axiosX402Client().register('eip155:*', new ExactEvmScheme(account) as never),
    )
    const send = async (method: string, path: string): Promise<Got> => {
      const { status, data, headers } = await api.request({
        method,
        url: url() + path,
        data: method === 'GET' ? undefined : wanted.body,
      })
      return { status, body: data, header: name => headers[name.toLowerCase()] as string }
    }
    return followed(send, wanted, accepted)
  },
  mppx: async (wanted, account) =>
    fromFetch(await mppx(account)(url() + wanted.path, requestOf(wanted))),
})

/** mppx with its own settings. It sends `Accept-Payment`, and is sent no `WWW-Authenticate`. */
function mppx(account: PrivateKeyAccount): typeof globalThis.fetch {
  const methods = [
    evm.charge({ account, networks: [8453], currencies: [evm.assets.base.USDC], maxAmount: '1' }),
  ]
  return Mppx.create({ methods, polyfill: false, fetch }).fetch as typeof globalThis.fetch
}
