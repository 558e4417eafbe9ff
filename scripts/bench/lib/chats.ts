/**
 * The measured servers of chats: the upstream itself, plain pipes before it, the gateway, and
 * `@portkey-ai/gateway` if it is installed.
 */
import { WORDS } from '../servers/chats.ts'
import { hasPortkey, portkeyHeaders } from '../servers/portkey.ts'
import { CHAT, CHAT_UPSTREAM, chatBody, type Bench } from './bench.ts'
import { buyer, counting } from './buyer.ts'
import type { Child } from './child.ts'
import { request } from './frame.ts'

/** A server that answers chats. */
export interface Chatter {
  name: string
  child: Child
  /** Makes the source of one run's requests, `most` of them where each must be signed. */
  requests(stream: boolean, most: number): () => Buffer | undefined
  /** Whether its streams and its buffered answers must report a settled payment. */
  isPaid: boolean
  /** Checks after a run that each call was paid for. */
  verify?(sent: number): Promise<void>
}

/** All of them; the upstream is first. `left` names those left out. */
export interface Chatters {
  upstreamServer: Child
  direct: Chatter
  pipe: Chatter
  fastify: Chatter
  gateway: Chatter
  portkey?: Chatter
  left: string[]
}

function unpaid(name: string, child: Child, headers: Record<string, string> = {}): Chatter {
  const [whole, streamed] = [false, true].map(stream =>
    request('POST', CHAT_UPSTREAM, { headers, body: chatBody(stream) }),
  )
  return { name, child, isPaid: false, requests: stream => () => (stream ? streamed : whole) }
}

async function paidChats(child: Child): Promise<Chatter> {
  const [whole, streamed] = [
    await buyer(child, CHAT, { body: chatBody(false) }),
    await buyer(child, CHAT, { body: chatBody(true) }),
  ]
  const requests = (stream: boolean, most: number) => {
    const signed = (stream ? streamed : whole).sign(most)
    let i = 0
    return () => signed[i++]
  }
  return { name: 'Farebox, paid', child, isPaid: true, requests, verify: await counting(child) }
}

/** Starts them, each in a process of its own. */
export async function startChatters(bench: Bench): Promise<Chatters> {
  const upstreamServer = await bench.start('chats', {}, 'load')
  const upstream = `http://127.0.0.1:${upstreamServer.port}`
  const [pipe, fastify, gateway] = [
    await bench.start('http-pipe', { upstream }),
    await bench.start('fastify-pipe', { upstream }),
    await bench.start('farebox', { upstream: bench.upstream, chats: upstream }),
  ]
  const portkey = hasPortkey
    ? unpaid('@portkey-ai/gateway', await bench.start('portkey'), portkeyHeaders(upstream))
    : undefined
  return {
    upstreamServer,
    direct: unpaid('upstream directly', upstreamServer),
    pipe: unpaid('raw pipe: node:http + undici', pipe),
    fastify: unpaid('raw pipe: Fastify + undici', fastify),
    gateway: await paidChats(gateway),
    portkey,
    left: portkey ? [] : ['@portkey-ai/gateway left out: not installed'],
  }
}

/**
 * Checks a stream: all words, its usage, its end, and its payment where it was paid for. `events`
 * undefined: any number of words.
 */
export function checkStream({ isPaid }: Chatter, events?: number): (text: string) => void {
  return text => {
    const words = text.split(`"${WORDS}"`).length - 1
    if (words === 0 || (events !== undefined && words !== events))
      throw new Error(`${words} content events instead of ${events ?? 'some'}`)
    if (!text.endsWith('data: [DONE]\n\n')) throw new Error('a stream without [DONE]')
    if (!/"usage":\{/.test(text)) throw new Error('a stream without usage')
    if (isPaid && !/"payment":\{"settled":true/.test(text))
      throw new Error('a stream without a settled payment')
  }
}
