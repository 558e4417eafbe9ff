import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { line } from '../../generator/js/flat.ts'
import { treeOf } from '../js/parse.ts'
import { typeText } from '../../generator/emit/code/type-text.ts'
import { lowerFormula, lowerPrice, prove } from '../../generator/formula/lower.ts'
import { lowerMessage } from '../../generator/notation/message.ts'
import { lowerTree } from '../../generator/notation/tree.ts'
import { HELPERS } from '../../generator/formula/code.ts'
import { at, compile, items, load, models } from './routes.ts'
import {
  BOOLEAN,
  choices,
  factor,
  good,
  INTEGER,
  JSON_TYPE,
  list,
  NAMES,
  optional,
  record,
  STRING,
  text,
  usd,
  yaml,
} from './world.ts'
import type { Code, Names } from '../../generator/types.ts'

const names: Names = {
  ...NAMES,
  open: { code: 'open', type: { kind: 'table', of: STRING, open: true } },
  tags: { code: 'tags', type: list(choices('a', 'b')) },
  kinds: {
    code: 'kinds',
    type: { kind: 'list', of: choices('a', 'b'), set: true },
  },
  maybe: { code: 'maybe', type: record({ a: STRING, n: INTEGER }), optional: true },
}

const FORMULAS = [
  'body.size in model.sizes && has(body.seed) && body.seed > 3',
  'has(body.options.depth) && body.options.depth > 2 && body.options.fast',
  'first(body.options.depth, 3) > 2',
  'first(body.resolution, model.resolutions[0]) == "720p"',
  'has(model.flat) && model.flat > fee',
  'first(model.flat, 0.25) > fee',
  'has(body.urls) && body.urls[0] == "x"'.replace('body.urls[0]', 'first(body.urls[0], "")'),
  'has(model.ratios[0]) && model.ratios[0].startsWith("1")',
  'has(body.seed) && body.messages.exists(m, size(m.role) > body.seed)',
  'body.messages.filter(m, has(m.name) && m.name != "x").map(m, { role: m.role, name: m.name })',
  'reply.data.map(i, { b64: i.b64_json, n: size(i.list) })',
  'reply.a == reply.b || reply.n >= 3 || reply.x.contains("y")',
  'models.map(m, { id: m.id, sizes: m.sizes.map(size, price, { size, price: price }) })'.replace(
    '{ size,',
    '{ size: size,',
  ),
  'model.seconds',
  'models',
  'model.sizes',
  '[body.n, body.timeout]',
  'body.status in ["active", "closed"]',
  'body.prompt in tags',
  'body.prompt in kinds',
  '"a" in tags',
  'body.temperature > 0.5',
  'balanceOf(body.model) > fee',
  'estimate(body.messages, body.tools) + 1',
  'healthOf("basic")',
  'first(open["x"], body.prompt)',
  'has(open["x"]) && open["x"].startsWith("y")',
  'has(maybe) && maybe.n > 2',
  'choose(has(maybe), maybe.a, "none")',
  'choose(body.stream, body.n, none)',
  'usd(model.hourly, 4) + text(body.n) + iso(status)',
  'micro(model.hourly)',
  'count(reply) + size(body.prompt) + size(body.urls)',
  'filled(reply) && filled(body.prompt)',
  'least(model.sizes) > fee',
  'min(body.n, body.timeout, 3) > 1',
  'factors["4K"] > 0.5',
  'body["prompt"] == "x"',
  'body.messages == [] || body.n == 3',
  'body.model in models && body.n > 1',
  'body.prompt in models',
  'body.messages[0].role',
]
const PRICES = [
  'model.sizes[body.size] * body.n * margin + fee',
  'max(choose(body.stream, model.flat, 0) - fee, minimum) * model.long_x',
  'first(model.flat, model.hourly) * body.n / 3600',
  '0',
]

/** All code of these tests as functions of typed arguments. */
function file(codes: readonly Code[], scope: Names): string {
  const fields = Object.entries(scope).filter(
    ([, { code }]) => typeof code === 'string' && /^\w+$/.test(code),
  )
  const hooks = Object.entries(scope).filter(([, { code }]) => String(code).startsWith('hooks.'))
  const members = [
    ...fields.map(
      ([, binding]) => `${binding.code}${binding.optional ? '?' : ''}: ${typeText(binding.type)}`,
    ),
    `hooks: { ${hooks.map(([, binding]) => `${String(binding.code).slice(6)}: ${typeText(binding.type)}`).join('; ')} }`,
    'job: any',
    'result: any',
    'hot: ReadonlySet<string>',
  ]
  const params = [...new Set(members.map(member => member.split(/[?:]/)[0]!))]
  return [
    `import { ${[...HELPERS].join(', ')} } from '${resolve('runtime/formula.ts')}'`,
    `import type { Models } from '${resolve('runtime/contract.ts')}'`,
    `interface Scope { ${[...new Map(members.map(member => [member.split(/[?:]/)[0], member])).values()].join('; ')} }`,
    ...codes.map(
      (code, i) =>
        `export const f${i} = ${code.wait ? 'async ' : ''}({ ${params.join(', ')} }: Scope) => (${line(code.js)})`,
    ),
  ].join('\n')
}

/** What the compiler says of files, in the strictness of the project. */
function compiled(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(`${tmpdir()}/formulas-`)
  for (const [name, source] of Object.entries(files)) writeFileSync(`${folder}/${name}`, source)
  const options = {
    extends: resolve('tsconfig.json'),
    compilerOptions: { typeRoots: [resolve('node_modules/@types')] },
    include: [`${folder}/*.mts`],
  }
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(options))
  const { stdout } = spawnSync(
    'node_modules/.bin/tsc',
    ['-p', `${folder}/tsconfig.json`, '--noEmit'],
    { encoding: 'utf8' },
  )
  rmSync(folder, { recursive: true })
  return stdout.replaceAll(`${folder}/`, '').replaceAll(/^.*formulas-\w+\//gm, '')
}

it('what is lowered is strict TypeScript, without a word that only TypeScript knows', () => {
  const codes = FORMULAS.map(formula => good(lowerFormula(text(formula), names)))
  const json = FORMULAS.map(formula => good(lowerFormula(text(formula), names, JSON_TYPE)))
  const prices = PRICES.map(formula => good(lowerPrice(text(formula), names)))
  const gate = good(
    lowerFormula(text('has(body.options.depth) && has(body.image_url)'), names, BOOLEAN),
  )
  const after = ['body.options.depth + 1', 'body.image_url.startsWith("x")'].map(formula =>
    good(lowerFormula(text(formula), prove(names, gate.proves!))),
  )
  const trees = [
    '{ a: =body.seed, ...: =maybe, b: 1, a2: =model.flat }',
    '{ a: 1, ...: =maybe, n: 2, ...x: =reply }'.replace(', ...x: =reply', ''),
    '{ ...: =reply, id: =none }',
    '{ n: 1, ...: =body.options, fast: true }',
  ]
  const messages = ['{body.seed} {models} {model.sizes} {model.hourly}', '{reply.x} {body.n}']
  const all = [
    ...codes,
    ...json,
    ...prices,
    ...after,
    ...trees.map(tree => good(lowerTree(yaml(tree), names))),
    ...messages.map(one => good(lowerMessage(text(one), names))),
  ]

  const videos = compile(items(load('test/formula/fixtures/videos.routes.yaml'))[0]!, {
    models: models('test/formula/fixtures/videos.models.yaml'),
    hooks: {
      decodesToImage: {
        code: 'hooks.decodes',
        type: { kind: 'hook', takes: [STRING], gives: BOOLEAN, wait: false },
      },
    },
  })
  expect(videos.formulas).toBeGreaterThan(100)
  const wrong = `${file([{ ...codes[0]!, js: treeOf('body.seed + 1') }], names)}`
  const said = compiled({ 'all.mts': file(all, names), 'wrong.mts': wrong })
  // The check itself is checked: a read without proof does not compile.
  expect(said).toMatch(/wrong\.mts\(\d+,\d+\): error TS18048/)
  expect(said.split('\n').filter(line => line !== '' && !line.includes('wrong.mts'))).toEqual([])
})

/**
 * Values that may be absent, of each kind and each way in which they are read, and some that are
 * there.
 */
const MAYBE: Names = {
  ...names,
  o: {
    code: 'o',
    type: record({
      whole: optional(INTEGER),
      other: optional(INTEGER),
      cents: optional(usd(100n)),
      mills: optional(usd(1000n)),
      factor: optional(factor(10n)),
      text: optional(STRING),
      inner: optional(record({ whole: optional(INTEGER), cents: usd(100n) })),
      sure: INTEGER,
      price: usd(10n),
    }),
  },
  rates: { code: 'rates', type: { kind: 'table', of: usd(100n), open: true } },
}
const VALUES = ['whole', 'other', 'cents', 'mills', 'factor', 'text', 'sure', 'price']
  .map(field => `o.${field}`)
  .concat('o.inner.whole', 'o.inner.cents', 'rates["a"]', 'seconds(reply.x)', '0.25', '2', 'none')

const pairs = (a: string, b: string): string[] => [
  `choose(o.sure > 1, ${a}, ${b})`,
  `choose(has(o.whole), o.whole * fee, ${b})`,
  `first(${a}, ${b})`,
  `first(${a}, ${b}, 0.125)`,
  `first(choose(o.sure > 1, ${a}, ${b}), 0.5)`,
  `max(${a}, ${b})`,
  `${a} * ${b}`,
  `{ x: choose(o.sure > 1, ${a}, ${b}) }`,
]

it('a value that may be absent is refused or stays so: what is accepted compiles', () => {
  const formulas = VALUES.flatMap(a => VALUES.flatMap(b => pairs(a, b)))
  const codes = formulas.flatMap(formula => [
    lowerFormula(text(formula), MAYBE),
    lowerFormula(text(formula), MAYBE, JSON_TYPE),
    lowerPrice(text(formula), MAYBE),
    lowerMessage(text(`costs {${formula}}`), MAYBE),
  ])
  const accepted = codes.flatMap(({ value, problems }) => (problems.length === 0 ? [value!] : []))
  expect(accepted.length).toBeGreaterThan(1000)
  expect(compiled({ 'maybe.mts': file(accepted, MAYBE) })).toBe('')
})

it('images: the gates and the price of the real catalog', () => {
  const route = items(load('test/formula/fixtures/images.routes.yaml'))[0]!
  const table = models('catalog/media/images.models.yaml')
  const scope: Names = {
    body: {
      code: 'body',
      type: record({ model: STRING, prompt: STRING, size: STRING, n: INTEGER }),
    },
    model: { code: 'model', type: table.type },
    models: { code: 'models', type: { kind: 'models', row: table.type } },
  }
  expect(at(route, 'price')).toBeDefined()
  expect(compiled({ 'images.mts': file(compile(route, { models: table }).codes, scope) })).toBe('')
})
