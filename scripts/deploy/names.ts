/** Names of catalogs in the commands. */
import {
  BUILT_IN,
  nameOf,
  type Aborted,
  type Canary,
  type Entry,
} from '../../runtime/releases/types.ts'

/** A short name, which the commands accept. */
export const shortName = (entry: Pick<Entry, 'release'>): string =>
  nameOf(entry) === BUILT_IN ? BUILT_IN : nameOf(entry).slice(0, 12)

/** Whether a name, perhaps shortened, means this entry. */
export const isMeant = (entry: Entry, name: string): boolean =>
  name.length >= 6 && nameOf(entry).startsWith(name)

/** The mark of a release whose code differs from its commit. */
export const CHANGED = '+changes'

/** A short commit, with its mark. */
export const shortCommit = (commit: string): string =>
  commit.endsWith(CHANGED) ? commit.slice(0, 10) + CHANGED : commit.slice(0, 10)

/** A person's name, shortened: letters, digits and a few signs. */
export const personOf = (name: string): string =>
  name
    .replace(/[^\p{L}\p{M}\p{N} .'@+_-]/gu, '')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, 60)

/** A line of a list. */
export function describe(entry: Entry): string {
  const { from, until } = entry
  const live =
    'live ' +
    `${from === 0 ? '' : `from ${time(from)} `}${until === undefined ? 'now' : `until ${time(until)}`}`
  return `${shortName(entry).padEnd(12)}  ${live}${originOf(entry)}`
}

/** The line of a canary. */
export const describeCanary = (canary: Canary): string =>
  `${shortName(canary)}  canary for ${canary.percent} % of the wallets from ` +
  `${time(canary.from)}${originOf(canary)}`

/** The line of the canary that did not go live. */
export const describeAborted = ({ hash, reason, at }: Aborted): string =>
  `${hash.slice(0, 12)}  aborted as a canary at ${time(at)}: ${reason}`

/** The catalog of a release, as in sales lines, with its time and commit. */
function originOf({ release }: Pick<Entry, 'release'>): string {
  if (release === undefined) return ''
  const commit = release.commit === undefined ? '' : `  commit ${shortCommit(release.commit)}`
  const by = release.by === undefined ? '' : `  by ${personOf(release.by)}`
  const forced = release.forced === undefined ? '' : `  forced: ${release.forced}`
  return `  catalog ${release.catalog.slice(0, 12)}  made ${time(release.made)}${commit}${by}${forced}`
}

/** A time as the commands print it. */
export const time = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
