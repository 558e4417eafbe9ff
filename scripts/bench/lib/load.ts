/**
 * The load generator: raw keep-alive sockets, one request in flight on each, every request may be
 * different.
 */
import net from 'node:net'
import { bodyOf, frame, headerOf, type Frame } from './frame.ts'
import { quantile } from './stats.ts'

/** What came back, for a caller that checks a sample. */
export interface Answer {
  status: number
  header(name: string): string | undefined
  head(): string
  text(): string
}

/** How much load, and for how long. */
export interface LoadOptions {
  port: number
  connections: number
  /** Stop sending after so many ms … */
  ms?: number
  /** … or after so many requests. */
  count?: number
  /** Bytes of the next request; undefined when there are no more. */
  next(): Buffer | undefined
  /** The only correct status, or a check of the status. */
  expect: number | ((status: number) => boolean)
  /** Looks at every 500th answer (and the first); throws when it is not what it should be. */
  sample?(answer: Answer): void
}

/**
 * Seconds, requests per second, and latencies in ms. `requests` were all answered as expected, or
 * `load` threw.
 */
export interface LoadResult {
  requests: number
  seconds: number
  rps: number
  p50: number
  p99: number
  statuses: Record<number, number>
}

const GIVE_UP_MS = 15_000

/** The state that the connections of one load share. */
interface Run {
  options: LoadOptions
  times: number[]
  statuses: Record<number, number>
  sent: number
  until: number
}

/**
 * Sends until the time or the requests are used up. Rejects on the first unexpected answer, lost
 * connection or 15 s of silence.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const started = performance.now()
  const run: Run = {
    options,
    times: [],
    statuses: {},
    sent: 0,
    until: started + (options.ms ?? Infinity),
  }
  await Promise.all(Array.from({ length: options.connections }, () => worker(run)))
  const { times, statuses } = run
  const seconds = (performance.now() - started) / 1000
  const sorted = Float64Array.from(times).sort()
  return {
    requests: times.length,
    seconds,
    rps: times.length / seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    statuses,
  }
}

/** One connection: a request, its answer, the next request. */
function worker(run: Run): Promise<void> {
  return new Promise((done, fail) => {
    let held: Buffer | undefined
    let at = 0
    let bytes: Buffer | undefined
    const socket = net.connect({ port: run.options.port, host: '127.0.0.1', noDelay: true })
    const stop = (error?: Error) => {
      socket.removeAllListeners()
      socket.on('error', () => {})
      socket.destroy()
      error ? fail(error) : done()
    }
    const send = () => {
      bytes = nextOf(run)
      if (!bytes) return stop()
      at = performance.now()
      socket.write(bytes)
    }
    const wrong = (why: string) =>
      stop(new Error(`${why}\n  request: ${bytes?.toString('latin1', 0, 200).split('\r\n')[0]}`))
    socket.setTimeout(GIVE_UP_MS, () => wrong('no answer'))
    socket
      .on('connect', send)
      .on('error', error => wrong(error.message))
      .on('close', () => wrong('connection closed by the server'))
    socket.on('data', (chunk: Buffer) => {
      const all = held ? Buffer.concat([held, chunk]) : chunk
      const found = frame(all)
      held = found ? undefined : all
      if (!found) return
      const why = take(run, { all, found, ms: performance.now() - at })
      if (why === undefined) send()
      else wrong(why)
    })
  })
}

/** The next request, while there is time and one left. */
function nextOf(run: Run): Buffer | undefined {
  const { options, sent, until } = run
  const bytes =
    sent < (options.count ?? Infinity) && performance.now() < until ? options.next() : undefined
  if (bytes) run.sent++
  return bytes
}

/** Counts an answer; returns what is wrong with it. Checks every 500th closely. */
function take(
  { options, times, statuses }: Run,
  { all, found, ms }: { all: Buffer; found: Frame; ms: number },
): string | undefined {
  times.push(ms)
  const status = Number(found.head.slice(9, 12))
  statuses[status] = (statuses[status] ?? 0) + 1
  const isRight =
    typeof options.expect === 'number' ? status === options.expect : options.expect(status)
  if (!isRight) return `unexpected status ${status}: ${bodyOf(all, found).slice(0, 300)}`
  if (!options.sample || times.length % 500 !== 1) return undefined
  try {
    options.sample({
      status,
      header: n => headerOf(found.head, n),
      head: () => found.head,
      text: () => bodyOf(all, found),
    })
    return undefined
  } catch (error) {
    return String(error)
  }
}

/** Sends one request and returns the answer, with any status. */
export async function once(port: number, bytes: Buffer): Promise<Answer> {
  let answer: Answer | undefined
  let left: Buffer | undefined = bytes
  const next = () => {
    const now = left
    left = undefined
    return now
  }
  await load({
    port,
    connections: 1,
    count: 1,
    next,
    expect: () => true,
    sample: a => {
      answer = { status: a.status, header: a.header, head: a.head, text: a.text }
    },
  })
  return answer!
}
