/** Import statements, collected while code is printed. */
import { byCodePoint, sorted } from '../out-file.ts'

/** One import statement. `types`: it imports no values. */
export interface Import {
  from: string
  types: boolean
  names: readonly { name: string; type: boolean }[]
}

/**
 * Collects the imports of a file. `value` and `type` return the name, for use where it is printed.
 */
export interface Imports {
  value(from: string, name: string): string
  type(from: string, name: string): string
  /** The statements; with `names`, only for these. */
  list(names?: ReadonlySet<string>): Import[]
}

/** A fresh collector for one file. */
export function imports(): Imports {
  const found = new Map<string, Map<string, boolean>>()
  const add = (from: string, name: string, value: boolean) => {
    const names = found.get(from) ?? new Map<string, boolean>()
    names.set(name, value || (names.get(name) ?? false))
    found.set(from, names)
    return name
  }
  return {
    value: (from, name) => add(from, name, true),
    type: (from, name) => add(from, name, false),
    list: names =>
      [...found.keys()]
        .sort(byCodePoint)
        .map(from => one(from, within(found.get(from)!, names)))
        .filter(({ names }) => names.length > 0),
  }
}

function within(
  all: ReadonlyMap<string, boolean>,
  names: ReadonlySet<string> | undefined,
): ReadonlyMap<string, boolean> {
  return names === undefined ? all : new Map([...all].filter(([name]) => names.has(name)))
}

function one(from: string, names: ReadonlyMap<string, boolean>): Import {
  const types = ![...names.values()].some(value => value)
  return {
    from,
    types,
    names: sorted(names.keys()).map(name => ({ name, type: !types && !names.get(name)! })),
  }
}
