/**
 * Streams of the hand-written catalog: upstreams that speak when the test says so, and callers that
 * listen, stop listening, or leave.
 */
import { request, type IncomingMessage } from 'node:http'
import type { Route } from '../../runtime/contract.ts'
import type { Piece, Usage } from '../../runtime/protocols/types.ts'
import {
  StreamBroken,
  type Break,
  type StreamPart,
  type TakePart,
  type UpstreamStream,
} from '../../runtime/upstream/types.ts'
import { cashCatalog } from './cash-catalog.ts'
import { cashWorld, until, type CashGateway, type World } from './cash-gateway.ts'

const call = (id: string, stream = true): any => ({
  id,
  upstream: 'vendor',
  origin: 'test',
  method: 'POST',
  path: () => '/',
  timeout: 120_000,
  retry: 0,
  ...(stream ? { protocol: 'openai_chat', lasts: 500_000 } : {}),
})

/** Members that all conversations share. */
const base: Omit<Route, 'id' | 'path'> = {
  origin: 'test:20',
  family: 'test',
  aliases: [],
  prefix: '',
  tags: [],
  networks: ['cash', 'small'],
  envelope: 'native',
  authorization: 300_000,
  bodyLimit: 4096,
  challenge: 'after_gates',
  discovery: 'challenge',
  method: 'POST',
  summary: 'Chat',
  flow: 'stream_or_reply',
  table: 'models',
  onSettlementFailure: 'serve',
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string', default: 'first' },
        stream: { type: 'boolean', default: true },
        text: { type: 'string' },
      },
    },
    unknown: 'ignore',
  },
  pick: c => c.body.model,
  pickAt: ['body', 'model'],
  streams: c => c.body.stream,
  upstream: c => call(`vendor.${c.model.id}`),
  price: { micro: () => PRICE, decimals: 6, identify: false },
  fixed: ['quote'],
  redeliver: 300_000,
  headers: c =>
    (c.requested === undefined ? {} : { 'X-Fallback-Model': c.model.id }) as Record<string, string>,
}

/** What each of these calls costs, micro-USD. */
export const PRICE = 2000n

/**
 * A conversation, one whose upstream's events are passed on as they are, one in another protocol,
 * one that costs nothing, and one that has a second upstream.
 */
export const chats: Record<string, Route> = {
  chat: {
    ...base,
    id: 'post_chat',
    path: '/chat',
    aliases: [{ method: 'POST', path: '/v1/chat' }],
    protocol: 'openai_chat',
  },
  raw: { ...base, id: 'post_raw', path: '/raw' },
  messages: { ...base, id: 'post_messages', path: '/messages', protocol: 'anthropic_messages' },
  free: { ...base, id: 'post_free', path: '/free', protocol: 'openai_chat', free: () => true },
  twice: {
    ...base,
    id: 'post_twice',
    path: '/twice',
    protocol: 'openai_chat',
    fallback: () => 'Second/Slow',
  },
}

/** A world that sells conversations. */
export const chatWorld = (now?: number, more: readonly Route[] = []): World =>
  cashWorld(cashCatalog([...Object.values(chats), ...more]), undefined, now)

/** What an upstream says: a piece, an answer's text, or words as its reader found them. */
type Said = StreamPart['pieces'][number] | string

/** An upstream's stream in the hands of the test. */
export interface ManualStream {
  stream: UpstreamStream
  says(piece: Said): void
  /** Everything came, with the usage, unless the upstream reports none. */
  ends(usage?: Usage | 'none'): void
  breaks(how: Break, message?: string): void
  /** What was asked for so far, in parts; whether it was stopped. */
  asked: number
  isCancelled: boolean
}

const USAGE = { uncached: 5, cacheRead: 0, cacheWrite: 0, output: 2, reasoning: 0 }

/** A stream that has begun: its first piece is `first`. */
export function manualStream(signal?: AbortSignal, first: Piece | string = 'one'): ManualStream {
  const items: (StreamPart | StreamBroken | 'end')[] = []
  const broken = new AbortController()
  let wake = (): void => undefined
  const put = (item: (typeof items)[number]): void => {
    items.push(item)
    wake()
  }
  async function read(take: TakePart): Promise<void> {
    for (;;) {
      made.asked += 1
      while (items.length === 0)
        await new Promise<void>(resolve => {
          wake = resolve
        })
      const item = items.shift()!
      if (item === 'end') return
      if (item instanceof StreamBroken) throw item
      await take(item)
    }
  }
  const made: ManualStream = {
    asked: 0,
    isCancelled: false,
    stream: {
      ok: true,
      type: 'text/event-stream',
      read,
      broken: broken.signal,
      cancel() {
        made.isCancelled = true
        items.length = 0
        put(new StreamBroken('given_up', 'cancelled'))
      },
    },
    says: piece => put(partOf(piece)),
    ends: (usage = USAGE) => {
      put(partOf({ finish: 'stop' }))
      if (usage !== 'none') put(partOf({ usage }))
      put('end')
    },
    breaks(how, message = `it is ${how}`) {
      const why = new StreamBroken(how, message)
      if (['stalled', 'too_long', 'given_up'].includes(how)) broken.abort(why)
      put(why)
    },
  }
  signal?.addEventListener('abort', () => made.breaks('given_up'), { once: true })
  made.says(first)
  return made
}

function partOf(piece: Said): StreamPart {
  const pieces = [typeof piece === 'string' ? { content: piece } : piece]
  return { pieces, bytes: Buffer.from(`data: ${JSON.stringify(pieces[0])}\n\n`) }
}

/** Upstreams whose streams begin at once; what they opened, in order. */
export function openStreams(world: World): ManualStream[] {
  const opened: ManualStream[] = []
  world.vendor.stream = ({ signal }) => opened[opened.push(manualStream(signal)) - 1]!.stream
  return opened
}

/** A caller of a stream. */
export interface Listener {
  status: number
  headers: IncomingMessage['headers']
  text(): string
  /** Waits until these words came. */
  hears(words: string): Promise<void>
  /** How it ended for the caller. */
  end: Promise<'whole' | 'cut'>
  leave(): void
  /** Reads no more, and again. */
  pause(): void
  resume(): void
}

/** Asks for a stream and listens. */
export function listen(
  at: Pick<CashGateway, 'url'>,
  path: string,
  header?: string,
  body: object = {},
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      ...(header === undefined ? {} : { 'payment-signature': header }),
    }
    const asking = request(at.url + path, { method: 'POST', headers, agent: false }, response => {
      const chunks: string[] = []
      response
        .setEncoding('utf8')
        .on('data', chunk => chunks.push(chunk))
        .on('error', () => undefined)
      const text = (): string => chunks.join('')
      resolve({
        status: response.statusCode!,
        headers: response.headers,
        text,
        hears: words => until(() => text().includes(words)),
        end: new Promise(ended =>
          response.once('close', () => ended(response.complete ? 'whole' : 'cut')),
        ),
        leave: () => asking.destroy(),
        pause: () => {
          response.pause()
        },
        resume: () => {
          response.resume()
        },
      })
    })
    asking.on('error', reject)
    asking.end(JSON.stringify(body))
  })
}

/** The data of each event of a stream that came so far; `[DONE]` as it is. */
export function eventsOf(text: string): any[] {
  return text
    .split('\n\n')
    .filter(event => event.includes('data: '))
    .map(event => {
      const data = event.slice(event.indexOf('data: ') + 6)
      return data === '[DONE]' ? data : JSON.parse(data)
    })
}
