/** Reads and checks a request of Anthropic's messages API. */
import { isObject, listOf } from '../asked.ts'
import type { AskedText, Tool, ToolChoice, Turn } from '../asked.ts'
import { promptTokens } from '../compose.ts'
import { traitsOf } from '../models.ts'
import { blocksOf, refuseMessages, turnsOf } from './blocks.ts'
import { refuseThinking } from './thinking.ts'

const KNOWN = [
  'model',
  'max_tokens',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'thinking',
  'stream',
  'temperature',
  'top_p',
  'top_k',
  'stop_sequences',
  'metadata',
  'service_tier',
  'container',
  'output_config',
  'cache_control',
  'inference_geo',
]
/** Members that there are with a beta of that name only. */
const BETAS: Readonly<Record<string, string>> = {
  context_management: 'context-management',
  mcp_servers: 'mcp-client',
  speed: 'fast-mode',
}

/** What is wrong with a request. */
export interface Wrong {
  status: number
  message: string
}

const wrong = (message: string): Wrong => ({ status: 400, message })

/** A request, or what is wrong with it. `betas` is what the header `anthropic-beta` says. */
export function readMessagesCall(body: unknown, betas: string): AskedText | Wrong {
  if (!isObject(body))
    return wrong('The request body is not valid JSON: expected value at line 1 column 1')
  const strange = Object.keys(body).find(
    name => !KNOWN.includes(name) && !(Object.hasOwn(BETAS, name) && betas.includes(BETAS[name]!)),
  )
  if (strange !== undefined) return wrong(`${strange}: Extra inputs are not permitted`)
  if (body.model === undefined) return wrong('model: Field required')
  const traits = traitsOf(body.model)
  if (!traits.known) return { status: 404, message: `model: ${String(body.model)}` }
  const bad =
    refuseNumbers(body) ??
    refuseMessages(body.messages) ??
    refuseTools(body) ??
    refuseSampling(body) ??
    refuseThinking(body)
  if (bad !== undefined) return wrong(bad)
  const asked = askedOf(body)
  const [tokens, { window }] = [promptTokens(asked), traits]
  if (tokens > window) return wrong(`prompt is too long: ${tokens} tokens > ${window} maximum`)
  if (tokens + body.max_tokens > window)
    return wrong(
      `input length and \`max_tokens\` exceed context limit: ${tokens} + ` +
        `${body.max_tokens} > ${window}, decrease input length or \`max_tokens\` and try ` +
        'again',
    )
  return asked
}

function askedOf(body: Record<string, any>): AskedText {
  const { tool_choice: choice = { type: 'auto' }, thinking } = body
  const system = blocksOf(body.system ?? []).map((block): Turn => ({
    role: 'system',
    text: block.text ?? '',
    images: 0,
    ...(block.cache_control ? { keep: true } : {}),
  }))
  const turns = [...system, ...turnsOf(body.messages)]
  const last = turns.at(-1)
  // Caching of the whole prompt has its breakpoint after the last block.
  if (isObject(body.cache_control) && last) turns[turns.length - 1] = { ...last, keep: true }
  const schema: unknown = body.output_config?.format?.schema
  const choices: Readonly<Record<string, ToolChoice>> = {
    auto: 'auto',
    none: 'none',
    any: 'required',
    tool: { name: choice.name ?? '' },
  }
  return {
    model: body.model,
    turns,
    tools: listOf(body.tools)
      .filter(tool => tool.input_schema)
      .map((tool): Tool => ({ name: tool.name, schema: tool.input_schema })),
    choice: choices[choice.type] ?? 'auto',
    ...(schema === undefined ? {} : { json: { schema } }),
    max: body.max_tokens,
    stops: listOf(body.stop_sequences),
    reasons: ['enabled', 'adaptive'].includes(thinking?.type),
  }
}

function refuseNumbers({
  max_tokens: max,
  temperature,
  top_p: topP,
  top_k: topK,
  stream,
}: Record<string, any>): string | undefined {
  if (max === undefined) return 'max_tokens: Field required'
  if (!Number.isInteger(max)) return 'max_tokens: Input should be a valid integer'
  if (max < 1) return 'max_tokens: Input should be greater than or equal to 1'
  if (stream !== undefined && typeof stream !== 'boolean')
    return 'stream: Input should be a valid boolean'
  if (temperature !== undefined && !(temperature >= 0 && temperature <= 1))
    return 'temperature: range: 0..1'
  if (topP !== undefined && !(topP >= 0 && topP <= 1)) return 'top_p: range: 0..1'
  return topK !== undefined && !(Number.isInteger(topK) && topK >= 0)
    ? 'top_k: Input should be greater than or equal to 0'
    : undefined
}

/** The newest models choose how to sample, and answer only turns of the user. */
function refuseSampling(body: Record<string, any>): string | undefined {
  if (!traitsOf(body.model).newest) return undefined
  const sampling = ['temperature', 'top_p', 'top_k'].find(name => body[name] !== undefined)
  if (sampling !== undefined) return `\`${sampling}\` is deprecated for this model.`
  return body.messages.at(-1).role === 'assistant' ? NO_PREFILL : undefined
}

/** The message for a conversation that must not end with the assistant's turn. */
export const NO_PREFILL =
  'This model does not support assistant message prefill. The conversation must end with a ' +
  'user message.'

function refuseTools({ tools, tool_choice: choice }: Record<string, any>): string | undefined {
  for (const [i, tool] of listOf(tools).entries()) {
    if (!isObject(tool)) return `tools.${i}: Input should be an object`
    if (typeof tool.name !== 'string' || !/^[a-zA-Z0-9_-]{1,128}$/.test(tool.name))
      return `tools.${i}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`
    if (tool.type !== undefined && tool.type !== 'custom') continue
    if (!isObject(tool.input_schema)) return `tools.${i}.custom.input_schema: Field required`
    if (tool.input_schema.type !== 'object')
      return `tools.${i}.custom.input_schema.type: Field required`
  }
  if (choice === undefined) return undefined
  if (!isObject(choice) || !['auto', 'any', 'tool', 'none'].includes(choice.type))
    return (
      "tool_choice: Input tag found using 'type' does not match any of the expected tags: " +
      "'any', 'auto', 'none', 'tool'"
    )
  if (listOf(tools).length === 0 && choice.type !== 'none')
    return 'tool_choice: tool_choice may only be specified while providing tools.'
  return choice.type === 'tool' && !listOf(tools).some(tool => tool.name === choice.name)
    ? `Tool '${String(choice.name)}' not found in provided tools`
    : undefined
}
