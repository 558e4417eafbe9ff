/** How OpenAI's API says that something went wrong: the same for images and videos. */
import { json, retryAfterHeader } from './contract.ts'
import type { UpstreamFailures, UpstreamReply, UpstreamRequest } from './contract.ts'

/** An error in OpenAI's shape. */
export function openaiError(
  status: number,
  message: string,
  more: { type?: string; param?: string; code?: string } = {},
): UpstreamReply {
  return json(status, {
    error: {
      message,
      type: more.type ?? 'invalid_request_error',
      param: more.param ?? null,
      code: more.code ?? null,
    },
  })
}

/** A missing member of a body. */
export const missing = (param: string): UpstreamReply =>
  openaiError(400, `Missing required parameter: '${param}'.`, {
    param,
    code: 'missing_required_parameter',
  })

/** A value that is none of those that there are. */
export const invalidValue = (
  param: string,
  value: unknown,
  values: readonly string[],
): UpstreamReply =>
  openaiError(
    400,
    `Invalid value: '${value}'. Supported values are: ${values.map(one => `'${one}'`).join(', ')}.`,
    {
      param,
      code: 'invalid_value',
    },
  )

/** The content of a request is against the policy. */
export const blocked = (): UpstreamReply =>
  openaiError(400, 'Your request was rejected by the safety system.', {
    type: 'image_generation_user_error',
    code: 'moderation_blocked',
  })

/** A body that is no form, where a form is wanted. */
export const noForm = (request: UpstreamRequest): UpstreamReply =>
  openaiError(
    400,
    `Invalid Content-Type header (${request.headers['content-type'] ?? ''}), expected ` +
      'multipart/form-data.',
  )

/** An address that there is not. */
export const noSuchUrl = (request: UpstreamRequest): UpstreamReply =>
  openaiError(404, `Invalid URL (${request.method} ${request.path})`)

/** The failures that all calls have in common. `what` is being limited. */
export const openaiFailures = (
  what: string,
): Pick<UpstreamFailures, 'unauthorized' | 'rateLimited' | 'failed' | 'refused'> => ({
  unauthorized: () => openaiError(401, 'Incorrect API key provided.', { code: 'invalid_api_key' }),
  rateLimited: seconds => ({
    ...openaiError(
      429,
      'Rate limit reached for ' +
        `${what}.${seconds === undefined ? '' : ` Please try again in ${seconds}s.`}`,
      {
        type: 'requests',
        code: 'rate_limit_exceeded',
      },
    ),
    headers: { ...retryAfterHeader(seconds), 'x-ratelimit-remaining-requests': '0' },
  }),
  failed: (status, code) =>
    openaiError(
      status,
      'The server had an error while processing your request. Sorry about that!',
      { type: 'server_error', code },
    ),
  refused: blocked,
})
