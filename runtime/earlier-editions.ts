/**
 * The editions that another one replaced: the last few stay open while their quotes and jobs count;
 * the others close when their calls have ended.
 */
import type { Dependencies } from './context.ts'
import { lifetimesOf } from './contract/lifetimes.ts'
import type { Edition } from './edition.ts'
import type { Earlier } from './lib/editions.ts'

/** Most earlier editions that stay open. */
const MOST = 5

/** An earlier catalog and its edition. */
interface Kept extends Earlier {
  edition: Edition
}

/** The replaced editions of a process. */
export interface EarlierEditions {
  /** Returns those whose quotes and jobs count, newest first. */
  list(): readonly Kept[]
  /**
   * Keeps an edition that was replaced at `at`, Unix ms. Quotes of an edition that was only a
   * canary do not count.
   */
  keep(edition: Edition, at: number, how?: { isTrial: boolean }): void
  /** Takes an edition out of the list because it serves again. */
  take(edition: Edition): void
  /** Closes those that are no longer needed and have no calls in flight. */
  tidy(): Promise<void>
  /** Returns all that are open. */
  open(): readonly Edition[]
}

/** Makes an empty list. An edition that `isServing` is never closed. */
export function createEarlierEditions(
  clock: Dependencies['clock'],
  isServing: (edition: Edition) => boolean,
): EarlierEditions {
  let earlier: Kept[] = []
  /** Editions that no request can reach any more but that still have calls in flight. */
  let leaving: Edition[] = []

  const letGo = (all: readonly Kept[]): void =>
    void leaving.push(...all.map(one => one.edition).filter(one => !isServing(one)))
  return {
    list: () => earlier,
    keep(edition, at, { isTrial } = { isTrial: false }) {
      // The quotes that a canary made while it was live still count.
      const former = isTrial ? earlier.find(one => one.edition === edition) : undefined
      const { context } = edition
      const kept: Kept = {
        ...(former ?? { edition, context, replacedAt: at, isTrial }),
        until: Math.max(at + lifetime(context), former?.until ?? 0),
      }
      const others = earlier.filter(one => one.edition !== edition)
      // A process may learn of a replacement late.
      const all = [kept, ...others].sort((a, b) => b.replacedAt - a.replacedAt)
      earlier = all.slice(0, MOST)
      leaving = leaving.filter(one => one !== edition)
      letGo(all.slice(MOST))
    },
    take(edition) {
      earlier = earlier.filter(one => one.edition !== edition)
    },
    async tidy() {
      const over = earlier.filter(({ until }) => until <= clock.now())
      earlier = earlier.filter(one => !over.includes(one))
      letGo(over)
      const idle = leaving.filter(edition => !edition.isBusy() && !isServing(edition))
      leaving = leaving.filter(edition => edition.isBusy())
      await Promise.all(idle.map(edition => edition.close()))
    },
    open: () => [...earlier.map(({ edition }) => edition), ...leaving],
  }
}

/** Ms for which the quotes and jobs of an edition count after it was replaced. */
function lifetime({ catalog }: Earlier['context']): number {
  const { quotes, jobs } = lifetimesOf(catalog.routes)
  return Math.max(quotes + catalog.gateway.slack, jobs)
}
