/**
 * Merges values for `like:`: maps key by key, any other value is replaced. Every value keeps the
 * place where it was written.
 */
import type { RawMap } from '../read/access.ts'
import type { RawEntry } from '../types.ts'

/** Merges `over` into `base`; keys keep the order of `base`, new ones follow. */
export function merge(base: RawMap, over: RawMap): RawMap {
  // Dated amounts replace the amount beside which they are written, and no other.
  const isOther = over.entries.some(({ key }) => key === 'usd' || key === 'by')
  const below = isOther ? without(base, ['dated']) : base
  const entries = new Map<string, RawEntry>(below.entries.map(entry => [entry.key, entry]))
  for (const entry of over.entries) {
    const under = entries.get(entry.key)
    const both = under?.value.kind === 'map' && entry.value.kind === 'map'
    entries.set(
      entry.key,
      both ? { ...entry, value: merge(under.value as RawMap, entry.value as RawMap) } : entry,
    )
  }
  return { kind: 'map', entries: [...entries.values()], place: over.place }
}

/** A map without some keys. */
export function without(map: RawMap, keys: readonly string[]): RawMap {
  return { ...map, entries: map.entries.filter(entry => !keys.includes(entry.key)) }
}

/** A map with fewer or more entries. */
export function mapOf(entries: readonly RawEntry[], like: RawMap): RawMap {
  return { kind: 'map', entries, place: like.place }
}
