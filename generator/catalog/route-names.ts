/** Checks the names in a route: its envelope, its limit, its networks. */
import { itemsOf, textOf, valueOf, type RawMap } from '../read/access.ts'
import { known, type LoweringContext } from './build.ts'
import type { Place } from '../types.ts'

/** The name in a key, which must be defined. */
export function reference(
  keys: RawMap,
  to: { key: string; word: string; defs: ReadonlyMap<string, { place: Place }> },
  build: LoweringContext,
): string | undefined {
  const value = valueOf(keys, to.key)
  const name = textOf(value)
  if (value && name !== undefined)
    known(build, to.word, { name, place: value.place, defs: to.defs })
  return name
}

/** The networks that serve a route; all of the gateway's by default. */
export function networksOf(keys: RawMap, build: LoweringContext): readonly string[] {
  const written = valueOf(keys, 'networks')
  if (!written) return build.gateway.networks
  return itemsOf(written).map(item => {
    const name = textOf(item)!
    known(build, 'network', { name, place: item.place, defs: build.networks })
    return name
  })
}
