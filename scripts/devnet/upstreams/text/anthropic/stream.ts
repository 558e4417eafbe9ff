/** A message of Anthropic's API as a stream of events. */
import type { ReplyStream } from '../../contract.ts'
import type { Answer } from '../compose.ts'
import { MALFORMED, namedEvent } from '../events.ts'
import type { Message } from './side.ts'

type Event = { type: string } & Record<string, unknown>

/** The message, event by event. Usage is reported at the beginning, and again with the end. */
export function messageStream(message: Message, made: Answer): ReplyStream {
  const { usage, stop_reason, stop_sequence, content } = message
  const start = {
    ...message,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    ...(usage ? { usage: { ...usage, output_tokens: 1 } } : {}),
  }
  const all: Event[] = [
    { type: 'message_start', message: start },
    ...content.flatMap((block, index) => [
      ...blockEvents(block, index, { made, before: content.length - made.calls.length }),
    ]),
    { type: 'message_delta', delta: { stop_reason, stop_sequence }, ...(usage ? { usage } : {}) },
    { type: 'message_stop' },
  ]
  const streamError = namedEvent('error', {
    type: 'error',
    error: { type: 'overloaded_error', message: 'Overloaded' },
  })
  return {
    events: all.map(event => namedEvent(event.type, event)),
    tail: 1,
    streamError: () => streamError,
    malformed: `event: content_block_delta\n${MALFORMED}`,
  }
}

/** `before` is how many blocks stand before the calls of tools, which come last. */
function* blockEvents(
  block: Record<string, any>,
  index: number,
  { made, before }: { made: Answer; before: number },
): Generator<Event> {
  const { sliced, calls } = made
  const delta = (members: object): Event => ({ type: 'content_block_delta', index, delta: members })
  yield { type: 'content_block_start', index, content_block: begun(block) }
  if (index === 0) yield { type: 'ping' }
  if (block.type === 'text')
    for (const text of sliced(block.text)) yield delta({ type: 'text_delta', text })
  if (block.type === 'thinking') {
    for (const thinking of sliced(block.thinking)) yield delta({ type: 'thinking_delta', thinking })
    yield delta({ type: 'signature_delta', signature: block.signature })
  }
  if (block.type === 'tool_use') {
    yield delta({ type: 'input_json_delta', partial_json: '' })
    for (const partial_json of sliced(calls[index - before]!.arguments))
      yield delta({ type: 'input_json_delta', partial_json })
  }
  yield { type: 'content_block_stop', index }
}

/** A block of which nothing has been sent yet. */
function begun(block: Record<string, any>): object {
  if (block.type === 'text') return { ...block, text: '' }
  return block.type === 'thinking'
    ? { ...block, thinking: '', signature: '' }
    : { ...block, input: {} }
}
