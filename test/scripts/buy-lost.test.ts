/** `npm run buy` behind a proxy that loses replies, and against a gateway with two faces. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buy } from '../../scripts/buyer/buy.ts'
import { printBought } from '../../scripts/buyer/print.ts'
import { buyWithX402 } from '../../scripts/buyer/x402-client.ts'
import { wants } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'

const account = privateKeyToAccount(generatePrivateKey())
const MOST = 1_000_000n

let shop: TestGateway
let proxy: Server
let url: string
/** What the proxy does with the next replies to paid requests. */
let losses: ('504' | 'cut')[]
/** Answers instead of the gateway. */
let own: ((request: IncomingMessage, reply: ServerResponse) => void) | undefined

async function forward(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  if (own !== undefined) return own(request, reply)
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { host: _, 'content-length': __, connection: ___, ...headers } = request.headers
  const loss = request.headers['payment-signature'] === undefined ? undefined : losses.shift()
  const asked = fetch(shop.url + request.url, {
    method: request.method,
    headers: headers as Record<string, string>,
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    // A proxy that gives up closes its connection to the gateway, too.
    signal: loss === undefined ? null : AbortSignal.timeout(100),
  })
  if (loss !== undefined) await asked.catch(() => undefined)
  if (loss === 'cut') return void request.socket.destroy()
  if (loss === '504') return void reply.writeHead(504).end('<html>Gateway Timeout</html>')
  const seen = await asked
  const body = Buffer.from(await seen.arrayBuffer())
  const {
    'content-encoding': _encoding,
    'transfer-encoding': _transfer,
    ...rest
  } = Object.fromEntries(seen.headers)
  reply.writeHead(seen.status, { ...rest, 'content-length': body.length }).end(body)
}

beforeAll(async () => {
  shop = await startGateway()
  await shop.chain.fund(account.address, 10_000_000n)
  proxy = createServer((request, reply) => void forward(request, reply))
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
afterAll(async () => {
  proxy?.closeAllConnections()
  proxy?.close()
  await shop?.stop()
})
beforeEach(() => {
  losses = []
  own = undefined
  // Longer than the patience of the proxy.
  shop.upstreams.set('predex', { mode: 'slow', ms: 400 })
})

it.each(['504', 'cut'] as const)(
  'sends the same payment again when the reply was lost (%s): charged once',
  async loss => {
    losses = [loss]
    const before = await shop.earned()
    const bought = await buy(wants.pm, { url, account, most: MOST })
    expect([bought.status, bought.isForeign]).toEqual([200, undefined])
    expect((await shop.earned()) - before).toBe(bought.amount)
  },
)

it.each(['504', 'cut'] as const)(
  'polls again when the reply to a poll was lost (%s)',
  async loss => {
    const before = await shop.earned()
    const steps = { accepted: () => void (losses = [loss]) }
    const bought = await buy(wants.job, { url, account, most: MOST, steps, pollEvery: 50 })
    expect([bought.status, bought.isForeign, losses]).toEqual([200, undefined, []])
    expect((await shop.earned()) - before).toBe(bought.amount)
  },
)

it('does not say that no money has moved when a proxy answers each poll', async () => {
  const steps = { accepted: () => void (losses = Array(5).fill('504')) }
  const bought = await buy(wants.job, { url, account, most: MOST, steps, pollEvery: 10 })
  const lines: string[] = []
  printBought(bought, { line: text => lines.push(text) })
  expect(lines.at(-1)).toContain('not known yet')
})

it('does not say that no money has moved when a proxy answers in the end', async () => {
  losses = ['504', '504', '504', '504']
  const bought = await buy(wants.pm, { url, account, most: MOST })
  const lines: string[] = []
  printBought(bought, { line: text => lines.push(text) })
  expect([bought.status, lines.at(-1)]).toEqual([504, expect.stringContaining('not known yet')])
})

it('says that a payment was signed when the connection is lost again and again', async () => {
  losses = ['cut', 'cut', 'cut', 'cut']
  await expect(buy(wants.pm, { url, account, most: MOST })).rejects.toThrow(
    'lost after the payment was signed',
  )
})

const OFFER = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '900000000',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: account.address,
  maxTimeoutSeconds: 300,
  extra: { name: 'USD Coin', version: '2' },
}

/** A gateway that asks for money, and answers paid requests with these in turn. */
function answers(...replies: ((reply: ServerResponse) => void)[]): string[] {
  const paid: string[] = []
  own = (request, reply) => {
    const header = request.headers['payment-signature']
    if (header !== undefined) {
      paid.push(String(header))
      return replies[Math.min(paid.length, replies.length) - 1]!(reply)
    }
    const accepts = [{ ...OFFER, amount: '1000' }]
    const challenge = { x402Version: 2, resource: { url }, accepts }
    const text = Buffer.from(JSON.stringify(challenge)).toString('base64')
    reply.writeHead(402, { 'payment-required': text }).end('{}')
  }
  return paid
}
const whole = (reply: ServerResponse): unknown => reply.end('{"ok":true}')
const half = (reply: ServerResponse): unknown => {
  reply.writeHead(200, { 'content-length': 11 })
  return reply.write('{"ok"', () => reply.destroy())
}
const pending = (reply: ServerResponse): unknown =>
  reply
    .writeHead(503, { 'retry-after': '0.01', 'x-request-id': 'r1' })
    .end('{"code":"SETTLEMENT_PENDING"}')

it('sends the same payment again when the reply broke off', async () => {
  const paid = answers(half, whole)
  const bought = await buy(wants.pm, { url, account, most: MOST })
  expect(bought.body).toEqual({ ok: true })
  expect([paid.length, new Set(paid).size]).toEqual([2, 1])
})

it('gives up when the connection is lost after a settlement was pending', async () => {
  const paid = answers(pending, pending, pending, reply => reply.destroy())
  await expect(buy(wants.pm, { url, account, most: MOST })).rejects.toThrow(
    'lost after the payment was signed',
  )
  expect([paid.length, new Set(paid).size]).toEqual([6, 1])
})

it('the reference client signs no offer above the limit, whichever comes first', async () => {
  const cheap = { ...OFFER, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', amount: '22000' }
  const paid: unknown[] = []
  own = (request, reply) => {
    if (request.headers['payment-signature'] !== undefined) paid.push(request.url)
    const challenge = { x402Version: 2, resource: { url }, accepts: [cheap, OFFER] }
    const header = Buffer.from(JSON.stringify(challenge)).toString('base64')
    reply.writeHead(402, { 'payment-required': header }).end('{}')
  }
  await expect(buyWithX402(wants.pm, { url, account, most: MOST })).rejects.toThrow(
    'is above the limit of',
  )
  expect(paid).toEqual([])
})
