/** Joins the pieces that are written in one turn of the event loop: each write has a price of its own. */
import type { Writable } from 'node:stream'

/** Characters that wait to be written, at most. */
const LARGEST = 64 * 1024

/** Writes texts together, in order. `write` is false when the reader should be waited for. */
export interface Batch {
  write(piece: Uint8Array | string, encoding?: 'latin1'): boolean
  /** Writes what waits. */
  flush(): void
}

/** The batch of one response. What waits is written as soon as the present turn is over. */
export function createBatch(out: Pick<Writable, 'write' | 'writableNeedDrain' | 'destroyed'>): Batch {
  let text = ''
  let encoding: 'latin1' | undefined
  let isDue = false
  const flush = (): void => {
    if (text === '' || out.destroyed) return
    const waiting = text
    text = ''
    out.write(waiting, encoding ?? 'utf8')
  }
  const due = (): void => {
    isDue = false
    flush()
  }
  return {
    flush,
    write(piece, as) {
      if (typeof piece !== 'string' || as !== encoding || text.length > LARGEST) flush()
      if (typeof piece !== 'string') {
        out.write(piece)
      } else {
        text += piece
        encoding = as
        if (!isDue) process.nextTick(due)
        isDue = true
      }
      return !out.writableNeedDrain
    },
  }
}
