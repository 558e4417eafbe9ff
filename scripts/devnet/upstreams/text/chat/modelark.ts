/** ModelArk's chat: `POST /api/v3/chat/completions`. */
import { modelarkError, modelarkFailures } from '../../modelark-errors.ts'
import type { UpstreamReply } from '../../contract.ts'
import type { Problem } from '../asked.ts'
import { chatSide } from './side.ts'

function problem({ kind, message, param = '' }: Problem): UpstreamReply {
  switch (kind) {
    case 'model':
      return modelarkError(404, 'InvalidEndpointOrModel.NotFound', message)
    case 'policy':
      return modelarkError(
        400,
        'InputTextSensitiveContentDetected',
        'The request failed because the input text may contain sensitive information.',
      )
    case 'context':
      return modelarkError(
        400,
        'OutofContextError',
        'Total tokens of image and text exceed max message tokens.',
      )
    case 'image':
      return modelarkError(
        400,
        'InvalidParameter',
        `The image_url specified in the request cannot be fetched: ${message}`,
        'image_url',
      )
    case 'missing':
      return modelarkError(
        400,
        'MissingParameter',
        `The required parameter \`${param}\` is missing in the request.`,
        param,
      )
    default:
      return modelarkError(
        400,
        'InvalidParameter',
        `The parameter \`${param}\` specified in the request is not valid: ${message}`,
        param,
      )
  }
}

/** Refuses both limits together: one leaves out reasoning, the other does not. */
function twoLimits({ max_tokens: text, max_completion_tokens: all }: Record<string, unknown>) {
  if (!text || !all) return undefined
  const message = 'max_tokens and max_completion_tokens cannot be set at the same time.'
  return { kind: 'value', param: 'max_tokens', message } satisfies Problem
}

/** The chat of the fourth vendor. */
export const modelarkChat = chatSide({
  path: '/api/v3/chat/completions',
  failures: modelarkFailures,
  problem,
  noAddress: () => modelarkError(404, 'NotFound', 'The requested resource does not exist.'),
  showsReasoning: true,
  maxOfText: true,
  own: twoLimits,
  usage: 'asked',
  streamError: {
    error: {
      code: 'InternalServiceError',
      message: 'The service encountered an unexpected internal error.',
      param: '',
      type: 'InternalServerError',
    },
  },
})
