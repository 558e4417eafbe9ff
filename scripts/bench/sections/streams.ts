/**
 * Chats, streamed and whole: what the gateway adds to its upstream, beside plain pipes and a peer.
 */
import type { Bench, Section } from '../lib/bench.ts'
import { checkStream, startChatters, type Chatter, type Chatters } from '../lib/chats.ts'
import { load, type Answer } from '../lib/load.ts'
import { num, type Aim, type Table } from '../lib/report.ts'
import { median } from '../lib/stats.ts'
import { readStreams } from '../lib/streams.ts'
import { inTurns } from '../lib/turns.ts'
import { WORDS } from '../servers/chats.ts'
import { eventsPart } from './streams-events.ts'
import { manyPart } from './streams-many.ts'

const AIM_MS = 2
/** Calls of one connection in a ms, at most: so many are signed. */
const PACE = 4

interface Seen {
  p50: number
  p99: number
}

async function firstWords(
  chatter: Chatter,
  { connections, ms }: { connections: number; ms: number },
): Promise<Seen> {
  const next = chatter.requests(true, ms * PACE)
  const result = await readStreams({
    port: chatter.child.port,
    connections,
    ms,
    next,
    words: WORDS,
    check: checkStream(chatter, 4),
  })
  await chatter.verify?.(result.streams)
  return result
}

function answered({ isPaid }: Chatter): (answer: Answer) => void {
  return answer => {
    const receipt = answer.header('payment-response')
    if (isPaid && !(receipt && JSON.parse(Buffer.from(receipt, 'base64').toString()).success))
      throw new Error(`no receipt: ${receipt}`)
    if (!answer.text().includes(`"${WORDS}"`))
      throw new Error(`not the upstream's answer: ${answer.text().slice(0, 200)}`)
  }
}

async function wholeAnswers(
  chatter: Chatter,
  { connections, ms }: { connections: number; ms: number },
): Promise<Seen> {
  const next = chatter.requests(false, ms * PACE)
  const result = await load({
    port: chatter.child.port,
    connections,
    ms,
    next,
    expect: 200,
    sample: answered(chatter),
  })
  await chatter.verify?.(result.requests)
  return result
}

/**
 * Lets everyone run at full load before anything is measured: code that has just begun to run is
 * slow.
 */
async function warm(chatters: readonly Chatter[], { plan }: Bench): Promise<void> {
  const load = { connections: plan.connections, ms: plan.warm / 4 }
  for (const one of chatters) {
    await firstWords(one, load)
    await wholeAnswers(one, load)
  }
}

/** Latencies of all at one connection and at 32, and what each adds to the first. */
async function latencies(
  what: string,
  chatters: readonly Chatter[],
  bench: Bench,
  go: typeof firstWords,
): Promise<{ table: Table; added: number; data: unknown }> {
  const rows: string[][] = []
  const data: unknown[] = []
  let added = NaN
  for (const connections of [1, 32]) {
    const rounds = await inTurns(chatters, bench.quick ? 1 : 3, one =>
      go(one, { connections, ms: bench.quick ? 150 : 350 }),
    )
    const mid = (of: readonly Seen[], q: keyof Seen) => median(of.map(one => one[q]))
    const seen = rounds.map(of => ({ p50: mid(of, 'p50'), p99: mid(of, 'p99') }))
    const [bare] = seen as [Seen]
    seen.forEach(({ p50, p99 }, i) => {
      const more = i ? [num(p50 - bare.p50, 3), num(p99 - bare.p99, 3)] : ['', '']
      rows.push([
        `${chatters[i]!.name}, ${connections} connection${connections > 1 ? 's' : ''}`,
        num(p50, 3),
        num(p99, 3),
        ...more,
      ])
      if (connections === 1 && chatters[i]!.isPaid) added = p50 - bare.p50
    })
    data.push({ connections, seen, names: chatters.map(({ name }) => name) })
  }
  return {
    table: { head: [what, 'p50 ms', 'p99 ms', 'added p50', 'added p99'], rows },
    added,
    data,
  }
}

const all = ({ direct, pipe, fastify, gateway, portkey }: Chatters): Chatter[] => [
  direct,
  pipe,
  fastify,
  gateway,
  ...(portkey ? [portkey] : []),
]

function aimOf(what: string, added: number): Aim {
  return { what, aim: `< ${AIM_MS} ms`, measured: `${num(added, 3)} ms`, holds: added < AIM_MS }
}

/** Section 10. */
export const streams: Section = async bench => {
  const chatters = await startChatters(bench)
  await warm(all(chatters), bench)
  const first = await latencies(
    'ms to the first words of a stream',
    all(chatters),
    bench,
    firstWords,
  )
  const whole = await latencies('a whole answer', all(chatters), bench, wholeAnswers)
  const events = await eventsPart(bench, chatters)
  const many = await manyPart(bench, chatters)
  return {
    title: '10. Chats, streamed and whole',
    tables: [first.table, ...events.tables, many.table, whole.table],
    aims: [
      aimOf('first words of a paid stream, added p50 at one connection', first.added),
      aimOf('a paid whole answer, added p50 at one connection', whole.added),
      ...events.aims,
      ...many.aims,
    ],
    notes: [
      'at 32 connections the one core is saturated, so the time is mostly waiting',
      'the pipes and the peer read no words, count no tokens and take no payment; each ' +
        'paid stream is priced, claimed durably and settled',
      ...events.notes,
      ...many.notes,
      ...(chatters.portkey
        ? ['@portkey-ai/gateway itself waits 25 ms before the first event of each stream']
        : []),
      ...chatters.left,
    ],
    data: { first: first.data, whole: whole.data, events: events.data, many: many.data },
  }
}
