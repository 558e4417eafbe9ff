/**
 * Zhipu's chat: `POST /api/paas/v4/chat/completions`. A stream reports its usage with its end, and
 * what is withheld ends `sensitive`.
 */
import { cogviewError, cogviewFailures, sensitive } from '../../cogview-errors.ts'
import { json } from '../../contract.ts'
import type { UpstreamReply } from '../../contract.ts'
import type { Problem } from '../asked.ts'
import { chatSide } from './side.ts'

function problem({ kind, message, param }: Problem): UpstreamReply {
  switch (kind) {
    case 'json':
      return cogviewError(
        400,
        '1210',
        'API call parameters are incorrect, please check the documentation.',
      )
    case 'missing':
      return cogviewError(400, '1213', `${param}: the parameter was not received properly.`)
    case 'model':
      return cogviewError(400, '1211', 'The model does not exist, please check the model code.')
    case 'context':
      return cogviewError(400, '1261', 'Prompt exceeds max length.')
    case 'policy':
      return sensitive()
    default:
      return cogviewError(
        400,
        '1214',
        `${param ?? 'messages'}: the parameter is illegal. ${message}`,
      )
  }
}

/** The chat of the fifth vendor. */
export const zhipuChat = chatSide({
  path: '/api/paas/v4/chat/completions',
  failures: cogviewFailures,
  problem,
  noAddress: ({ path }) => json(404, { status: 404, error: 'Not Found', path }),
  showsReasoning: true,
  usage: 'with the end',
  ends: { declined: 'sensitive' },
  streamError: { error: { code: '1234', message: 'Network error, please try again later.' } },
})
