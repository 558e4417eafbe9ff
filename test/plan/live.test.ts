/** Plans over the frozen catalog: every route that a price reaches is found. */
import { beforeAll, expect, it } from 'vitest'
import { compileAll, readCatalog } from '../../generator/compile.ts'
import type { CatalogIR } from '../../generator/ir.ts'
import { planOf } from '../../generator/plan/plan.ts'
import { FROZEN } from '../helpers/catalogs.ts'
import { edited, edit, type Edit } from '../checks/small-catalog.ts'
import { short } from './small.ts'

const files = readCatalog(FROZEN)
const build = (...edits: Edit[]): CatalogIR =>
  compileAll(edited(edits, files), { only: 'build' }).value!
let old: CatalogIR
beforeAll(() => {
  old = build()
})

const image = edit(
  'media/images.models.yaml',
  'sizes: { 1024x1024: 0.05 }',
  'sizes: { 1024x1024: 0.06 }',
)

it('the price of an image reaches images, edits and their addresses under /v1', () => {
  const { findings } = planOf(old, build(image))
  expect(findings.map(short)).toEqual([
    'warn | price-raised | vendorB/image-fast sizes.1024x1024 | 0.05 -> 0.06',
  ])
  expect(new Set(findings[0]!.effects.map(one => one.endpoint))).toEqual(
    new Set([
      'POST /api/v1/images/generations',
      'POST /api/v1/images/image2image',
      'POST /v1/images/generations',
      'POST /v1/images/edits',
    ]),
  )
})

it('the rate of a chat model is shown for usual conversations, by its own formula', () => {
  const { findings } = planOf(
    old,
    build(
      edit(
        'text/chat.models.yaml',
        'cache_write: 1.25, output: 5.00',
        'cache_write: 1.25, output: 6.00',
      ),
    ),
  )
  expect(findings.map(short)).toEqual(['warn | price-raised | vendorF/small-4 output | 5 -> 6'])
  const chat = findings[0]!.effects.filter(one => one.endpoint === 'POST /api/v1/chat/completions')
  expect(chat.slice(0, 3).map(one => [one.what, one.old, one.new])).toEqual([
    ['1k tokens in, 1k out', 7_000n, 8_000n],
    ['10k tokens in, 2k out', 21_000n, 23_000n],
    ['200k tokens in, 8k out', 241_000n, 249_000n],
  ])
})

it('a new row without an example is shown with the requests of other rows', () => {
  const row =
    '  vendorD/video-3: { like: vendorD, name: V, description: New clips., usd_per_mtok: 12, upstream_id: v }'
  const { findings } = planOf(
    old,
    build(edit('media/videos.models.yaml', '\nrows:\n', `\nrows:\n${row}\n`)),
  )
  expect(findings.map(short)).toEqual(['allow | model-added | vendorD/video-3'])
  const effects = findings[0]!.effects.map(one => [one.endpoint, one.old, one.new])
  expect(effects).toContainEqual(['POST /api/v1/videos/generations', undefined, 1_367_470n])
})

it('a smaller `max_output` lowers the quote of a call that sets no limit', () => {
  const mini = 'output: 2.00, context: 400000, max_output: '
  const { findings } = planOf(
    old,
    build(edit('text/chat.models.yaml', `${mini}128000`, `${mini}64000`)),
  )
  const lowered = findings.find(one => one.id === 'price-lowered')
  expect([lowered?.level, lowered?.subject]).toEqual(['block', 'vendorA/chat-6-mini max_output'])
  expect(lowered!.effects.map(one => [one.endpoint, one.what, one.old, one.new])).toContainEqual([
    'POST /api/v1/responses',
    'quote of a short call',
    26_850n,
    14_050n,
  ])
})

it('a name that moves to another row blocks, and so does an address that names another one', () => {
  const { findings } = planOf(
    old,
    build(
      edit('text/chat.models.yaml', 'aliases: [small-4], ', ''),
      edit('text/chat.models.yaml', 'aliases: [large-5]', 'aliases: [large-5, small-4]'),
      edit('tools/rpc.routes.yaml', 'with: { network: solana }', 'with: { network: ethereum }'),
    ),
  )
  expect(findings.map(short)).toEqual(
    expect.arrayContaining([
      'block | model-name-moved | small-4 | vendorF/small-4 -> vendorF/large-5',
      'block | route-changed | POST /api/v1/rpc/{network} at POST /api/v1/solana/rpc | ' +
        '{"network":"solana"} -> {"network":"ethereum"}',
    ]),
  )
})

it('numbers that move no price are named with their values', () => {
  const { findings } = planOf(
    old,
    build(
      edit('gateway.yaml', 'swap_fee_bps: 20', 'swap_fee_bps: 200'),
      edit('limits.yaml', 'onramp:   { max: 30', 'onramp:   { max: 3000'),
      edit('data/websearch.routes.yaml', 'urls: string[]! 1..100', 'urls: string[] 1..100'),
    ),
  )
  expect(findings.map(short)).toEqual(
    expect.arrayContaining([
      'warn | constant-changed | swap_fee_bps | 20 -> 200',
      expect.stringMatching(/^allow \| limit-raised \| onramp \| 30 in \d+ s -> 3000 in \d+ s$/),
      'warn | request-field-optional | POST /api/v1/websearch/contents body.urls | ' +
        'required -> optional',
    ]),
  )
})

it('the fee is one finding, whatever else changes', () => {
  const { findings } = planOf(old, build(edit('gateway.yaml', 'fee: 0.001', 'fee: 0.002'), image))
  expect(findings.map(one => one.id).toSorted()).toEqual(['constant-changed', 'price-raised'])
  const fee = findings.find(one => one.id === 'constant-changed')!
  expect(new Set(fee.effects.map(one => one.endpoint)).size).toBeGreaterThan(80)
})
