/**
 * Streams stored files at their reader's pace, but drops readers who stop reading, because they
 * share the resources behind the files.
 */
import { Readable } from 'node:stream'
import type { Clock } from '../seams.ts'

/**
 * A reader that reads nothing for this many ms is disconnected. It can request the rest later, as a
 * range.
 */
const STANDSTILL = 60_000

/** Yields the chunks of a file; calls `stop` if one of them is not read. */
async function* watched(
  clock: Clock,
  file: AsyncIterable<Uint8Array>,
  stop: () => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of file) {
    const taken = clock.after(STANDSTILL, stop)
    try {
      yield chunk
    } finally {
      taken()
    }
  }
}

/**
 * Returns a file as a stream that breaks off, and closes its source, if its reader makes no
 * progress.
 */
export function guardAgainstStall(clock: Clock, file: AsyncIterable<Uint8Array>): Readable {
  const stop = (): void => {
    stream.destroy(new Error(`the reader took nothing for ${STANDSTILL} ms`))
  }
  const stream: Readable = Readable.from(watched(clock, file, stop), { objectMode: false })
  stream.on('error', () => undefined)
  return stream
}
