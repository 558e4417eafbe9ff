/** Memory after many requests of every type: it must not grow. */
import { IMAGE, IMAGE_BODY, READ, type Section } from '../lib/bench.ts'
import type { Child } from '../lib/child.ts'
import { request } from '../lib/frame.ts'
import { load } from '../lib/load.ts'
import type { Aim } from '../lib/report.ts'
import { num, PROFILED } from '../lib/report.ts'
import { paidGateway } from './paid.ts'

/** MB that the process may grow by, and that it may have when it is ready. */
const GROWTH = 10
const READY = 120

const REST =
  PROFILED +
  'of the RSS when ready 41 MB are a bare Node, 45 the JavaScript heap (17 of it room ' +
  "for new objects), 11 the store's thread and 5 its library, 7 the tokens of two encodings"

/** Of ten requests: two paid, five challenges, a refused body, an unknown path, a free view. */
async function mix(child: Child, count: number): Promise<void> {
  const paid = await paidGateway(child)
  const signed = paid.requests(Math.ceil(count / 5))
  const others = [
    request('GET', READ),
    request('POST', IMAGE, { body: IMAGE_BODY }),
    request('POST', IMAGE),
    request('POST', IMAGE, { body: '{"model":"nobody/none","prompt":"x"}' }),
    request('GET', '/api/v1/nothing'),
    request('GET', '/.well-known/x402'),
    request('GET', READ),
    request('POST', IMAGE, { body: '{' }),
  ]
  let i = 0
  const next = () => {
    const turn = i++
    return turn % 5 === 0 ? signed() : others[turn % others.length]
  }
  const right = new Set([200, 402, 400, 404])
  const result = await load({
    port: child.port,
    connections: 32,
    count,
    next,
    expect: s => right.has(s),
  })
  if (result.requests !== count) throw new Error(`${result.requests} of ${count} answered`)
  await paid.verify?.(Math.ceil(count / 5))
}

const below = (what: string, mb: number, most: number): Aim => ({
  what,
  aim: `< ${most} MB`,
  measured: `${num(mb, 1)} MB`,
  holds: mb < most,
})

/** Section 5. */
export const memory: Section = async bench => {
  const gateway = await bench.start('farebox', { upstream: bench.upstream })
  const total = bench.quick ? 10_000 : 100_000
  const part = bench.quick ? 10_000 : 20_000
  const started = await gateway.memory()
  await mix(gateway, 10_000)
  const before = await gateway.memory()
  const steps: number[] = []
  for (let done = 0; done < total; done += part) {
    await mix(gateway, part)
    steps.push(await gateway.memory())
  }
  const growth = steps.at(-1)! - before
  const aims: Aim[] = [
    below('RSS when ready', started, READY),
    below(`growth over ${num(total)} mixed requests`, growth, GROWTH),
  ]
  const rows = [
    ['RSS when ready', num(started, 1)],
    ['after 10,000 to warm up', num(before, 1)],
    ...steps.map((mb, i) => [`after ${num((i + 1) * part)} more`, num(mb, 1)]),
  ]
  return {
    title: '5. Memory (RSS after garbage collection, MB)',
    tables: [{ head: ['', 'MB'], rows }],
    aims,
    data: { started, before, steps },
    notes: [
      'a fifth of the requests are paid and stay in the durable store, which is on disk',
      REST,
    ],
  }
}
