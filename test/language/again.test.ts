/** Compilations of one process share what is lowered; none of them shows in another. */
import { expect, it, vi } from 'vitest'
import { compile, readCatalog } from '../../generator/compile.ts'
import { generate } from '../../generator/generate.ts'
import { edit, edited, type Edit } from '../checks/small-catalog.ts'
import { CATALOG } from '../helpers/catalogs.ts'

type Compile = typeof compile

/** All that comes of a catalog: its problems, or its code, with the places of each formula. */
async function outcome(run: Compile, edits: readonly Edit[]): Promise<unknown> {
  const { value, problems } = run(edited(edits))
  const files = value ? await generate(value) : new Map<string, { text: string }>()
  const places = value?.routes.flatMap(({ gates }) => gates.map(({ rule }) => rule.place))
  return { problems, places, files: [...files].map(([path, { text }]) => [path, text]) }
}

/** The compiler of a process that has compiled nothing. */
async function fresh(): Promise<Compile> {
  vi.resetModules()
  return (await import('../../generator/compile.ts')).compile
}

const GATE = 'body.model in models'
const PRICE = '  price: model.rate * body.count * margin + fee\n'
const COST = PRICE.replace('price: ', 'price:\n    usd: ') + '    cost: 0.04 * body.count\n'

const QUOTED = [edit('routes', GATE, `"${GATE}"`)]

it.each<[string, readonly Edit[]]>([
  ['nothing', []],
  ['a price', [edit('models', 'rate: 0.01', 'rate: 0.015')]],
  ['the type of a column', [edit('models', 'most:   integer = 10', 'most:   number = 10')]],
  ['the number of rows', [edit('models', 'rows:', 'rows:\n  tiny: { rate: 0.02 }')]],
  ['the range of a field', [edit('routes', '1..10', '1..12')]],
  ['the path of an upstream', [edit('upstream', 'post: /make', 'post: /make-it')]],
  ['a template of answers', [edit('errors', '{', '{ ')]],
  ['a constant', [edit('gateway', 'fee: 0.001', 'fee: 0.002')]],
  ['a gate', [edit('routes', GATE, 'body.count > 3')]],
  ['only how a gate is written', [edit('routes', GATE, '"body.model in mode\\x6cs"')]],
  ['what stands before a formula', [edit('routes', '  gates:', '  # more\n  gates:')]],
])('a compilation after others gives the same where %s has changed', async (_what, edits) => {
  await outcome(compile, QUOTED)
  expect(await outcome(compile, edits)).toEqual(await outcome(await fresh(), edits))
  expect(await outcome(compile, QUOTED)).toEqual(await outcome(await fresh(), QUOTED))
})

it('a price that has come below its cost is found after a compilation in which it had not', () => {
  const before = [edit('routes', PRICE, COST), edit('models', 'rate: 0.01', 'rate: 0.06')]
  const after = [...before, edit('models', 'rate: 0.05', 'rate: 0.03')]
  const codes = (edits: readonly Edit[]): string[] =>
    compile(edited(edits)).problems.map(({ code }) => code)
  expect(codes(before)).not.toContain('below-cost')
  expect(codes(after)).toContain('below-cost')
  expect(codes(before)).not.toContain('below-cost')
})

it('a wrong indentation is found again after its line was tried with another one', () => {
  const line = '      upstream: exa.contents'
  const wrong = edited(
    [edit('data/websearch.routes.yaml', line, `  ${line}`)],
    readCatalog(CATALOG),
  )
  const changed = edited([edit('media/music.models.yaml', 'rows:', 'rows: # all')], wrong)
  for (const files of [wrong, changed])
    expect(compile(files).problems.map(({ code }) => code)).toContain('yaml-indent')
})
