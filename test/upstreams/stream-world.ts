/**
 * A gateway whose upstreams are the local ones, on real sockets: one route for each protocol in
 * which they stream.
 */
import type {
  Catalog,
  Envelope,
  Route,
  UpstreamCall,
  UpstreamSpec,
} from '../../runtime/contract.ts'
import { systemClock } from '../../runtime/lib/clock.ts'
import { createObserve } from '../../runtime/observe/observe.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import type { Clock } from '../../runtime/seams.ts'
import { createUpstreams } from '../../runtime/upstream/client.ts'
import { cashCatalog } from '../helpers/cash-catalog.ts'
import { cashWorld, startCashGateway, type CashGateway } from '../helpers/cash-gateway.ts'
import { chats } from '../helpers/cash-streams.ts'
import type { LocalUpstreams } from '../helpers/upstreams.ts'

/**
 * An upstream of each protocol, and how it is asked. `end` is the mark of a whole stream as the
 * caller sees it.
 */
export interface Streaming {
  name: string
  upstream: string
  path: string
  end: string
  call: Partial<UpstreamCall>
  headers: Record<string, string>
}

const messages = [{ role: 'user' as const, content: 'Tell me of the sea.' }]
const bearer = { Authorization: 'Bearer {key}' }

/** One upstream of each protocol. */
export const streaming: readonly Streaming[] = [
  {
    name: 'openai_chat',
    upstream: 'vendor_a',
    path: '/chat',
    end: '[DONE]',
    headers: bearer,
    call: {
      protocol: 'openai_chat',
      path: () => '/v1/chat/completions',
      send: () => ({ model: 'chat-1', messages }) as never,
    },
  },
  {
    name: 'anthropic_messages',
    upstream: 'vendor_f',
    path: '/messages',
    end: '[DONE]',
    headers: { 'x-api-key': '{key}', 'anthropic-version': '2023-06-01' },
    call: {
      protocol: 'anthropic_messages',
      path: () => '/anthropic/v1/messages',
      send: () => ({ model: 'mind-1', max_tokens: 4000, messages }) as never,
    },
  },
  {
    name: 'gemini_generate',
    upstream: 'vendor_b',
    path: '/gemini',
    end: '[DONE]',
    headers: { 'x-goog-api-key': '{key}' },
    call: {
      protocol: 'gemini_generate',
      path: () => '/v1beta/models/text-1:streamGenerateContent',
      query: () => ({ alt: 'sse' }),
      send: () => ({ model: 'text-1', messages }) as never,
    },
  },
  {
    name: 'openai_responses',
    upstream: 'vendor_a',
    path: '/responses',
    end: 'response.completed',
    headers: bearer,
    call: {
      protocol: 'openai_responses',
      path: () => '/v1/responses',
      send: () => ({ model: 'chat-1', input: 'Tell me of the sea.' }) as never,
    },
  },
]

/** How long upstreams may be silent, and how long a stream may last, in ms. */
export const SILENCE = 120_000
export const LASTS = 500_000

function callOf({ name, upstream, call }: Streaming): UpstreamCall {
  return {
    id: `${upstream}.${name}`,
    upstream: upstream,
    origin: 'test',
    method: 'POST',
    timeout: SILENCE,
    lasts: LASTS,
    retry: 0,
    path: () => '/',
    ...call,
  }
}

function routeOf(how: Streaming): Route {
  const { name, path } = how
  const also = path === '/chat' ? [{ method: 'POST' as const, path: '/chat/completions' }] : []
  return {
    ...chats.chat!,
    id: name,
    path,
    aliases: also,
    protocol: name === 'openai_responses' ? undefined : 'openai_chat',
    upstream: () => callOf(how),
  }
}

function catalogOf(): Catalog {
  const catalog = cashCatalog(streaming.map(routeOf))
  const spec = ({ upstream, headers }: Streaming): UpstreamSpec => ({
    name: upstream,
    env: upstream.toUpperCase(),
    base: 'http://upstream.test',
    source: upstream,
    headers,
    capacity: { concurrency: 10, queue: 10 },
  })
  const native: Envelope = {
    ...catalog.envelopes.native!,
    upstream_rejected: o => ({ status: o.upstream!.status, body: { error: o.details } }),
    upstream_failed: o => ({ status: 502, body: { error: o.details } }),
    upstream_timeout: o => ({ status: 504, body: { error: o.details } }),
  }
  return {
    ...catalog,
    envelopes: { native },
    upstreams: Object.fromEntries(streaming.map(how => [how.upstream, spec(how)])),
  }
}

/**
 * Starts the gateway. Its upstreams are waited for by the machine's time unless a clock is given.
 */
export async function startStreaming(
  up: LocalUpstreams,
  clock: Clock = systemClock,
): Promise<CashGateway> {
  const world = cashWorld(catalogOf())
  const { catalog } = world
  const settings = {
    upstreams: Object.fromEntries(
      streaming.map(({ upstream }) => [
        upstream,
        {
          url: up.env[`${upstream.toUpperCase()}_URL`]!,
          key: up.env[`${upstream.toUpperCase()}_KEY`]!,
        },
      ]),
    ),
  }
  const observe = createObserve({ hash: 'test', clock, level: 'silent' })
  const upstreams = createUpstreams({ catalog, settings, clock, random: systemRandom, observe })
  const at = await startCashGateway(world, { parts: { upstreams } })
  return {
    ...at,
    stop: async () => {
      await at.stop()
      await upstreams.close()
    },
  }
}
