/** How the commands name catalogs. */
import { BUILT_IN, nameOf, type Entry } from '../../runtime/releases/types.ts'

/** A name that fits in a line and that the commands accept. */
export const shortName = (entry: Entry): string =>
  nameOf(entry) === BUILT_IN ? BUILT_IN : nameOf(entry).slice(0, 12)

/** Whether a name, perhaps shortened, means this entry. */
export const isMeant = (entry: Entry, name: string): boolean =>
  name.length >= 6 && nameOf(entry).startsWith(name)

/** What follows the commit of a release whose code is not exactly that commit's. */
export const CHANGED = '+changes'

/** A commit as it fits in a line, with its mark. */
const shortCommit = (commit: string): string =>
  commit.endsWith(CHANGED) ? commit.slice(0, 10) + CHANGED : commit.slice(0, 10)

/** A line of a list. */
export function describe(entry: Entry): string {
  const { release, from, until } = entry
  const made = release === undefined ? '' : `  made ${time(release.made)}`
  const commit = release?.commit === undefined ? '' : `  commit ${shortCommit(release.commit)}`
  const live = `live ${from === 0 ? '' : `from ${time(from)} `}${until === undefined ? 'now' : `until ${time(until)}`}`
  return `${shortName(entry).padEnd(12)}  ${live}${made}${commit}`
}

const time = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
