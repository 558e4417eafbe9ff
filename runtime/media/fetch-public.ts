/**
 * Fetches a file that an upstream or a caller names, but never from our own network. An IP address
 * is checked at the moment of connecting, so the checked address is the one used, and every
 * redirect is checked again. The reader limits time and size, with the signal. Nothing is
 * decompressed.
 */
import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { Dispatcher } from 'undici'
import { orAborted } from '../lib/signals.ts'
import { Agent } from '../lib/undici.ts'
import { isPublicAddress } from './public-address.ts'

/** Resolves a host to all of its IP addresses. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

/** What may be fetched. */
export interface FetchOptions {
  /** Private `host` or `host:port` that are allowed (development). */
  allowHosts: readonly string[]
  /** Default: the system's resolver. */
  resolve?: Resolve
  /** Which IP addresses are allowed; default: the public internet. */
  accepts?: (address: string) => boolean
}

/** A reply being received. */
export interface Fetched {
  type?: string
  length?: number
  body: AsyncIterable<Uint8Array>
  cancel(): void
}

/** Fetches; `close` ends its connections. */
export interface PublicFetch {
  get(url: string, signal: AbortSignal): Promise<Fetched>
  close(): Promise<void>
}

/** Something that is not fetched. Its message contains no address. */
export class FetchRefused extends Error {
  override name = 'FetchRefused'
}

const REDIRECTS = 3
/** Maximum bytes of a reply's head. */
const LARGEST_HEAD = 16 * 1024
const MOVED = new Set([301, 302, 303, 307, 308])

/** The system's own resolver. */
const resolveAll: Resolve = host =>
  new Promise((resolve, reject) => {
    systemLookup(host, { all: true, verbatim: true }, (error, found) =>
      error ? reject(error) : resolve(found),
    )
  })

/** The lookup function of a socket. */
type Lookup = (host: string, options: { all?: boolean }, done: (...answer: any[]) => void) => void

/** Makes a lookup that returns only allowed addresses, and fails if any other is among them. */
function guardedLookup(resolve: Resolve, accepts: (address: string) => boolean): Lookup {
  return (host, options, done) => {
    resolve(host)
      .then(found => {
        if (found.length === 0 || !found.every(item => accepts(item.address)))
          throw new FetchRefused('a host that is not public')
        const first = found[0] as LookupAddress
        return options.all ? done(null, found) : done(null, first.address, first.family)
      })
      .catch(error => done(error))
  }
}

/** Parses a URL that may be tried. Throws FetchRefused. */
function parse(url: string, base?: URL): URL {
  const found = URL.canParse(url, base?.href) ? new URL(url, base) : undefined
  if (!found || !['http:', 'https:'].includes(found.protocol))
    throw new FetchRefused('not an http or https URL')
  if (found.username || found.password) throw new FetchRefused('a URL with credentials')
  if (base?.protocol === 'https:' && found.protocol === 'http:')
    throw new FetchRefused('a redirect from https to http')
  return found
}

/** Returns a literal IP address in a URL, without brackets; undefined for a name. */
function literal(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : undefined
}

/** Whether the bytes are not compressed. */
function isPlain(encoding: string | string[] | undefined): boolean {
  return encoding === undefined || encoding === '' || encoding === 'identity'
}

/**
 * Whether a URL's port may serve web content. Ports of other protocols are refused, so that a
 * caller cannot make the gateway talk to a mail server. Ports above 1023 belong to no fixed
 * protocol.
 */
function isWebPort(url: URL): boolean {
  const port = url.port === '' ? 443 : Number(url.port)
  return port === 80 || port === 443 || port > 1023
}

/** Returns the declared facts and the body of a file. Refuses compressed content. */
function fetchedOf({ headers, body }: Dispatcher.ResponseData, cancel: () => void): Fetched {
  if (!isPlain(headers['content-encoding'])) throw new FetchRefused('a compressed answer')
  const { 'content-type': type, 'content-length': length } = headers
  return {
    type: Array.isArray(type) ? type[0] : type,
    length: length === undefined ? undefined : Number(length),
    body,
    cancel,
  }
}

/**
 * Returns the target of a redirect. Throws FetchRefused if there is none, or after too many `hops`.
 */
function redirected(
  { statusCode, headers: { location } }: Dispatcher.ResponseData,
  url: URL,
  hops: number,
): URL {
  if (!MOVED.has(statusCode) || typeof location !== 'string')
    throw new FetchRefused(`an answer with status ${statusCode}`)
  if (hops >= REDIRECTS) throw new FetchRefused('too many redirects')
  return parse(location, url)
}

/** Sends one request to one address. Throws FetchRefused if the address is not allowed. */
type Send = (url: URL, signal: AbortSignal) => Promise<Dispatcher.ResponseData>

/** Requests a file, and follows redirects. */
async function follow(send: Send, address: string, signal: AbortSignal): Promise<Fetched> {
  let url = parse(address)
  for (let hops = 0; ; hops++) {
    // The client ignores the signal while it connects.
    const reply = await orAborted(signal, send(url, signal))
    reply.body.on('error', () => undefined)
    const cancel = (): void => {
      reply.body.destroy()
    }
    try {
      if (reply.statusCode === 200) return fetchedOf(reply, cancel)
      url = redirected(reply, url, hops)
    } catch (error) {
      cancel()
      throw error
    }
    cancel()
  }
}

/** Makes a fetcher. */
export function createPublicFetch(options: FetchOptions): PublicFetch {
  const limits = { headersTimeout: 0, bodyTimeout: 0, connections: 32, maxHeaderSize: LARGEST_HEAD }
  const accepts = options.accepts ?? isPublicAddress
  const lookup = guardedLookup(options.resolve ?? resolveAll, accepts) as never
  const guarded = new Agent({ ...limits, connect: { timeout: 10_000, lookup } })
  const open = new Agent({ ...limits, connect: { timeout: 10_000 } })
  const allowed = new Set(options.allowHosts.map(host => host.toLowerCase()))

  const dispatcherOf = (url: URL): Dispatcher => {
    if (allowed.has(url.host) || allowed.has(url.hostname)) return open
    if (!isWebPort(url)) throw new FetchRefused('a port that is not for the web')
    const address = literal(url)
    if (address !== undefined && !accepts(address))
      throw new FetchRefused('a host that is not public')
    return guarded
  }
  const headers = { accept: '*/*', 'accept-encoding': 'identity' }
  const send: Send = (url, signal) =>
    dispatcherOf(url).request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers,
      signal,
    })
  return {
    get: (address, signal) => follow(send, address, signal),
    close: async () => {
      await Promise.all([guarded.destroy(), open.destroy()])
    },
  }
}
