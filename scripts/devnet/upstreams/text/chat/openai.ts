/**
 * OpenAI's chat: unknown members are refused, reasoning is not shown, and its newest models have
 * rules of their own.
 */
import { noSuchUrl, openaiError, openaiFailures } from '../../openai-errors.ts'
import type { UpstreamReply } from '../../contract.ts'
import { listOf } from '../asked.ts'
import type { AskedText, Problem } from '../asked.ts'
import { traitsOf } from '../models.ts'
import { chatSide } from './side.ts'

const KNOWN = [
  'model',
  'messages',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'n',
  'stream',
  'stream_options',
  'stop',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
  'response_format',
  'reasoning_effort',
  'verbosity',
  'seed',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'presence_penalty',
  'frequency_penalty',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'prompt_cache_retention',
  'metadata',
  'store',
  'service_tier',
  'modalities',
  'audio',
  'prediction',
  'web_search_options',
  'moderation',
]

const { unauthorized, rateLimited, failed } = openaiFailures('requests')

const unsupported = (param: string, message: string, code = 'unsupported_value'): Problem => ({
  kind: 'unsupported',
  param,
  code,
  message,
})

/**
 * What models that reason refuse: sampling while they reason (the newest only where an effort is
 * set), the old name of a limit, and, the newest, tools while they reason.
 */
function own(body: Record<string, any>, { reasons }: AskedText): Problem | undefined {
  if (body.stream_options !== undefined && body.stream_options !== null && body.stream !== true)
    return {
      kind: 'value',
      param: 'stream_options',
      message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    }
  const traits = traitsOf(body.model)
  if (!traits.reasons) return undefined
  if (body.max_tokens !== undefined && body.max_tokens !== null)
    return unsupported(
      'max_tokens',
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use " +
        "'max_completion_tokens' instead.",
      'unsupported_parameter',
    )
  if (traits.newest && listOf(body.tools).length > 0 && body.reasoning_effort !== 'none')
    return {
      kind: 'unsupported',
      param: 'reasoning_effort',
      message:
        `Function tools with reasoning_effort are not supported for ${body.model} in ` +
        '/v1/chat/completions. To use function tools, use /v1/responses or set ' +
        `reasoning_effort to 'none'.`,
    }
  const strict = reasons && (!traits.newest || typeof body.reasoning_effort === 'string')
  const sampling = ['temperature', 'top_p'].find(
    name => strict && typeof body[name] === 'number' && body[name] !== 1,
  )
  return sampling === undefined
    ? undefined
    : unsupported(
        sampling,
        `Unsupported value: '${sampling}' does not support ${body[sampling]} with this ` +
          'model. Only the default (1) value is supported.',
      )
}

/** A mistake in OpenAI's shape. */
export const openaiProblem = ({ kind, message, param, code }: Problem): UpstreamReply =>
  openaiError(kind === 'model' ? 404 : 400, message, {
    ...(param === undefined ? {} : { param }),
    ...(code === undefined ? {} : { code }),
  })

/** The chat of the first vendor. */
export const openaiChat = chatSide({
  path: '/v1/chat/completions',
  known: KNOWN,
  own,
  failures: { unauthorized, rateLimited, failed },
  problem: openaiProblem,
  noAddress: noSuchUrl,
  showsReasoning: false,
  usage: 'asked',
  refuses: true,
  streamError: {
    error: {
      message: 'The server had an error while processing your request. Sorry about that!',
      type: 'server_error',
      param: null,
      code: null,
    },
  },
})
