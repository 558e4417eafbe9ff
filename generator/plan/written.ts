/** Finds how two versions of a part of the catalog differ as their authors write them. */
import { entriesOf } from '../read/access.ts'
import { readFile } from '../read/document.ts'
import type { CatalogIR } from '../ir.ts'
import type { Place, Raw } from '../types.ts'
import { shortenedPair } from './shortened.ts'

/** The characters of a value that are shown, and the number of differences. */
const LONGEST = 60
const MOST = 3

/** The value whose key is at a place. */
export function writtenAt({ sources }: CatalogIR, place: Place | undefined): Raw | undefined {
  const file = place && sources.find(({ path }) => path === place.file)
  return file && valueIn(readFile(file).value.raw, place.start)
}

function valueIn(raw: Raw | undefined, start: number): Raw | undefined {
  const inner = raw?.kind === 'list' ? raw.items : entriesOf(raw).map(({ value }) => value)
  const own = entriesOf(raw).find(({ keyPlace }) => keyPlace.start === start)
  if (own !== undefined) return own.value
  return inner
    .filter(({ place }) => place.start <= start && start < place.end)
    .map(one => valueIn(one, start))[0]
}

/**
 * The differences of two values in words: `effects.row.expires_at =now + 30d -> =now + 20d`.
 * Without a name, they are named from the keys of the values on.
 */
export function differencesText(old: Raw | undefined, now: Raw | undefined, name = ''): string {
  const all = differences(old, now, name)
  const said = all.slice(0, MOST).map(one => {
    const [was, is] = shortenedPair(one.old, one.new, LONGEST)
    return `${one.path} ${was} -> ${is}`
  })
  const more = all.length - said.length
  return [...said, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

interface Difference {
  path: string
  old: string
  new: string
}

/** The innermost values that differ. */
function differences(old: Raw | undefined, now: Raw | undefined, path: string): Difference[] {
  const [was, is] = [textOf(old), textOf(now)]
  if (was === is) return []
  if (old?.kind === 'map' && now?.kind === 'map') {
    const [before, after] = [old, now].map(
      one => new Map(one.entries.map(({ key, value }) => [key, value])),
    ) as [Map<string, Raw>, Map<string, Raw>]
    return [...new Set([...before.keys(), ...after.keys()])].flatMap(key =>
      differences(before.get(key), after.get(key), path === '' ? key : `${path}.${key}`),
    )
  }
  if (old?.kind === 'list' && now?.kind === 'list' && old.items.length === now.items.length)
    return old.items.flatMap((item, i) =>
      differences(item, now.items[i], old.items.length === 1 ? path : `${path}[${i}]`),
    )
  return [{ path, old: was, new: is }]
}

/** A value on one line, without comments. */
function textOf(raw: Raw | undefined): string {
  if (raw === undefined) return 'none'
  if (raw.kind === 'scalar') return raw.text.text
  if (raw.kind === 'list') return `[${raw.items.map(textOf).join(', ')}]`
  return `{ ${raw.entries.map(({ key, value }) => `${key}: ${textOf(value)}`).join(', ')} }`
}
