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

  it.each([
    ['an interface', 'interface A {\n  a: string\n}\nlet a', 'let a'],
    ['a type', 'export type A = { a: string }\nlet a', 'let a'],
    ['an import of types', "import type { A } from 'a'\nimport 'b'", "import 'b'"],
    ['an export of types', "export type * from 'a'\nexport * from 'b'", "export * from 'b'"],
    ['a type among imports', "import { type A, b } from 'a'", "import { b } from 'a'"],
    ['the last of the imports', "import { a, type B } from 'a'", "import { a } from 'a'"],
    ['the type of a variable', 'const a: A | { b: C } = b', 'const a = b'],
    ['the types of a function', 'function f(a: A, b?: B): C {}', 'function f(a, b) {}'],
    ['the names of types', 'const f = <T, U>(a: T): U => g<T>(a)', 'const f = (a) => g(a)'],
    ['types of a new object', 'new Map<string, A<B>>()', 'new Map()'],
    ['a type of a base class', 'class A extends B<C> {}', 'class A extends B {}'],
    ['words of members', 'class A { private readonly a!: B; c? = 1 }', 'class A { a; c = 1 }'],
    [
      'the word of a method',
      'class A extends B { override a() {} }',
      'class A extends B { a() {} }',
    ],
    ['an assertion', 'a = b as A', 'a = b'],
    ['assertions of assertions', 'a = (b as unknown as { c: 1 }).d', 'a = b.d'],
    ['that a value is there', 'a!.b = (c!)[0]', 'a.b = c[0]'],
    ['a check of a type', 'a = { b: 1 } satisfies A', 'a = { b: 1 }'],
    ['brackets of a call', '(f() as A).b', 'f().b'],
    ['brackets of an element', '(a[0]! as A).b', 'a[0].b'],
    ['more than one empty line', 'let a\n\n\n\nlet b', 'let a\n\nlet b'],
  ])('removes %s', (_name, source, made) => expect(erase(source, ts)).toBe(made))

  it.each([
    ['brackets that hold a choice', '((a ? b : c) as A).d', '((a ? b : c)).d'],
    ['brackets of a sum', '((a + b) as number) * 2', '((a + b)) * 2'],
    ['brackets without a type', '(a).b', '(a).b'],
    ['the end of an optional chain', '(a?.[0] as A).b', '(a?.[0]).b'],
    ['an optional call', 'a?.b(c ? d : e)', 'a?.b(c ? d : e)'],
    ['a word that is no type', 'class A { static a = 1 }', 'class A { static a = 1 }'],
    ['a name that is imported', "import { b, c } from 'a'", "import { b, c } from 'a'"],
  ])('keeps %s', (_name, source, made) => expect(erase(source, ts)).toBe(made))

  it('keeps what only looks like a type', () => {
    const source =
      "const a = { b: 1 as number, 'c': x! } satisfies T\nlabel: for (;;) break label\n"
    expect(erase(source, ts)).toBe("const a = { b: 1, 'c': x }\nlabel: for (;;) break label")
  })
})
