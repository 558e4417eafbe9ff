/** Sales lines (`npm run sales -- --lines`), replayed through the old and the new catalog. */
import { describe, expect, it } from 'vitest'
import type { CatalogIR } from '../../generator/ir.ts'
import { planJson } from '../../generator/plan/json.ts'
import { planMarkdown } from '../../generator/plan/markdown.ts'
import { planOf, type Plan } from '../../generator/plan/plan.ts'
import { purchasesOf } from '../../generator/plan/purchases.ts'
import { planText } from '../../generator/plan/text.ts'
import { PRICE } from '../checks/edits.ts'
import { edit, type Edit } from '../checks/small-catalog.ts'
import { catalogOf } from './small.ts'

/** A sales line as `--lines` prints it. */
const sale = (id: string, more: object = {}): string =>
  JSON.stringify({
    key: `1-${id}-2`,
    at: 1_766_000_000_000,
    outcome: 'charged',
    route: id,
    wallet: '0xa',
    network: 'eip155:8453',
    scheme: 'exact',
    quoted: '11500',
    charged: '11500',
    catalog: 'x',
    model: 'small',
    inputs: { 'body.count': 1 },
    ...more,
  })

const FORMULA = PRICE.slice('price: '.length)
const DEARER = edit('models', 'small: { rate: 0.01 }', 'small: { rate: 0.02 }')
const LARGE = { model: 'large', wallet: '0xb', quoted: '106000', charged: '106000' }

function replayOf(before: readonly Edit[], edits: readonly Edit[], ...more: object[]): Plan {
  const old = catalogOf(before)
  const lines = more.map(one => sale(idOf(old), one)).join('\n')
  const { purchases, wrong } = purchasesOf(lines)
  expect(wrong).toEqual([])
  return planOf(old, catalogOf([...before, ...edits]), { purchases })
}
const idOf = (ir: CatalogIR): string => ir.routes[0]!.id

describe('sales lines', () => {
  it('give revenue before and after, who pays more, and what is refused', () => {
    const { replay } = replayOf(
      [],
      [
        DEARER,
        edit('models', 'large: { rate: 0.05, most: 5 }', 'large: { rate: 0.05, most: 1 }'),
        edit('routes', '    - { model: large, count: 2, usd: 0.106 }\n', ''),
      ],
      {},
      { ...LARGE, inputs: { 'body.count': 2 } },
      { outcome: 'failed', charged: '0', times: 3 },
    )
    expect(replay).toMatchObject({ purchases: 2, raised: 1, refused: 1, unknown: 0 })
    expect([replay!.old, replay!.new]).toEqual([11_500n + 106_000n, 22_000n])
    expect(replay!.wallets).toEqual([{ wallet: '0xa', old: 11_500n, new: 22_000n }])
    expect(replay!.whyRefused).toBe('POST /api/v1/things: 400 At most 1')
  })

  it('of a row or route that is gone are refused', () => {
    const gone = [
      edit('models', 'large: { rate: 0.05, most: 5 }', 'larger: { rate: 0.05, most: 5 }'),
      edit('routes', 'model: large', 'model: larger'),
    ]
    const { replay } = replayOf([], gone, { ...LARGE, inputs: { 'body.count': 2 } })
    expect(replay).toMatchObject({
      refused: 1,
      whyRefused: 'POST /api/v1/things: large is not on sale',
    })
    const moved = replayOf([], [edit('routes', 'POST /api/v1/things', 'POST /api/v1/others')], {})
    expect(moved.replay).toMatchObject({ refused: 1, old: 11_500n, new: 0n })
  })

  it('are not refused by a new gate that reads what they do not have', () => {
    const gate = edit(
      'routes',
      '  price:',
      '    - { rule: has(body.note), error: 400 Say why }\n  price:',
    )
    const note = edit(
      'routes',
      'count: integer 1..10 = 1',
      'count: integer 1..10 = 1\n    note: string',
    )
    expect(replayOf([note], [gate], {}).replay).toMatchObject({
      refused: 0,
      old: 11_500n,
      new: 11_500n,
    })
  })

  it('with a value that is not recorded cannot be priced, and the reason is named', () => {
    expect(replayOf([], [DEARER], { inputs: { 'body.count': '?' } }).replay).toMatchObject({
      unknown: 1,
      whyUnknown: 'POST /api/v1/things: its price reads body.count, which is not recorded',
    })
  })

  it('with a value that the new price reads and the old one did not cannot be priced', () => {
    const wide = edit(
      'routes',
      'count: integer 1..10 = 1',
      'count: integer 1..10 = 1\n    wide: integer = 1\n    notes: string[]',
    )
    const by = (more: string): Edit => edit('routes', PRICE, `${PRICE} * ${more}`)
    expect(replayOf([wide], [by('body.wide')], {}).replay).toMatchObject({
      unknown: 1,
      whyUnknown: 'POST /api/v1/things: its price reads body.wide, which is not recorded',
    })
    expect(replayOf([wide], [by('size(body.notes)')], {}).replay).toMatchObject({
      unknown: 1,
      whyUnknown: 'POST /api/v1/things: its price reads body.notes.length, which is not recorded',
    })
    const inputs = { 'body.count': 1, 'body.wide': 2 }
    expect(replayOf([wide], [by('body.wide')], { inputs }).replay).toMatchObject({ unknown: 0 })
  })

  it('are free if the row is free now', () => {
    const free = (ids: string): Edit =>
      edit('routes', '  flow: inline\n', `  flow: inline\n  pay: { free: '${ids}' }\n`)
    const now = replayOf(
      [],
      [free('model.rate == 0.01')],
      {},
      { ...LARGE, inputs: { 'body.count': 2 } },
    )
    expect(now.replay).toMatchObject({ unknown: 0, old: 117_500n, new: 106_000n })
  })

  it('are unknown if a new condition of free calls reads what they do not have', () => {
    const wide = edit(
      'routes',
      'count: integer 1..10 = 1',
      'count: integer 1..10 = 1\n    wide: integer = 1',
    )
    const free = edit(
      'routes',
      '  flow: inline\n',
      "  flow: inline\n  pay: { free: 'body.wide == 1' }\n",
    )
    expect(replayOf([wide], [free], {}).replay).toMatchObject({
      unknown: 1,
      whyUnknown: 'POST /api/v1/things: its price reads body.wide, which is not recorded',
    })
    // It was charged, so the same condition did not hold.
    expect(replayOf([wide, free], [DEARER], {}).replay).toMatchObject({ unknown: 0, new: 22_000n })
  })

  it('give the margin where the cost is known', () => {
    const cost = [
      edit('models', 'columns:\n', 'columns:\n  ours: usd = 0.004\n'),
      edit('routes', PRICE, `price: { usd: '${FORMULA}', cost: model.ours * body.count }`),
    ]
    const plan = replayOf(
      cost,
      [DEARER, edit('models', 'ours: usd = 0.004', 'ours: usd = 0.015')],
      {},
      {},
    )
    expect(plan.replay!.margin).toEqual({ purchases: 2, old: 15_000n, new: 14_000n })
    const shown = { color: false, columns: 120, compared: '', at: () => undefined }
    expect(planText(plan, shown)).toContain(
      'margin of 2 purchases: 0.015 USD before, 0.014 USD now',
    )
    expect(planMarkdown(plan, '')).toContain('Margin of 2 purchases: 0.015 -> 0.014 USD')
    expect(JSON.parse(planJson(plan, shown)).purchases.margin).toEqual({
      purchases: 2,
      old: '0.015',
      new: '0.014',
    })
  })

  it('of a route that neither catalog has are not priced', () => {
    const { purchases } = purchasesOf(sale('post_nothing'))
    const { replay } = planOf(catalogOf(), catalogOf([DEARER]), { purchases })
    expect(replay).toMatchObject({
      unknown: 1,
      whyUnknown: 'post_nothing: neither catalog has this route',
    })
  })
})
