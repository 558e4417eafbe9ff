/** Proxying a 1 KB answer: the gateway without payment against plain proxies. */
import type { Section } from '../lib/bench.ts'
import { request } from '../lib/frame.ts'
import type { Answer } from '../lib/load.ts'
import { always, measure, type Measured, type Subject } from '../lib/pairs.ts'
import { num, PROFILED, serverTable, type Aim } from '../lib/report.ts'

function whole(answer: Answer): void {
  if (answer.text().length !== 1024)
    throw new Error(`not the upstream's answer: ${answer.text().slice(0, 200)}`)
}

const AIM = 0.25

/** Shares of a CPU profile under this load. */
const REST =
  PROFILED +
  'of the CPU of the unpaid route a third are the two writes to sockets, a quarter ' +
  "Node (HTTP, streams, events), a sixth the gateway's own code, a ninth undici, 7 % garbage " +
  'collection, 4 % the log line and the figures'

function aimOf({ ratio }: Measured): Aim {
  const what = 'Farebox, unpaid route'
  return { what, aim: `>= ${AIM} of raw Fastify`, measured: num(ratio, 3), holds: ratio >= AIM }
}

/** Section 4. */
export const proxy: Section = async bench => {
  const gateway = await bench.start('farebox', { upstream: bench.upstream, free: true })
  const subjects: Subject[] = []
  const add = (name: string, child: Subject['child'], path: string) =>
    subjects.push({
      name,
      child,
      expect: 200,
      sample: whole,
      requests: always(request('GET', path)),
    })
  const notes: string[] = []
  if (gateway.facts.free) add('Farebox, unpaid route', gateway, gateway.facts.free as string)
  else notes.push('Farebox left out: this runtime serves no unpaid upstream call')
  add('Fastify + undici', await bench.start('fastify-undici', { upstream: bench.upstream }), '/x')
  add('Hono + fetch', await bench.start('hono-fetch', { upstream: bench.upstream }), '/x')
  const measured = await measure(subjects, bench.plan)
  const by = (name: string) => measured.find(m => m.name.startsWith(name))
  const [ours, undici, hono] = [by('Farebox'), by('Fastify'), by('Hono')]
  if (ours && undici && hono)
    notes.unshift(
      `against Fastify + undici: ${num(ours.rps / undici.rps, 2)} times the requests/s; ` +
        `against Hono + fetch: ${num(ours.rps / hono.rps, 1)} times`,
    )
  notes.push(REST)
  return {
    title: '4. Proxying a 1 KB answer',
    tables: [serverTable(measured)],
    aims: ours ? [aimOf(ours)] : [],
    notes,
    data: measured,
  }
}
