/**
 * Compares how the calls of a canary end with those of the live catalog, over all processes, and
 * aborts a canary that fails too often. It never promotes a canary.
 */
import type { Figures, Pointer } from './releases/types.ts'
import { sumOf, verdict } from './releases/verdict.ts'
import type { Releases } from './releases/releases.ts'
import type { Stored } from './store/store.ts'
import type { Seen, TurnParts } from './turn-to.ts'

/** Returns the hashes of the catalogs to compare; undefined if there is no canary. */
function comparedBy({ catalogs }: TurnParts): Record<keyof Figures, string> | undefined {
  const canary = catalogs.canary()?.context.catalog.hash
  if (canary === undefined) return undefined
  return { canary, live: catalogs.current().context.catalog.hash }
}

/** Resets the counts when a different canary begins. */
export function countAnew(from: TurnParts, seen: Seen): void {
  const canary = from.catalogs.canary()
  const hash = canary && seen.names.get(canary)
  if (seen.counted === hash) return
  seen.counted = hash
  for (const catalog of Object.values(comparedBy(from) ?? {})) from.parts.ends?.restart(catalog)
}

/**
 * Returns what this process has counted since it began to serve the current canary; undefined if
 * there is none.
 */
export function figuresOf(from: TurnParts): Figures | undefined {
  const { ends } = from.parts
  const compared = comparedBy(from)
  if (compared === undefined || ends === undefined) return undefined
  return { canary: ends.of(compared.canary), live: ends.of(compared.live) }
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
