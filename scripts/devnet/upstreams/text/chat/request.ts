/** Reads and checks a chat request: what all vendors of OpenAI-style chat have in common. */
import { isObject, listOf } from '../asked.ts'
import type { AskedText, Problem, Tool, ToolChoice } from '../asked.ts'
import { promptTokens } from '../compose.ts'
import { absent, noneOf, outOfRange, tooMany, unknownMember, wrongType } from '../limits.ts'
import { traitsOf } from '../models.ts'
import { readMessages } from './messages.ts'
import { refusedByPrompt } from '../../pictures.ts'
import { promptOf } from '../words.ts'

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
const FORMATS = ['text', 'json_object', 'json_schema']
const RANGES: Readonly<Record<string, { least: number; most: number; whole?: boolean }>> = {
  temperature: { least: 0, most: 2 },
  top_p: { least: 0, most: 1 },
  n: { least: 1, most: 8, whole: true },
  presence_penalty: { least: -2, most: 2 },
  frequency_penalty: { least: -2, most: 2 },
  top_logprobs: { least: 0, most: 20, whole: true },
  max_tokens: { least: 1, most: 1e9, whole: true },
  max_completion_tokens: { least: 1, most: 1e9, whole: true },
}

/**
 * What vendors differ in. `known` are the members that there are, where others are refused; `own`
 * is a vendor's further rule.
 */
export interface ChatRules {
  known?: readonly string[]
  roles?: readonly string[]
  /** `max_tokens` leaves out reasoning, `max_completion_tokens` does not. */
  maxOfText?: true
  own?(body: Record<string, any>, asked: AskedText): Problem | undefined
}

/** A chat request, or what is wrong with it. */
export function readChat(body: unknown, rules: ChatRules): AskedText | Problem {
  if (!isObject(body))
    return { kind: 'json', message: 'We could not parse the JSON body of your request.' }
  const strange = rules.known && Object.keys(body).find(name => !rules.known!.includes(name))
  if (strange !== undefined) return unknownMember(strange)
  if (body.model === undefined) return absent('model')
  const traits = traitsOf(body.model)
  if (!traits.known)
    return {
      kind: 'model',
      code: 'model_not_found',
      message: `The model \`${String(body.model)}\` does not exist or you do not have access to it.`,
    }
  const turns = readMessages(body.messages, rules.roles)
  if ('kind' in turns) return turns
  const bad = refuseValues(body) ?? refuseTools(body) ?? refuseFormat(body.response_format)
  if (bad) return bad
  const asked = askedOf(body, turns, rules)
  return (
    rules.own?.(body, asked) ??
    tooMany(traits.window, promptTokens(asked), asked.max) ??
    forbidden(asked) ??
    asked
  )
}

function askedOf(
  body: Record<string, any>,
  turns: AskedText['turns'],
  { maxOfText }: ChatRules,
): AskedText {
  const { response_format: format, tool_choice: choice = 'auto', stop } = body
  const schema: unknown = format?.json_schema?.schema
  const max = body.max_completion_tokens ?? body.max_tokens
  return {
    model: body.model,
    turns,
    tools: listOf(body.tools).map((tool): Tool => ({
      name: tool.function.name,
      schema: tool.function.parameters ?? {},
    })),
    choice: typeof choice === 'string' ? (choice as ToolChoice) : { name: choice.function.name },
    ...(['json_object', 'json_schema'].includes(format?.type)
      ? { json: schema === undefined ? {} : { schema } }
      : {}),
    ...(max === undefined || max === null ? {} : { max }),
    ...(maxOfText && !body.max_completion_tokens ? { maxOfText } : {}),
    stops: typeof stop === 'string' ? [stop] : listOf(stop),
    reasons: reasons(body),
  }
}

/** Whether a model reasons: those that do, unless asked not to, and any that is asked to. */
function reasons({ model, reasoning_effort: effort, thinking }: Record<string, any>): boolean {
  if (effort === 'none' || thinking?.type === 'disabled') return false
  return traitsOf(model).reasons || thinking?.type === 'enabled' || typeof effort === 'string'
}

/** The prompt is blocked, as the images of such a prompt would be. */
export const forbidden = ({ turns }: Pick<AskedText, 'turns'>): Problem | undefined =>
  refusedByPrompt(promptOf(turns)) ? BLOCKED : undefined

/** The content of a request is against the policy. */
export const BLOCKED: Problem = {
  kind: 'policy',
  param: 'prompt',
  code: 'content_policy_violation',
  message:
    'Your request was rejected as a result of our safety system. Your prompt may contain ' +
    'text that is not allowed by our safety system.',
}

function refuseValues(body: Record<string, any>): Problem | undefined {
  for (const [name, range] of Object.entries(RANGES)) {
    const problem = outOfRange(name, body[name], range)
    if (problem) return problem
  }
  if (body.stream !== undefined && body.stream !== null && typeof body.stream !== 'boolean')
    return wrongType('stream', 'a boolean', body.stream)
  if (Array.isArray(body.stop) && body.stop.length > 4)
    return {
      kind: 'value',
      param: 'stop',
      code: 'array_above_max_length',
      message: "Invalid 'stop': array too long. Expected an array with maximum length 4.",
    }
  return noneOf('reasoning_effort', body.reasoning_effort, EFFORTS)
}

function refuseTools({ tools, tool_choice: choice }: Record<string, any>): Problem | undefined {
  if (tools !== undefined && !Array.isArray(tools))
    return wrongType('tools', 'an array of objects', tools)
  if (tools?.length === 0)
    return {
      kind: 'value',
      param: 'tools',
      code: 'empty_array',
      message:
        "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an " +
        'empty array instead.',
    }
  for (const [i, tool] of listOf(tools).entries()) {
    const strange = noneOf(`tools[${i}].type`, tool?.type ?? '', ['function'])
    if (strange) return strange
    const name: unknown = tool.function?.name
    if (typeof name !== 'string') return absent(`tools[${i}].function.name`)
    if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(name))
      return {
        kind: 'value',
        param: `tools[${i}].function.name`,
        code: 'invalid_value',
        message:
          `Invalid 'tools[${i}].function.name': string does not match pattern. Expected a ` +
          `string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      }
  }
  return refuseChoice(choice, listOf(tools))
}

function refuseChoice(choice: unknown, tools: readonly any[]): Problem | undefined {
  if (choice === undefined || choice === null) return undefined
  const wrong = (message: string): Problem => ({ kind: 'value', param: 'tool_choice', message })
  if (typeof choice === 'string' && !['auto', 'none', 'required'].includes(choice))
    return noneOf('tool_choice', choice, ['none', 'auto', 'required'])
  if (tools.length === 0)
    return wrong(
      "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
    )
  if (typeof choice === 'string') return undefined
  const name: unknown = isObject(choice) ? choice.function?.name : undefined
  if (typeof name !== 'string') return absent('tool_choice.function.name')
  return tools.some(tool => tool.function.name === name)
    ? undefined
    : wrong(`Tool choice '${name}' not found in 'tools' parameter.`)
}

function refuseFormat(format: unknown): Problem | undefined {
  if (format === undefined || format === null) return undefined
  if (!isObject(format)) return wrongType('response_format', 'an object', format)
  if (format.type === undefined) return absent('response_format.type')
  const strange = noneOf('response_format.type', format.type, FORMATS)
  if (strange || format.type !== 'json_schema') return strange
  return typeof format.json_schema?.name === 'string'
    ? undefined
    : absent('response_format.json_schema.name')
}
