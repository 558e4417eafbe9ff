/** A thousand paid streams that are open at once in one process. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from '../lib/bench.ts'
import { checkStream, type Chatters } from '../lib/chats.ts'
import { num, type Aim, type Table } from '../lib/report.ts'
import { readStreams } from '../lib/streams.ts'
import { WORDS, type Behaviour } from '../servers/chats.ts'

const AT_ONCE = 1000
const GAP = 100
const LATEST_MS = 20_000
const AIM_MB = 10

/** RSS in MB while all are open, and after the last has ended; seconds until all were open. */
interface Round {
  during: number
  after: number
  opening: number
}

async function untilOpen({ upstreamServer }: Chatters): Promise<void> {
  const latest = performance.now() + LATEST_MS
  for (;;) {
    const open = await upstreamServer.ask<number>('open')
    if (open === AT_ONCE) return
    if (performance.now() > latest)
      throw new Error(`${open} of ${AT_ONCE} streams are open after ${LATEST_MS / 1000} s`)
    await sleep(10)
  }
}

/** Opens all streams, measures, and ends them; none may be missing. */
async function round(chatters: Chatters): Promise<Round> {
  const { upstreamServer, gateway } = chatters
  const { child } = gateway
  const behaviour: Behaviour = { events: 2, gap: GAP, hold: true }
  await upstreamServer.ask('behave', behaviour)
  const next = gateway.requests(true, AT_ONCE)
  const began = performance.now()
  const check = checkStream(gateway)
  const reading = readStreams({
    port: child.port,
    connections: AT_ONCE,
    count: AT_ONCE,
    next,
    words: WORDS,
    check,
  })
  await Promise.race([
    untilOpen(chatters),
    reading.then(() => Promise.reject(new Error('streams ended before they were let go'))),
  ])
  const opening = (performance.now() - began) / 1000
  const during = await child.memory()
  await upstreamServer.ask('release')
  const { streams } = await reading
  if (streams !== AT_ONCE) throw new Error(`${streams} of ${AT_ONCE} streams came to their end`)
  await gateway.verify?.(streams)
  return { during, after: await child.memory(), opening }
}

/** The part: one round to warm up, and others that must leave nothing behind. */
export async function manyPart(
  bench: Bench,
  chatters: Chatters,
): Promise<{ table: Table; aims: Aim[]; notes: string[]; data: unknown }> {
  const before = await chatters.gateway.child.memory()
  const rounds: Round[] = []
  for (let i = 0; i < (bench.quick ? 2 : 3); i++) rounds.push(await round(chatters))
  const [first, last] = [rounds[0]!, rounds.at(-1)!]
  const growth = last.after - first.after
  const each = ((last.during - rounds.at(-2)!.after) * 1000) / AT_ONCE
  return {
    table: {
      head: [
        `${num(AT_ONCE)} paid streams open at once`,
        'RSS open, MB',
        'RSS after, MB',
        's to open all',
      ],
      rows: [
        ['before', '', num(before, 1), ''],
        ...rounds.map((r, i) => [
          `round ${i + 1}`,
          num(r.during, 1),
          num(r.after, 1),
          num(r.opening, 2),
        ]),
      ],
    },
    aims: [
      {
        what: `growth after ${rounds.length - 1} more rounds of ${num(AT_ONCE)} open streams`,
        aim: `< ${AIM_MB} MB`,
        measured: `${num(growth, 1)} MB`,
        holds: growth < AIM_MB,
      },
    ],
    notes: [
      `all ${num(rounds.length * AT_ONCE)} open streams came to their end, were settled ` +
        `and said so; an event every ${GAP} ms goes through each meanwhile`,
      `an open stream takes about ${num(each)} KB of RSS beyond what the process keeps anyway`,
    ],
    data: { before, rounds },
  }
}
