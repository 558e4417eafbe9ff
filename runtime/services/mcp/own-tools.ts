/** The tools that find and call every route: search, describe, quote and call. */
import { freeOf, priceOf } from '../quoted.ts'
import { ask, askPrice, poll, USUAL_WAIT, type Asking } from './ask.ts'
import { challengeOf } from './payment.ts'
import { requestOf, type Arguments } from './request.ts'
import { jsonResult, resultOf, type ToolResult } from './result.ts'
import { searchTools } from './search.ts'
import type { OWN_NAMES, Tool, Tools } from './tools.ts'
import { named, numberOf, requestFrom, textOf } from './values.ts'

/** A tool as lists show it. */
export interface Listed {
  name: string
  title?: string
  description: string
  inputSchema: Readonly<Record<string, unknown>>
  annotations?: Readonly<Record<string, boolean>>
}

/** Runs a tool with the arguments of its caller. */
export type Run = (given: Arguments, asking: Asking) => ToolResult | Promise<ToolResult>
/** A tool of the gateway itself. */
export type Own = Listed & { run: Run }
type Builtin = Own & { name: (typeof OWN_NAMES)[number] }

const READS = { readOnlyHint: true, openWorldHint: false }
const SEARCHED = { few: 10, most: 50 }
/** Longest query of a search, in characters. */
const QUERY = 500
/** Longest wait for a job, in seconds. */
const LONGEST_WAIT = 600

const TOOL = { type: 'string', description: 'Name of an endpoint, from search', maxLength: 200 }
const ARGUMENTS = {
  type: 'object',
  description: 'Its arguments, as describe shows them',
  additionalProperties: true,
}
const APART = {
  path: { type: 'object', description: 'Parameters of the path, if given separately' },
  query: { type: 'object', description: 'Parameters of the query, if given separately' },
}

const schema = (properties: object, required: readonly string[] = []): Listed['inputSchema'] => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
})

/** Returns the gateway's own tools, and the routes that the catalog lists beside them. */
export function ownTools(tools: Tools): readonly Own[] {
  const routes = tools.all.flatMap(tool =>
    tool.listedAs === undefined ? [] : routeTool(tool, tool.listedAs),
  )
  return [searchTool(tools), describeTool(tools), quoteTool(tools), callTool(tools), ...routes]
}

/** Returns a tool for one route. */
export function routeTool(tool: Tool, name: string): Own {
  const { summary, price, notice, input, free, method } = tool
  return {
    name,
    description: [`${summary}. Price: ${price}.`, notice].filter(Boolean).join(' '),
    inputSchema: input,
    annotations: { readOnlyHint: free === true && method === 'GET', openWorldHint: true },
    run: (given, asking) => ask(asking, { tool, request: requestOf(tool, { given }) }),
  }
}

const searchTool = (tools: Tools): Builtin => ({
  name: 'search',
  description: 'Finds endpoints by words, with their prices. Free. Without words: all of them.',
  inputSchema: schema({
    query: { type: 'string', description: 'What is wanted, in a few words', maxLength: QUERY },
    tag: { type: 'string', description: 'Only endpoints with this tag', maxLength: 100 },
    limit: { type: 'integer', minimum: 1, maximum: SEARCHED.most, default: SEARCHED.few },
  }),
  annotations: READS,
  run: given => {
    const { query = '', tag, limit = SEARCHED.few } = given
    const words = textOf('query', query, QUERY)
    const found = searchTools(tools, words, tag === undefined ? undefined : textOf('tag', tag))
    const shown = found.slice(0, numberOf('limit', limit, SEARCHED.most))
    return jsonResult({
      tools: shown.map(({ name, summary, price, tags }) => ({ name, summary, price, tags })),
      found: found.length,
      ...(found.length === 0
        ? {
            note: `No endpoint fits "${words}". Without a query, search lists all of them.`,
            tags: [...new Set(tools.all.flatMap(one => one.tags))],
          }
        : {}),
    })
  },
})

const describeTool = (tools: Tools): Builtin => ({
  name: 'describe',
  description: 'The arguments of an endpoint as JSON Schema, with its price and examples. Free.',
  inputSchema: schema({ tool: TOOL }, ['tool']),
  annotations: READS,
  run: ({ tool }) => {
    const { name, summary, price, notice, tags, ...one } = named(tools, tool)
    return jsonResult({
      name,
      summary,
      price,
      ...(notice === undefined ? {} : { notice }),
      tags,
      endpoint: `${one.method} ${one.path}`,
      arguments: one.input,
      examples: one.examples,
      ...(one.poll === undefined
        ? {}
        : { job: 'Slow results are waited for, and charged once, when they are done.' }),
      ...(one.stream === undefined
        ? {}
        : { stream: 'With "stream": true the answer also comes in parts, as progress.' }),
    })
  },
})

const quoteTool = (tools: Tools): Builtin => ({
  name: 'quote',
  description: 'The exact price of a call with these arguments, and how to pay it. Free.',
  inputSchema: schema({ tool: TOOL, arguments: ARGUMENTS, ...APART }, ['tool']),
  annotations: READS,
  run: async (given, { call }) => {
    const tool = named(tools, given.tool)
    const free = () => jsonResult({ tool: tool.name, free: true, ...freeOf(call) })
    if (tool.free) return free()
    const { reply, body } = await askPrice(call, requestFrom(tool, given))
    if (reply.status < 300) return free()
    if (reply.status !== 402) return resultOf(call, reply, body)
    const price = priceOf(challengeOf(reply, body.toString()))
    return jsonResult({ tool: tool.name, free: false, ...price })
  },
})

/** A refusal that names the argument in place of the header that it was sent as. */
function inOwnWords(result: ToolResult): ToolResult {
  if (result.isError !== true) return result
  const content = result.content.map(one =>
    one.type === 'text' ? { ...one, text: one.text.replaceAll('X-Max-Price', 'max_price') } : one,
  )
  return { ...result, content }
}

const callTool = (tools: Tools): Builtin => ({
  name: 'call',
  description:
    'Calls an endpoint. What costs something is answered with an x402 payment request first: ' +
    'repeat the call with the signed payment in _meta["x402/payment"]. You are charged only for ' +
    'results. Jobs are waited for; a job that is not done yet is polled with `poll`.',
  inputSchema: schema({
    tool: TOOL,
    arguments: ARGUMENTS,
    ...APART,
    max_price: {
      type: ['number', 'string'],
      description: 'Refuse the call if it costs more USD, such as 0.05',
      minimum: 0,
    },
    wait_seconds: {
      type: 'number',
      description: 'How long to wait for a job',
      minimum: 0,
      maximum: LONGEST_WAIT,
      default: USUAL_WAIT / 1000,
    },
    poll: { type: 'string', description: 'Instead of a tool: the poll address of a job' },
  }),
  annotations: { readOnlyHint: false, openWorldHint: true },
  run: async (given, asking) => {
    const { poll: address, wait_seconds: seconds = USUAL_WAIT / 1000 } = given
    const wait = numberOf('wait_seconds', seconds, LONGEST_WAIT, 0) * 1000
    if (address !== undefined)
      return poll(asking, { tools, address: textOf('poll', address), wait })
    const tool = named(tools, given.tool)
    const result = await ask(asking, { tool, request: requestFrom(tool, given), wait })
    return given.max_price === undefined ? result : inOwnWords(result)
  },
})
