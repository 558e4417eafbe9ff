/** Chooses the catalog to which `npm run rollback` returns. */
import type { Entry, Pointer } from '../../runtime/releases/types.ts'
import { isMeant, shortName } from './names.ts'

/** What the command names: a catalog, or `--again`. */
interface Wanted {
  name?: string | undefined
  again?: boolean | undefined
}

/**
 * Returns the entry to go back to: the named one, or what was live before. After a rollback, what
 * was live before is the catalog that was rolled back, so a name or `again` is needed; `again` goes
 * one catalog further back. Throws if there is no such entry.
 */
export function rollbackTarget(pointer: Pointer | undefined, { name, again }: Wanted): Entry {
  const { history = [], current } = pointer ?? {}
  if (name !== undefined) {
    const entry = history.find(one => isMeant(one, name))
    if (entry === undefined) throw new Error(`${name} is not in the history of live catalogs`)
    return entry
  }
  const [last] = history
  if (last === undefined || current === undefined) throw new Error('nothing was live before')
  if (!isNewer(last, current)) return last
  const older = history.find(one => !isNewer(one, current))
  if (again && older !== undefined) return older
  if (again) throw new Error(`nothing was live before ${shortName(current)}`)
  const further =
    older === undefined ? '' : `, or --again to go further back, to ${shortName(older)}`
  throw new Error(
    `the last change was a rollback from ${shortName(last)} to ${shortName(current)}: name the ` +
      `catalog to return to${further} ("npm run deploy -- --list" prints the names)`,
  )
}

/**
 * Whether an entry was made after another one. The built-in catalog was made before all releases.
 */
const isNewer = (one: Entry, other: Entry): boolean =>
  (one.release?.made ?? 0) > (other.release?.made ?? 0)
