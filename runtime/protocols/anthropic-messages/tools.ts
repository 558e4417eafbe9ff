/** Writes tools and the tool choice. Answers in JSON are requested as a call of a special tool. */
import { Unusable } from '../../lib/unusable-input.ts'
import type { Json } from '../../contract.ts'
import { membersOf, textOf } from '../json.ts'
import type { ChatRequest, Tool } from '../types.ts'

/** The tool by which a model answers in JSON. Its calls are read as content. */
export const JSON_TOOL = 'answer_in_json'

/**
 * The upstreams' own tools whose calls the caller answers. Tools that upstreams run themselves
 * would cost more than was quoted.
 */
const OWN = /^(?:bash|text_editor|computer|memory)_\d{8}$/

/** Members of a tool that upstreams of this protocol know. */
const KEPT = ['cache_control', 'input_examples', 'eager_input_streaming'] as const

/** The tools of a request and the tool choice. */
export interface Tooling {
  tools?: readonly Json[]
  tool_choice?: Json
}

/**
 * Writes the tools and the tool choice of a request. If `isThinking`, the model cannot be forced to
 * call a tool, so the choice becomes `auto`.
 */
export function toolingOf(request: ChatRequest, isThinking: boolean): Tooling {
  const tools = (request.tools ?? []).map(toolOf)
  const answer = jsonTool(request)
  const choice = choiceOf(request, tools.length > 0)
  if (answer === undefined)
    return tools.length === 0 ? {} : { tools, ...chosen(choice, isThinking) }
  const isForced = choice?.type === 'tool'
  const all = isForced ? tools : [...tools, answer]
  const needed =
    tools.length === 0 || choice?.type === 'none'
      ? { type: 'tool', name: JSON_TOOL }
      : { ...choice, type: 'any' }
  return { tools: all, ...chosen(isForced ? choice : needed, isThinking) }
}

type Choice = { type: string; name?: string; disable_parallel_tool_use?: true }

function chosen(choice: Choice | undefined, isThinking: boolean): { tool_choice?: Json } {
  if (choice === undefined) return {}
  const { name: _name, ...rest } = choice
  const isForcing = choice.type === 'any' || choice.type === 'tool'
  return { tool_choice: isThinking && isForcing ? { ...rest, type: 'auto' } : choice }
}

function choiceOf(
  { tool_choice: requested, parallel_tool_calls: parallel }: ChatRequest,
  hasTools: boolean,
): Choice | undefined {
  if (!hasTools) return undefined
  const single = parallel === false ? { disable_parallel_tool_use: true as const } : {}
  const name = typeof requested === 'object' ? textOf(requested.function?.name) : undefined
  if (name !== undefined) return { type: 'tool', name, ...single }
  if (requested === 'none') return { type: 'none' }
  if (requested === 'required') return { type: 'any', ...single }
  return requested === 'auto' || parallel === false ? { type: 'auto', ...single } : undefined
}

function toolOf(tool: Tool): Json {
  const { function: declared, type } = tool
  if (declared === undefined) {
    if (!OWN.test(type))
      throw new Unusable(`Tools of the type "${type.slice(0, 40)}" are not offered for this model.`)
    return tool as Json
  }
  if (declared.name === JSON_TOOL) throw new Unusable(`The tool's name "${JSON_TOOL}" is reserved.`)
  const { name, description, parameters, strict } = declared
  const kept = Object.fromEntries(
    KEPT.filter(member => tool[member] !== undefined).map(member => [member, tool[member] as Json]),
  )
  return {
    name,
    ...(description === undefined ? {} : { description }),
    input_schema: parameters ?? { type: 'object', properties: {} },
    ...(typeof strict === 'boolean' ? { strict } : {}),
    ...kept,
  }
}

/**
 * The tool for an answer in JSON; undefined if none is requested, or if the caller requested it
 * with this protocol's own members.
 */
function jsonTool({ response_format: format, anthropic }: ChatRequest): Json | undefined {
  if (
    format === undefined ||
    format.type === 'text' ||
    membersOf(anthropic?.output_config)?.format !== undefined
  )
    return undefined
  const schema = membersOf(format.json_schema?.schema) ?? {}
  if (schema.type !== undefined && schema.type !== 'object')
    throw new Unusable('The schema of response_format must be that of an object.')
  return {
    name: JSON_TOOL,
    description: 'Gives the answer, as JSON.',
    input_schema: { ...(schema as { [member: string]: Json }), type: 'object' },
  }
}
