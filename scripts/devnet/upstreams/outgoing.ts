/**
 * Writes an upstream's answers, streams event by event, with faults in the middle if the behaviour
 * asks for them.
 */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Behaviour, Conduct } from './behaviour.ts'
import type { ReplyStream, SeenCall, UpstreamReply } from './supplier.ts'

/**
 * How to write an answer: the behaviour, the release of stalls, and callbacks for what was written.
 * `closing` is called before the upstream hangs up.
 */
export interface Manner {
  told: Behaviour
  held: Conduct['held']
  closing(): void
  seen?: SeenCall
}

/** What is written, and how. `gone` is aborted when the reader has left. */
interface Telling extends Manner {
  response: ServerResponse
  gone: AbortSignal
}

/** Writes an answer. Resolves when everything is written or the reader has left. */
export async function write(
  response: ServerResponse,
  reply: UpstreamReply,
  manner: Manner,
): Promise<void> {
  const leaving = new AbortController()
  response.once('close', () => leaving.abort())
  const telling = { ...manner, response, gone: leaving.signal }
  if (reply.stream) await writeStream(telling, reply, reply.stream)
  else await writeBytes(telling, reply)
}

function head(
  { response, told }: Telling,
  reply: UpstreamReply,
  more: Record<string, string> = {},
): void {
  const type =
    told.mode === 'wrong_type' ? 'text/html; charset=utf-8' : (reply.type ?? 'application/json')
  response.writeHead(reply.status, { 'content-type': type, ...more, ...reply.headers })
}

async function writeBytes(telling: Telling, reply: UpstreamReply): Promise<void> {
  const { response, told, gone } = telling
  const bytes = Buffer.from(
    reply.raw ?? (reply.body === undefined ? '' : JSON.stringify(reply.body)),
  )
  const half = bytes.subarray(0, bytes.length >> 1)
  if (told.mode === 'malformed') {
    head(telling, reply)
    return void response.end(half)
  }
  head(telling, reply, { 'content-length': String(bytes.length) })
  if (!['slow_start', 'cut', 'stall'].includes(told.mode)) return void response.end(bytes)
  response.flushHeaders()
  const first = told.mode === 'slow_start' ? bytes.subarray(0, 0) : half
  if (first.length > 0) response.write(first)
  if (!(await pause(telling))) return
  if (!gone.aborted) response.end(bytes.subarray(first.length))
}

async function writeStream(
  telling: Telling,
  reply: UpstreamReply,
  stream: ReplyStream,
): Promise<void> {
  const { response, told, gone, seen } = telling
  const events =
    told.mode === 'no_end'
      ? stream.events.slice(0, stream.events.length - stream.tail)
      : stream.events
  const middle = Math.min(told.after ?? events.length >> 1, events.length)
  head(telling, reply, { 'cache-control': 'no-cache' })
  response.flushHeaders()
  if (told.mode === 'slow_start') await pause(telling)
  for (const [at, event] of events.entries()) {
    if (at === middle && !(await goOn(telling, stream, at))) return
    if (gone.aborted) return
    if (at > 0 && told.gap)
      await sleep(told.gap, undefined, { signal: gone }).catch(() => undefined)
    if (gone.aborted) return
    if (!response.write(event))
      await once(response, 'drain', { signal: gone }).catch(() => undefined)
    if (seen) seen.events = at + 1
  }
  if (middle === events.length && !(await goOn(telling, stream, middle))) return
  if (!stream.open) response.end()
}

/** Applies a fault in the middle of a stream. Returns whether to continue. */
async function goOn(telling: Telling, stream: ReplyStream, at: number): Promise<boolean> {
  const { response, told } = telling
  if (told.mode === 'malformed') response.write(stream.malformed)
  if (told.mode === 'in_band') response.end(stream.trouble(at))
  if (told.mode === 'in_band') return false
  return told.mode === 'cut' || told.mode === 'stall' ? pause(telling) : true
}

/**
 * Waits or closes the connection as the behaviour says. Returns whether the reader is still there.
 */
async function pause({ response, told, gone, held, closing }: Telling): Promise<boolean> {
  if (told.mode !== 'cut' && told.ms === undefined) await held(gone)
  else if (told.mode !== 'cut')
    await sleep(told.ms, undefined, { signal: gone }).catch(() => undefined)
  const over = told.mode === 'cut' || (told.mode === 'stall' && told.ms !== undefined)
  if (over && !gone.aborted) {
    closing()
    response.socket?.destroySoon()
  }
  return !over && !gone.aborted
}
