/** What it costs to hand one event of a stream on: CPU, beside a plain pipe in the same minute. */
import type { Bench } from '../lib/bench.ts'
import { checkStream, type Chatter, type Chatters } from '../lib/chats.ts'
import { num, PROFILED, type Aim, type Table } from '../lib/report.ts'
import { median } from '../lib/stats.ts'
import { readStreams } from '../lib/streams.ts'
import { inTurns } from '../lib/turns.ts'
import { WORDS, type Behaviour } from '../servers/chats.ts'

const EVENTS = 500
const FEW = 4
const AT_ONCE = 16
/** CPU of an event beside the plain pipe's, at most: apart, and in one write. */
const AIMS = { apart: 1.2, together: 1.5 }
/** Its place among those that are measured; the plain pipe is the first. */
const GATEWAY = 2

/**
 * CPU microseconds of a server for each stream, and how many events came with each read of the
 * reader.
 */
interface Cost {
  cpu: number
  together: number
}

/**
 * How streams come: a name, so many events with a gap of so many ms, and how many streams are read,
 * `AT_ONCE` at a time.
 */
interface Way {
  name: string
  events: number
  gap: number
  streams: number
}

async function cost(chatter: Chatter, { events, streams }: Way): Promise<Cost> {
  const next = chatter.requests(true, streams)
  const { port } = chatter.child
  const before = await chatter.child.cpu()
  const read = await readStreams({
    port,
    connections: AT_ONCE,
    count: streams,
    next,
    words: WORDS,
    check: checkStream(chatter, events),
  })
  const cpu = (await chatter.child.cpu()) - before
  await chatter.verify?.(streams)
  return { cpu: cpu / streams, together: (streams * events) / read.reads }
}

async function costs(
  bench: Bench,
  { upstreamServer, pipe, fastify, gateway, portkey }: Chatters,
  way: Way,
): Promise<Costs> {
  await upstreamServer.ask('behave', { events: way.events, gap: way.gap } satisfies Behaviour)
  const chatters = [pipe, fastify, gateway, ...(portkey ? [portkey] : [])]
  const go = (one: Chatter) => cost(one, way)
  // What comes apart takes another way through all of them.
  if (way.gap > 0 && !bench.quick) await inTurns(chatters, 1, go)
  const seen = await inTurns(chatters, bench.quick ? 1 : 3, go)
  return { way, names: chatters.map(({ name }) => name), seen }
}

/** What was seen of each, by round. */
interface Costs {
  way: Way
  names: string[]
  seen: Cost[][]
}

const cpuOf = (seen: readonly Cost[]) => median(seen.map(({ cpu }) => cpu))

/** CPU beside the plain pipe's, which is the first, round by round. */
const timesOf = ({ seen }: Costs, who: number) =>
  median(seen[who]!.map(({ cpu }, round) => cpu / seen[0]![round]!.cpu))

/** CPU of an event alone: what a long stream takes more than a short one. */
const alone = (long: Costs, short: Costs, who: number) =>
  (cpuOf(long.seen[who]!) - cpuOf(short.seen[who]!)) / (EVENTS - FEW)

function tableOf(long: Costs, short: Costs): Table {
  const rows = long.names.map((name, i) => [
    name,
    num(cpuOf(short.seen[i]!)),
    num(cpuOf(long.seen[i]!) / EVENTS, 2),
    num(timesOf(long, i), 2),
    num(alone(long, short, i), 2),
    num(median(long.seen[i]!.map(({ together }) => together)), 1),
  ])
  return {
    head: [
      `${EVENTS} events, ${long.way.name}`,
      `CPU us of ${FEW}`,
      'us/event',
      'x raw pipe',
      'event alone',
      'events a read',
    ],
    rows,
  }
}

/** The part: with a gap between events, as a model makes them, and all in one write. */
export async function eventsPart(
  bench: Bench,
  chatters: Chatters,
): Promise<{ tables: Table[]; aims: Aim[]; notes: string[]; data: unknown }> {
  const few = await costs(bench, chatters, {
    name: 'few',
    events: FEW,
    gap: 0,
    streams: bench.quick ? 64 : 256,
  })
  const apart = await costs(bench, chatters, {
    name: '2 ms apart',
    events: EVENTS,
    gap: 2,
    streams: AT_ONCE,
  })
  const together = await costs(bench, chatters, {
    name: 'in one write',
    events: EVENTS,
    gap: 0,
    streams: AT_ONCE * (bench.quick ? 1 : 4),
  })
  const aim = (what: string, costs: Costs, most: number): Aim => {
    const times = timesOf(costs, GATEWAY)
    return {
      what: `CPU of an event beside a raw pipe, ${what}`,
      aim: `<= ${most} times`,
      measured: `${num(times, 2)} times`,
      holds: times <= most,
    }
  }
  return {
    tables: [tableOf(apart, few), tableOf(together, few)],
    aims: [
      aim('events apart', apart, AIMS.apart),
      aim('events in one write', together, AIMS.together),
    ],
    notes: [
      'us/event holds the call itself, with its payment; an event alone is what a stream ' +
        `takes more than one of ${FEW} events`,
      `${PROFILED}of events apart, the write to the socket is the largest part, as in the pipe`,
      'around events in one write stands a paid call: a signature, three durable commits, ' +
        'tokens, a receipt',
      'an event in one read with others costs less, so us/event compares only where as ' +
        'many come with a read',
    ],
    data: { few, apart, together },
  }
}
