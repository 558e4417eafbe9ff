/**
 * Reads streams of events. If the connection is lost, the request is repeated with the same
 * payment: the gateway has stored the stream, and events that were already read are skipped.
 */
import { StreamError } from './errors.ts'
import type { Purchase } from './purchase.ts'
import { eventReceipt, type EventPayment } from './receipt.ts'
import { isObject, jsonOf } from './refusal.ts'
import type { Wanted } from './request.ts'
import type { Context } from './sending.ts'
import { eventsOf } from './sse.ts'
import type { Receipt, Stream } from './types.ts'

const DONE = '[DONE]'

/** The state of a stream while it is read. */
interface State {
  receipt?: Receipt
  requestId?: string
  purchase?: Purchase
}

/** The stream of a call, which begins when it is iterated. */
export function streamOf<Event>(
  context: Context,
  begin: () => Purchase,
  wanted: Promise<Wanted>,
): Stream<Event> {
  const state: State = {}
  wanted.catch(() => undefined)
  async function* iterate(): AsyncGenerator<Event> {
    if (state.purchase !== undefined) throw new TypeError('A stream can be iterated once')
    const purchase = (state.purchase = begin())
    try {
      yield* events<Event>({ context, purchase, state }, await wanted)
      if (state.receipt !== undefined && purchase.payment !== undefined)
        context.payer.settled(purchase.payment, state.receipt.amountMicro)
      purchase.end()
    } catch (error) {
      purchase.end(error)
      throw error
    } finally {
      purchase.end()
    }
  }
  return {
    get receipt() {
      return state.receipt
    },
    get requestId() {
      return state.requestId
    },
    get payment() {
      return state.purchase?.payment
    },
    [Symbol.asyncIterator]: iterate,
  }
}

interface Reading {
  context: Context
  purchase: Purchase
  state: State
}

async function* events<Event>(at: Reading, wanted: Wanted): AsyncGenerator<Event> {
  const { purchase, state } = at
  const read: string[] = []
  for (;;) {
    const sent = await purchase.send(wanted, async response => response)
    if ('pollUrl' in sent) throw broken(purchase, 'The payment has bought a job', sent)
    state.requestId = sent.headers.get('x-request-id') ?? undefined
    try {
      for await (const data of unread(purchase, sent.value, read)) yield noted(at, data) as Event
      return
    } catch (error) {
      await purchase.lost(error, wanted)
    }
  }
}

/** The events of a reply after those that were already read, which must be the same. */
async function* unread(
  purchase: Purchase,
  response: Response,
  read: string[],
): AsyncGenerator<string> {
  let place = 0
  for await (const data of piecesOf(response)) {
    if (data === DONE) return
    const known = read[place++]
    if (known === undefined) {
      read.push(data)
      yield data
    } else if (known !== data) throw broken(purchase, 'Another stream came instead', data)
  }
}

async function* piecesOf(response: Response): AsyncGenerator<string> {
  const isStream = response.headers.get('content-type')?.includes('event-stream')
  if (isStream && response.body !== null) yield* eventsOf(response.body)
  else yield await response.text()
}

/** The event; stores its receipt. Throws if it reports that the stream has failed. */
function noted({ context, purchase, state }: Reading, data: string): unknown {
  const event = jsonOf(data)
  if (!isObject(event)) return event
  const { payment } = purchase
  if (payment !== undefined && isObject(event.payment))
    state.receipt = eventReceipt(event as EventPayment, payment, context.assets)
  if (event.type !== 'error' && (event.error === undefined || event.error === null)) return event
  const error = isObject(event.error) ? event.error : event
  throw broken(purchase, String(error.message ?? 'The stream failed'), event)
}

/** The error of a stream that failed. Its last event says what was charged, if that is known. */
function broken({ payment }: Purchase, message: string, body: unknown): StreamError {
  const reported = isObject(body) && typeof body.charged === 'boolean' ? body.charged : 'unknown'
  const charged = payment === undefined ? false : reported
  return new StreamError({ message, code: 'STREAM_FAILED', charged, body, payment })
}
