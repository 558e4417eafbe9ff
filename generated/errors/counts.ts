// Code generated from catalog/errors/messages.yaml by "npm run generate". DO NOT EDIT.
import { say } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { messages } from './messages.ts'

/** The envelope `counts`, catalog/errors/messages.yaml:47. */
export const counts: Envelope = {
  ...messages,
  limit_exceeded: ({ details, retry_after }) => ({ // catalog/errors/messages.yaml:49
    status: 429,
    body: {
      type: 'error',
      error: {
        type: 'rate_limit_error',
        message: `${say(details ?? 'Too many requests of this kind from this address.')} Try again in ${say(retry_after)} seconds.`,
      },
    },
  }),
}
