/** Splits a long code file into several: what its parts share, and the parts. */
import { type Imports, imports } from './code/imports.ts'
import type { Facts } from './facts.ts'
import type { OutFile } from './out-file.ts'

/** Most lines of a generated code file. */
const MOST = 360

/** A declaration that others of the file use: `const name = ...` with its comment. */
export interface Shared {
  name: string
  text: string
}

/** What a file is made of. */
export interface Contents {
  path: string
  from: readonly string[]
  used: Imports
  shared: readonly Shared[]
  own: readonly string[]
}

/**
 * One file where it is short enough. Otherwise `<name>.shared.ts` holds what is shared, and
 * `<name>.ts`, `<name>.2.ts` and so on the rest; the first gives what the others have, too.
 */
export function filesOf({ path, from, used, shared, own }: Contents, facts: Facts): OutFile[] {
  const file = (to: string, texts: readonly string[], lists = [used]) => {
    const text = texts.join('\n')
    const imported = lists.flatMap(one => one.list(text))
    return facts.print(to, from, [...imported, ...texts.map(one => `\n${one}`)])
  }
  const all = [...shared.map(one => one.text), ...own]
  if (linesOf(all) <= MOST) return [file(path, all)]
  const at = (name: string) => path.replace(/\.ts$/, `.${name}.ts`)
  const common = imports()
  const here = (name: string) => `./${at(name).split('/').at(-1)!}`
  for (const { name } of shared) common.value(here('shared'), name)
  const parts = partsOf(own)
  const exported = shared.map(({ text }) => text.replace(/^(?=const )/m, 'export '))
  return [
    ...(exported.length === 0 ? [] : [file(at('shared'), exported)]),
    ...parts.map((texts, i) => {
      const others =
        i > 0 ? [] : parts.slice(1).map((_, n) => `export * from '${here(`${n + 2}`)}'`)
      return file(i === 0 ? path : at(`${i + 1}`), [...texts, ...others], [used, common])
    }),
  ]
}

function partsOf(own: readonly string[]): string[][] {
  const parts: string[][] = [[]]
  for (const text of own) {
    const last = parts.at(-1)!
    if (last.length > 0 && linesOf([...last, text]) > MOST) parts.push([text])
    else last.push(text)
  }
  return parts
}

function linesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.split('\n').length + 1, 0)
}
