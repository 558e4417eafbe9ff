/**
 * Calls a gateway's tools and pays for calls that cost something. A signed payment is used until a
 * client has received its result: if the client of a call has left, the same call gets that result
 * for ten minutes, and after a failure the same payment is sent again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { CallToolResult, Progress } from '@modelcontextprotocol/sdk/types.js'
import { PAYMENT, RECEIPT } from '../../runtime/services/mcp/payment.ts'
import type { Challenge } from '../buyer/pay.ts'
import { isConnectionLost, onceOn, send, type Options, type Params } from './connection.ts'
import { createPaidCalls, type PaidCall, type PaidCalls } from './paid-calls.ts'
import type { Purse, Receipt } from './purse.ts'
import { keyOf, pollKey } from './same-call.ts'
import {
  declined,
  isPaymentRequired,
  isReplay,
  lost,
  pendingPauseMs,
  textOf,
  withCost,
} from './results.ts'

/** Pauses before a paid call is sent again after its connection was lost, in ms. */
const PAUSES = [500, 2_000, 5_000, 10_000]
/** The most times that the bridge asks for a result that is pending at the gateway. */
const MOST_WAITS = 120

/** Forwards a call to the gateway, and pays for it. */
export interface Caller {
  call(params: Params, options: Options): Promise<CallToolResult>
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

/** The state that the steps of a paid call share. */
interface Shared {
  connect: CallerParts['connect']
  purse: Purse
  pauses: readonly number[]
  now(): number
  calls: PaidCalls
}

/** Makes the caller of a gateway's tools. */
export function makeCaller(parts: CallerParts): Caller {
  const { remote, connect, purse, pauses = PAUSES, now = Date.now } = parts
  const shared = { connect, purse, pauses, now, calls: createPaidCalls(purse, now) }
  return {
    async call(params, options) {
      const key = keyOf(params)
      const earlier = shared.calls.find(key, params.arguments?.poll)
      if (earlier !== undefined) return resultOf(shared, params, earlier, options)
      const first = await send(remote, params, options)
      if (!isPaymentRequired(first) || params._meta?.[PAYMENT] !== undefined) return first
      const { tool } = params.arguments ?? {}
      const name = typeof tool === 'string' ? tool : params.name
      const paid = await purse.pay(first.structuredContent as unknown as Challenge, name)
      return 'why' in paid
        ? declined(paid.why)
        : resultOf(shared, params, { key, paid, wasSent: false }, options)
    },
  }
}

/** Waits for the result of a paid call, for as long as its client does. */
async function resultOf(
  shared: Shared,
  params: Params,
  call: PaidCall,
  options: Options,
): Promise<CallToolResult> {
  const { calls, now } = shared
  const { signal } = options
  call.waiting = options
  calls.add(call)
  const leave = (): void => void (call.waiting = undefined)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  try {
    call.result ??= buy(shared, params, call)
    const result = await call.result
    call.arrived ??= now()
    if (!signal.aborted || result.isError === true) calls.delete(call)
    return result
  } catch (error) {
    calls.delete(call)
    calls.retry(call.key, call.paid)
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** Gets the result of a paid call, and notes what became of its payment. */
async function buy(shared: Shared, params: Params, call: PaidCall): Promise<CallToolResult> {
  const { calls, purse } = shared
  const { paid } = call
  const result = await answerOf(shared, params, call)
  if (isPaymentRequired(result)) return refused(shared, params, result, call)
  if (result.isError === true) {
    // After any other failure the same payment is good for the same call, and is charged once.
    calls.retry(call.key, paid)
    return result
  }
  const receipt = result._meta?.[RECEIPT] as Receipt | undefined
  const poll = result.structuredContent?.poll
  if (typeof poll === 'string' && receipt === undefined) {
    const key = pollKey(poll)
    if (call.key !== key) purse.accepted(paid, poll)
    calls.retry(key, paid)
  } else if (receipt !== undefined) purse.settle(paid, receipt)
  return withCost(result, paid)
}

/** The result of a call whose payment was not taken, or was taken before. */
function refused(
  shared: Shared,
  params: Params,
  result: CallToolResult,
  call: PaidCall,
): CallToolResult | Promise<CallToolResult> {
  const poll = result.structuredContent?.poll_url
  if (typeof poll === 'string' && params.arguments?.poll !== poll)
    return buy(shared, { name: 'call', arguments: { poll } }, call)
  if (isReplay(result))
    return declined(
      'This call was already paid for, and its result did not arrive: ' +
        `${textOf(result)} A new call costs the price again.`,
    )
  if (!call.wasSent) shared.purse.settle(call.paid, undefined)
  return declined(`The gateway did not take the payment: ${textOf(result)}`)
}

/** Sends a paid call until there is an answer. The client that asked for it may be gone. */
async function answerOf(shared: Shared, params: Params, call: PaidCall): Promise<CallToolResult> {
  const { connect, pauses } = shared
  const onprogress = (progress: Progress): void => call.waiting?.onprogress?.(progress)
  const options = call.waiting?.onprogress === undefined ? {} : { onprogress }
  for (let [tries, waits] = [0, 0]; ; call.wasSent = true) {
    try {
      const result = await onceOn(connect, client => send(client, params, options, call.paid))
      const wait = pendingPauseMs(result)
      if (wait === undefined || ++waits > MOST_WAITS) return result
      await sleep(wait)
    } catch (error) {
      if (!isConnectionLost(error)) throw error
      const pause = pauses[tries++]
      if (pause === undefined) return lost(error)
      await sleep(pause)
    }
  }
}
