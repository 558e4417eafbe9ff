/** Modules without their types are the modules that the compiler prints, with their comments. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ts } from 'ts-morph'
import { describe, expect, it } from 'vitest'
import { erase } from '../../generator/emit/client/erase.ts'

const FOLDER = 'generator/emit/client/transport'
const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  removeComments: true,
}
const printed = (text: string): string =>
  ts.transpileModule(text, { compilerOptions }).outputText.replace(/\((\w+)\) =>/g, '$1 =>')

describe('erase', () => {
  it.each(readdirSync(FOLDER).filter(name => name !== 'types.ts'))('%s', name => {
    const source = readFileSync(join(FOLDER, name), 'utf8')
    const made = erase(source, ts)
    expect(printed(made)).toBe(printed(source))
    const comments = [...source.matchAll(/^ *\/\/ .*/gm)].map(([line]) => line)
    for (const comment of comments) expect(made).toContain(comment)
  })

  it('keeps what only looks like a type', () => {
    const source =
      "const a = { b: 1 as number, 'c': x! } satisfies T\nlabel: for (;;) break label\n"
    expect(erase(source, ts)).toBe("const a = { b: 1, 'c': x }\nlabel: for (;;) break label")
  })
})
