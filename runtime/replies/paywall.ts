/**
 * The page that browsers get with the 402 of a GET: what is sold, its price, and a button that pays
 * with a wallet. Status and challenge are the same as for programs.
 */
import type { Call, Reply } from '../call.ts'
import { text } from '../formula.ts'
import { prefersHtml } from './documents/accept.ts'
import { escaped } from './documents/escaped.ts'
import { LONGEST_ADDRESS, pageAt, type PageSource, type PageValues } from './page.ts'

/** The page of a gateway, filled in for a call that was answered with a 402. */
export type Paywall = (call: Call, reply: Reply) => Promise<Reply>

/** The placeholders of the page. */
const NAMES = ['method', 'path', 'summary', 'price', 'amount', 'pattern']

/** Prepares the page of a gateway. */
export function makePaywall(source: PageSource): Paywall {
  const page = pageAt(source, 'paywall.html', NAMES)
  return async (call, reply) => {
    const body = await page(call.context.clock.now(), valuesOf(call, reply))
    return { ...reply, headers: asPage(reply.headers), body }
  }
}

/** Returns the reply to a call, or the page if a browser opened an address that must be paid. */
export function orPaywall(call: Call, reply: Reply | Promise<Reply>): Reply | Promise<Reply> {
  if (call.context.paywall === undefined || !isOpened(call)) return reply
  const page = (made: Reply): Reply | Promise<Reply> =>
    isChallenge(made) ? call.context.paywall!(call, made) : made
  return reply instanceof Promise ? reply.then(page) : page(reply)
}

const isChallenge = ({ status, headers, outcome }: Reply): boolean =>
  status === 402 && outcome === 'payment_required' && headers['payment-required'] !== undefined

function isOpened({ method, compiled, header, scope }: Call): boolean {
  const { accept } = scope.request_headers as Record<string, string | undefined>
  const isPaidGet = method === 'GET' && compiled.route.price !== undefined && header === undefined
  return isPaidGet && prefersHtml(accept)
}

function valuesOf(call: Call, reply: Reply): PageValues {
  const { method, path, search, summary, pattern } = call.facts
  const address = search === '' ? path : `${path}?${search}`
  const amount = call.quote?.amount ?? reply.amount ?? 0n
  const usd = text(amount, 1_000_000n, 6).replace(/\.?0+$/, '')
  return {
    method: escaped(method),
    path: escaped(address.slice(0, LONGEST_ADDRESS)),
    summary: escaped(summary),
    price: usd,
    pattern: escaped(pattern),
    amount: amount.toString(),
  }
}

/** Returns the headers that fit beside the challenge; the page itself declares what it may load. */
function asPage(headers: Reply['headers']): Reply['headers'] {
  return { ...headers, 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY' }
}
