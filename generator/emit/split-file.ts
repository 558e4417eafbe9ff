/** Splits a long code file into several: what its parts share, and the parts. */
import { type Constant, constantText } from './code/file.ts'
import { type Imports, imports } from './code/imports.ts'
import { neededBy } from './code/needed.ts'
import type { Facts } from './facts.ts'
import type { OutFile } from './out-file.ts'

/** Most lines of a generated code file. */
const MOST = 360

/** What a file is made of: declarations that others of the file use, and what it is for. */
export interface Contents {
  path: string
  from: readonly string[]
  used: Imports
  shared: readonly Constant[]
  own: readonly Constant[]
}

/**
 * One file where it is short enough. Otherwise `<name>.shared.ts` holds what is shared, and
 * `<name>.ts`, `<name>.2.ts` and so on the rest; the first gives what the others have, too.
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
  for (const { constant } of shared) common.value(here('shared'), constant)
  const exported = shared.map(one => ({ ...one, isOwn: false }))
  const parts = partsOf(own)
  return [
    ...(exported.length === 0 ? [] : [file(at('shared'), exported)]),
    ...parts.map((constants, i) => {
      const others = i > 0 ? [] : parts.slice(1).map((_, n) => here(`${n + 2}`))
      const exports = others.map(one => `export * from '${one}'`)
      return file(i === 0 ? path : at(`${i + 1}`), constants, { lists: [common], exports })
    }),
  ]
}

/** What a part has besides its constants: names of the other parts, and what it passes on. */
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

/** Lines of a constant and the empty one above it. */
function linesOfOne(one: Constant): number {
  const lines = known.get(one) ?? constantText(one).split('\n').length + 1
  known.set(one, lines)
  return lines
}
