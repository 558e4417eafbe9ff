/**
 * A response of OpenAI's responses API: the object that is sent, as a whole and in the middle of
 * being made.
 */
import { randomBytes } from 'node:crypto'
import type { AskedText } from '../asked.ts'
import type { Answer, Used } from '../compose.ts'
import { DECLINED } from '../words.ts'
import { sealed } from './input.ts'

/** An item of the output, whole. */
export type Item = Record<string, any>

/** A response in the making. `frame` holds the members that it has at all times. */
export interface Made {
  id: string
  frame: object
  items: readonly Item[]
  answer: Answer
  usage?: object
  /** When it was first seen complete, in seconds. */
  completedAt?: number
}

/** What a response says of its state: complete by itself, or as given. */
export interface State {
  status: string
  error?: object | null
  items?: readonly Item[]
  usage?: object | null
}

const hex = (prefix: string): string => `${prefix}_${randomBytes(24).toString('hex')}`

/** Makes a response. */
export function make(
  body: Record<string, any>,
  asked: AskedText,
  made: { answer: Answer; counted: boolean },
): Made {
  const { answer, counted } = made
  const id = hex('resp')
  const items = [
    ...reasoningItems(body, asked, answer),
    ...messageItems(answer),
    ...callItems(answer),
  ]
  return {
    id,
    frame: frameOf(id, body),
    items,
    answer,
    ...(counted ? { usage: usageOf(answer.used) } : {}),
  }
}

/** The response when it is made: completed, or incomplete. */
export function whole(made: Made): object {
  const cut = made.answer.end === 'length'
  return {
    ...withState(made, {
      status: cut ? 'incomplete' : 'completed',
      items: made.items,
      usage: made.usage ?? null,
    }),
    ...(cut
      ? { incomplete_details: { reason: 'max_output_tokens' } }
      : { completed_at: (made.completedAt ??= Math.floor(Date.now() / 1000)) }),
  }
}

/** The response in some other state. */
export const withState = (
  made: Made,
  { status, error = null, items = [], usage = null }: State,
): object => ({ ...made.frame, status, error, output: items, usage })

function reasoningItems(
  body: Record<string, any>,
  { reasons }: AskedText,
  { reasoning }: Answer,
): Item[] {
  if (!reasons || reasoning === '') return []
  const includes =
    Array.isArray(body.include) && body.include.includes('reasoning.encrypted_content')
  const summary = body.reasoning?.summary ? [{ type: 'summary_text', text: reasoning }] : []
  return [
    {
      id: hex('rs'),
      type: 'reasoning',
      summary,
      ...(includes ? { encrypted_content: sealed(reasoning) } : {}),
    },
  ]
}

function messageItems({ text, end, calls }: Answer): Item[] {
  if (text === '' && (calls.length > 0 || end === 'length')) return []
  const content =
    end === 'declined'
      ? { type: 'refusal', refusal: DECLINED }
      : { type: 'output_text', annotations: [], logprobs: [], text }
  return [
    {
      id: hex('msg'),
      type: 'message',
      status: end === 'length' ? 'incomplete' : 'completed',
      content: [content],
      role: 'assistant',
    },
  ]
}

const callItems = ({ calls, end }: Answer): Item[] =>
  calls.map(({ name, arguments: text }) => ({
    id: hex('fc'),
    type: 'function_call',
    status: end === 'length' ? 'incomplete' : 'completed',
    arguments: text,
    call_id: `call_${randomBytes(12).toString('hex')}`,
    name,
  }))

const usageOf = ({ prompt, read, output, reasoning }: Used): object => ({
  input_tokens: prompt,
  input_tokens_details: { cached_tokens: read },
  output_tokens: output + reasoning,
  output_tokens_details: { reasoning_tokens: reasoning },
  total_tokens: prompt + output + reasoning,
})

/** The members that a response has at all times. */
function frameOf(id: string, body: Record<string, any>): object {
  const {
    background = false,
    instructions = null,
    max_output_tokens = null,
    previous_response_id = null,
    store = true,
  } = body
  const {
    temperature = 1,
    top_p = 1,
    tool_choice = 'auto',
    tools = [],
    metadata = {},
    user = null,
    truncation = 'disabled',
  } = body
  return {
    id,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status: 'in_progress',
    background,
    error: null,
    incomplete_details: null,
    instructions,
    max_output_tokens,
    max_tool_calls: body.max_tool_calls ?? null,
    model: body.model,
    output: [],
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    previous_response_id,
    prompt_cache_key: body.prompt_cache_key ?? null,
    reasoning: { effort: body.reasoning?.effort ?? null, summary: body.reasoning?.summary ?? null },
    safety_identifier: null,
    service_tier: 'default',
    store,
    temperature,
    text: { format: { type: 'text' }, verbosity: 'medium', ...body.text },
    tool_choice,
    tools,
    top_logprobs: 0,
    top_p,
    truncation,
    usage: null,
    user,
    metadata,
  }
}
