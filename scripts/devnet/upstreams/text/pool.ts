/**
 * A pool of open-weight models behind one OpenAI-style address, as their usual server answers:
 * error codes are HTTP statuses.
 */
import { json, retryAfterHeader } from '../contract.ts'
import type { Upstream, UpstreamReply } from '../contract.ts'
import type { Problem } from './asked.ts'
import { chatSide } from './chat/side.ts'
import { openaiList } from '../model-lists.ts'

const errorBody = (code: number, message: string, type: string): object => ({
  error: { message, type, param: null, code },
})
const error = (status: number, message: string, type: string): UpstreamReply =>
  json(status, errorBody(status, message, type))

const problem = ({ kind, message }: Problem): UpstreamReply =>
  kind === 'model' ? error(404, message, 'NotFoundError') : error(400, message, 'BadRequestError')

const chat = chatSide({
  path: '/v1/chat/completions',
  failures: {
    unauthorized: () => error(401, 'Unauthorized', 'AuthenticationError'),
    rateLimited: seconds => ({
      ...error(429, 'Too many requests; the queue is full.', 'RateLimitError'),
      headers: retryAfterHeader(seconds),
    }),
    failed: status =>
      error(
        status,
        'The engine is not able to serve this request now.',
        status === 503 ? 'ServiceUnavailableError' : 'InternalServerError',
      ),
  },
  problem,
  noAddress: () => json(404, { detail: 'Not Found' }),
  showsReasoning: true,
  usage: 'asked',
  streamError: errorBody(500, 'EngineCore encountered an issue.', 'InternalServerError'),
})

/** The upstream of open-weight models. */
export const pool: Upstream = {
  name: 'pool',
  env: 'POOL',
  header: 'authorization',
  scheme: 'Bearer',
  lists: openaiList(),
  answer: chat.answer,
  failures: chat.failures,
  text: chat,
}
