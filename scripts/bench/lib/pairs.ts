/**
 * Measuring beside a yardstick: every run stands between two runs of the raw Fastify route, in
 * turns, and medians are reported.
 */
import type { Child } from './child.ts'
import { request } from './frame.ts'
import { load, type LoadOptions, type LoadResult } from './load.ts'
import { median } from './stats.ts'

/** Something to measure: a server and the requests it gets. */
export interface Subject {
  name: string
  child: Child
  expect: LoadOptions['expect']
  sample?: LoadOptions['sample']
  /**
   * Makes the source of one run's requests; `most` bounds how many may be needed (signing takes
   * time).
   */
  requests(most: number): () => Buffer | undefined
  /**
   * Checks after a run that the work was really done, e.g. that so many nonces were claimed; throws
   * when not.
   */
  verify?(sent: number): Promise<void>
}

/** One run: what the load generator saw, and CPU microseconds of the server for each request. */
export interface Run extends LoadResult {
  cpu: number
}

/**
 * Medians over the pairs. `ratio` is requests/s over raw Fastify's beside it, `cpuRatio` the same
 * of CPU. Latencies in ms.
 */
export interface Measured {
  name: string
  rps: number
  cpu: number
  p50: number
  p99: number
  ratio: number
  cpuRatio: number
  baseline: { rps: number; cpu: number }
  pairs: number
  /** Pairs whose two yardstick runs agreed within 20 percent. */
  clean: number
}

/**
 * How long and how often: `ms` of a measured run, `pairs` of them, `more` when too few were clean;
 * before that twice `warm` ms or `warm` signed requests, whatever comes first.
 */
export interface Plan {
  connections: number
  ms: number
  warm: number
  pairs: number
  more: number
  yardstick: Child
}

/** Constant requests. */
export const always = (bytes: Buffer) => () => () => bytes

/** One run against a subject, with its CPU. */
export async function run(
  subject: Subject,
  plan: { connections: number; ms: number; most?: number },
): Promise<Run> {
  const next = subject.requests(plan.most ?? Infinity)
  const before = await subject.child.cpu()
  const { name, child, expect, sample } = subject
  const result = await load({
    port: child.port,
    connections: plan.connections,
    ms: plan.ms,
    next,
    expect,
    sample,
  }).catch((error: Error) => {
    throw new Error(`${name}: ${error.message}`)
  })
  const cpu = ((await child.cpu()) - before) / result.requests
  await subject.verify?.(result.requests)
  return { ...result, cpu }
}

interface Pair {
  run: Run
  rps: number
  cpu: number
  clean: boolean
}

const AGREE = 0.2

function summary(name: string, pairs: Pair[]): Measured {
  const good = pairs.filter(p => p.clean)
  const used = good.length >= 3 ? good : pairs
  const mid = (of: (p: Pair) => number) => median(used.map(of))
  return {
    name,
    rps: mid(p => p.run.rps),
    cpu: mid(p => p.run.cpu),
    p50: mid(p => p.run.p50),
    p99: mid(p => p.run.p99),
    ratio: mid(p => p.run.rps / p.rps),
    cpuRatio: mid(p => p.run.cpu / p.cpu),
    baseline: { rps: mid(p => p.rps), cpu: mid(p => p.cpu) },
    pairs: pairs.length,
    clean: good.length,
  }
}

/**
 * Measures all subjects in turns. Adds up to `more` rounds when fewer than `pairs` pairs of a
 * subject were clean.
 */
export async function measure(subjects: readonly Subject[], plan: Plan): Promise<Measured[]> {
  const { connections, ms } = plan
  const raw: Subject = {
    name: 'raw Fastify',
    child: plan.yardstick,
    expect: 200,
    requests: always(request('GET', '/json')),
  }
  const short = { connections, ms: Math.min(ms, 700) }
  await run(raw, { connections, ms: plan.warm })
  const rate = new Map<Subject, number>()
  for (const subject of subjects) {
    const half = { connections, ms: plan.warm, most: plan.warm }
    await run(subject, half)
    rate.set(subject, (await run(subject, half)).rps)
  }
  const pairs = new Map<Subject, Pair[]>(subjects.map(s => [s, []]))
  const enough = (s: Subject) => pairs.get(s)!.filter(p => p.clean).length >= plan.pairs
  let before = await run(raw, short)
  for (let round = 0; round < plan.pairs + plan.more; round++)
    for (const subject of subjects) {
      if (round >= plan.pairs && enough(subject)) continue
      const result = await run(subject, {
        connections,
        ms,
        most: Math.ceil((rate.get(subject)! * 1.5 * ms) / 1000),
      })
      const after = await run(raw, short)
      const clean = Math.abs(before.rps - after.rps) / Math.max(before.rps, after.rps) < AGREE
      pairs.get(subject)!.push({
        run: result,
        rps: (before.rps + after.rps) / 2,
        cpu: (before.cpu + after.cpu) / 2,
        clean,
      })
      before = after
    }
  return subjects.map(s => summary(s.name, pairs.get(s)!))
}
