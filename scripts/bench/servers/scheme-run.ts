/** How a payment scheme is measured, ours and a reference alike: one payment after the other. */
import type { BenchServer } from './types.ts'

/** The payments of a run, as clients send them; the first `settle` of them are settled. */
export interface SchemeInput {
  payloads: object[]
  settle: number
}

/**
 * Milliseconds of each, those of them in durable writes, and CPU microseconds of one, all threads.
 */
export interface Timed {
  ms: number[]
  writes: number[]
  cpu: number
}

/** What a run took. */
export interface SchemeRun {
  verify: Timed
  settle: Timed
}

/**
 * One way to verify and settle. Both throw where a payment is not accepted. `read` makes of a
 * payload what a server gets, outside the measured time.
 */
export interface Contender<W, V> {
  read(payload: object): W
  verify(wire: W): Promise<V>
  settle(verified: V): Promise<unknown>
  /** Milliseconds that durable writes have taken so far; absent if it makes none. */
  written?(): number
}

async function timed<A, B>(
  items: readonly A[],
  work: (item: A) => Promise<B>,
  written: () => number = () => 0,
): Promise<{ took: Timed; results: B[] }> {
  const ms: number[] = []
  const writes: number[] = []
  const results: B[] = []
  const before = process.cpuUsage()
  for (const item of items) {
    const [began, was] = [performance.now(), written()]
    results.push(await work(item))
    ms.push(performance.now() - began)
    writes.push(written() - was)
  }
  const used = process.cpuUsage(before)
  return { took: { ms, writes, cpu: (used.user + used.system) / items.length }, results }
}

/** Answers `run` with what the payments took. */
export function answersOf<W, V>(contender: Contender<W, V>): BenchServer['answers'] {
  const { read, verify, settle, written } = contender
  const run = async ({ payloads, settle: count }: SchemeInput): Promise<SchemeRun> => {
    const verified = await timed(payloads.map(read), verify, written)
    const settled = await timed(verified.results.slice(0, count), settle, written)
    return { verify: verified.took, settle: settled.took }
  }
  return { run }
}
