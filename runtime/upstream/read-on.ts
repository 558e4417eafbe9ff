/** Reads the body of a reply as its bytes come, without a step of waiting between a piece and who takes it. */
import type { Readable } from 'node:stream'
import type { Patience } from './patience.ts'

/** What the taker of a piece says: go on (nothing), go on when it has room again, or that it has enough. */
export type Taken = undefined | Promise<void> | 'enough'

/**
 * Hands over each piece as it comes, until the taker has enough or the body is at its end: true at its end. A taker without room stops the
 * supplier, whose silence counts only while it is asked to speak. Rejects with what breaks the body off, and with what the taker throws.
 * Whatever is left can be read on later.
 */
export function readOn(body: Readable, patience: Patience, take: (bytes: Uint8Array) => Taken): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let isOver = false
    const over = (settle: () => void): void => {
      if (isOver) return
      isOver = true
      patience.rest()
      body.pause()
      body.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      settle()
    }
    const onBroken = (error?: unknown): void => over(() => reject(error ?? body.errored ?? new Error('closed before its end')))
    const onEnd = (): void => over(() => resolve(true))
    const goOn = (): void => {
      if (isOver) return
      patience.listen()
      body.resume()
    }
    const onData = (bytes: Uint8Array): void => {
      patience.rest()
      const taken = attempt(() => take(bytes), onBroken)
      if (isOver) return
      if (taken === 'enough') return over(() => resolve(false))
      if (taken === undefined) return patience.listen()
      body.pause()
      taken.then(goOn, onBroken)
    }
    // The end may be told behind the last piece, whoever pauses there.
    if (body.readableEnded) return onEnd()
    if (body.destroyed) return onBroken()
    body.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
    goOn()
  })
}

function attempt(work: () => Taken, failed: (error: unknown) => void): Taken {
  try {
    return work()
  } catch (error) {
    failed(error)
    return undefined
  }
}
