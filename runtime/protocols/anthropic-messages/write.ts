/** Writes requests to Anthropic-style upstreams. */
import type { Json } from '../../contract.ts'
import { membersOf, textOf } from '../json.ts'
import { withToolCalls } from '../legacy.ts'
import type { ChatRequest } from '../types.ts'
import { withCacheMarks } from './cache.ts'
import { isThinking, thinkingOf } from './thinking.ts'
import { toolingOf } from './tools.ts'
import { turnsOf } from './turns.ts'

/** The limit if a request has none: upstreams of this protocol require one. */
const DEFAULT_MAX_TOKENS = 4096

/** The highest temperature of this protocol; the internal form allows up to 2. */
const HOTTEST = 1

/**
 * Members of callers with this protocol that are passed on. Others change what the upstream
 * charges.
 */
const PASSED = ['metadata', 'context_management', 'output_config', 'cache_control'] as const

/**
 * Writes the body of a request. Of the members unknown to the internal form, only this protocol's
 * own are passed on.
 */
export function write(request: ChatRequest): Json {
  const {
    model,
    messages,
    max_tokens: maxTokens = DEFAULT_MAX_TOKENS,
    prompt_cache: wantsCache,
    stream,
  } = request
  const thought = thinkingOf(request, maxTokens)
  const turns = turnsOf(withToolCalls(messages))
  return {
    model,
    max_tokens: maxTokens,
    ...((wantsCache === true ? withCacheMarks(turns) : turns) as object),
    ...samplingOf(request, isThinking(thought)),
    ...toolingOf(request, isThinking(thought)),
    ...stopsOf(request),
    ...passedOf(request, thought.output_config),
    ...(thought.thinking === undefined ? {} : { thinking: thought.thinking }),
    ...(stream === true ? { stream: true } : {}),
  }
}

/** Writes the sampling parameters. A model that thinks refuses most of them. */
function samplingOf(
  { temperature, top_p: topP, top_k: topK }: ChatRequest,
  isThinking: boolean,
): { [member: string]: Json } {
  const sampling: { [member: string]: Json } = {}
  if (typeof topP === 'number' && (!isThinking || topP >= 0.95)) sampling.top_p = topP
  if (isThinking) return sampling
  if (typeof temperature === 'number') sampling.temperature = Math.min(temperature, HOTTEST)
  if (typeof topK === 'number') sampling.top_k = topK
  return sampling
}

/**
 * Writes the stop sequences. Blank ones are refused, and would end an answer at its first space.
 */
function stopsOf({ stop }: ChatRequest): { stop_sequences?: readonly string[] } {
  const stops = (typeof stop === 'string' ? [stop] : (stop ?? [])).filter(
    text => text.trim() !== '',
  )
  return stops.length === 0 ? {} : { stop_sequences: stops }
}

function passedOf(
  { anthropic = {}, user }: ChatRequest,
  config: Json | undefined,
): { [member: string]: Json | undefined } {
  const passed: { [member: string]: Json | undefined } = {}
  const id = textOf(user)
  if (id !== undefined) passed.metadata = { user_id: id }
  for (const member of PASSED)
    if (anthropic[member] !== undefined) passed[member] = anthropic[member]
  if (config !== undefined)
    passed.output_config = {
      ...(config as object),
      ...(membersOf(passed.output_config) as { [member: string]: Json }),
    }
  return passed
}
