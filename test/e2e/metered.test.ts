/**
 * Actual use, sold over HTTP to the unmodified reference client: 200 random calls cost exactly what
 * an independent computation makes of the usage that the upstream reported, and the sums of the
 * store, of the chain and of the upstreams agree.
 */
import { readFileSync } from 'node:fs'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Assembled } from '../../runtime/assemble.ts'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import { runs } from '../helpers/runs.ts'
import { startRecorder, type Recorder } from './usage-recorder.ts'

/** What the catalog charges, read from its YAML by nothing of ours. */
interface Rates {
  input: string
  output: string
  cache_read?: string
  cache_write?: string
}
const file = (name: string): any =>
  parse(readFileSync(`${CATALOG}/${name}`, 'utf8'), { schema: 'failsafe' })
const { rows, families } = file('text/chat.models.yaml')
const terms = file('gateway.yaml')
const MODELS: Readonly<Record<string, Rates>> = Object.fromEntries(
  ['A/chat-6', 'A/chat-5', 'B/pro-3', 'C/think-5-fast', 'D/seed-2', 'E/chat-5', 'F/small-4'].map(
    name => [
      `vendor${name}`,
      { ...families[rows[`vendor${name}`].like], ...rows[`vendor${name}`] },
    ],
  ),
)

/** USD per million tokens as micro-USD per million tokens: a decimal text as a whole number. */
function micro(usd: string): bigint {
  const [whole = '0', digits = ''] = usd.split('.')
  return BigInt(whole + digits.padEnd(6, '0'))
}
const MILLION = 1_000_000n
const up = (amount: bigint): bigint => (amount + MILLION - 1n) / MILLION

/** What a chat costs by its usage in OpenAI's form, micro-USD. */
function costOf(model: string, usage: any): bigint {
  const { input, output, cache_read = input, cache_write = input } = MODELS[model]!
  const { cached_tokens = 0, cache_creation_tokens = 0 } = usage.prompt_tokens_details ?? {}
  const fresh = usage.prompt_tokens - cached_tokens - cache_creation_tokens
  const cost =
    BigInt(fresh) * micro(input) +
    BigInt(cached_tokens) * micro(cache_read) +
    BigInt(cache_creation_tokens) * micro(cache_write) +
    BigInt(usage.completion_tokens) * micro(output)
  const least = micro(terms.minimum) * MILLION
  return up((cost > least ? cost : least) + micro(terms.fee) * MILLION)
}

let world: World
let gateway: Assembled
let url: string
let recorder: Recorder
beforeAll(async () => {
  world = await startWorld({ network: 'metered' })
  recorder = await startRecorder(world.upstreams.env)
  gateway = await world.open({ LOG_LEVEL: 'silent', ...recorder.env })
  url = gateway.url
  const { address } = world.network.buyer
  await world.network.fund(address, 100_000_000n)
  // Parallel calls need an allowance: an EIP-2612 permit serves one call at a time.
  await world.chain.allow(address, 2n ** 200n)
})
afterAll(async () => {
  await world?.stop()
  await recorder?.stop()
})

/** A call of the reference client, with what was quoted for it. */
async function buy(body: object, { at = url, headers = {}, of = world } = {}) {
  let quote = 0n
  let scheme = ''
  const account = privateKeyToAccount(of.network.buyer.key as `0x${string}`)
  const upto = new UptoEvmScheme(account, { rpcUrl: of.network.url })
  const client = new x402Client()
    .register('eip155:*', upto as never)
    .register('eip155:*', new ExactEvmScheme(account))
  const looking: typeof fetch = async (input, init) => {
    const reply = await fetch(input, init)
    const asked = reply.headers.get('payment-required')
    if (reply.status === 402 && asked !== null) {
      const [offer] = JSON.parse(Buffer.from(asked, 'base64').toString()).accepts
      quote = BigInt(offer.amount)
      scheme = offer.scheme
    }
    return reply
  }
  const reply = await wrapFetchWithPayment(looking, client)(`${at}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { reply, quote, scheme }
}

const receiptOf = (reply: Response): any =>
  JSON.parse(Buffer.from(reply.headers.get('payment-response')!, 'base64').toString())

/** Sum of what the gateway says that it earned, micro-USD. */
async function earned(): Promise<bigint> {
  const text = await (await fetch(url + '/metrics')).text()
  const lines = text.split('\n').filter(line => line.startsWith('farebox_charged_usd_total{'))
  const usd = lines.map(line => Number(line.slice(line.lastIndexOf(' ') + 1)))
  return BigInt(Math.round(usd.reduce((sum, one) => sum + one, 0) * 1e6))
}

/** The records of what was paid for at this gateway. */
const settled = async (): Promise<PaymentRecord[]> =>
  (await gateway.parts.store.list<PaymentRecord>('payments', 'settled', 10_000)).map(
    ({ stored }) => stored.doc,
  )

/** Sum of the token's transfers to the seller that the chain has logged, micro-USD. */
async function transferred(): Promise<bigint> {
  const topic = `0x${world.payTo.slice(2).toLowerCase().padStart(64, '0')}`
  const filter = { address: world.spec.asset.address, topics: [TRANSFER, null, topic] }
  const logs = await world.chain.rpc<{ data: string }[]>('eth_getLogs', [
    { ...filter, fromBlock: '0x0', toBlock: 'latest' },
  ])
  return logs.reduce((sum, { data }) => sum + BigInt(data), 0n)
}
/** Topic of `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A request of random length, in either form, of a random model; the upstream sees its number. */
function randomCall(
  random: () => number,
  nth: number,
): { model: string; stream: boolean; body: object } {
  const names = Object.keys(MODELS)
  const model = names[Math.floor(random() * names.length)]!
  const stream = random() < 0.5
  const content = `#${nth}# Write ${1 + Math.floor(random() ** 3 * 3000)} words. ${'why '.repeat(random() * 900)}`
  const body = {
    model,
    stream,
    max_tokens: 16 + Math.floor(random() * 8000),
    messages: [{ role: 'user', content }],
  }
  return { model, stream, body }
}

/** A small generator of random numbers, the same in each run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** The usage in a whole answer or a stream. */
function usageIn(text: string, stream: boolean): { usage: any; cost?: { amount: string } } {
  if (!stream) return JSON.parse(text)
  const events = text.split('\n\n').filter(event => event.startsWith('data: {'))
  return events.map(event => JSON.parse(event.slice(6))).findLast(event => event.usage)
}

it('200 random chats cost what their usage makes, to the micro-dollar', async () => {
  const random = seeded(20_261_123)
  const before = await world.network.balanceOf(world.payTo)
  const count = runs(200)
  let [sum, below, above] = [0n, 0, 0]
  const asked: { model: string; quote: bigint }[] = []
  for (let begun = 0; begun < count; begun += 8) {
    const calls = Array.from({ length: Math.min(8, count - begun) }, (_, i) =>
      randomCall(random, begun + i),
    )
    await Promise.all(
      calls.map(async ({ model, stream, body }, i) => {
        const { reply, quote } = await buy(body)
        const text = await reply.text()
        expect([reply.status, text.slice(0, 200)]).toEqual([200, expect.any(String)])
        const { usage, cost } = usageIn(text, stream)
        const actual = costOf(model, usage)
        const due = actual < quote ? actual : quote
        if (stream) expect(micro(cost!.amount), text.slice(-600)).toBe(due)
        else expect(receiptOf(reply).amount, model).toBe(String(due))
        sum += due
        asked[begun + i] = { model, quote }
        if (actual < quote) below++
        else above++
      }),
    )
  }
  expect((await world.network.balanceOf(world.payTo)) - before).toBe(sum)
  // A landing is counted once it is written, a moment after the reply.
  await expect.poll(earned).toBe(sum)
  // The sums of the day: what the upstreams reported, what the store has, what the chain has.
  await expect.poll(async () => (await settled()).length).toBe(count)
  const reported = asked.reduce((all, { model, quote }, i) => {
    const cost = costOf(model, recorder.usages.get(i))
    return all + (cost < quote ? cost : quote)
  }, 0n)
  const charged = (await settled()).reduce((all, one) => all + BigInt(one.charged!), 0n)
  expect({ reported, charged, transferred: await transferred() }).toEqual({
    reported: sum,
    charged: sum,
    transferred: sum,
  })
  // Both kinds of calls were among them.
  expect([below > count / 4, above > 0]).toEqual([true, true])
}, 300_000)

describe('on the default gateway', () => {
  const body = {
    model: 'vendorA/chat-6',
    max_tokens: 8000,
    messages: [{ role: 'user', content: 'hello' }],
  }
  let base: World
  beforeAll(async () => {
    base = await startWorld()
    await base.network.fund(base.network.buyer.address, 1_000_000n)
  })
  afterAll(() => base?.stop())

  it('a caller that requests actual use pays for it; other callers pay the quote', async () => {
    const { url: at } = await base.open({ LOG_LEVEL: 'silent' })
    const earnedBy = async (headers: object): Promise<[string, bigint, bigint]> => {
      const before = await base.network.balanceOf(base.payTo)
      const { reply, quote, scheme } = await buy(body, { at, headers, of: base })
      expect(reply.status).toBe(200)
      return [scheme, quote, (await base.network.balanceOf(base.payTo)) - before]
    }
    const [exact, price, paid] = await earnedBy({})
    expect([exact, paid]).toEqual(['exact', price])
    const [upto, most, used] = await earnedBy({ 'x-payment-scheme': 'upto' })
    expect([upto, most]).toEqual(['upto', price])
    expect(used).toBeLessThan(price)
  })
})
