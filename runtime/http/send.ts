/** Writes a reply, and records how the request ended. */
import type { FastifyReply } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call, Reply } from '../call.ts'
import type { GatewayContext } from '../context.ts'
import { isBodiless, prepared, type Body } from './heads.ts'
import { pipeBody, type Streaming } from './pipe-body.ts'
import { identify, withRequestId } from './request-ids.ts'
import { endIfStalled } from './stalled.ts'

/** How long, in ms, a caller may continue to send after its request was refused. */
const LINGER = 2_000
/** Bodies up to this many bytes leave in one piece with their head. */
const TOGETHER = 16 * 1024

/** Sends a reply. */
export function send(reply: FastifyReply, made: Reply, context: GatewayContext): FastifyReply {
  const { body, status } = made
  // Written directly to the socket: prepared bytes in one write, without the framework's checks.
  reply.hijack()
  if (body === undefined) reply.raw.writeHead(status, withRequestId(made, reply.raw, context)).end()
  else if (isStream(made)) void pipeBody(reply.raw, made, context)
  else sendBuffered(reply.raw, made, context)
  return reply
}

/**
 * Sends a refusal while its request is still arriving, and closes the connection. Discards arriving
 * data for a moment, because closing on unread bytes resets the connection and the caller may lose
 * the reply.
 */
export function sendAndHangUp(
  reply: FastifyReply,
  made: Reply,
  on: { request: IncomingMessage; context: GatewayContext },
): FastifyReply {
  reply.hijack()
  const body = String(made.body ?? '')
  const out = reply.raw
  out
    .writeHead(made.status, {
      ...withRequestId(made, out, on.context),
      connection: 'close',
      'content-length': Buffer.byteLength(body),
    })
    .write(body)
  if (on.request.destroyed || on.request.complete || on.request.readableEnded) {
    out.end()
    return reply
  }
  const cancel = on.context.clock.after(LINGER, () => out.end())
  const end = (): void => {
    cancel()
    out.end()
  }
  on.request.once('end', end).once('close', end).resume()
  return reply
}

/** A reply that is sent many times: text, bytes, or without a body. */
export interface PreparedReply extends Pick<Reply, 'status' | 'headers'> {
  body: Body
}

/** Prepares a reply, which must not be a stream, to be sent many times. */
export function prepareReply({ status, headers, body }: Reply): PreparedReply {
  return { status, headers: prepared({ ...headers }), body: bodyOf(body as string | Buffer) }
}

/** Sends a prepared reply. */
export function sendPrepared(
  out: ServerResponse,
  { status, headers, body }: PreparedReply,
  context: GatewayContext,
): void {
  const { heads } = context
  endIfStalled(out, body.length)
  const { request: id } = identify(out.req, context)
  if (heads.write(out, { status, headers }, body, id)) return
  const own = withRequestId({ status, headers }, out, context)
  if (isBodiless(status)) out.writeHead(status, own).end()
  else heads.end(out.writeHead(status, { ...own, 'content-length': body.length }), body)
}

/** Sends a reply whose body is text or bytes. */
export function sendBuffered(out: ServerResponse, made: Reply, context: GatewayContext): void {
  const { status, headers, body } = made
  sendPrepared(out, { status, headers, body: bodyOf(body as string | Buffer) }, context)
}

function bodyOf(body: string | Buffer = ''): Body {
  const bytes = narrow(body)
  return { bytes, length: typeof body === 'string' ? Buffer.byteLength(body) : bytes.length }
}

/**
 * Converts bytes to a latin1 string: Node writes strings together with their head, but bytes
 * separately, which costs more except for large bodies.
 */
function narrow(body: string | Buffer): string | Buffer {
  return typeof body === 'string' || body.length > TOGETHER ? body : body.toString('latin1')
}

function isStream(made: Reply): made is Streaming {
  return made.body !== undefined && typeof made.body !== 'string' && !Buffer.isBuffer(made.body)
}

/**
 * Returns the row of a call that is free for its caller, `-` if it has none; undefined if the call
 * is paid, or only reads what the gateway knows.
 */
function freeRow({ free, compiled, scope }: Call): string | undefined {
  const { flow, upstream, work } = compiled.route
  const isFree = free === true || (flow === 'free' && (upstream ?? work) !== undefined)
  return isFree ? ((scope.requested ?? scope.model)?.id ?? '-') : undefined
}

/**
 * Writes one log line and counts the call. `started` is Unix ms; `label` names the route if it is
 * not the call's own.
 */
export function logRequest(
  call: Call,
  made: Reply,
  about: { started: number; label?: string },
): void {
  call.context.observe.request({
    route: about.label ?? call.compiled.route.id,
    origin: call.compiled.route.origin,
    method: call.method,
    status: made.status,
    outcome: made.outcome,
    ms: call.context.clock.now() - about.started,
    payer: call.payer,
    amount: call.quote?.amount ?? made.amount,
    transaction: call.charge.transaction,
    job: call.job,
    free: made.status < 300 ? freeRow(call) : undefined,
    ip: call.ip,
    request: call.ids.request,
    trace: call.ids.trace?.id,
  })
  if (about.label === undefined) countUnclaimed(call, made)
}

/**
 * Counts a paid call that failed before its claim: the canary's counts come from sales lines, and
 * such a call has none.
 */
function countUnclaimed({ context, payer, charge }: Call, { status, outcome }: Reply): void {
  if (status < 500 || payer === undefined || charge.record !== undefined) return
  const { hash: catalog } = context.catalog
  context.ends?.note({ catalog, outcome: 'failed', reason: outcome, wallet: payer })
}
