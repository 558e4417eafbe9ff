/** How much longer a call through the gateway takes than the same call made directly. */
import type { Section } from '../lib/bench.ts'
import { request } from '../lib/frame.ts'
import { always, run, type Subject } from '../lib/pairs.ts'
import { num, type Aim } from '../lib/report.ts'
import { median } from '../lib/stats.ts'
import { paidGateway } from './paid.ts'

const AIM_MS = 2

interface Seen {
  p50: number
  p99: number
}

async function alternate(
  subjects: readonly Subject[],
  options: { connections: number; ms: number; rounds: number },
): Promise<Seen[]> {
  const seen = subjects.map(() => ({ p50: [] as number[], p99: [] as number[] }))
  for (let round = -1; round < options.rounds; round++)
    for (const [i, subject] of subjects.entries()) {
      const result = await run(subject, { ...options, most: Math.ceil(options.ms * 8) })
      if (round < 0) continue
      seen[i]!.p50.push(result.p50)
      seen[i]!.p99.push(result.p99)
    }
  return seen.map(s => ({ p50: median(s.p50), p99: median(s.p99) }))
}

/** Section 3. */
export const latency: Section = async bench => {
  const gateway = await bench.start('farebox', { upstream: bench.upstream, free: true })
  const direct: Subject = {
    name: 'upstream directly',
    child: bench.stubs,
    expect: 200,
    requests: always(request('GET', '/x')),
  }
  const subjects: Subject[] = [direct, await paidGateway(gateway)]
  if (gateway.facts.free)
    subjects.push({
      name: 'Farebox: unpaid, upstream only',
      child: gateway,
      expect: 200,
      requests: always(request('GET', gateway.facts.free as string)),
    })
  const rows: string[][] = []
  const data: unknown[] = []
  const aims: Aim[] = []
  for (const connections of [1, 32]) {
    const seen = await alternate(subjects, { connections, ms: bench.quick ? 250 : 1000, rounds: 3 })
    const [bare, paidCall] = seen as [Seen, Seen]
    const name = (i: number) =>
      `${subjects[i]!.name}, ${connections} connection${connections > 1 ? 's' : ''}`
    seen.forEach((s, i) =>
      rows.push([
        name(i),
        num(s.p50, 3),
        num(s.p99, 3),
        i ? num(s.p50 - bare.p50, 3) : '',
        i ? num(s.p99 - bare.p99, 3) : '',
      ]),
    )
    data.push({ connections, direct: bare, seen })
    const added = paidCall.p50 - bare.p50
    if (connections === 1)
      aims.push({
        what: 'added p50 of a paid call at one connection',
        aim: `< ${AIM_MS} ms`,
        measured: `${num(added, 3)} ms`,
        holds: added < AIM_MS,
      })
  }
  return {
    title: '3. Added latency',
    aims,
    data,
    tables: [{ head: ['', 'p50 ms', 'p99 ms', 'added p50', 'added p99'], rows }],
    notes: [
      'at one connection a durable commit is not shared with others: its fsyncs are on the ' +
        'path of each call',
      'at 32 connections the one core is saturated, so the time is mostly waiting',
    ],
  }
}
