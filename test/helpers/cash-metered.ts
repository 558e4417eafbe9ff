/** Routes whose price is known at the end: two streams of chat, and a list. */
import type { Route } from '../../runtime/contract.ts'
import { chats, PRICE } from './cash-streams.ts'

/** 10 micro-USD for a token of the prompt and 100 for one of the answer; the prompt has 7. */
const price: Route['price'] = {
  micro: () => PRICE,
  actual: ({ usage }) => BigInt(10 * usage!.input + 100 * usage!.output),
  decimals: 6,
  identify: false,
}
const metered: Partial<Route> = { price, promptTokens: () => 7, tokenizer: () => 'o200k' }
const list: Route = {
  ...chats.chat!,
  id: 'post_list',
  path: '/list',
  aliases: [],
  flow: 'inline',
  protocol: undefined,
  streams: undefined,
  redeliver: 300_000,
  onSettlementFailure: undefined,
  upstream: () => ({
    id: 'vendor.list',
    upstream: 'vendor',
    origin: 'test',
    method: 'POST',
    path: () => '/',
    timeout: 60_000,
    retry: 0,
  }),
  price: { ...price, actual: c => BigInt(Number(c.result!.found) * 300) },
  reply: c => ({ found: c.result!.found, price: c.price }),
}
/** Counts a character as a token. */
export const hooks = { estimateTokens: (words: string) => words.length }

/** The routes of a gateway whose payments are metered. */
export const meteredRoutes: Route[] = [
  { ...chats.chat!, ...metered },
  { ...chats.raw!, price },
  list,
]

/** What an upstream reports of a stream: a prompt of 5 tokens besides those from a cache. */
export const usage = (output: number, cacheRead = 0) => ({
  uncached: 5,
  cacheRead,
  cacheWrite: 0,
  output,
  reasoning: 0,
})
