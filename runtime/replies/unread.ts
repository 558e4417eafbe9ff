/** Builds the refusal of a request whose body was not read. */
import type { Envelope, RouteFacts } from '../contract.ts'
import type { Reply } from '../call.ts'
import type { Unread } from '../http/bodies.ts'
import { answer } from './answer.ts'

/** Seconds after which a caller may retry when there was no memory for its body. */
const MEMORY_RETRY = 10

/** Builds the refusal in the given envelope. Nothing was read, so nothing was charged. */
export function answerUnread(
  envelope: Envelope,
  { why }: Unread,
  options: { route: RouteFacts; limit?: number },
): Reply {
  const { route, limit } = options
  if (why === 'too_large') return answer(envelope, 'too_large', { route, limit })
  if (why === 'no_room') {
    return answer(envelope, 'busy', {
      route,
      retry_after: MEMORY_RETRY,
      details:
        'Too many large requests, of this address or of all, are in progress; nothing was charged.',
    })
  }
  const message =
    why === 'too_slow' ? 'the body arrived too slowly' : 'the request could not be read'
  return answer(envelope, 'invalid_body', {
    route,
    issues: [{ path: '', message, code: 'unreadable' }],
  })
}
