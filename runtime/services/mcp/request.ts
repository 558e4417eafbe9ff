/** Builds the request of a tool from its arguments. */
import type { InsideRequest } from '../../http/inside.ts'
import { didYouMean } from '../../lib/suggest.ts'
import { searchText } from '../address.ts'
import type { Tool } from './tools.ts'

/** Unchecked arguments. */
export type Arguments = Readonly<Record<string, unknown>>

/** The error for arguments from which no request can be built. The message is for the caller. */
export class BadArguments extends Error {}

/** The arguments of a call; parameters of the path and the query may be separate. */
export interface ToolCall {
  given: Arguments
  path?: Arguments
  query?: Arguments
}

/**
 * Throws `BadArguments` for an argument that a tool does not declare, if the tool permits no
 * others: a misspelt one would be ignored, and the call would be paid.
 */
export function checkNames(tool: string, input: Arguments, given: Arguments): void {
  if (input.additionalProperties !== false) return
  const known = Object.keys((input.properties ?? {}) as object)
  const unknown = Object.keys(given).find(name => !known.includes(name))
  if (unknown === undefined) return
  const hint = didYouMean(unknown, known) || ` Its arguments are ${known.join(', ')}.`
  throw new BadArguments(`${tool} has no argument "${unknown.slice(0, 100)}".${hint}`)
}

/**
 * Builds the request of a tool whose argument names were checked. Its route checks the rest. Throws
 * `BadArguments`.
 */
export function requestOf(tool: Tool, { given, path = {}, query = {} }: ToolCall): InsideRequest {
  const { inPath = [], inQuery = [], body, adds } = tool
  const isPlaced = (name: string): boolean => inPath.includes(name) || inQuery.includes(name)
  const rest = Object.entries(given).filter(([name]) => !isPlaced(name))
  const places = { ...given, ...path }
  const asked = {
    ...Object.fromEntries(inQuery.flatMap(name => pair(name, given[name]))),
    // Without a body, undeclared arguments are passed on in the query.
    ...(body === undefined ? Object.fromEntries(rest) : {}),
    ...query,
  }
  const search = searchText(asked)
  const url = pathOf(tool, places) + (search === '' ? '' : `?${search}`)
  if (body === undefined) return { method: tool.method, url }
  const own = body === 'whole' ? wholeBody(tool, given) : Object.fromEntries(rest)
  return {
    method: tool.method,
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(adds === undefined ? own : { ...adds, ...(own as object) }),
  }
}

const pair = (name: string, value: unknown): [string, unknown][] =>
  value === undefined ? [] : [[name, value]]

function wholeBody(tool: Tool, given: Arguments): unknown {
  if (Object.hasOwn(given, 'body')) return given.body
  throw new BadArguments(`${tool.name} needs the argument body`)
}

/** Encodes a text for a path. Lone surrogates become U+FFFD, as in queries. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString())

/**
 * Returns the path with its parameters filled in. If it ends in `*`, the last one may hold several
 * segments.
 */
function pathOf({ path, name }: Tool, values: Arguments): string {
  const filled = (hole: string, isRest: boolean): string => {
    const value = values[hole]
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '')
      throw new BadArguments(`${name} needs the argument ${hole}, a text for its path`)
    const segments = isRest ? String(value).split('/') : [String(value)]
    if (segments.some(one => one === '.' || one === '..'))
      throw new BadArguments(`the argument ${hole} must not hold . or .. as a part of a path`)
    return segments.map(encoded).join('/')
  }
  return path
    .replace(/\{(\w+)\}/g, (_, hole: string) => filled(hole, false))
    .replace(/\*$/, () => filled('rest', true))
}
