/** Opens files at an upstream with its key, as streams. The key is sent to no other host. */
import type { Dispatcher } from 'undici'
import type { Catalog, Scope } from '../contract.ts'
import { FetchRefused } from '../media/fetch-public.ts'
import { spanOf } from '../lib/trace.ts'
import type { Clock, Random } from '../seams.ts'
import { addressOf, BadAddress, type Address } from '../lib/upstream-address.ts'
import { ExchangeError } from './exchange.ts'
import { timeoutsOf, type Timeouts } from './timeouts.ts'
import type { Pools } from './pools.ts'
import { isReady, type Ready, type Target } from './targets.ts'
import type { UpstreamFile, Upstreams } from './types.ts'

/** What opening needs. `calls` say how to fill the holes of an upstream's base. */
interface OpenParts {
  targets: ReadonlyMap<string, Target>
  pools: Pools
  clock: Clock
  random: Random
  agent: string
  calls: Catalog['calls']
}

const REDIRECTS = 3
const MOVED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Builds the error for a missing file, without any address. */
function refusal(error: unknown): FetchRefused {
  if (error instanceof FetchRefused) return error
  if (error instanceof ExchangeError) return new FetchRefused(error.message)
  if (error instanceof BadAddress) return new FetchRefused('a path that is not below the upstream')
  const { code, name = 'unknown' } = error as { code?: string; name?: string }
  return new FetchRefused(`the upstream could not be reached (${code ?? name})`)
}

/**
 * Returns the address of a path. Throws FetchRefused if it is not a plain path, BadAddress if it
 * leaves the base.
 */
function addressBelow(
  target: Ready,
  path: string,
  holes: Readonly<Record<string, string>>,
): Address {
  if (!/^\/(?![/\\])/.test(path)) throw new FetchRefused('a path that is not below the upstream')
  return addressOf(target.base, { path, query: '', holes })
}

/**
 * Returns the target of a redirect. Throws FetchRefused unless it stays on the origin, because the
 * key is sent with the request.
 */
function redirected(from: Address, location: unknown): Address {
  const base = new URL(from.origin)
  const here = base.origin + from.path
  const to =
    typeof location === 'string' && URL.canParse(location, here)
      ? new URL(location, here)
      : undefined
  if (to?.origin !== base.origin || to.username !== '' || to.password !== '')
    throw new FetchRefused('a redirect to another place')
  return { origin: from.origin, path: to.pathname + to.search }
}

/**
 * Yields the bytes of a reply, at the reader's pace. The time limit runs only while the reader
 * waits.
 */
async function* chunksOf(
  body: AsyncIterable<Uint8Array>,
  timeouts: Timeouts,
  cancel: () => void,
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await timeouts.wait(() => chunks.next())
      if (next.done) return
      yield next.value
    }
  } catch (error) {
    throw refusal(error)
  } finally {
    cancel()
  }
}

/** Returns a reply as a file. Throws FetchRefused if it is not one. */
function fileOf(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  timeouts: Timeouts,
): UpstreamFile {
  const { 'content-type': type, 'content-length': length, 'content-encoding': encoding } = headers
  if (statusCode !== 200) throw new FetchRefused(`an answer with status ${statusCode}`)
  if (encoding !== undefined && encoding !== 'identity')
    throw new FetchRefused('an answer in an encoding that was not asked for')
  const cancel = (): void => {
    timeouts.end()
    body.destroy()
  }
  const bytes = length === undefined ? undefined : Number(length)
  return {
    type: Array.isArray(type) ? type[0] : type,
    length: bytes,
    body: chunksOf(body, timeouts, cancel),
    cancel,
  }
}

/** Requests an address and follows its redirects. Rejects if there is no file. */
async function ask(
  pools: Pools,
  start: Address,
  how: { headers: Record<string, string>; timeouts: Timeouts },
): Promise<UpstreamFile> {
  const { headers, timeouts } = how
  let at = start
  for (let hops = 0; ; hops++) {
    const request = { method: 'GET' as const, path: at.path, headers, signal: timeouts.signal }
    const reply = await timeouts.wait(() => pools.to(at.origin).request(request))
    reply.body.on('error', () => undefined)
    try {
      if (!MOVED.has(reply.statusCode)) return fileOf(reply, timeouts)
      if (hops >= REDIRECTS) throw new FetchRefused('too many redirects')
      at = redirected(at, reply.headers.location)
    } catch (error) {
      reply.body.destroy()
      throw error
    }
    reply.body.destroy()
  }
}

/** Makes `open` of the client. */
export function createOpen(parts: OpenParts): Upstreams['open'] {
  const { targets, pools, clock, random, agent, calls } = parts
  const holesOf = (target: Ready, scope: Scope): Readonly<Record<string, string>> => {
    const call = target.base.holes
      ? Object.values(calls).find(one => one.upstream === target.name && one.holes)
      : undefined
    return call?.holes?.(scope) ?? {}
  }
  return async (upstream, path, { scope, signal, timeout, ids }) => {
    const target = targets.get(upstream)
    if (!target || !isReady(target)) throw new FetchRefused('an upstream that is not configured')
    const timeouts = timeoutsOf(clock, { each: timeout }, signal)
    const headers = {
      accept: '*/*',
      'user-agent': agent,
      ...target.headers,
      'accept-encoding': 'identity',
      ...spanOf(ids, random)?.headers,
    }
    try {
      return await ask(pools, addressBelow(target, path, holesOf(target, scope)), {
        headers,
        timeouts,
      })
    } catch (error) {
      timeouts.end()
      throw refusal(error)
    }
  }
}
