/**
 * Purchases that stop at a step of their own, so that one kill interrupts several: as if each had a
 * process that died there.
 */
import type { Stop } from './child.ts'
import type { Mortal } from './mortal.ts'

/** Purchases that one kill interrupts at most: it comes before the lease of the first lapses. */
const TOGETHER = 6

/** Where a purchase stopped; nowhere if it was over before. */
export type Stopped = Stop | { place: undefined; isSettling: false }

/**
 * Sends the purchase of a header until it has stopped after so many of its steps (those of the kind
 * `at`, if given), or nothing is left to do.
 */
export async function stopOf(
  gateway: Mortal,
  where: { header: string; after: number; at?: string },
  send: () => Promise<unknown>,
): Promise<Stopped> {
  const stop = gateway.stopAfter(where.header, where.after, where.at)
  const over = send().then(async () => {
    await gateway.idle()
    return { place: undefined, isSettling: false } as const
  })
  return Promise.race([stop, over])
}

/**
 * Begins purchases that stop at the first step, the second one and so on, until one is over, and
 * interrupts some at a time. A gateway settles one payment after the other, so that one that stops
 * in its settlement is the last of its round. The order of steps differs from purchase to purchase
 * where two things happen at once: steps of the kinds `named` that none has stopped at get a
 * purchase of their own. Returns the steps.
 */
export async function stopAtEachStep<T extends Stopped>(how: {
  begin(after: number, at?: string): Promise<T>
  interrupt(round: readonly T[]): Promise<void>
  named?: readonly string[]
}): Promise<string[]> {
  const places: string[] = []
  for (let isOver = false; !isOver;) {
    const round: T[] = []
    for (let isFull = false; !isFull;) {
      const one = await how.begin(places.length + 1)
      round.push(one)
      if (one.place !== undefined) places.push(one.place)
      isOver = one.place === undefined
      isFull = isOver || one.isSettling || round.length === TOGETHER
    }
    await how.interrupt(round)
  }
  for (const kind of how.named?.filter(one => !places.includes(one)) ?? []) {
    const one = await how.begin(1, kind)
    await how.interrupt([one])
    if (one.place !== undefined) places.push(one.place)
  }
  return places
}
