/**
 * MiniMax's chat: every reply has a `base_resp`, and what its moderation blocks is an HTTP 200
 * without choices.
 */
import { createHash } from 'node:crypto'
import { json, retryAfterHeader } from '../../contract.ts'
import type { UpstreamReply } from '../../contract.ts'
import type { Problem } from '../asked.ts'
import { chatSide } from './side.ts'

const trace = (): string =>
  createHash('sha256').update(String(process.hrtime.bigint())).digest('hex').slice(0, 32)

function error(status: number, type: string, message: string): UpstreamReply {
  return json(status, {
    type: 'error',
    error: { type, message, http_code: String(status) },
    request_id: trace(),
  })
}

const baseResp = (code: number, message: string): object => ({
  base_resp: { status_code: code, status_msg: message },
})

/** A success without an answer. */
const without = (code: number, message: string, more: object = {}): UpstreamReply =>
  json(200, {
    id: trace(),
    choices: null,
    created: Math.floor(Date.now() / 1000),
    model: '',
    object: 'chat.completion',
    usage: null,
    ...more,
    ...baseResp(code, message),
  })

function problem({ kind, message }: Problem): UpstreamReply {
  if (kind === 'policy')
    return without(1026, 'input new_sensitive', { input_sensitive: true, input_sensitive_type: 1 })
  if (kind === 'context')
    return error(400, 'bad_request_error', 'invalid params, context window exceeds limit (2013)')
  return error(400, 'bad_request_error', `invalid params, ${message} (2013)`)
}

/** The chat of the seventh vendor. */
export const minimaxChat = chatSide({
  path: '/v1/chat/completions',
  failures: {
    unauthorized: () =>
      error(
        401,
        'authorized_error',
        "login fail: Please carry the API secret key in the 'Authorization' field of the " +
          'request header (1004)',
      ),
    rateLimited: seconds => ({
      ...error(429, 'rate_limit_error', 'rate limit exceeded(RPM) (1002)'),
      headers: retryAfterHeader(seconds),
    }),
    failed: (status, code = '1000') =>
      error(
        status,
        status === 529 ? 'overloaded_error' : 'server_error',
        `unknown error (${code})`,
      ),
    empty: () => without(0, ''),
  },
  problem,
  noAddress: () => ({ status: 404, type: 'text/plain', raw: '404 page not found' }),
  showsReasoning: true,
  usage: 'asked',
  streamError: {
    type: 'error',
    error: { type: 'server_error', message: 'unknown error (1000)', http_code: '500' },
    request_id: trace(),
  },
  extra: () => ({ reply: { input_sensitive: false, output_sensitive: false, ...baseResp(0, '') } }),
})
