/**
 * Compares how the calls of a canary end with those of the live catalog, in all processes together,
 * and ends a canary that fails too often. Nothing here makes one live.
 */
import type { Ends } from './sales/ends.ts'
import type { Figures, Pointer } from './releases/types.ts'
import { sumOf, verdict } from './releases/verdict.ts'
import type { Releases } from './releases/releases.ts'
import type { Stored } from './store/store.ts'
import type { Seen, TurnParts } from './turn-to.ts'

/** What this process had counted when it began to serve a canary. */
export interface Baseline extends Figures {
  /** The name of the canary's release. */
  hash: string
}

const since = (now: Ends, then: Ends): Ends => ({
  calls: now.calls - then.calls,
  failed: now.failed - then.failed,
})

/** What this process has counted since it was started; undefined if no canary is on. */
function countsOf({ catalogs, parts: { ends } }: TurnParts): Figures | undefined {
  const canary = catalogs.canary()?.context.catalog.hash
  if (canary === undefined || ends === undefined) return undefined
  return { canary: ends.of(canary), live: ends.of(catalogs.current().context.catalog.hash) }
}

/** Notes from where on the calls of the canary that is on are counted; forgets one that is over. */
export function noteBaseline(from: TurnParts, seen: Seen): void {
  const canary = from.catalogs.canary()
  const counts = countsOf(from)
  const hash = canary && seen.names.get(canary)
  if (hash === undefined || counts === undefined) seen.baseline = undefined
  else if (seen.baseline?.hash !== hash) seen.baseline = { hash, ...counts }
}

/** What this process has counted since it serves the canary that is on; undefined if none is. */
export function figuresOf(from: TurnParts, { baseline }: Seen): Figures | undefined {
  const counts = countsOf(from)
  return (
    counts &&
    baseline && {
      canary: since(counts.canary, baseline.canary),
      live: since(counts.live, baseline.live),
    }
  )
}

/** Aborts the canary if the processes that serve it report too many failures. */
export async function watchCanary(
  { catalogs, parts }: TurnParts,
  releases: Releases,
  { version, doc }: Stored<Pointer>,
): Promise<void> {
  const { canary } = doc
  if (canary === undefined) return
  const { hash } = canary.release
  const all = (await releases.provenReports()).filter(report => report.canary === hash)
  const figures = sumOf(all.flatMap(one => one.figures ?? []))
  const reason = verdict(figures, catalogs.current().context.catalog.gateway.canary)
  if (reason === undefined) return
  parts.observe.log.error({ release: hash, reason }, 'a canary fails too often')
  await releases.abort({ version, doc: { ...doc, canary } }, { cause: 'failures', reason })
}
