/** Calls a route for the caller of a tool, and follows its job or its stream to the end. */
import { buffer } from 'node:stream/consumers'
import type { Call } from '../../call.ts'
import type { InsideReply, InsideRequest, Outer } from '../../http/inside.ts'
import { isObject } from '../../lib/json.ts'
import { ANY_ORIGIN } from '../address.ts'
import { BadPayment, paymentHeader, paymentRequired } from './payment.ts'
import { BadArguments } from './request.ts'
import { jsonOf, resultOf, type ToolResult } from './result.ts'
import { streamResult } from './stream.ts'
import type { Tool, Tools } from './tools.ts'

/** One call of a tool. */
export interface Asking {
  /** The call that brought the message. */
  call: Call
  /** `_meta` of the request. */
  meta: Readonly<Record<string, unknown>> | undefined
  /** Aborted when the client no longer waits. */
  signal: AbortSignal
  /** Sends progress to a client that requested it. */
  report(message: string): void
}

/** Pauses between polls of a job, in ms: they grow by half. */
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 4_000

/** How long to wait for a job, in ms: less than clients usually wait for a result. */
export const USUAL_WAIT = 45_000

/** Headers of the message that are meant for the route that it calls. */
const PASSED_ON = ['x-max-price', 'x-payment-scheme', 'x-signed-offers', 'user-agent'] as const

/** Sends a request to a route, with the message's payment. Throws `BadPayment`. */
async function send({ call, meta }: Asking, request: InsideRequest): Promise<InsideReply> {
  const own = call.scope.request_headers as Readonly<Record<string, string | undefined>>
  const passed = PASSED_ON.flatMap(name => (own[name] === undefined ? [] : [[name, own[name]]]))
  const paid = paymentHeader(meta)
  const headers = {
    ...(Object.fromEntries(passed) as Record<string, string>),
    ...request.headers,
    ...(paid === undefined ? {} : { 'payment-signature': paid }),
  }
  return call.context.askInside(outerOf(call), { ...request, headers })
}

/** Gets the price of a call from its route, without making the call. */
export async function askPrice(
  call: Call,
  request: InsideRequest,
): Promise<{ reply: InsideReply; body: Buffer }> {
  const reply = await call.context.askInside(outerOf(call), { ...request, asksPrice: true })
  return { reply, body: await buffer(reply.body) }
}

/** The shared outer call of each call's inner requests. */
const outers = new WeakMap<Call, Outer>()

/**
 * Returns the caller for inner requests: one listener is registered, however often a job is polled.
 */
function outerOf(call: Call): Outer {
  const known = outers.get(call)
  if (known !== undefined) return known
  const { ip, isUnnamed, ids, facts } = call
  const listeners = new Set<() => void>()
  call.onLeave(() => {
    for (const leave of listeners) leave()
  })
  let delivered: Promise<boolean> | undefined
  const outer: Outer = {
    ip,
    isUnnamed,
    ids,
    facts,
    listening: () => call.listening(),
    hangUp: () => call.hangUp(),
    delivery: () => (delivered ??= call.delivery()),
    onLeave: leave => (call.listening() ? void listeners.add(leave) : leave()),
  }
  outers.set(call, outer)
  return outer
}

/** Calls a tool and returns its result. `wait` is how long to wait for its job, in ms. */
export async function ask(
  asking: Asking,
  { tool, request, wait = USUAL_WAIT }: { tool: Tool; request: InsideRequest; wait?: number },
): Promise<ToolResult> {
  const until = asking.call.context.clock.now() + wait
  const reply = await send(asking, request)
  if (reply.headers['content-type']?.startsWith('text/event-stream'))
    return streamResult(asking, tool, reply)
  const body = await buffer(reply.body)
  if (reply.status !== 202 || tool.poll === undefined) return conclude(asking, reply, body)
  const url = pollAddress(tool, body)
  return url === undefined ? conclude(asking, reply, body) : follow(asking, { url, body, until })
}

/** Polls a job at an address that `ask` returned. Throws `BadArguments` for any other. */
export async function poll(
  asking: Asking,
  { tools, address, wait = USUAL_WAIT }: { tools: Tools; address: string; wait?: number },
): Promise<ToolResult> {
  const url = relative(address)
  if (url === undefined || !tools.all.some(tool => tool.isPoll(url)))
    throw new BadArguments('poll must be the poll address of a job, as its call returned it')
  const until = asking.call.context.clock.now() + wait
  const reply = await send(asking, { method: 'GET', url })
  const body = await buffer(reply.body)
  return reply.status === 202 ? follow(asking, { url, body, until }) : conclude(asking, reply, body)
}

/** A job in progress: its poll address, its last reply, and how long to wait for it. */
interface Job {
  url: string
  body: Buffer
  until: number
}

async function follow(asking: Asking, { url, body, until }: Job): Promise<ToolResult> {
  const { clock } = asking.call.context
  let latest = body
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
    asking.report(progressOf(latest, url))
    if (clock.now() + pause > until) return pending(latest, url)
    await clock.sleep(pause, asking.signal)
    const reply = await send(asking, { method: 'GET', url })
    latest = await buffer(reply.body)
    if (reply.status !== 202) return conclude(asking, reply, latest)
  }
}

function conclude(
  { call, meta }: Asking,
  reply: InsideReply,
  body: Buffer,
): ToolResult | Promise<ToolResult> {
  return reply.status === 402
    ? paymentRequired(reply, body.toString(), meta)
    : resultOf(call, reply, body)
}

function progressOf(body: Buffer, url: string): string {
  const json = jsonOf(body.toString())
  const status = isObject(json) && typeof json.status === 'string' ? json.status : 'working'
  return `${status}; the job is at ${url}`
}

/** Returns the result of an unfinished job. */
function pending(body: Buffer, url: string): ToolResult {
  const json = jsonOf(body.toString())
  const how =
    `The job goes on. Call the tool call with {"poll":${JSON.stringify(url)}} to wait for it ` +
    'further, with a payment of the same wallet. It is charged once, when it is done.'
  const value = { ...(isObject(json) ? json : {}), poll: url }
  return {
    content: [
      { type: 'text', text: JSON.stringify(value) },
      { type: 'text', text: how },
    ],
    structuredContent: value,
  }
}

/** Returns the poll address in the reply to a submit, as a path with its query. */
function pollAddress(tool: Tool, body: Buffer): string | undefined {
  const json = jsonOf(body.toString())
  if (!isObject(json)) return undefined
  const texts = Object.values(json).filter(one => typeof one === 'string')
  return texts.map(relative).find(url => url !== undefined && tool.isPoll(url))
}

/** Returns the path and query of an address; undefined if it has none. */
function relative(address: string): string | undefined {
  if (!/^(https?:\/)?\//.test(address) || !URL.canParse(address, ANY_ORIGIN)) return undefined
  const { pathname, search } = new URL(address, ANY_ORIGIN)
  return pathname + search
}

/** Whether an error is the caller's mistake, whose message explains it. */
export const isMistake = (error: unknown): error is Error =>
  error instanceof BadArguments || error instanceof BadPayment
