/** Prints what is live, and the outcome of a change. */
import type { Releases } from '../../runtime/releases/releases.ts'
import type { Report } from '../../runtime/releases/types.ts'
import { inWords, sumOf } from '../../runtime/releases/verdict.ts'
import type { Outcome, Say } from './go-live.ts'
import { describe, describeAborted, describeCanary, shortName } from './names.ts'

/**
 * Prints what is live, what was live before, and what each process serves; returns the exit code.
 */
export async function list(releases: Releases, say: Say): Promise<number> {
  const { current, history, canary, aborted } = (await releases.pointer())?.doc ?? {
    current: { from: 0 },
    history: [],
  }
  say(describe(current))
  const reports = await releases.provenReports()
  if (canary !== undefined) {
    say(describeCanary(canary))
    const own = reports.filter(report => report.canary === canary.release.hash)
    say(`  ${inWords(sumOf(own.flatMap(({ figures }) => figures ?? [])))}`)
  }
  if (aborted !== undefined) say(describeAborted(aborted))
  for (const entry of history) say(describe(entry))
  for (const report of reports) say(describeReport(report))
  return 0
}

function describeReport({ instance, serves, catalog, canary, refused }: Report): string {
  const own =
    canary === undefined ? '' : `, and ${canary.slice(0, 12)} to the wallets of the canary`
  const why =
    refused === undefined
      ? ''
      : `, refused ${refused.hash.slice(0, 12)} (${refused.check}: ${refused.reason})`
  const name =
    serves === 'built-in' ? `built-in (catalog ${catalog.slice(0, 12)})` : serves.slice(0, 12)
  return `${instance} serves ${name}${own}${why}`
}

/** Prints the outcome; returns the exit code. */
export function conclude({ pointer, serving, refused, silent }: Outcome, say: Say): number {
  const { current, canary } = pointer
  const name = shortName(canary ?? current)
  if (refused.length > 0) {
    say(`${name} is refused by ${refused.length} of ${refused.length + serving.length} processes.`)
    return 1
  }
  for (const { instance, refused: why } of silent)
    say(`  ${instance} sent no report${why ? `; its last one refuses: ${why.reason}` : ''}`)
  if (silent.length > 0) return 3
  const is =
    canary === undefined ? 'is live' : `is the canary of ${canary.percent} % of the wallets`
  say(
    serving.length === 0
      ? `${name} ${is}. No process runs now; the next one serves it.`
      : `${name} ${is} in ${serving.length} ${serving.length === 1 ? 'process' : 'processes'}.`,
  )
  return 0
}
