/**
 * Removes request members that an upstream call does not list, because the upstream may know an
 * unpriced parameter and bill it.
 */
import type { Json } from '../contract.ts'

/** The allowed members, each with its allowed members; `undefined` allows everything inside. */
type Allowed = Map<string, Allowed | undefined>

const compiled = new WeakMap<readonly string[], Allowed>()

/**
 * Builds a tree from the paths of an `allow:`, once per list. A shorter path allows everything
 * inside.
 */
function treeOf(paths: readonly string[]): Allowed {
  const known = compiled.get(paths)
  if (known !== undefined) return known
  const tree: Allowed = new Map()
  for (const path of paths) add(tree, path.split('.'))
  compiled.set(paths, tree)
  return tree
}

function add(tree: Allowed, [name = '', ...rest]: readonly string[]): void {
  if (rest.length === 0 || (tree.has(name) && tree.get(name) === undefined)) {
    tree.set(name, undefined)
    return
  }
  const inner = tree.get(name) ?? new Map()
  tree.set(name, inner)
  add(inner, rest)
}

/**
 * Returns a request with only the members of its call's `allow:`. Never throws; copies only if
 * needed.
 */
export function onlyAllowed(value: Json, paths: readonly string[]): Json {
  return only(value, treeOf(paths))
}

function only(value: Json, tree: Allowed): Json {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item: Json) => only(item, tree))
  const kept: { [name: string]: Json | undefined } = {}
  for (const [name, member] of Object.entries(value)) {
    if (!tree.has(name)) continue
    const inner = tree.get(name)
    kept[name] = inner === undefined || member === undefined ? member : only(member, inner)
  }
  return kept
}

/**
 * Whether a member is allowed, by its path, e.g. `['thinking', 'type']`. List elements have the
 * path of their list.
 */
export function isAllowed(path: readonly string[], paths: readonly string[]): boolean {
  let tree: Allowed | undefined = treeOf(paths)
  for (const name of path) {
    if (!tree.has(name)) return false
    tree = tree.get(name)
    if (tree === undefined) return true
  }
  return true
}
