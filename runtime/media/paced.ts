/**
 * Files for readers at their own pace, but not for readers who stand still: what a stored file is
 * read through is shared by all.
 */
import { Readable } from 'node:stream'
import type { Clock } from '../seams.ts'

/**
 * A reader who takes nothing for this long, in ms, loses the file. It can ask for the rest later:
 * files are served in ranges.
 */
const STANDSTILL = 60_000

/** The chunks of a file; `stop` is called where one of them is not taken. */
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
 * A file as a stream that breaks off, and lets go of what it is read from, when its reader makes no
 * progress.
 */
export function paced(clock: Clock, file: AsyncIterable<Uint8Array>): Readable {
  const stop = (): void => {
    stream.destroy(new Error(`the reader took nothing for ${STANDSTILL} ms`))
  }
  const stream: Readable = Readable.from(watched(clock, file, stop), { objectMode: false })
  stream.on('error', () => undefined)
  return stream
}
