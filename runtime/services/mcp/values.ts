/**
 * Reads the arguments of the gateway's own tools. Throws `BadArguments`, whose message is for the
 * caller.
 */
import { isObject } from '../../lib/json.ts'
import { BadArguments, checkNames, requestOf, type Arguments } from './request.ts'
import type { Tool, Tools } from './tools.ts'

/** Builds the request of a tool from the arguments of `quote` and `call`. */
export function requestFrom(tool: Tool, given: Arguments): ReturnType<typeof requestOf> {
  const { max_price: most } = given
  const named = objectOf('arguments', given.arguments ?? {})
  checkNames(tool.name, tool.input, named)
  const own = requestOf(tool, {
    given: named,
    path: objectOf('path', given.path ?? {}),
    query: objectOf('query', given.query ?? {}),
  })
  if (most === undefined) return own
  // Clients that count in decimal text send it unchanged.
  const isDecimal = typeof most === 'string' && /^\d{1,15}(\.\d{1,18})?$/.test(most)
  const limit = isDecimal ? most : String(numberOf('max_price', most, Infinity, 0))
  return { ...own, headers: { ...own.headers, 'x-max-price': limit } }
}

/** Returns the tool of a name. */
export function named(tools: Tools, name: unknown): Tool {
  const text = textOf('tool', name)
  const found = tools.get(text)
  if (found !== undefined) return found
  const hint = tools.hint(text)
  throw new BadArguments(`There is no tool "${text.slice(0, 100)}".${hint || ' See search.'}`)
}

/** Returns a text of at most `most` characters. */
export function textOf(name: string, value: unknown, most = 2000): string {
  if (typeof value !== 'string') throw new BadArguments(`the argument ${name} must be a text`)
  if (value.length <= most) return value
  throw new BadArguments(
    `the argument ${name} has ${value.length} characters; it may have at most ${most}`,
  )
}

/** Returns a number in a range. */
export function numberOf(name: string, value: unknown, most: number, least = 1): number {
  if (typeof value === 'number' && value >= least && value <= most) return value
  const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`
  throw new BadArguments(`the argument ${name} must be a number ${range}`)
}

/** Returns an object. */
function objectOf(name: string, value: unknown): Arguments {
  if (isObject(value)) return value
  throw new BadArguments(`the argument ${name} must be an object`)
}
