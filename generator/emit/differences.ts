/** Differences of two documents as a JSON Patch (RFC 6902). */
import { diffArrays } from 'diff'

/** One step of a patch. */
export type Operation =
  | { op: 'add' | 'replace'; path: string; value: unknown }
  | { op: 'remove'; path: string }

/** The steps that change one document into another, in the order in which they are taken. */
export function differences(from: unknown, to: unknown, path = ''): Operation[] {
  if (Object.is(from, to)) return []
  if (isList(from) && isList(to)) return ofLists(from, to, path)
  if (isMap(from) && isMap(to)) return ofMaps(from, to, path)
  return [{ op: 'replace', path, value: to }]
}

/** The steps that change one text into another, both read as lists of lines. */
export const lineDifferences = (from: string, to: string): Operation[] =>
  ofLists(from.split('\n'), to.split('\n'), '')

type Members = Record<string, unknown>

function ofMaps(from: Members, to: Members, path: string): Operation[] {
  const at = (key: string): string => `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const gone = Object.keys(from).filter(key => !Object.hasOwn(to, key))
  return [
    ...gone.map((key): Operation => ({ op: 'remove', path: at(key) })),
    ...Object.entries(to).flatMap(([key, value]): Operation[] =>
      Object.hasOwn(from, key)
        ? differences(from[key], value, at(key))
        : [{ op: 'add', path: at(key), value }],
    ),
  ]
}

/** An item of one list, of the other, or of both. */
interface Pair {
  before?: { item: unknown }
  after?: { item: unknown }
}

function ofLists(from: readonly unknown[], to: readonly unknown[], path: string): Operation[] {
  let index = 0
  return pairs(from, to).flatMap(({ before, after }): Operation[] => {
    // What stands before `index` is as it will be, so `index` is the place in both lists.
    const at = `${path}/${index}`
    if (after === undefined) return [{ op: 'remove', path: at }]
    index++
    if (before === undefined) return [{ op: 'add', path: at, value: after.item }]
    return differences(before.item, after.item, at)
  })
}

/** Pairs the items of two lists; items that took the place of others are pairs too. */
function pairs(from: readonly unknown[], to: readonly unknown[]): Pair[] {
  const paired: Pair[] = []
  let [i, j] = [0, 0]
  const take = (removed: number, added: number): void => {
    for (let k = 0; k < Math.max(removed, added); k++)
      paired.push({
        ...(k < removed ? { before: { item: from[i++] } } : {}),
        ...(k < added ? { after: { item: to[j++] } } : {}),
      })
  }
  for (const [before, after] of matches(from.map(nameOf), to.map(nameOf))) {
    take(before - i, after - j)
    take(1, 1)
  }
  take(from.length - i, to.length - j)
  return paired
}

/** The place of a name in one list, and in the other. */
type Match = readonly [number, number]
type Names = readonly string[]

/**
 * The places of the names that stand in both lists in the same order. A search takes time for each
 * name without a match, times all names: so it is made once for the names that each list has once,
 * and then between two of these. In large documents most names are such.
 */
function matches(from: Names, to: Names): Match[] {
  const anchors = search([from, placesOf(from)], [to, placesOf(to)])
  return [...anchors, [from.length, to.length] as const].flatMap((end, k) => {
    const [i, j] = anchors[k - 1] ?? [-1, -1]
    const between = search([from, range(i + 1, end[0])], [to, range(j + 1, end[1])])
    return k < anchors.length ? [...between, end] : between
  })
}

/** Names, and the places of those that are searched. */
type Searched = readonly [names: Names, places: readonly number[]]

function search(one: Searched, other: Searched): Match[] {
  const [[from], [to]] = [one, other]
  const [before, after] = [sharedPlaces(one, other), sharedPlaces(other, one)]
  if (before.length === 0 || after.length === 0) return []
  const parts = diffArrays(
    before.map(at => from[at]),
    after.map(at => to[at]),
  )
  const found: Match[] = []
  let [i, j] = [0, 0]
  for (const { removed, added, count } of parts) {
    if (!removed && !added)
      for (let k = 0; k < count; k++) found.push([before[i + k]!, after[j + k]!])
    if (!added) i += count
    if (!removed) j += count
  }
  return found
}

/** The places of the names that stand in both. */
function sharedPlaces([names, places]: Searched, [otherNames, otherPlaces]: Searched): number[] {
  const others = new Set(otherPlaces.map(at => otherNames[at]))
  return places.filter(at => others.has(names[at]))
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, k) => from + k)

/** The places of the names that a list has once. */
function placesOf(names: Names): number[] {
  const times = new Map<string, number>()
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1)
  return [...names.keys()].filter(at => times.get(names[at]!) === 1)
}

/** The name by which an item is found in another list: the first text in it, or itself. */
const nameOf = (item: unknown): string => firstText(item) ?? String(JSON.stringify(item))

function firstText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (!isTree(value)) return undefined
  for (const member of Object.values(value)) {
    const text = firstText(member)
    if (text !== undefined) return text
  }
  return undefined
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null
const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const isMap = (value: unknown): value is Members => isTree(value) && !isList(value)
