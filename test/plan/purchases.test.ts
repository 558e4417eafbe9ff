/** Recorded purchases, replayed through the old and the new catalog. */
import { expect, it } from 'vitest'
import { planOf } from '../../generator/plan/plan.ts'
import { purchasesOf } from '../../generator/plan/purchases.ts'
import { edit } from '../checks/small-catalog.ts'
import { catalogOf } from './small.ts'

const line = (model: string, count: number, more: object = {}): string =>
  JSON.stringify({
    route: '/api/v1/things',
    method: 'POST',
    request: { body: { model } },
    count,
    ...more,
  })

it('gives revenue before and after, who pays more, and what is refused', () => {
  const { purchases } = purchasesOf(
    [
      line('small', 3, { wallet: '0xa' }),
      line('large', 2, { wallet: '0xb' }),
      line('none', 5),
    ].join('\n'),
  )
  const now = catalogOf([
    edit('models', 'small: { rate: 0.01 }', 'small: { rate: 0.02 }'),
    edit('models', 'large: { rate: 0.05, most: 5 }', 'larger: { rate: 0.05, most: 5 }'),
    edit('routes', 'model: large', 'model: larger'),
  ])
  const { replay } = planOf(catalogOf(), now, { purchases })
  expect(replay).toMatchObject({ purchases: 10, raised: 3, refused: 2, unknown: 5 })
  expect(replay!.old).toBe(3n * 11_500n + 2n * 53_500n)
  expect(replay!.new).toBe(3n * 22_000n)
  expect(replay!.wallets).toEqual([{ wallet: '0xa', old: 34_500n, new: 66_000n }])
})

it('reads a file that begins with a byte order mark', () => {
  expect(purchasesOf(`\ufeff${line('small', 1)}`)).toMatchObject({ purchases: [{}], wrong: [] })
})

it('names the line that it cannot read', () => {
  expect(purchasesOf(`${line('small', 1)}\n{"count":1}\nnonsense`).wrong).toEqual([
    'line 2: it has no `route`, such as /api/v1/things',
    expect.stringMatching(/^line 3: /),
  ])
})
