/** Import statements, collected while code is printed. */
import { byCodePoint, sorted } from '../out-file.ts'

/** One import statement. `types` when nothing of it is a value. */
export interface Import {
  from: string
  types: boolean
  names: readonly { name: string; type: boolean }[]
}

/**
 * Collects what a file uses. `value` and `type` return the name, so that they can stand where it is
 * printed.
 */
export interface Imports {
  value(from: string, name: string): string
  type(from: string, name: string): string
  /** The statements; with a text, only what stands in it. */
  list(text?: string): Import[]
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
    list: text =>
      [...found.keys()]
        .sort(byCodePoint)
        .map(from =>
          one(from, text === undefined ? found.get(from)! : within(found.get(from)!, text)),
        )
        .filter(({ names }) => names.length > 0),
  }
}

/** The names that stand in a text, and not as members of something else. */
function within(names: ReadonlyMap<string, boolean>, text: string): Map<string, boolean> {
  const stands = (name: string) => new RegExp(`(?:\\.{3}|(?<![.\\w$]))${name}\\b`).test(text)
  return new Map([...names].filter(([name]) => stands(name)))
}

function one(from: string, names: ReadonlyMap<string, boolean>): Import {
  const types = ![...names.values()].some(value => value)
  return {
    from,
    types,
    names: sorted(names.keys()).map(name => ({ name, type: !types && !names.get(name)! })),
  }
}
