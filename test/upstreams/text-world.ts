/**
 * The vendors' own clients, unmodified, pointed at the local upstreams; and streams as they travel.
 */
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import type { LocalUpstreams } from '../helpers/upstreams.ts'

const at = (up: LocalUpstreams, upstream: string) => {
  const env = upstream.toUpperCase()
  return { url: up.env[`${env}_URL`]!, key: up.env[`${env}_KEY`]! }
}

/** OpenAI's client at an upstream; `path` is where its API begins. */
export const openai = (up: LocalUpstreams, upstream = 'vendor_a', path = '/v1'): OpenAI =>
  new OpenAI({
    baseURL: at(up, upstream).url + path,
    apiKey: at(up, upstream).key,
    maxRetries: 0,
    logLevel: 'off',
  })

/** Anthropic's client, with the upstream's key unless set otherwise. */
export const anthropic = (
  up: LocalUpstreams,
  key: { apiKey?: string; authToken?: string } = { apiKey: at(up, 'vendor_f').key },
): Anthropic =>
  new Anthropic({
    baseURL: `${at(up, 'vendor_f').url}/anthropic`,
    apiKey: null,
    authToken: null,
    ...key,
    maxRetries: 0,
    logLevel: 'off',
  })

/** Google's client. */
export const google = (up: LocalUpstreams): GoogleGenAI =>
  new GoogleGenAI({
    apiKey: at(up, 'vendor_b').key,
    httpOptions: { baseUrl: at(up, 'vendor_b').url },
  })

/** All that something yields. */
export async function all<T>(from: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const one of from) list.push(one)
  return list
}

/**
 * A protocol as its upstreams speak it: how to ask for a whole answer and for a stream, and the
 * sign of a stream's end.
 */
export interface Spoken {
  name: string
  upstream: string
  path: string
  body: Record<string, unknown>
  streamPath?: string
  end: string
}

const messages = [{ role: 'user', content: 'Tell me of the sea.' }]

/** One upstream of each protocol. */
export const protocols: readonly Spoken[] = [
  {
    name: 'chat',
    upstream: 'vendor_a',
    path: '/v1/chat/completions',
    body: { model: 'chat-1', messages },
    end: 'data: [DONE]',
  },
  {
    name: 'responses',
    upstream: 'vendor_a',
    path: '/v1/responses',
    body: { model: 'chat-1', input: 'Tell me of the sea.' },
    end: 'event: response.completed',
  },
  {
    name: 'gemini',
    upstream: 'vendor_b',
    path: '/v1beta/models/text-1:generateContent',
    streamPath: '/v1beta/models/text-1:streamGenerateContent?alt=sse',
    body: { contents: [{ role: 'user', parts: [{ text: 'Tell me of the sea.' }] }] },
    end: '"finishReason":"STOP"',
  },
  {
    name: 'messages',
    upstream: 'vendor_f',
    path: '/anthropic/v1/messages',
    body: { model: 'mind-1', max_tokens: 200, messages },
    end: 'event: message_stop',
  },
]

/** Asks for a whole answer, or for a stream. */
export function ask(
  up: LocalUpstreams,
  how: Spoken,
  options: { stream?: boolean; body?: object; signal?: AbortSignal } = {},
): Promise<Response> {
  const { url, key } = at(up, how.upstream)
  const { stream = false } = options
  const body = {
    ...how.body,
    ...(stream && !how.streamPath ? { stream: true } : {}),
    ...options.body,
  }
  return fetch(url + (stream ? (how.streamPath ?? how.path) : how.path), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      'x-api-key': key,
      'x-goog-api-key': key,
      'anthropic-version': '2023-06-01',
    },
    body: JSON.stringify(body),
    ...(options.signal ? { signal: options.signal } : {}),
  })
}

/** What arrives of a body, and whether it was cut. */
export async function arrived(response: Response): Promise<{ text: string; cut: boolean }> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of response.body!)
      text += decoder.decode(chunk as Uint8Array, { stream: true })
    return { text, cut: false }
  } catch {
    return { text, cut: true }
  }
}
