/** Writes the last event of an incomplete stream. */
import { sseText } from '../protocols/sse.ts'
import type { StreamWriter } from '../protocols/types.ts'

/** The error in that event. */
const BROKEN = { type: 'api_error', code: 'STREAM_FAILED' }

/**
 * Writes the error event that ends an incomplete stream, so that no client takes it for complete.
 * Undefined if the upstream's own events have reported the end.
 */
export function lastEvent(
  message: string,
  { writer, isEnded, charged }: { writer?: StreamWriter; isEnded: boolean; charged?: boolean },
): string | undefined {
  if (writer !== undefined) return writer.fail({ message, ...BROKEN, charged })
  if (isEnded) return undefined
  // Most clients understand this form: they look for an event of this name, or for this member.
  // Some also require a number; with the lowest number, a client that resumes after it misses
  // nothing.
  const event = {
    ...BROKEN,
    type: 'error',
    sequence_number: 0,
    message,
    param: null,
    error: { message, ...BROKEN, param: null },
    charged,
  }
  return `\n\n${sseText(JSON.stringify(event), 'error')}`
}
