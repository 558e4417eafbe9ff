/**
 * Answers that are handed over while they are made. The payment is settled once the last piece has come from the supplier; a stream that
 * its supplier does not bring to an end is not paid for, and never looks whole. A caller who leaves, or who reads so slowly that the
 * authorization would lapse, has been served and pays: otherwise everything but the last piece would be free.
 */
import type { Call, Reply } from '../context.ts'
import { release } from '../errors/release.ts'
import { openHeaders } from '../http/cors.ts'
import { callers } from '../protocols/index.ts'
import { hasOutput } from '../protocols/empty.ts'
import type { Piece, ReplyFacts, StreamEnd, StreamWriter, Usage } from '../protocols/types.ts'
import { ownHeaders } from '../stages/reply.ts'
import { servedAnyway } from '../stages/settle.ts'
import { StreamBroken, type StreamPart, type UpstreamStream } from '../upstream/types.ts'

/** So long before it lapses, in ms, an authorization is settled while its stream goes on: a settlement takes its time. */
const MARGIN = 20_000

const NOTHING: Usage = { uncached: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 }

/** How callers are told of a stream that broke off. */
const BROKEN = { type: 'api_error', code: 'STREAM_FAILED' }

/** A stream's reply. `closed` stops the supplier when the caller has gone. */
export function streamed(call: Call, stream: UpstreamStream, facts: ReplyFacts): Reply {
  const { route } = call.live
  const writer = route.speaks === undefined ? undefined : callers[route.speaks].writer(facts)
  const type = writer === undefined ? stream.type : 'text/event-stream; charset=utf-8'
  const headers = {
    ...openHeaders, 'content-type': type, 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no', ...ownHeaders(route, call.scope),
  }
  const body = told(call, { stream, writer, money: moneyOf(call) })
  return { status: 200, headers, body, closed: stream.cancel, outcome: 'streamed' }
}

/** A stream being told to a caller. Without a writer the supplier's bytes are passed on. */
interface Telling { stream: UpstreamStream; writer?: StreamWriter; money: Money }

async function* told(call: Call, { stream, writer, money }: Telling): AsyncGenerator<Uint8Array | string> {
  const seen = watch()
  let isWhole = false
  try {
    if (writer !== undefined) yield writer.open()
    for await (const part of stream.parts) {
      seen.take(part)
      const text = writer === undefined ? part.bytes : part.pieces.map((piece) => writer.piece(piece)).join('')
      if (text.length > 0) yield text
    }
    isWhole = true
    if (!seen.isTold()) throw new StreamBroken('cut', 'The upstream gave an empty answer')
    const payment = await money.settle()
    if (writer !== undefined) yield writer.close({ usage: seen.usage(), ...costOf(call), payment })
  } catch (error) {
    await money.giveUp(error)
    if (writer !== undefined) yield writer.fail({ message: messageOf(error), ...BROKEN })
    else throw error
  } finally {
    stream.cancel()
    // The caller has gone, with what it had got by then.
    if (!isWhole) await money.leave(seen.isTold())
  }
}

/** What callers hear of an error; what is not a supplier's is ours and stays here. */
const messageOf = (error: unknown): string => (error instanceof StreamBroken ? error.message : 'The gateway failed; the fault is recorded.')

/** What came so far. */
interface Seen { take(part: StreamPart): void; usage(): Usage; isTold(): boolean }

function watch(): Seen {
  let usage: Usage | undefined
  let told = false
  const take = (piece: Piece): void => {
    usage = piece.usage ?? usage
    told ||= Boolean(piece.content || piece.reasoning || piece.tool || (piece.finish !== undefined && piece.finish !== 'stop'))
  }
  return { take: ({ pieces }) => pieces.forEach(take), usage: () => usage ?? NOTHING, isTold: () => told || hasOutput(usage) }
}

function costOf({ quote }: Call): Pick<StreamEnd, 'cost'> {
  return quote === undefined ? {} : { cost: quote.price }
}

/** The payment of one stream, which is settled once or released once, whoever comes first. */
interface Money {
  settle(): Promise<StreamEnd['payment']>
  /** The stream broke off: it is not paid for, unless it was settled before its authorization lapsed. */
  giveUp(error: unknown): Promise<void>
  /** The caller left. */
  leave(wasTold: boolean): Promise<void>
}

function moneyOf(call: Call): Money {
  const { core, payment, record } = call
  let settling: Promise<StreamEnd['payment']> | undefined
  let isOver = false
  const settle = (): Promise<StreamEnd['payment']> => (settling ??= settleStream(call))
  const lapses = payment === undefined ? undefined : Number(payment.authorization.validBefore) * 1000 - core.clock.now() - MARGIN
  const forget = lapses === undefined || record === undefined ? undefined : core.clock.after(Math.max(0, Math.min(lapses, LONGEST)), () => { void settle() })
  const end = async (what: () => Promise<unknown>): Promise<void> => {
    if (isOver) return
    isOver = true
    forget?.()
    await what()
  }
  return {
    async settle() {
      let payment: StreamEnd['payment']
      await end(async () => { payment = await settle() })
      return payment
    },
    giveUp: (error) => end(async () => {
      if (!(error instanceof StreamBroken)) core.observe.log.error({ route: call.live.route.id, err: error }, 'a stream failed inside the gateway')
      const isServed = error instanceof StreamBroken && error.broken === 'too_long'
      if (settling !== undefined || isServed) await settle()
      else await release(call, 'stream')
    }),
    leave: (wasTold) => end(async () => {
      if (wasTold || settling !== undefined) await settle()
      else await release(call, 'the caller left')
    }),
  }
}

/** Timers hold no longer times, in ms. */
const LONGEST = 2 ** 31 - 1

async function settleStream(call: Call): Promise<StreamEnd['payment']> {
  const { core, record } = call
  if (record === undefined) return undefined
  call.settling = true
  const end = await core.ledger.settle(record, undefined)
  call.record = end.record
  servedAnyway(call, end.settlement)
  const network = core.spec.label
  if (call.unsettled !== undefined) return { settled: false, network, error_class: `settlement_${call.unsettled}` }
  core.ledger.delivered(end.record).catch((error) => core.observe.log.warn({ err: error }, 'a delivery could not be noted'))
  return { settled: true, transaction: call.transaction, network }
}
