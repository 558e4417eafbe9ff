/** Prints what is live and how a change of it went. */
import type { Releases } from '../../runtime/releases/releases.ts'
import type { Outcome, Say } from './go-live.ts'
import { describe, shortName } from './names.ts'

/** Prints what is live, what was live before, and what each process serves; returns the exit code. */
export async function list(releases: Releases, say: Say): Promise<number> {
  const pointer = (await releases.pointer())?.doc
  const entries = pointer === undefined ? [{ from: 0 }] : [pointer.current, ...pointer.history]
  for (const entry of entries) say(describe(entry))
  for (const { instance, serves, refused } of await releases.reports())
    say(
      `${instance} serves ${shortName({ from: 0, ...nameless(serves) })}${refused ? `, refused ${refused.hash.slice(0, 12)} (${refused.check}: ${refused.reason})` : ''}`,
    )
  return 0
}

const nameless = (serves: string): object =>
  serves === 'built-in' ? {} : { release: { hash: serves } }

/** Says how it went; returns the exit code. */
export function conclude({ pointer, serving, refused, silent }: Outcome, say: Say): number {
  const name = shortName(pointer.current)
  if (refused.length > 0) {
    say(`${name} is refused by ${refused.length} of ${refused.length + serving.length} processes.`)
    return 1
  }
  for (const { instance, refused: why } of silent)
    say(`  ${instance} has said nothing${why ? ` of it; it refuses: ${why.reason}` : ''}`)
  if (silent.length > 0) return 3
  say(
    serving.length === 0
      ? `${name} is live. No process runs now; the next one serves it.`
      : `${name} is live in ${serving.length} ${serving.length === 1 ? 'process' : 'processes'}.`,
  )
  return 0
}
