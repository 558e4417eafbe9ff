/** Reads and checks a request of OpenAI's responses API. */
import { isObject, listOf } from '../asked.ts'
import type { AskedText, Problem, Tool, ToolChoice, Turn } from '../asked.ts'
import { promptTokens } from '../compose.ts'
import { forbidden } from '../chat/request.ts'
import { absent, noneOf, outOfRange, tooMany, unknownMember, wrongType } from '../limits.ts'
import { traitsOf } from '../models.ts'
import { readInput } from './input.ts'

const KNOWN = [
  'model',
  'input',
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'reasoning',
  'include',
  'text',
  'temperature',
  'top_p',
  'top_logprobs',
  'background',
  'store',
  'metadata',
  'previous_response_id',
  'conversation',
  'prompt',
  'truncation',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'prompt_cache_retention',
  'service_tier',
  'context_management',
]
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
const RANGES: Readonly<Record<string, { least: number; most: number; whole?: boolean }>> = {
  temperature: { least: 0, most: 2 },
  top_p: { least: 0, most: 1 },
  max_output_tokens: { least: 16, most: 1e9, whole: true },
}

/** A request, or what is wrong with it. `stored` says whether a response is remembered. */
export function readResponse(body: unknown, stored: (id: string) => boolean): AskedText | Problem {
  if (!isObject(body))
    return { kind: 'json', message: 'We could not parse the JSON body of your request.' }
  const strange = Object.keys(body).find(name => !KNOWN.includes(name))
  if (strange !== undefined) return unknownMember(strange)
  if (body.model === undefined) return absent('model')
  const traits = traitsOf(body.model)
  if (!traits.known)
    return {
      kind: 'model',
      param: 'model',
      code: 'model_not_found',
      message: `The requested model '${String(body.model)}' does not exist.`,
    }
  const bad = refuseState(body, stored) ?? refuseValues(body) ?? refuseTools(body)
  if (bad) return bad
  const turns = readInput(body.input)
  if ('kind' in turns) return turns
  const asked = askedOf(body, turns)
  return tooMany(traits.window, promptTokens(asked)) ?? forbidden(asked) ?? asked
}

function askedOf(body: Record<string, any>, turns: readonly Turn[]): AskedText {
  const {
    instructions,
    text,
    tool_choice: choice = 'auto',
    max_output_tokens: max,
    reasoning,
  } = body
  const first: Turn[] =
    typeof instructions === 'string' ? [{ role: 'system', text: instructions, images: 0 }] : []
  const schema: unknown = text?.format?.schema
  return {
    model: body.model,
    turns: [...first, ...turns],
    tools: functions(body).map((tool): Tool => ({
      name: tool.name,
      schema: tool.parameters ?? {},
    })),
    choice: typeof choice === 'string' ? (choice as ToolChoice) : { name: choice.name ?? '' },
    ...(['json_object', 'json_schema'].includes(text?.format?.type)
      ? { json: schema === undefined ? {} : { schema } }
      : {}),
    ...(max === undefined || max === null ? {} : { max }),
    stops: [],
    reasons:
      reasoning?.effort === 'none'
        ? false
        : traitsOf(body.model).reasons || typeof reasoning?.effort === 'string',
  }
}

const functions = ({ tools }: Record<string, any>): any[] =>
  listOf(tools).filter(tool => tool?.type === 'function')

/** The mistake in the references to a stored conversation. */
function refuseState(
  body: Record<string, any>,
  stored: (id: string) => boolean,
): Problem | undefined {
  const given = ['input', 'instructions', 'previous_response_id', 'prompt', 'conversation'].some(
    name => body[name] !== undefined && body[name] !== null,
  )
  if (!given)
    return {
      kind: 'missing',
      code: 'missing_required_parameter',
      message:
        'One of "input" or "previous_response_id" or \'prompt\' or \'conversation_id\' ' +
        'must be provided.',
    }
  const id: unknown = body.previous_response_id
  if (typeof id === 'string' && !stored(id))
    return {
      kind: 'value',
      param: 'previous_response_id',
      code: 'previous_response_not_found',
      message: `Previous response with id '${id}' not found.`,
    }
  if (body.background === true && body.store === false)
    return {
      kind: 'value',
      param: 'background',
      message: "Background mode requires 'store' to be true.",
    }
  return undefined
}

function refuseValues(body: Record<string, any>): Problem | undefined {
  for (const [name, range] of Object.entries(RANGES)) {
    const problem = outOfRange(name, body[name], range)
    if (problem) return problem
  }
  for (const name of ['stream', 'background', 'store'])
    if (body[name] !== undefined && body[name] !== null && typeof body[name] !== 'boolean')
      return wrongType(name, 'a boolean', body[name])
  const effort: unknown = body.reasoning?.effort
  const sampling = ['temperature', 'top_p'].find(name => typeof body[name] === 'number')
  if (sampling !== undefined && traitsOf(body.model).reasons && effort !== 'none')
    return {
      kind: 'unsupported',
      param: sampling,
      message: `Unsupported parameter: '${sampling}' is not supported with this model.`,
    }
  return noneOf('reasoning.effort', effort, EFFORTS) ?? refuseText(body.text)
}

function refuseText(text: unknown): Problem | undefined {
  if (text === undefined || text === null) return undefined
  if (!isObject(text)) return wrongType('text', 'an object', text)
  const { format, verbosity } = text
  const strange =
    noneOf('text.verbosity', verbosity, ['low', 'medium', 'high']) ??
    noneOf('text.format.type', format?.type, ['text', 'json_object', 'json_schema'])
  if (strange || format?.type !== 'json_schema') return strange
  if (typeof format.name !== 'string') return absent('text.format.name')
  return isObject(format.schema) ? undefined : absent('text.format.schema')
}

function refuseTools(body: Record<string, any>): Problem | undefined {
  if (body.tools !== undefined && !Array.isArray(body.tools))
    return wrongType('tools', 'an array of objects', body.tools)
  for (const [i, tool] of listOf(body.tools).entries()) {
    if (typeof tool?.type !== 'string') return absent(`tools[${i}].type`)
    if (tool.type === 'function' && typeof tool.name !== 'string') return absent(`tools[${i}].name`)
  }
  const choice: unknown = body.tool_choice
  if (typeof choice === 'string') return noneOf('tool_choice', choice, ['none', 'auto', 'required'])
  if (!isObject(choice) || choice.type !== 'function') return undefined
  return functions(body).some(tool => tool.name === choice.name)
    ? undefined
    : {
        kind: 'value',
        param: 'tool_choice',
        message: `Tool choice '${String(choice.name)}' not found in 'tools' parameter.`,
      }
}
