/**
 * Requests written exactly as they are to go: fetch would tidy paths and add headers. Payments are
 * signed for what the 402 asks.
 */
import { request as httpRequest } from 'node:http'
import type { LocalAccount } from 'viem/accounts'
import { sign, type Challenge, type Receipt } from '../../scripts/buyer/pay.ts'

/** What to send. A body that is no text is sent as JSON; `headers` may replace the content type. */
export interface Sent {
  method?: string
  path: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

/** What came back; `body` is parsed JSON where the text is JSON. */
export interface Seen {
  status: number
  headers: Record<string, string | undefined>
  text: string
  body: any
  challenge?: Challenge & {
    extensions: object
    resource: { url: string; description: string; mimeType: string }
  }
  receipt?: Receipt
}

/** The payment as a header, by its newer name. */
export const paidBy = (header: string): Record<string, string> => ({ 'payment-signature': header })

/** The JSON of a payment header. */
export const payloadOf = (header: string): any =>
  JSON.parse(Buffer.from(header, 'base64').toString())

/** A JSON value as a payment header. */
export const headerOf = (payload: unknown): string =>
  Buffer.from(JSON.stringify(payload)).toString('base64')

const decoded = (value: string | undefined): any =>
  value === undefined ? undefined : payloadOf(value)

/** The members of a receipt that it always had; what is signed has tests of its own. */
export function receiptIn(value: string | undefined): Receipt | undefined {
  if (value === undefined) return undefined
  const { extensions: _, ...receipt } = payloadOf(value)
  return receipt
}

/** Sends to `url` and reads the whole reply. */
export function call(url: string, sent: Sent): Promise<Seen> {
  const { path, body, method = body === undefined ? 'GET' : 'POST' } = sent
  const raw =
    body === undefined || typeof body === 'string'
      ? (body as string | undefined)
      : JSON.stringify(body)
  const headers = {
    ...(raw === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(raw)) }),
    ...sent.headers,
  }
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, method, headers }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve(
          seen(
            response.statusCode!,
            response.headers as Seen['headers'],
            Buffer.concat(chunks).toString(),
          ),
        ),
      )
    })
    request.on('error', reject)
    request.end(raw)
  })
}

function seen(status: number, headers: Seen['headers'], text: string): Seen {
  let body: unknown = text
  try {
    body = JSON.parse(text)
  } catch {
    // Not JSON: the text itself.
  }
  return {
    status,
    headers,
    text,
    body,
    challenge: decoded(headers['payment-required']),
    receipt: receiptIn(headers['payment-response']),
  }
}

/**
 * Asks without paying and signs what is asked for; `changes` are for payments that must be refused.
 */
export async function signed(
  url: string,
  account: LocalAccount,
  sent: Sent,
  changes?: Parameters<typeof sign>[2],
): Promise<string> {
  const asked = await call(url, sent)
  if (asked.challenge === undefined)
    throw new Error(`${asked.status} without a challenge: ${asked.text}`)
  return sign(account, asked.challenge, changes)
}

/** A whole purchase that is answered at once. */
export async function bought(
  url: string,
  account: LocalAccount,
  sent: Sent,
): Promise<Seen & { header: string }> {
  const header = await signed(url, account, sent)
  return {
    ...(await call(url, { ...sent, headers: { ...sent.headers, ...paidBy(header) } })),
    header,
  }
}
