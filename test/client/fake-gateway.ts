/** A gateway that answers as the test says, and a wallet that only counts. */
import { makeClient } from '../../generator/emit/client/transport/client.ts'
import type { Operation, Settings } from '../../generator/emit/client/transport/types.ts'

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

/** What a 402 offers: 0.02 USD, for a minute. */
export const OFFER = {
  scheme: 'exact',
  network: 'eip155:1',
  asset: '0xAb',
  amount: '20000',
  payTo: '0x01',
  maxTimeoutSeconds: 60,
}

/** A reply with the members of an error. */
export function refusal(status: number, body: object, headers: Record<string, string> = {}) {
  const challenge = encoded({ x402Version: 2, accepts: [OFFER], resource: { url: 'x' } })
  const own: Record<string, string> = status === 402 ? { 'payment-required': challenge } : {}
  return () =>
    Response.json(body, { status, headers: { 'x-request-id': 'r1', ...own, ...headers } })
}

/** A 402 of a request without a payment. */
export const asks = refusal(402, { error: 'Payment Required' })

/** A 402 of a payment. */
export const rejects = (code: string, more: object = {}) =>
  refusal(402, { error: 'Payment verification failed', code, ...more })

/** A reply with a receipt. */
export const receipts = (more: object) => () => {
  const receipt = { success: true, transaction: '0x1', network: 'eip155:1', ...more }
  return Response.json({ ok: true }, { headers: { 'payment-response': encoded(receipt) } })
}

/** A reply with a receipt of what was signed. */
export const serves = receipts({})

/** A stream of these events. One that is cut has no end. */
export const streams =
  (events: readonly unknown[], isCut = false) =>
  () => {
    const text = events.map(one => `data: ${JSON.stringify(one)}\n\n`).join('')
    const chunks = [isCut ? text : `${text}data: [DONE]\n\n`]
    const body = new ReadableStream({
      pull(control) {
        const chunk = chunks.shift()
        if (chunk !== undefined) control.enqueue(new TextEncoder().encode(chunk))
        else if (isCut) control.error(new TypeError('terminated'))
        else control.close()
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }

/** A connection that is lost. */
export const drops = (): Response => {
  throw new TypeError('fetch failed')
}

const OPERATIONS: readonly Operation[] = [
  { name: 'thing', method: 'POST', path: '/thing', body: true, paid: true },
  { name: 'stream', method: 'POST', path: '/stream', body: true, paid: true, stream: 'live' },
  { name: 'job', method: 'POST', path: '/job', body: true, paid: true, job: true },
  { name: 'thing.of', method: 'GET', path: '/things/{id}/*', params: true },
  { name: 'free', method: 'POST', path: '/free', body: true },
]

/** A client of a gateway that gives these replies in turn. */
export function clientOf(replies: readonly (() => Response)[], more: Partial<Settings> = {}) {
  const left = [...replies]
  const sent: { path: string; payment?: string; headers: Record<string, string> }[] = []
  const time = { now: 1_000_000, waited: [] as number[] }
  const wallet = { signed: 0 }
  const client: any = makeClient(
    {
      baseUrl: 'http://gateway.example/',
      pay: async ({ accepts }) =>
        encoded({ x402Version: 2, accepted: accepts[0], nonce: ++wallet.signed }),
      clock: {
        now: () => time.now,
        sleep: async ms => {
          time.now += ms
          time.waited.push(ms)
        },
      },
      fetch: async (url, init) => {
        const headers = init!.headers as Record<string, string>
        const path = String(url).replace('http://gateway.example', '')
        sent.push({ path, payment: headers['payment-signature'], headers })
        return left.shift()!()
      },
      ...more,
    },
    {
      operations: OPERATIONS,
      assets: [{ network: 'eip155:1', asset: '0xab', symbol: 'USDC', decimals: 6 }],
    },
  )
  return { client, sent, wallet, time, left }
}
