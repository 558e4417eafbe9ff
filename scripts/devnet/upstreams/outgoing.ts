/**
 * Writes an upstream's answers, streams event by event, with faults in the middle if the behaviour
 * asks for them.
 */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Behaviour, Conduct } from './behaviour.ts'
import type { ReplyStream, SeenCall, UpstreamReply } from './contract.ts'

/**
 * How to write an answer: the behaviour, the release of stalls, and callbacks for what was written.
 * `closing` is called before the upstream hangs up.
 */
export interface Manner {
  behaviour: Behaviour
  held: Conduct['held']
  closing(): void
  seen?: SeenCall
}

/** A reply, and how it is written. `gone` is aborted when the reader has disconnected. */
interface Outgoing extends Manner {
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
  const outgoing = { ...manner, response, gone: leaving.signal }
  if (reply.stream) await writeStream(outgoing, reply, reply.stream)
  else await writeBytes(outgoing, reply)
}

function head(
  { response, behaviour }: Outgoing,
  reply: UpstreamReply,
  more: Record<string, string> = {},
): void {
  const type =
    behaviour.mode === 'wrong_type'
      ? 'text/html; charset=utf-8'
      : (reply.type ?? 'application/json')
  response.writeHead(reply.status, { 'content-type': type, ...more, ...reply.headers })
}

async function writeBytes(outgoing: Outgoing, reply: UpstreamReply): Promise<void> {
  const { response, behaviour, gone } = outgoing
  const bytes = Buffer.from(
    reply.raw ?? (reply.body === undefined ? '' : JSON.stringify(reply.body)),
  )
  const half = bytes.subarray(0, bytes.length >> 1)
  if (behaviour.mode === 'malformed') {
    head(outgoing, reply)
    return void response.end(half)
  }
  head(outgoing, reply, { 'content-length': String(bytes.length) })
  if (!['slow_start', 'cut', 'stall'].includes(behaviour.mode)) return void response.end(bytes)
  response.flushHeaders()
  const first = behaviour.mode === 'slow_start' ? bytes.subarray(0, 0) : half
  if (first.length > 0) response.write(first)
  if (!(await pause(outgoing))) return
  if (!gone.aborted) response.end(bytes.subarray(first.length))
}

async function writeStream(
  outgoing: Outgoing,
  reply: UpstreamReply,
  stream: ReplyStream,
): Promise<void> {
  const { response, behaviour, gone, seen } = outgoing
  const events =
    behaviour.mode === 'no_end'
      ? stream.events.slice(0, stream.events.length - stream.tail)
      : stream.events
  const middle = Math.min(behaviour.after ?? events.length >> 1, events.length)
  head(outgoing, reply, { 'cache-control': 'no-cache' })
  response.flushHeaders()
  if (behaviour.mode === 'slow_start') await pause(outgoing)
  for (const [at, event] of events.entries()) {
    if (at === middle && !(await goOn(outgoing, stream, at))) return
    if (gone.aborted) return
    if (at > 0 && behaviour.gap)
      await sleep(behaviour.gap, undefined, { signal: gone }).catch(() => undefined)
    if (gone.aborted) return
    if (!response.write(event))
      await once(response, 'drain', { signal: gone }).catch(() => undefined)
    if (seen) seen.events = at + 1
  }
  if (middle === events.length && !(await goOn(outgoing, stream, middle))) return
  if (!stream.open) response.end()
}

/** Applies a fault in the middle of a stream. Returns whether to continue. */
async function goOn(outgoing: Outgoing, stream: ReplyStream, at: number): Promise<boolean> {
  const { response, behaviour } = outgoing
  if (behaviour.mode === 'malformed') response.write(stream.malformed)
  if (behaviour.mode === 'in_band') response.end(stream.streamError(at))
  if (behaviour.mode === 'in_band') return false
  return behaviour.mode === 'cut' || behaviour.mode === 'stall' ? pause(outgoing) : true
}

/**
 * Waits or closes the connection as the behaviour says. Returns whether the reader is still there.
 */
async function pause({ response, behaviour, gone, held, closing }: Outgoing): Promise<boolean> {
  if (behaviour.mode !== 'cut' && behaviour.ms === undefined) await held(gone)
  else if (behaviour.mode !== 'cut')
    await sleep(behaviour.ms, undefined, { signal: gone }).catch(() => undefined)
  const over =
    behaviour.mode === 'cut' || (behaviour.mode === 'stall' && behaviour.ms !== undefined)
  if (over && !gone.aborted) {
    closing()
    response.socket?.destroySoon()
  }
  return !over && !gone.aborted
}
