/** Collects the named definitions of the catalog's small files. */
import { entriesOf, problem, type RawMap } from '../read/access.ts'
import type { Kind } from '../shape/kinds.ts'
import type { Problem, Raw } from '../types.ts'
import type { Def } from './flat.ts'

/** A file that has passed its shape. */
export interface ShapedFile {
  path: string
  kind: Kind
  raw: Raw
}

/** The definitions of one kind in all its files; reports repeated names. */
export function definitions(files: readonly ShapedFile[], kind: Kind, problems: Problem[]): Def[] {
  const found = new Map<string, Def>()
  for (const file of files) {
    if (file.kind !== kind) continue
    for (const entry of entriesOf(file.raw)) {
      const first = found.get(entry.key)
      if (first) {
        problems.push(
          problem('duplicate-name', entry.keyPlace, `\`${entry.key}\` is defined twice`, {
            also: [{ place: first.place, label: 'first defined' }],
          }),
        )
        continue
      }
      const value: RawMap =
        entry.value.kind === 'map'
          ? entry.value
          : { kind: 'map', entries: [], place: entry.value.place }
      found.set(entry.key, {
        name: entry.key,
        place: entry.keyPlace,
        file: file.path,
        value,
        ...(entry.doc ? { doc: entry.doc } : {}),
      })
    }
  }
  return [...found.values()]
}

/** Definitions by name. */
export function byName(defs: readonly Def[]): Map<string, Def> {
  return new Map(defs.map(def => [def.name, def]))
}
