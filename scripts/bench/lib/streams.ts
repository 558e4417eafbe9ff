/**
 * The load generator for streams: as `load.ts`, and it notes when the first words came. Each stream
 * is looked at as a whole.
 */
import net from 'node:net'
import { bodyOf, frame } from './frame.ts'
import { quantile } from './stats.ts'

/** How many streams, from whom, and what each must be. */
export interface StreamOptions {
  port: number
  connections: number
  /** Begin no stream after so many ms … */
  ms?: number
  /** … or after so many streams. */
  count?: number
  /** Bytes of the next request; undefined when there are no more. */
  next(): Buffer | undefined
  /** What the first words are known by. */
  words: string
  /** Looks at a stream that has come to its end; throws when it is not what it should be. */
  check(text: string): void
}

/**
 * Ms to the first words, and how many pieces of a stream came at a time: `reads` is how often
 * something came.
 */
export interface StreamResult {
  streams: number
  p50: number
  p99: number
  reads: number
}

const GIVE_UP_MS = 15_000
const END = '\r\n0\r\n\r\n'

interface Run {
  options: StreamOptions
  first: number[]
  begun: number
  reads: number
  until: number
}

/**
 * Reads streams until the time or the requests are used up. Rejects at the first one that is not
 * what it should be.
 */
export async function readStreams(options: StreamOptions): Promise<StreamResult> {
  const run: Run = {
    options,
    first: [],
    begun: 0,
    reads: 0,
    until: performance.now() + (options.ms ?? Infinity),
  }
  await Promise.all(Array.from({ length: options.connections }, () => worker(run)))
  const sorted = Float64Array.from(run.first).sort()
  return {
    streams: sorted.length,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    reads: run.reads,
  }
}

/** One stream as it comes. */
interface Coming {
  chunks: Buffer[]
  at: number
  first?: number
  tail: string
}

/** One connection: a stream, and when it has ended the next. */
function worker(run: Run): Promise<void> {
  return new Promise((done, fail) => {
    let now: Coming = { chunks: [], at: 0, tail: '' }
    const socket = net.connect({ port: run.options.port, host: '127.0.0.1', noDelay: true })
    const stop = (error?: Error) => {
      socket.removeAllListeners()
      socket.on('error', () => {})
      socket.destroy()
      error ? fail(error) : done()
    }
    const send = () => {
      const bytes = nextOf(run)
      if (!bytes) return stop()
      now = { chunks: [], at: performance.now(), tail: '' }
      socket.write(bytes)
    }
    const wrong = (why: string) =>
      stop(new Error(`${why}: ${Buffer.concat(now.chunks).toString('latin1').slice(0, 500)}`))
    socket.setTimeout(GIVE_UP_MS, () => wrong('nothing came'))
    socket
      .on('connect', send)
      .on('error', error => wrong(error.message))
      .on('close', () => wrong('connection closed by the server'))
    socket.on('data', (chunk: Buffer) => {
      run.reads++
      if (!take(now, chunk, run.options.words)) return
      const why = checkStream(now, run)
      if (why === undefined) send()
      else wrong(why)
    })
  })
}

function nextOf(run: Run): Buffer | undefined {
  const { options, begun, until } = run
  const bytes =
    begun < (options.count ?? Infinity) && performance.now() < until ? options.next() : undefined
  if (bytes) run.begun++
  return bytes
}

/** Adds a chunk; true at the end of an answer, also of one that is not a stream. */
function take(now: Coming, chunk: Buffer, words: string): boolean {
  now.chunks.push(chunk)
  if (now.first === undefined && chunk.includes(words)) now.first = performance.now() - now.at
  now.tail = (now.tail + chunk.toString('latin1', Math.max(0, chunk.length - END.length))).slice(
    -END.length,
  )
  return (
    now.tail === END ||
    (now.chunks.length === 1 && !chunk.includes('200 OK') && frame(chunk) !== undefined)
  )
}

/** Records the times of a correct stream; returns what is wrong with any other. */
function checkStream(now: Coming, { options, first }: Run): string | undefined {
  const all = Buffer.concat(now.chunks)
  const found = frame(all)
  if (found?.end !== all.length || !found.head.startsWith('HTTP/1.1 200'))
    return 'not the answer that was expected'
  if (now.first === undefined) return 'no words came'
  try {
    options.check(bodyOf(all, found))
  } catch (error) {
    return String(error)
  }
  first.push(now.first)
  return undefined
}
