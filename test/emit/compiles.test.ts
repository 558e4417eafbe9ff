/** Whatever formula the check accepts is TypeScript that compiles. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { compile } from '../../generator/compile.ts'
import { generate } from '../../generator/generate.ts'
import { edit, edited, file, type Edit } from '../checks/small-catalog.ts'

const SCHEMAS = `shape_of:
  type: object
  properties:
    text:  { type: string }
    maybe: { type: [string, "null"] }
    deep:  { type: object, properties: { q: { type: string } } }
    none:  { type: "null" }
    word:  { enum: [a, b] }
union_of: { anyOf: [{ type: string }, { type: array, items: { type: string } }, { type: "null" }] }
some_of: { not: { type: "null" } }
`
const FIELDS = `    note: string
    any: json
    kind: a | b
    shape: shape_of
    union: union_of
    some: some_of
    parts: shape_of[]
`
const PATHS = [
  'any',
  'any.x',
  'shape',
  'shape.text',
  'shape.maybe',
  'shape.deep',
  'shape.none',
  'shape.word',
  'union',
  'some',
  'note',
  'kind',
  'parts[0].text',
].map(path => `body.${path}`)
const FORMS = [
  'has(P) && P != null',
  '!has(P) || P == null',
  'has(P) && P != null && P != "a"',
  'has(P) && P == "a" && P != "b"',
  'P != null',
  'P == null || P == "a"',
  'has(P) && (P == "a" || P == "b")',
  'has(P) && P == "a" && P != null',
  'P == null && P != "a"',
  'P == "a" && P == "b"',
  '!(P == "a") && P == "a"',
  'P == null || P == true',
  'P == 1 && P != "a"',
  'has(P.q) && P.q != null',
  'count(P) > 0 && P != null',
  'filled(P) && P == "a"',
]

function catalogOf(rules: readonly string[]): Edit[] {
  const gates = rules.map(
    rule =>
      `    - { rule: '${rule} || body.model == "small" || body.model == "large"', error: 400 No }\n`,
  )
  return [
    file('schemas/shapes.yaml', SCHEMAS),
    edit('routes', '    count:', `${FIELDS}    count:`),
    edit('routes', '  price:', `${gates.join('')}  price:`),
  ]
}

const isTaken = (rule: string) =>
  compile(edited(catalogOf([rule]))).problems.every(one => one.severity !== 'error')

function typeErrors(files: ReadonlyMap<string, { text: string }>): string {
  const folder = mkdtempSync('.compiles-')
  try {
    for (const [path, { text }] of files) {
      if (!path.endsWith('.ts')) continue
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      '{ "extends": "../tsconfig.json", "include": ["./**/*.ts"] }',
    )
    execFileSync('node_modules/.bin/tsc', ['-p', folder], { encoding: 'utf8' })
    return ''
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? String(error)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

it('comparisons of every kind of value, in every order', { timeout: 120_000 }, async () => {
  const rules = PATHS.flatMap(path => FORMS.map(form => form.replaceAll('P', path))).filter(isTaken)
  expect(rules.length).toBeGreaterThan(100)
  expect(rules).toContain('has(body.shape.maybe.q) && body.shape.maybe.q != null')
  expect(typeErrors(await generate(compile(edited(catalogOf(rules))).value!))).toBe('')
})
