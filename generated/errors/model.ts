// Code generated from catalog/errors/openai.yaml by "npm run generate". DO NOT EDIT.
import { get, need, say } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { openai } from './openai.ts'

/** The envelope `model`, catalog/errors/openai.yaml:45. */
export const model: Envelope = {
  ...openai,
  refused: ({ status, message, code, extra }) => ({ // catalog/errors/openai.yaml:60
    status: need(status),
    body: {
      error: {
        message, type: 'invalid_request_error', code, param: get(extra, 'param') ?? null,
        successor: get(extra, 'successor'),
      },
    },
  }),
  not_found: ({ route, message }) => ({ // catalog/errors/openai.yaml:47
    status: 404,
    body: {
      error: (route.path + '/').startsWith('/v1/') ? undefined : 'Not Found',
      ...((route.path + '/').startsWith('/v1/')
        ? { error: { message, type: 'invalid_request_error', code: 'NOT_FOUND', param: null } }
        : undefined),
      message,
    },
  }),
  wrong_method: ({ route, message }) => ({ // catalog/errors/openai.yaml:53
    status: 405,
    body: {
      error: route.path.startsWith('/v1/') ? undefined : 'Method Not Allowed',
      ...(route.path.startsWith('/v1/')
        ? {
          error: {
            message, type: 'invalid_request_error', code: 'METHOD_NOT_ALLOWED', param: null,
          },
        }
        : undefined),
      message,
    },
  }),
  limit_exceeded: ({ details, retry_after }) => ({ // catalog/errors/openai.yaml:59
    status: 429,
    body: {
      error: 'Rate limit exceeded',
      message: `${say(details ?? 'Too many requests of this kind from this address.')} Try again in ${say(retry_after)} seconds.`,
    },
  }),
}
