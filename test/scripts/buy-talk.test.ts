/**
 * `npm run buy -- chat`, `messages`, `responses` and `search` at a gateway, with real upstreams and
 * a chain.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buy } from '../../scripts/buyer/buy.ts'
import { isGood, printBought, printSteps } from '../../scripts/buyer/print.ts'
import { parseWanted, type Details } from '../../scripts/buyer/wanted.ts'
import type { Bought } from '../../scripts/buyer/wire.ts'
import { buyWithX402 } from '../../scripts/buyer/x402-client.ts'
import type { Buyer } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'

let shop: TestGateway
let buyer: Buyer
beforeAll(async () => {
  shop = await startGateway()
  buyer = await shop.buyer()
})
afterAll(() => shop?.stop())

/** Buys with a client, and gives everything that people would read. */
async function printed(
  words: string[],
  details: Details = {},
  client: typeof buy = buy,
): Promise<{ bought: Bought; text: string; parts: number }> {
  const all: string[] = []
  let parts = 0
  const line = (text: string): void => void all.push(`${text}\n`)
  const part = (text: string, isThought: boolean): void => {
    parts++
    all.push(isThought ? '' : text)
  }
  const options = {
    url: shop.url,
    account: buyer.account,
    most: 1_000_000n,
    steps: printSteps({ line, live: line, part }),
  }
  const bought = await client(parseWanted(words, details), options)
  printBought(bought, { line })
  return { bought, text: all.join(''), parts }
}

const clients = [
  ['plain', buy],
  ['x402', buyWithX402],
] as const
const SAID = 'You said "hi". That is a fine thing to ask, and this is the answer to it.'

it.each(clients)('the %s client streams a chat and prints what it cost', async (_, client) => {
  const before = await shop.earned()
  const { text, parts } = await printed(['chat', 'hi'], {}, client)
  expect(text).toContain(`← 200 OK after`)
  expect(text).toContain(SAID)
  expect(parts).toBeGreaterThan(5)
  expect(text).toMatch(
    / {2}tokens {3}8 in, 45 out, 24 of them for reasoning\n {2}cost {5}0\.002\d* USD\n {2}paid {5}0\.002\d* USD, transaction 0x[0-9a-f]{64}\n$/,
  )
  expect((await shop.earned()) - before).toBe(2641n)
})

it.each(['chat', 'messages', 'responses'])(
  '%s with --no-stream is one whole answer',
  async kind => {
    const { bought, text } = await printed([kind, 'hi'], { 'no-stream': true })
    expect([bought.isStream, bought.talk!.text]).toEqual([undefined, SAID])
    expect(text).toMatch(
      /tokens {3}8 in, .*\n {2}cost .*\n {2}paid {5}0\.002\d* USD, transaction 0x[0-9a-f]{64}\n$/,
    )
  },
)

it.each([
  ['messages', /transaction 0x[0-9a-f]{64}\n$/],
  ['responses', /names no transaction, --no-stream does\n$/],
])('%s are streamed', async (kind, paid) => {
  const { bought, text } = await printed([kind, 'hi'])
  expect([bought.isStream, bought.talk!.text, bought.talk!.failure]).toEqual([
    true,
    SAID,
    undefined,
  ])
  expect(text).toMatch(paid)
})

it('a search has its sources', async () => {
  const { text } = await printed(['search', 'hi'], { set: ['max_results=3'] })
  expect(text).toMatch(
    /\n {2}source {3}https:\S+\n(.*\n)* {2}cost {5}0\.07975 USD\n {2}paid {5}0\.07975 USD, transaction/,
  )
})

it.each(clients)(
  'a free model needs no wallet, with the %s client; what costs does',
  async (_, client) => {
    const url = shop.url
    const free = await client(parseWanted(['chat', 'hi', 'open/free-8b']), { url })
    expect([free.talk!.text, free.amount]).toEqual([SAID, 0n])
    await expect(client(parseWanted(['chat', 'hi']), { url })).rejects.toThrow(
      'Give the key of the paying wallet',
    )
  },
)

it.each([
  [
    ['chat', 'hi', 'vendorA/chat-66'],
    /^400 Bad Request: Unknown model: vendorA\/chat-66\. Try one of: vendorA\/chat-6,.*GET \/v1\/models\. Did you mean vendorA\/chat-6\? \(UNKNOWN_MODEL\)\nNothing was charged/,
  ],
  [
    ['chat', 'word '.repeat(40_000), 'open/small-8b'],
    /^400 Bad Request: .* \(STREAM_UNSUPPORTED\)\nNothing was charged/,
  ],
  [
    ['chat', 'word '.repeat(40_000), 'open/free-8b'],
    /^400 Bad Request: The conversation has 4\d{4} tokens, more than the context of open\/free-8b \(32768\)/,
  ],
  [
    ['responses', 'hi', 'vendorB/pro-3'],
    /^400 Bad Request: vendorB\/pro-3 is not served by the responses API/,
  ],
])('%j is refused in a sentence, before any payment', async (words, message) => {
  await expect(printed(words)).rejects.toThrow(message)
})

it.each(['chat', 'messages', 'responses', 'search'])(
  'a forbidden prompt of %s is refused and costs nothing',
  async kind => {
    const before = await shop.earned()
    const { bought, text } = await printed([kind, 'something forbidden'])
    expect([bought.status >= 400, isGood(bought)]).toEqual([true, false])
    expect(text).toMatch(/ {2}refused {2}[A-Z].*\n {2}paid {5}nothing: no money has moved\n$/)
    expect(text).not.toMatch(/refused {2}\{/)
    expect(await shop.earned()).toBe(before)
  },
)

it('a stream that breaks off is no result and costs nothing', async () => {
  const before = await shop.earned()
  shop.upstreams.set('vendor_a', { mode: 'cut', times: 1 })
  const { bought, text } = await printed(['chat', 'say 100 words'])
  expect([bought.status, isGood(bought)]).toEqual([200, false])
  expect(text).toMatch(/ {2}broken {3}\S.*\n {2}paid {5}unknown: /)
  expect(await shop.earned()).toBe(before)
})

it('the command prints the whole answer as JSON', async () => {
  const words = ['chat', 'hi', 'open/free-8b', '--url', shop.url, '--json']
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    'scripts/buy.mjs',
    ...words,
  ])
  expect([stderr, JSON.parse(stdout).choices[0].message.content]).toEqual(['', SAID])
}, 120_000)
