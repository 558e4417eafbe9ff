/** Remembers the paid calls of a bridge whose results have not reached a client. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Options } from './connection.ts'
import type { Purse, Signed } from './purse.ts'

/** How long a result that nobody waited for is kept for a repeated call, in ms. */
const KEPT = 10 * 60_000
/** Most paid calls that are remembered. */
const MOST = 200

/** A paid call whose result has not reached a client. */
export interface PaidCall {
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

/** The paid calls of a bridge. */
export interface PaidCalls {
  add(call: PaidCall): void
  delete(call: PaidCall): void
  /** Keeps the payment of a call without a result, for the next call of this name. */
  retry(key: string, paid: Signed): void
  /**
   * Returns the call of this name that no client waits for. For a poll of a job that an earlier
   * bridge has started, returns the payment of that job.
   */
  find(key: string, poll: unknown): PaidCall | undefined
}

/** Makes the memory of a bridge's paid calls; `now` returns Unix ms. */
export function createPaidCalls(purse: Purse, now: () => number): PaidCalls {
  const calls = new Set<PaidCall>()
  /** Whether a call cannot be repeated: its payment has lapsed, or its result is no longer new. */
  const isOver = ({ result, arrived = Infinity, paid }: PaidCall): boolean =>
    result === undefined ? purse.isOver(paid) : now() > arrived + KEPT
  const ofEarlierBridge = (key: string, poll: unknown): PaidCall | undefined => {
    const paid = typeof poll === 'string' ? purse.paidFor(poll) : undefined
    return paid === undefined ? undefined : { key, paid, wasSent: true }
  }
  const add = (call: PaidCall): void => {
    calls.add(call)
    for (const oldest of calls) if (calls.size > MOST) calls.delete(oldest)
  }
  return {
    add,
    delete: call => void calls.delete(call),
    retry: (key, paid) => add({ key, paid, wasSent: true }),
    find(key, poll) {
      for (const call of calls) if (isOver(call)) calls.delete(call)
      const left = [...calls].find(call => call.key === key && call.waiting === undefined)
      return left ?? ofEarlierBridge(key, poll)
    },
  }
}
