/**
 * Compilations of one process, and of later commands, share what is built; none of them shows in
 * another.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { compile, readCatalog } from '../../generator/compile.ts'
import { foundOnce } from '../../generator/catalog/route-versions.ts'
import { generate } from '../../generator/generate.ts'
import type { RouteIR } from '../../generator/ir.ts'
import { sourceOf } from '../../generator/js/written.ts'
import { edit, edited, type Edit } from '../checks/small-catalog.ts'
import { CATALOG } from '../helpers/catalogs.ts'

const folder = mkdtempSync(join(tmpdir(), 'memory-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The parts of a compiler. */
interface Compiler {
  compile: typeof compile
  generate: typeof generate
  sourceOf: typeof sourceOf
}
const OWN: Compiler = { compile, generate, sourceOf }

/** All that comes of a catalog: its problems, or its code, with the places of each formula. */
async function outcome(by: Compiler, edits: readonly Edit[]): Promise<unknown> {
  const { value, problems } = by.compile(edited(edits))
  const files = value ? await by.generate(value) : new Map<string, { text: string }>()
  const rules = value?.routes.flatMap(({ gates }) => gates.map(({ rule }) => rule))
  return {
    problems,
    places: rules?.map(({ place }) => place),
    sources: rules?.map(({ js }) => by.sourceOf(js)),
    files: [...files].map(([path, { text }]) => [path, text]),
  }
}

/** The compiler of a process that has compiled nothing. */
async function fresh(): Promise<Compiler> {
  vi.resetModules()
  const [{ compile }, { generate }, { sourceOf }] = await Promise.all([
    import('../../generator/compile.ts'),
    import('../../generator/generate.ts'),
    import('../../generator/js/written.ts'),
  ])
  return { compile, generate, sourceOf }
}

/** The compiler of a process that knows what earlier ones have kept, and how it ends. */
async function later(name: string, version = '1'): Promise<Compiler & { end(): void }> {
  const by = await fresh()
  const { keepMemory } = await import('../../generator/memory.ts')
  return { ...by, end: keepMemory({ path: join(folder, name), version }) }
}

const GATE = 'body.model in models'
const PRICE = '  price: model.rate * body.count * margin + fee\n'
const COST = PRICE.replace('price: ', 'price:\n    usd: ') + '    cost: 0.04 * body.count\n'

/** A catalog that is compiled before those of the tests, by this process and by another one. */
const QUOTED = [edit('routes', GATE, `"${GATE}"`)]

const quoted = later('edits').then(async command => {
  const made = await outcome(command, QUOTED)
  command.end()
  return made
})

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
  await outcome(OWN, QUOTED)
  const changed = await outcome(await fresh(), edits)
  expect(await outcome(OWN, edits)).toEqual(changed)
  expect(await outcome(OWN, QUOTED)).toEqual(await quoted)

  const command = await later('edits')
  expect(await outcome(command, edits)).toEqual(changed)
  expect(await outcome(command, QUOTED)).toEqual(await quoted)
  command.end()
})

it('a command builds nothing that an earlier one has built', async () => {
  const first = await later('unchanged')
  const made = await outcome(first, [])
  first.end()
  const file = join(folder, 'unchanged')
  const written = statSync(file).ino
  const next = await later('unchanged')
  expect(await outcome(next, [])).toEqual(made)
  next.end()
  expect(statSync(file).ino).toBe(written)
})

it.each([
  ['of another version of the compiler', '2', (kept: Buffer) => kept],
  ['that is damaged', '1', (kept: Buffer) => kept.subarray(0, -100)],
])('nothing is taken from a file %s', async (_what, version, change) => {
  const file = join(folder, 'unusable')
  const first = await later('unusable')
  await outcome(first, [])
  first.end()
  writeFileSync(file, change(readFileSync(file)))
  const written = statSync(file).ino
  const next = await later('unusable', version)
  await outcome(next, [])
  next.end()
  expect(statSync(file).ino).not.toBe(written)
})

it('what commands have not used for some time is not kept', async () => {
  const sizes: number[] = []
  for (let rate = 1; rate <= 8; rate++) {
    const command = await later('bounded')
    command.compile(edited([edit('models', 'rate: 0.01', `rate: 0.01${rate}`)]))
    command.end()
    sizes.push(statSync(join(folder, 'bounded')).size)
  }
  expect(sizes[1]).toBeGreaterThan(sizes[0]!)
  expect(sizes[7]! / sizes[6]!).toBeCloseTo(1, 2)
})

it('what was found about a route is found again when its answer has changed', () => {
  const files = readCatalog(CATALOG)
  const answers = files.find(({ path }) => path.includes('/answers/'))!
  const changed = files.map(one => (one === answers ? { ...one, text: `${one.text}# x\n` } : one))
  const found = (from: typeof files): string[] => {
    const catalog = compile(from).value!
    const find = (route: RouteIR) => () => `${route.id} ${from === changed}`
    return catalog.routes.map(route => foundOnce('test', { catalog, route }, find(route)))
  }
  const [before, after] = [found(files), found(changed)]
  const others = before.filter((one, i) => one !== after[i])
  expect(others.length).toBeGreaterThan(0)
  expect(others.length).toBeLessThan(before.length)
  expect(found(files)).toEqual(before)
})

const ADDRESS = 'POST /api/v1/things'
const BY_ADDRESS = PRICE.replace(
  'price: ',
  'price:\n    cost: choose(route.pattern.endsWith("x"), 0.5, 0.001)\n    usd: ',
)

it('a price that reads the address of its route is tried again at another address', () => {
  const before = [edit('routes', PRICE, BY_ADDRESS)]
  const after = [...before, edit('routes', ADDRESS, ADDRESS.replace(/s$/, 'x'))]
  const codes = (edits: readonly Edit[]): string[] =>
    compile(edited(edits)).problems.map(({ code }) => code)
  expect(codes(before)).toEqual([])
  expect(codes(after)).toContain('below-cost')
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
