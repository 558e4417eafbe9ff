/**
 * The page that browsers get with the 402 of a GET: what is sold, its price, and a button that pays
 * with a wallet. Status and challenge are the same as for programs.
 */
import type { Call, Reply } from '../call.ts'
import type { Catalog } from '../contract.ts'
import { text } from '../formula.ts'
import { once } from '../lib/once.ts'
import { prefersHtml } from './documents/accept.ts'
import { escaped } from './documents/escaped.ts'

/** Longest part of an address that is shown. */
const LONGEST = 300

/** The page of a gateway, filled in for a call that was answered with a 402. */
export type Paywall = (call: Call, reply: Reply) => Promise<Reply>

/** Reads the page as of a date of the catalog. */
interface Source {
  read(name: string, since?: number): string | Promise<string>
  dates?: Catalog['dates']
}

/** Prepares the page of a gateway. Its placeholders are `{method}`, `{path}` and so on. */
export function makePaywall({ read, dates }: Source): Paywall {
  const pageSince = (since?: number): (() => Promise<readonly string[]>) =>
    once(async () => inParts(await read('paywall.html', since)))
  const first = pageSince()
  const later = (dates ?? []).map(({ since }) => ({ since, parts: pageSince(since) }))
  const partsAt = (at: number): Promise<readonly string[]> =>
    (later.findLast(({ since }) => since <= at)?.parts ?? first)()
  return async (call, reply) => {
    const parts = await partsAt(call.context.clock.now())
    const values = valuesOf(call, reply)
    const body = parts.map((part, i) => (i % 2 === 0 ? part : values[part as Name])).join('')
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

type Name = 'method' | 'path' | 'summary' | 'price' | 'amount' | 'pattern'

/** Splits a page into text and, at odd indexes, the names of placeholders. */
const inParts = (page: string): readonly string[] =>
  page.split(/\{(method|path|summary|price|amount|pattern)\}/)

function valuesOf(call: Call, reply: Reply): Readonly<Record<Name, string>> {
  const { method, path, search, summary, pattern } = call.facts
  const address = search === '' ? path : `${path}?${search}`
  const amount = call.quote?.amount ?? reply.amount ?? 0n
  const usd = text(amount, 1_000_000n, 6).replace(/\.?0+$/, '')
  return {
    method: escaped(method),
    path: escaped(address.slice(0, LONGEST)),
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
