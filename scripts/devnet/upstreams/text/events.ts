/** Server-sent events as text. */

/** An event of data alone. */
export const dataEvent = (data: unknown): string =>
  `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

/** An event with a name. */
export const namedEvent = (name: string, data: unknown): string =>
  `event: ${name}\n${dataEvent(data)}`

/** What cannot be read in a stream: JSON that is cut off. */
export const MALFORMED = 'data: {"id": "cut-o\n\n'

/** The content type of a stream. */
export const EVENT_STREAM = 'text/event-stream; charset=utf-8'
