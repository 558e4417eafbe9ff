/**
 * Calls a gateway's tools and pays for calls that cost something. A signed payment is used until a
 * client has received its result: if the client of a call has left, the same call gets that result
 * for ten minutes, and after a failure the same payment is sent again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  CallToolResultSchema,
  ErrorCode,
  McpError,
  type CallToolRequest,
  type CallToolResult,
  type Progress,
} from '@modelcontextprotocol/sdk/types.js'
import { PAYMENT, RECEIPT } from '../../runtime/services/mcp/payment.ts'
import type { Challenge } from '../buyer/pay.ts'
import type { Purse, Receipt, Signed } from './purse.ts'
import { keyOf, pollKey } from './same-call.ts'
import { declined, isPending, isReplay, isRequest, lost, noted, textOf } from './results.ts'

/** Ms that a call may take without a report of progress; the bridge waits for jobs. */
const TIMEOUT = 15 * 60_000
/** Pauses before a paid call is sent again after its connection was lost, in ms. */
const PAUSES = [500, 2_000, 5_000, 10_000]
/** How long a result that nobody waited for is kept for a repeated call, in ms. */
const KEPT = 10 * 60_000
/** Most paid calls that are remembered. */
const MOST_OPEN = 200
/** The most times that the bridge asks for a result that is pending at the gateway. */
const MOST_WAITS = 120

type Params = CallToolRequest['params']
/** What a client asks of a call: to be told of its progress, and that it is given up. */
export interface Options {
  signal: AbortSignal
  onprogress?: (progress: Progress) => void
}

/** Forwards a call to the gateway, and pays for it. */
export interface Caller {
  call(params: Params, options: Options): Promise<CallToolResult>
}

/** A paid call whose result has not reached anybody. */
interface Open {
  key: string
  paid: Signed
  /** The result on its way, or waiting for a repeated call; undefined after a failure. */
  result?: Promise<CallToolResult>
  /** When the result arrived, Unix ms. */
  arrived?: number
  /** The options of the client that waits for it. */
  waiting?: Options
  /** Whether the payment was sent before, so that its outcome is unknown. */
  wasSent: boolean
}

/** What a caller is made of. */
export interface CallerParts {
  /** The connection for lists and for calls that are not paid. */
  remote: Client
  /** Opens a connection for one paid call, so that its loss is noticed. */
  connect(): Promise<Client>
  purse: Purse
  /** Pauses after a lost connection, in ms. */
  pauses?: readonly number[]
  now?(): number
}

/** Makes the caller of a gateway's tools. */
export function makeCaller(parts: CallerParts): Caller {
  const { remote, connect, purse, pauses = PAUSES, now = Date.now } = parts
  const open = new Set<Open>()

  /** Sends a paid call until there is an answer. The client that asked for it may be gone. */
  async function answered(params: Params, one: Open): Promise<CallToolResult> {
    const onprogress = (progress: Progress): void => one.waiting?.onprogress?.(progress)
    const options = one.waiting?.onprogress === undefined ? {} : { onprogress }
    for (let [tries, waits] = [0, 0]; ; one.wasSent = true) {
      try {
        const result = await onceOn(connect, client => send(client, params, options, one.paid))
        const wait = isPending(result)
        if (wait === undefined || ++waits > MOST_WAITS) return result
        await sleep(wait)
      } catch (error) {
        if (!isLoss(error)) throw error
        const pause = pauses[tries++]
        if (pause === undefined) return lost(error)
        await sleep(pause)
      }
    }
  }

  /** Gets the result of a paid call, and notes what became of its payment. */
  async function run(params: Params, one: Open): Promise<CallToolResult> {
    const { paid } = one
    const result = await answered(params, one)
    if (isRequest(result)) return refused(params, result, one)
    // After any other failure the same payment is good for the same call, and is charged once.
    if (result.isError === true) return keep(one, result)
    const receipt = result._meta?.[RECEIPT] as Receipt | undefined
    const poll = result.structuredContent?.poll
    if (typeof poll === 'string' && receipt === undefined) {
      const key = pollKey(poll)
      if (one.key !== key) purse.accepted(paid, poll)
      open.add({ key, paid, wasSent: true })
    } else if (receipt !== undefined) purse.settle(paid, receipt)
    return noted(result, paid)
  }

  /** The answer to a payment that was not taken, or was taken before. */
  function refused(
    params: Params,
    result: CallToolResult,
    one: Open,
  ): CallToolResult | Promise<CallToolResult> {
    const poll = result.structuredContent?.poll_url
    if (typeof poll === 'string' && params.arguments?.poll !== poll)
      return run({ name: 'call', arguments: { poll } }, one)
    if (isReplay(result))
      return declined(
        'This call was already paid for, and its result did not arrive: ' +
          `${textOf(result)} A new call costs the price again.`,
      )
    if (!one.wasSent) purse.settle(one.paid, undefined)
    return declined(`The gateway did not take the payment: ${textOf(result)}`)
  }

  function keep(one: Open, result: CallToolResult): CallToolResult {
    open.add({ key: one.key, paid: one.paid, wasSent: true })
    return result
  }

  /** Waits for the result of a paid call, for as long as its client does. */
  async function take(params: Params, one: Open, options: Options): Promise<CallToolResult> {
    const { signal } = options
    one.waiting = options
    open.add(one)
    for (const oldest of open) if (open.size > MOST_OPEN) open.delete(oldest)
    const leave = (): void => void (one.waiting = undefined)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    try {
      one.result ??= run(params, one)
      const result = await one.result
      one.arrived ??= now()
      if (!signal.aborted || result.isError === true) open.delete(one)
      return result
    } catch (error) {
      open.delete(one)
      open.add({ key: one.key, paid: one.paid, wasSent: true })
      throw error
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  /** Whether a call cannot be repeated: its payment has lapsed, or its result is no longer new. */
  const isOld = ({ result, arrived = Infinity, paid }: Open): boolean =>
    result === undefined ? purse.isOver(paid) : now() > arrived + KEPT

  /** A paid call that nobody waits for. Old ones are forgotten. */
  function leftOver(key: string): Open | undefined {
    for (const one of open) if (isOld(one)) open.delete(one)
    return [...open].find(one => one.key === key && one.waiting === undefined)
  }

  /** The payment of a job that an earlier bridge has started. */
  function ofJob(key: string, params: Params): Open | undefined {
    const poll = params.arguments?.poll
    const paid = typeof poll === 'string' ? purse.paidFor(poll) : undefined
    return paid === undefined ? undefined : { key, paid, wasSent: true }
  }

  return {
    async call(params, options) {
      const key = keyOf(params)
      const earlier = leftOver(key) ?? ofJob(key, params)
      if (earlier !== undefined) return take(params, earlier, options)
      const first = await send(remote, params, options)
      if (!isRequest(first) || params._meta?.[PAYMENT] !== undefined) return first
      const { tool } = params.arguments ?? {}
      const name = typeof tool === 'string' ? tool : params.name
      const paid = await purse.pay(first.structuredContent as unknown as Challenge, name)
      return 'why' in paid
        ? declined(paid.why)
        : take(params, { key, paid, wasSent: false }, options)
    },
  }
}

/** Whether no answer will come: the gateway's own errors have a code of their own. */
function isLoss(error: unknown): boolean {
  return !(error instanceof McpError) || error.code === ErrorCode.ConnectionClosed
}

/** Sends a call, with a payment if there is one. */
function send(client: Client, params: Params, options: Partial<Options>, paid?: Signed) {
  // The token of the bridge's client; this connection has its own.
  const { progressToken: _, ...own } = params._meta ?? {}
  const meta = { ...own, ...(paid === undefined ? {} : { [PAYMENT]: paid.payment }) }
  return client.request(
    { method: 'tools/call', params: { ...params, _meta: meta } },
    CallToolResultSchema,
    { ...options, timeout: TIMEOUT, resetTimeoutOnProgress: true },
  )
}

/**
 * Does something on a connection of its own. Rejects if the connection is lost: the client says so
 * apart from its requests, which would wait for ever.
 */
async function onceOn<T>(
  connect: () => Promise<Client>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connect()
  try {
    return await Promise.race([
      work(client),
      new Promise<never>((_, reject) => {
        client.onerror = reject
      }),
    ])
  } finally {
    void client.close().catch(() => undefined)
  }
}
