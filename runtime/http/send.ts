/** Writes a reply, and tells operators how the request ended. */
import type { FastifyReply } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call, Core, Reply } from '../context.ts'
import type { Clock } from '../seams.ts'
import { pour, type Streaming } from './pour.ts'

/** How long, in ms, a caller who was refused in the middle of a request may go on sending. */
const LINGER = 2_000
/** Bodies up to so many bytes leave in one piece with their head. */
const TOGETHER = 16 * 1024

/** Sends a reply. */
export function send(reply: FastifyReply, made: Reply, core: Core): FastifyReply {
  const { body, status } = made
  // Straight to the socket: ready bytes in one write where they are text, and without what the
  // framework would look at again.
  reply.hijack()
  if (body === undefined) reply.raw.writeHead(status, made.headers).end()
  else if (isStream(made)) void pour(reply.raw, made, core)
  else sendWhole(reply.raw, made, core)
  return reply
}

/**
 * Sends a refusal while its request is still arriving, and closes the connection. What comes
 * meanwhile is thrown away for a moment: closed on unread bytes, a connection is reset, and the
 * caller may lose the answer.
 */
export function sendAndHangUp(
  reply: FastifyReply,
  made: Reply,
  on: { request: IncomingMessage; clock: Clock },
): FastifyReply {
  reply.hijack()
  const body = String(made.body ?? '')
  const out = reply.raw
  out
    .writeHead(made.status, {
      ...made.headers,
      connection: 'close',
      'content-length': Buffer.byteLength(body),
    })
    .write(body)
  if (on.request.destroyed || on.request.complete) {
    out.end()
    return reply
  }
  const cancel = on.clock.after(LINGER, () => out.end())
  const end = (): void => {
    cancel()
    out.end()
  }
  on.request.once('end', end).once('close', end).resume()
  return reply
}

/** Sends a reply whose body is a text or bytes. */
export function sendWhole(out: ServerResponse, made: Reply, { heads }: Core): void {
  const body = narrow(made.body as string | Buffer)
  const length = typeof made.body === 'string' ? Buffer.byteLength(made.body) : body.length
  if (heads.write(out, made, { bytes: body, length })) return
  heads.end(out.writeHead(made.status, { ...made.headers, 'content-length': length }), {
    bytes: body,
    length,
  })
}

/**
 * Bytes as a text of one letter each: Node writes a text together with its head, and bytes beside
 * it, which costs more for all but large ones.
 */
function narrow(body: string | Buffer): string | Buffer {
  return typeof body === 'string' || body.length > TOGETHER ? body : body.toString('latin1')
}

function isStream(made: Reply): made is Streaming {
  return made.body !== undefined && typeof made.body !== 'string' && !Buffer.isBuffer(made.body)
}

/**
 * One line and one count for a call. `started` is Unix ms; `label` names the route where it is not
 * the call's own.
 */
export function tell(call: Call, made: Reply, about: { started: number; label?: string }): void {
  call.core.observe.request({
    route: about.label ?? call.live.route.id,
    origin: call.live.route.origin,
    method: call.method,
    status: made.status,
    outcome: made.outcome,
    ms: call.core.clock.now() - about.started,
    payer: call.payer,
    amount: call.quote?.amount ?? made.amount,
    transaction: call.charge.transaction,
    job: call.job,
    ip: call.ip,
  })
}
