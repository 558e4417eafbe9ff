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
  let [removed, added] = [0, 0]
  for (const part of diffArrays(from.map(nameOf), to.map(nameOf))) {
    if (part.removed) removed += part.count
    else if (part.added) added += part.count
    else {
      take(removed, added)
      take(part.count, part.count)
      removed = added = 0
    }
  }
  take(removed, added)
  return paired
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
