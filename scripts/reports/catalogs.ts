/**
 * Says in words which catalog a hash is: when it was live, and the commit that it was made of. The
 * pointer to the live catalog knows that of the latest ones. Reports have no keys, so it is shown
 * as it is stored; nothing depends on it.
 */
import { storedPointer, type Documents } from '../../runtime/releases/releases.ts'
import type { Canary, Entry, Pointer, Release } from '../../runtime/releases/types.ts'
import { personOf, shortCommit, time } from '../deploy/names.ts'

/** How a line names a catalog. */
export const shortHash = (hash: string): string => hash.slice(0, 12)

const COMMIT = /^[0-9a-f]{7,64}(?:\+changes)?$/

const madeOf = ({ commit = '', made, by = '' }: Release): string => {
  const person = personOf(by)
  const of = COMMIT.test(commit) ? `, commit ${shortCommit(commit)}` : `, made ${time(made)}`
  return person === '' ? of : `${of}, by ${person}`
}

/** When something was so. What processes were started with has no beginning. */
const during = ({ from, until }: Entry): string =>
  until === undefined
    ? `since ${from === 0 ? 'the start' : time(from)}`
    : `${from === 0 ? '' : `${time(from)} `}until ${time(until)}`

const liveText = (entry: Entry): string =>
  `live ${during(entry)}${entry.release === undefined ? ', as processes were started' : madeOf(entry.release)}`

const canaryText = ({ release, percent, from }: Canary): string =>
  `canary of ${percent} % since ${time(from)}${madeOf(release)}`

/** The catalogs that a pointer names, the most important text of each first. */
function* textsOf({ current, history, canary, tried = [] }: Pointer): Iterable<[string, string]> {
  const hashesOf = ({ release, catalogs = [] }: Entry): readonly string[] =>
    release === undefined ? catalogs : [release.catalog]
  if (canary !== undefined) yield [canary.release.catalog, canaryText(canary)]
  for (const entry of [current, ...history])
    for (const hash of hashesOf(entry)) yield [hash, liveText(entry)]
  for (const entry of tried)
    for (const hash of hashesOf(entry))
      yield [hash, `canary ${during(entry)}${madeOf(entry.release!)}`]
}

/** What is known of catalogs, by their short hash. `own` is that of the `generated/` at hand. */
export async function knownCatalogs(
  documents: Pick<Documents, 'get'>,
  own: string,
): Promise<ReadonlyMap<string, string>> {
  const pointer = await storedPointer(documents)
  const known = new Map<string, string>()
  for (const [hash, text] of pointer === undefined ? [] : textsOf(pointer))
    if (!known.has(shortHash(hash))) known.set(shortHash(hash), text)
  if (!known.has(shortHash(own))) known.set(shortHash(own), 'generated/ here, not deployed')
  return known
}
