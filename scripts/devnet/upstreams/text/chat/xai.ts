/**
 * xAI's chat: reasoning is shown and its tokens are counted apart, and `search_parameters` has the
 * web searched.
 */
import { retryAfterHeader } from '../../contract.ts'
import type { UpstreamReply } from '../../contract.ts'
import { failure, INVALID, refusal, unreadable } from '../../xai-errors.ts'
import type { Problem } from '../asked.ts'
import { badSearch, search } from './search.ts'
import { chatSide } from './side.ts'

function problem({ kind, message, param }: Problem): UpstreamReply {
  if (kind === 'json') return unreadable('expected value at line 1 column 1')
  if (kind === 'missing') return unreadable(`missing field \`${param}\``)
  if (kind === 'model') return refusal(404, 'Some requested entity was not found', message)
  if (kind === 'policy')
    return refusal(
      403,
      'The caller does not have permission to execute the specified operation',
      `Content violates usage guidelines. ${message}`,
    )
  if (kind === 'context')
    return refusal(400, INVALID, `This model's maximum prompt length is exceeded. ${message}`)
  return refusal(400, INVALID, message)
}

/** The chat of the third vendor. */
export const xaiChat = chatSide({
  path: '/v1/chat/completions',
  own: ({ search_parameters: wanted }) => badSearch(wanted),
  failures: {
    unauthorized: () => refusal(400, INVALID, 'Incorrect API key provided.'),
    rateLimited: seconds => ({
      ...failure(429, 'Too many requests.', 'rate_limit_error'),
      headers: retryAfterHeader(seconds),
    }),
    failed: (status, code) =>
      failure(
        status,
        'Service temporarily unavailable. The model is at capacity and currently cannot ' +
          'serve this request.',
        'server_error',
        code,
      ),
  },
  problem,
  noAddress: request =>
    refusal(404, 'Not found', `The requested resource was not found: ${request.path}`),
  showsReasoning: true,
  reasoningApart: true,
  usage: 'apart',
  wholeCalls: true,
  streamError: {
    error: {
      message: 'The service is currently unavailable.',
      type: 'server_error',
      param: null,
      code: 'The service is currently unavailable',
    },
  },
  extra: search,
})
