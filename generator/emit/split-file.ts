/** Splits a long code file into several. */
import { type Constant, constantText } from './code/file.ts'
import { type Imports, imports } from './code/imports.ts'
import { neededBy } from './code/needed.ts'
import type { Facts } from './facts.ts'
import type { OutFile } from './out-file.ts'

/** The most lines of a generated code file. */
const MOST = 360

/** A file's shared declarations and its main ones. */
export interface Contents {
  path: string
  from: readonly string[]
  used: Imports
  shared: readonly Constant[]
  own: readonly Constant[]
}

/**
 * One file if it is short enough. Otherwise `<name>.shared.ts`, `<name>.shared.2.ts` and so on
 * contain the shared declarations, and `<name>.ts`, `<name>.2.ts` and so on the others; the first
 * re-exports those of the others.
 */
export function filesOf({ path, from, used, shared, own }: Contents, facts: Facts): OutFile[] {
  const file = (to: string, constants: readonly Constant[], more: Partial<More> = {}) => {
    const imported = neededBy(to, constants, [used, ...(more.lists ?? [])])
    return facts.print(to, from, [...imported, ...constants, ...(more.exports ?? [])])
  }
  const all = [...shared, ...own]
  if (linesOf(all) <= MOST) return [file(path, all)]
  const at = (name: string) => path.replace(/\.ts$/, `.${name}.ts`)
  const here = (name: string) => `./${at(name).split('/').at(-1)!}`
  const common = imports()
  const exported = shared.map(one => ({ ...one, isOwn: false }))
  const before = (exported.length === 0 ? [] : partsOf(exported)).map((constants, i) => {
    const name = i === 0 ? 'shared' : `shared.${i + 1}`
    // A shared declaration uses only those above it.
    const made = file(at(name), constants, { lists: [common] })
    for (const { constant } of constants) common.value(here(name), constant)
    return made
  })
  const parts = partsOf(own)
  return [
    ...before,
    ...parts.map((constants, i) => {
      const others = i > 0 ? [] : parts.slice(1).map((_, n) => here(`${n + 2}`))
      const exports = others.map(one => `export * from '${one}'`)
      return file(i === 0 ? path : at(`${i + 1}`), constants, { lists: [common], exports })
    }),
  ]
}

/** The imports of a part from the other parts, and its re-exports. */
interface More {
  lists: readonly Imports[]
  exports: readonly string[]
}

function partsOf(own: readonly Constant[]): Constant[][] {
  const parts: Constant[][] = [[]]
  for (const one of own) {
    const last = parts.at(-1)!
    if (last.length > 0 && linesOf([...last, one]) > MOST) parts.push([one])
    else last.push(one)
  }
  return parts
}

const known = new WeakMap<Constant, number>()

function linesOf(constants: readonly Constant[]): number {
  return constants.reduce((sum, one) => sum + linesOfOne(one), 0)
}

/** The lines of a constant and the empty line above it. */
function linesOfOne(one: Constant): number {
  const lines = known.get(one) ?? constantText(one).split('\n').length + 1
  known.set(one, lines)
  return lines
}
