/** The last event of a stream that is not whole. */
import { sseText } from '../protocols/sse.ts'
import type { StreamWriter } from '../protocols/types.ts'

/** The error that ends a stream that broke off. */
const BROKEN = { type: 'api_error', code: 'STREAM_FAILED' }

/**
 * The last event, so that nobody takes the stream for whole; nothing where its supplier's own
 * events have told the end already.
 */
export function lastWords(
  message: string,
  { writer, isEnded }: { writer?: StreamWriter; isEnded: boolean },
): string | undefined {
  if (writer !== undefined) return writer.fail({ message, ...BROKEN })
  if (isEnded) return undefined
  // In the words of most streams: clients look for an event of this name, or for this member.
  // Some ask for a number too: the lowest, so that who goes on behind it misses nothing.
  const said = {
    ...BROKEN,
    type: 'error',
    sequence_number: 0,
    message,
    param: null,
    error: { message, ...BROKEN, param: null },
  }
  return `\n\n${sseText(JSON.stringify(said), 'error')}`
}
