/**
 * `npm run drift` against the local upstreams: what it finds, what it writes, what it leaves alone.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import { getterOf } from '../../scripts/drift/observe.ts'
import { printReport } from '../../scripts/drift/print.ts'
import { drift, exitCodeOf, type DriftOptions } from '../../scripts/drift/run.ts'
import { FROZEN } from '../helpers/catalogs.ts'
import { startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'

let up: LocalUpstreams
let dir: string
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  up = await startUpstreams({ lists: `${FROZEN}/observed/lists` })
})
afterAll(() => up.stop())
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'farebox-drift-'))
  cpSync(FROZEN, dir, { recursive: true })
})
afterEach(async () => {
  up.reset()
  rmSync(dir, { recursive: true })
  for (const close of closing.splice(0)) await close()
})

const CHAT = 'text/chat.models.yaml'
const textOf = (file = CHAT) => readFileSync(join(dir, file), 'utf8')

function run(more: Partial<DriftOptions> = {}, env: NodeJS.ProcessEnv = up.env) {
  const { get, close } = getterOf(catalog.upstreams, env)
  closing.push(close)
  return drift({
    catalog: dir,
    get,
    now: () => new Date('2026-11-23T10:00:00Z'),
    rise: 20,
    ...more,
  })
}

it('finds nothing where the lists say what the rows say', async () => {
  const report = await run()
  expect(report).toMatchObject({ findings: [], failed: [], waiting: [], blind: false })
  expect(report.read.length).toBeGreaterThan(10)
  expect(exitCodeOf(report)).toBe(0)
})

it('reports what is gone, new and changed, with the evidence and the place', async () => {
  up.orderModels('vendor_c', {
    remove: ['code-fast-1'],
    add: [{ id: 'think-6', prompt_text_token_price: 40_000 }],
    change: { 'think-5': { completion_text_token_price: 160_000 } },
  })
  const report = await run({ upstreams: ['vendor_c'] })
  expect(exitCodeOf(report)).toBe(1)
  const source = `${up.env.VENDOR_C_URL}/v1/language-models`
  const lineOf = (text: string) =>
    textOf()
      .split('\n')
      .findIndex(line => line.includes(text)) + 1
  expect(report.findings).toMatchObject([
    {
      kind: 'changed',
      row: 'vendorC/think-5',
      column: 'output',
      ours: '15.00',
      theirs: '16.00',
      line: lineOf('vendorC/think-5:'),
      evidence: {
        source,
        at: '2026-11-23T10:00:00.000Z',
        member: { completion_text_token_price: 160_000 },
      },
    },
    { kind: 'gone', row: 'vendorC/code-fast-1', line: lineOf('vendorC/code-fast-1:') },
    { kind: 'new', model: 'think-6', evidence: { found: { id: 'think-6' } } },
  ])
  const shown = printReport(report, 'text')
  expect(shown).toContain('vendorC/think-5 output: 15.00 here, 16.00 there')
  expect(shown).toContain('1 gone, 1 new, 1 changed')
  expect(JSON.parse(printReport(report, 'json')).findings).toHaveLength(3)
  expect(printReport(report, 'markdown')).toContain('| gone | vendorC/code-fast-1')
})

it('writes the cell and a proposal, and nothing else; the proposal then waits', async () => {
  up.orderModels('vendor_c', {
    remove: ['code-fast-1'],
    add: [{ id: 'think-6', prompt_text_token_price: 40_000 }],
    change: { 'think-5': { completion_text_token_price: 160_000 } },
  })
  const before = textOf()
  await run({ upstreams: ['vendor_c'], write: true })
  const expected = before
    .split('\n')
    .flatMap(line =>
      line.startsWith('  vendorC/think-5:')
        ? [
            line.replace('output: 15.00', 'output: 16.00'),
            '  # Proposed 2026-11-23, listed by vendor_c. To sell it add name, description, kinds, context, max_output, check the rest and remove the signs.',
            '  # vendorC/think-6: { like: vendorC, input: 4, upstream_id: think-6 }',
          ]
        : [line],
    )
  expect(textOf()).toBe(expected.join('\n'))
  const again = await run({ upstreams: ['vendor_c'], write: true })
  expect(again.findings).toMatchObject([{ kind: 'gone' }])
  expect(again.waiting).toMatchObject([{ model: 'think-6', file: `catalog/${CHAT}` }])
  expect(textOf()).toContain('  vendorC/code-fast-1:')
})

it.each([
  ['a big rise', 'vendor_c', 'think-5', { completion_text_token_price: 181_000 }, /rises by 21 %/],
  ['another unit', 'vendor_c', 'think-5', { prompt_text_token_price: 3 }, /the same/],
  ['free', 'vendor_c', 'think-5', { prompt_text_token_price: 0 }, /another way of billing/],
  ['words', 'vendor_c', 'think-5', { prompt_text_token_price: 'flat' }, /never changed/],
  ['a negative', 'vendor_c', 'think-5', { prompt_text_token_price: -1 }, /never changed/],
  ["a family's cell", 'vendor_b', 'models/pro-3', { inputTokenLimit: 9 }, /belongs to a family/],
])('leaves %s to a person', async (_, upstream, model, members, why) => {
  up.orderModels(upstream, { change: { [model]: members } })
  const before = textOf()
  const { findings } = await run({ upstreams: [upstream], write: true })
  expect(findings).toMatchObject([{ kind: 'changed', person: expect.stringMatching(why) }])
  expect(findings[0]).not.toHaveProperty('written')
  expect(textOf()).toBe(before)
})

it('computes columns of what is published, and shows all members that they read', async () => {
  const file = 'upstreams/vendor-c.yaml'
  const output = 'output: completion_text_token_price * 0.0001'
  writeFileSync(
    join(dir, file),
    textOf(file).replace(
      output,
      `output: '(price.out + first(price.fee, 0)) / price["per"] * 1000000'`,
    ),
  )
  up.orderModels('vendor_c', {
    change: {
      'think-5': { price: { out: '0.01505', per: 1000 } },
      'code-fast-1': { price: { out: 0.0014, fee: 1e-4, per: '1000' } },
    },
  })
  const { findings } = await run({ upstreams: ['vendor_c'] })
  expect(findings).toMatchObject([
    {
      row: 'vendorC/think-5',
      column: 'output',
      theirs: '15.05',
      evidence: { member: { 'price.out': '0.01505', 'price.per': 1000 } },
    },
  ])
})

it('shows the margin that is left of a row whose cost has risen, also where a person decides', async () => {
  const edit = (file: string, from: string, to: string): void => {
    const text = textOf(file)
    expect(text).toContain(from)
    writeFileSync(join(dir, file), text.replace(from, to))
  }
  const models = 'media/images.models.yaml'
  edit(models, '  edit_images:', '  each: usd = 0\n  edit_images:')
  edit(models, 'sizes: { 512x512: 0.015', 'each: 0.01\n    sizes: { 512x512: 0.015')
  const price = 'usd: model.sizes[body.size] * body.n * margin + fee'
  edit('media/templates.yaml', price, `${price}\n    cost: model.each * body.n`)
  edit(
    'upstreams/vendor-e.yaml',
    '{ upstream_id: id } }',
    '{ upstream_id: id }, columns: { each: cents / 100 } }',
  )
  up.orderModels('vendor_e', { change: { 'image-4': { cents: '1.4' } } })
  const report = await run({ upstreams: ['vendor_e'] })
  expect(report.findings).toMatchObject([
    {
      column: 'each',
      ours: '0.01',
      theirs: '0.014',
      person: 'rises by 40 %, more than 20 %',
    },
  ])
  expect(printReport(report, 'text')).toContain(
    'margin   vendorE/image-4 at POST /api/v1/images/generations: sold for 0.01675 USD, costs us 0.01 -> 0.014 USD, margin 40.3 -> 16.4 %',
  )
})

it('writes a rise that is allowed', async () => {
  up.orderModels('vendor_c', { change: { 'think-5': { completion_text_token_price: 181_000 } } })
  await run({ upstreams: ['vendor_c'], write: true, rise: 25 })
  expect(textOf()).toContain('output: 18.10')
})

it('compares with recorded price lists, after the own list of the upstream', async () => {
  // Some editors write a byte order mark.
  const recorded = join(dir, 'observed/prices.json')
  writeFileSync(recorded, `\ufeff${readFileSync(recorded, 'utf8')}`)
  writeFileSync(join(dir, CHAT), textOf().replace('input: 1.75,', 'input: 1.70,'))
  const { findings } = await run({ upstreams: ['vendor_a'], write: true })
  expect(findings).toMatchObject([
    { row: 'vendorA/chat-6', column: 'input', evidence: { at: '2026-11-20' }, written: 'changed' },
  ])
  expect(textOf()).toContain('input: 1.75,')
})

it('takes the first of two lists that know a cell', async () => {
  writeFileSync(
    join(dir, CHAT),
    textOf().replace(/(vendorD\/seed-2:.*context: )256000/, '$1250000'),
  )
  const { findings } = await run({ upstreams: ['vendor_d'] })
  expect(findings).toMatchObject([
    { column: 'context', theirs: '256000', evidence: { source: expect.stringMatching(/^http:/) } },
  ])
})

it('leaves a row with dates to a person, and lets a retired one be gone', async () => {
  const own = 'context: 256000, max_output: 64000, upstream_id: think-5 }'
  const other = 'max_output: 10000, upstream_id: code-fast-1 }'
  const text = textOf()
    .replace(
      own,
      own.replace(' }', ', dated: [{ from: 2026-12-01, input: 3.50, because: a rise }] }'),
    )
    .replace(other, other.replace(' }', ', retired: { since: 2026-12-01, use: vendorC/think-5 } }'))
  writeFileSync(join(dir, CHAT), text)
  up.orderModels('vendor_c', {
    remove: ['code-fast-1'],
    change: { 'think-5': { completion_text_token_price: 160_000 } },
  })
  const { findings } = await run({ upstreams: ['vendor_c'], write: true })
  expect(findings).toMatchObject([{ column: 'output', person: 'the row has prices with dates' }])
  expect(textOf()).toBe(text)
})

it('changes no word, whatever a list says', async () => {
  const file = 'upstreams/vendor-c.yaml'
  const text = textOf(file).replace('columns: { input', 'columns: { name: created, input')
  writeFileSync(join(dir, file), text)
  const before = textOf()
  const { findings } = await run({ upstreams: ['vendor_c'], write: true })
  expect(findings.length).toBeGreaterThan(0)
  expect(findings[0]).toMatchObject({
    column: 'name',
    ours: 'Think 5',
    person: expect.any(String),
  })
  expect(textOf()).toBe(before)
})

it('says which lists could not be read, and compares the others', async () => {
  up.set('vendor_a', 'fail')
  up.set('vendor_b', 'garbage')
  up.orderModels('pool', { remove: ['open-small-8b'] })
  up.orderModels('vendor_e', { remove: ['chat-5', 'chat-5-air', 'image-4'] })
  const { VENDOR_D_KEY: _, ...env } = up.env
  const report = await run({}, env)
  expect(report.findings).toMatchObject([{ kind: 'gone', row: 'open/small-8b' }])
  expect(Object.fromEntries(report.failed.map(({ upstream, why }) => [upstream, why]))).toEqual({
    vendor_a: 'an answer with status 500',
    vendor_b: 'the answer is not JSON',
    vendor_d: 'it is not configured: set VENDOR_D_KEY',
    vendor_e: 'the list is empty, or stands elsewhere in the reply',
  })
  expect(exitCodeOf(report)).toBe(1)
})

it('writes nothing when no upstream answers, although a price list differs', async () => {
  writeFileSync(join(dir, CHAT), textOf().replace('input: 1.75,', 'input: 1.70,'))
  const before = textOf()
  for (const name of up.names) up.set(name, 'reset')
  const report = await run({ write: true })
  expect(report).toMatchObject({ blind: true, findings: [] })
  expect(exitCodeOf(report)).toBe(2)
  expect(textOf()).toBe(before)
})
