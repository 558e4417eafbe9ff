/**
 * Inner requests: a service makes them to its own gateway for its caller, without a connection.
 * They go through the same router and the same pipeline, and count as the caller's: they have the
 * caller's address, and end when the caller disconnects.
 */
import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import inject, { type InjectOptions } from 'light-my-request'
import type { Call } from '../call.ts'

/** The parts of the outer call that an inner request takes over. */
export type Outer = Pick<
  Call,
  | 'ip'
  | 'isUnnamed'
  | 'ids'
  | 'facts'
  | 'listening'
  | 'hangUp'
  | 'delivery'
  | 'onLeave'
  | 'asksPrice'
  | 'hookResults'
>

/** An inner request. `url` is a path with its query; a body needs its `content-type`. */
export interface InsideRequest {
  method: string
  url: string
  headers?: Readonly<Record<string, string>>
  body?: Buffer | string
  /** Whether only the price is requested: then no work is done, even if the call is free. */
  asksPrice?: true
  /** Hook results to use then. */
  hookResults?: Call['hookResults']
}

/** The reply to an inner request, as soon as its head is known. */
export interface InsideReply {
  status: number
  headers: Readonly<Record<string, string>>
  body: Readable
}

/** Makes an inner request. Rejects only if the gateway breaks off before the head. */
export type AskInside = (outer: Outer, request: InsideRequest) => Promise<InsideReply>

const OUTER = Symbol('outer call')
type Enclosed = IncomingMessage & { [OUTER]?: Outer }

/**
 * Returns the call that makes this inner request; undefined if the request came over the network.
 */
export function outerOf(message: IncomingMessage): Outer | undefined {
  return (message as Enclosed)[OUTER]
}

/** Headers that describe the connection of the outer request, or a proxy before it. */
const OF_THE_WAY =
  /^(connection|content-length|transfer-encoding|expect|forwarded|via|x-forwarded-.*|x-real-ip)$/

/** Makes the function that sends an application's inner requests. */
export function makeAskInside(
  handle: (request: IncomingMessage, out: ServerResponse) => void,
): AskInside {
  return async (caller, { method, url, headers = {}, body, asksPrice, hookResults }) => {
    const outer = asksPrice ? { ...caller, asksPrice, ...(hookResults && { hookResults }) } : caller
    const named = Object.entries(headers).filter(([name]) => !OF_THE_WAY.test(name.toLowerCase()))
    const options: InjectOptions = {
      method: method as InjectOptions['method'],
      url,
      headers: { ...Object.fromEntries(named), 'x-request-id': outer.ids.request },
      remoteAddress: outer.ip,
      payloadAsStream: true,
      ...(body === undefined ? {} : { payload: body }),
    }
    const reply = await inject((request, out) => {
      ;(request as Enclosed)[OUTER] = outer
      connect(request, out, outer)
      handle(request, out)
    }, options)
    return {
      status: reply.statusCode,
      headers: reply.headers as Record<string, string>,
      body: reply.stream(),
    }
  }
}

/** Gives the request a connection that ends with the caller's, or when its reply breaks off. */
function connect(request: IncomingMessage, out: ServerResponse, outer: Outer): void {
  const socket = request.socket as unknown as EventEmitter & { destroyed: boolean; destroy(): void }
  socket.destroyed = false
  socket.destroy = () => {
    if (socket.destroyed) return
    socket.destroyed = true
    out.destroy(new Error('the reply broke off'))
    socket.emit('close', false)
  }
  outer.onLeave(() => socket.destroy())
}
