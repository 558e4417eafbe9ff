/** Names calls, so that a repeated call is known. */
import { isObject } from '../../runtime/lib/json.ts'

/**
 * The name of a call: its tool and its arguments, in any order. A poll is the same through whatever
 * tool, and however long it waits.
 */
export function keyOf(call: { name: string; arguments?: Record<string, unknown> }): string {
  const { wait_seconds: _wait, ...rest } = call.arguments ?? {}
  return typeof rest.poll === 'string' ? pollKey(rest.poll) : `${call.name} ${sortedJson(rest)}`
}

/** The name of the polls of a job. */
export const pollKey = (poll: string): string => `poll ${poll}`

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    isObject(one) ? Object.fromEntries(Object.entries(one).sort(byName)) : one,
  )
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  one < other ? -1 : 1
