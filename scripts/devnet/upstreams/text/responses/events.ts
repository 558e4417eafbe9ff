/** The events of a response, numbered from 0. */
import type { ReplyStream } from '../../contract.ts'
import { namedEvent } from '../events.ts'
import { withState, whole } from './made.ts'
import type { Item, Made } from './made.ts'

type Event = { type: string } & Record<string, unknown>

/**
 * All events of a response. `after` leaves out those up to that number, and a `waiting` one goes no
 * further than its beginning.
 */
export function responseStream(
  made: Made,
  how: { after?: number; waiting?: boolean; malformed: string },
): ReplyStream {
  const background = (made.frame as { background?: boolean }).background === true
  const opening = [...openings(made, background)]
  const all = how.waiting
    ? opening
    : [
        ...opening,
        ...made.items.flatMap((item, index) => [...itemEvents(made, item, index)]),
        ending(made),
      ]
  const from = (how.after ?? -1) + 1
  return {
    events: all.map(numbered).slice(from),
    tail: how.waiting ? 0 : 1,
    streamError: at => numbered(failing(made), from + at),
    malformed: how.malformed,
    ...(how.waiting ? { open: true } : {}),
  }
}

const numbered = ({ type, ...members }: Event, at: number): string =>
  namedEvent(type, { type, sequence_number: at, ...members })

function* openings(made: Made, background: boolean): Generator<Event> {
  const status = background ? 'queued' : 'in_progress'
  yield { type: 'response.created', response: withState(made, { status }) }
  if (background) yield { type: 'response.queued', response: withState(made, { status }) }
  yield { type: 'response.in_progress', response: withState(made, { status: 'in_progress' }) }
}

function ending(made: Made): Event {
  return {
    type: made.answer.end === 'length' ? 'response.incomplete' : 'response.completed',
    response: whole(made),
  }
}

const failing = (made: Made): Event => ({
  type: 'response.failed',
  response: withState(made, {
    status: 'failed',
    error: { code: 'server_error', message: 'An error occurred while processing your request.' },
  }),
})

function* itemEvents(made: Made, item: Item, index: number): Generator<Event> {
  const at = { output_index: index }
  yield { type: 'response.output_item.added', ...at, item: begun(item) }
  if (item.type === 'message') yield* messageEvents(made, item, at)
  if (item.type === 'reasoning') yield* summaryEvents(made, item, at)
  if (item.type === 'function_call') yield* callEvents(made, item, at)
  yield { type: 'response.output_item.done', ...at, item }
}

/** An item of which nothing has been sent yet. */
function begun(item: Item): Item {
  switch (item.type) {
    case 'message':
      return { ...item, status: 'in_progress', content: [] }
    case 'function_call':
      return { ...item, status: 'in_progress', arguments: '' }
    default:
      return { ...item, summary: [] }
  }
}

function* messageEvents(
  { answer }: Made,
  item: Item,
  index: { output_index: number },
): Generator<Event> {
  const part = item.content[0]
  const at = { item_id: item.id, ...index, content_index: 0 }
  const refusal = part.type === 'refusal'
  const name = refusal ? 'response.refusal' : 'response.output_text'
  yield {
    type: 'response.content_part.added',
    ...at,
    part: refusal ? { ...part, refusal: '' } : { ...part, text: '' },
  }
  const text: string = refusal ? part.refusal : part.text
  for (const delta of answer.sliced(text))
    yield { type: `${name}.delta`, ...at, delta, ...(refusal ? {} : { logprobs: [] }) }
  yield { type: `${name}.done`, ...at, ...(refusal ? { refusal: text } : { text, logprobs: [] }) }
  yield { type: 'response.content_part.done', ...at, part }
}

function* summaryEvents(
  { answer }: Made,
  item: Item,
  index: { output_index: number },
): Generator<Event> {
  for (const [n, part] of (item.summary as { type: string; text: string }[]).entries()) {
    const at = { item_id: item.id, ...index, summary_index: n }
    yield { type: 'response.reasoning_summary_part.added', ...at, part: { ...part, text: '' } }
    for (const delta of answer.sliced(part.text))
      yield { type: 'response.reasoning_summary_text.delta', ...at, delta }
    yield { type: 'response.reasoning_summary_text.done', ...at, text: part.text }
    yield { type: 'response.reasoning_summary_part.done', ...at, part }
  }
}

function* callEvents(
  { answer }: Made,
  item: Item,
  index: { output_index: number },
): Generator<Event> {
  const at = { item_id: item.id, ...index }
  for (const delta of answer.sliced(item.arguments))
    yield { type: 'response.function_call_arguments.delta', ...at, delta }
  yield {
    type: 'response.function_call_arguments.done',
    ...at,
    arguments: item.arguments,
    name: item.name,
  }
}
