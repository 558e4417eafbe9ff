/** The lines of prices: what a formula adds up, to the last digit. */
import { describe, expect, it } from 'vitest'
import { compileAll } from '../../generator/compile.ts'
import { createEnvironment, type Environment } from '../../generator/examples/environment.ts'
import { catalogAt } from '../../generator/catalog/in-time.ts'
import { offerOf, scopeOf } from '../../generator/examples/offer.ts'
import type { CatalogIR } from '../../generator/ir.ts'
import { linesOf, type PriceLine } from '../../runtime/x402/price-lines.ts'
import { exact, microOf } from '../prices/lines.ts'
import { edited, file } from '../checks/small-catalog.ts'
import { runs } from '../helpers/runs.ts'
import { random, type Random } from './random.ts'

/** Routes of the small catalog, `/api/v1/p<n>`, with these prices as YAML. */
function catalogOf(prices: readonly string[]): CatalogIR {
  const routes = prices.map(
    (price, i) => `- route: POST /api/v1/p${i}
  summary: A priced call
  flow: inline
  models: things.models
  body: { model: string!, count: integer 1..10 = 1, seconds: integer 0..9000 = 60, hd: boolean = false }
  let: { twice: body.count * 2 }
  gates: [{ rule: body.model in models, error: 400 Unknown }]
  price: ${price}
  upstream: maker.make
  reply: { made: =result.made }
`,
  )
  const things =
    'columns:\n  rate: usd!\n  slow: usd\n  factor: decimal = 1\n  most: integer = 10\n' +
    'rows:\n  small: { rate: 0.01, factor: 2 }\n  large: { rate: 0.05, slow: 0.000013, most: 5 }\n'
  const { value, problems } = compileAll(
    edited([
      file('tools/things.routes.yaml', routes.join('')),
      file('tools/things.models.yaml', things),
    ]),
    { only: 'build' },
  )
  const errors = problems.filter(({ severity }) => severity === 'error')
  expect(errors.map(({ message, hint }) => [message, hint])).toEqual([])
  return value!
}

const environmentOf = (ir: CatalogIR): Environment => createEnvironment(ir, ir.networks[0]!)

/** The lines of a request at a route, and its price in micro-USD. */
function quoted(
  at: Environment,
  route: number,
  body: object,
): { micro: bigint; lines: PriceLine[] } {
  const of = at.ir.routes.find(({ path }) => path === `/api/v1/p${route}`)!
  const { price } = offerOf(of, at).route
  const request = { model: 'small', count: 1, seconds: 60, hd: false, ...body }
  const scope = scopeOf(of, at, { body: request, query: {} })
  const micro = price!.micro(scope)
  return { micro, lines: linesOf(price!.lines!(scope), micro) }
}

const brief = (lines: readonly PriceLine[]): string[] =>
  lines.map(({ unit, quantity, rate, total }) => `${unit}: ${quantity} x ${rate} = ${total}`)

const CASES: readonly (readonly [price: string, body: object, lines: readonly string[]])[] = [
  [
    'model.rate * body.count * margin + fee',
    { count: 3 },
    ['count: 3 x 0.01 = 0.03', 'margin: 0.03 x 0.05 = 0.0015', 'fee: 1 x 0.001 = 0.001'],
  ],
  ['0.01 + fee', {}, ['call: 1 x 0.01 = 0.01', 'fee: 1 x 0.001 = 0.001']],
  ['"0.541"', {}, ['call: 1 x 0.541 = 0.541']],
  [
    '{ usd: model.rate * body.count * margin + fee, units: { pictures: body.count } }',
    { count: 2 },
    ['pictures: 2 x 0.01 = 0.02', 'margin: 0.02 x 0.05 = 0.001', 'fee: 1 x 0.001 = 0.001'],
  ],
  ['{ usd: model.rate, units: { songs: 1 } }', {}, ['songs: 1 x 0.01 = 0.01']],
  [
    'max(body.seconds * model.rate / 100000, minimum) + fee',
    { seconds: 7 },
    [
      'seconds: 7 x 0.0000001 = 0.0000007',
      'minimum: 1 x 0.0009993 = 0.0009993',
      'fee: 1 x 0.001 = 0.001',
    ],
  ],
  [
    'max(body.seconds * model.rate / 100000, minimum) + fee',
    { seconds: 9000 },
    [
      'seconds: 9000 x 0.0000001 = 0.0009',
      'minimum: 1 x 0.0001 = 0.0001',
      'fee: 1 x 0.001 = 0.001',
    ],
  ],
  [
    '{ let: { shown: body.seconds * 0.1, nothing: 0 }, usd: shown * model.rate + nothing * model.rate }',
    { seconds: 33 },
    ['shown: 3.3 x 0.01 = 0.033'],
  ],
  [
    'choose(body.hd, model.rate * body.count, model.rate * body.seconds * 2) * margin + fee',
    { hd: true },
    ['count: 1 x 0.01 = 0.01', 'margin: 0.01 x 0.05 = 0.0005', 'fee: 1 x 0.001 = 0.001'],
  ],
  [
    '(model.rate * twice + body.seconds * 0.001) * model.factor',
    { seconds: 5 },
    ['twice: 2 x 0.02 = 0.04', 'seconds: 5 x 0.002 = 0.01'],
  ],
  [
    'min(body.seconds * model.rate, 0.3)',
    { seconds: 50 },
    ['seconds: 50 x 0.01 = 0.5', 'maximum: 1 x -0.2 = -0.2'],
  ],
  [
    '{ by: \'choose(body.hd, "high", "low")\', high: model.rate + fee, low: body.count * model.rate }',
    { hd: true, count: 4 },
    ['call: 1 x 0.01 = 0.01', 'fee: 1 x 0.001 = 0.001'],
  ],
  [
    'model.rate * body.seconds / 3600',
    { seconds: 301 },
    [
      'seconds: 301 x 0.000002777777777777 = 0.000836111111111111',
      'rounding: 1 x 0.000000888888888889 = 0.000000888888888889',
    ],
  ],
  [
    'model.rate * body.count - 0.0040004',
    {},
    [
      'count: 1 x 0.01 = 0.01',
      'call: 1 x -0.0040004 = -0.0040004',
      'rounding: 1 x 0.0000004 = 0.0000004',
    ],
  ],
]

describe('the lines of a price', () => {
  const at = environmentOf(catalogOf(CASES.map(([price]) => price)))
  it.each(CASES.map(([price, body, lines], i) => ({ price, body, lines, i })))(
    '$price of $body',
    ({ body, lines, i }) => {
      const found = quoted(at, i, body)
      expect(brief(found.lines)).toEqual(lines)
      expect(microOf(found.lines)).toBe(found.micro)
    },
  )

  it('show a promotion as a line', () => {
    const dated = 'dated: [{ from: 2026-12-01, until: 2026-12-08, discount: 20 %, because: x }]'
    const ir = catalogOf([`{ usd: model.rate * body.count + fee, ${dated} }`])
    const then = environmentOf(catalogAt(ir, Date.parse('2026-12-03')))
    const { micro, lines } = quoted(then, 0, { count: 2 })
    expect(micro).toBe(16_800n)
    expect(brief(lines)).toEqual([
      'count: 2 x 0.01 = 0.02',
      'fee: 1 x 0.001 = 0.001',
      'discount: 0.021 x -0.2 = -0.0042',
    ])
  })

  it('are one for a price without a formula for them', () => {
    const lines = linesOf(undefined, 1_500_000n)
    expect(brief(lines)).toEqual(['call: 1 x 1.5 = 1.5'])
  })
})

/** A random amount in USD as a formula. */
function amount(rnd: Random, depth: number): string {
  const inner = (): string => amount(rnd, depth - 1)
  const rate = (): string => rnd.pick(['model.rate', 'fee', '0.0137', 'model.rate / 7', 'minimum'])
  const count = (): string =>
    rnd.pick(['body.count', 'body.seconds', 'twice', 'max(body.count, 4)', 'model.factor'])
  if (depth === 0) return rnd.chance(0.5) ? rate() : `${count()} * ${rate()}`
  return rnd.pick([
    () => `(${inner()} + ${inner()})`,
    () => `${count()} * ${inner()}`,
    () => `(${inner()}) * margin`,
    () => `(${inner()}) / 1000`,
    () => `max(${inner()}, ${inner()})`,
    () => `min(${inner()}, ${inner()})`,
    () => `choose(body.hd, ${inner()}, ${inner()})`,
    () => `choose(body.seconds > 4000, (${inner()}) * 2.5, (${inner()}) * 0.1)`,
    () => `max(${inner()} - ${inner()}, 0)`,
  ])()
}

it('adds up to the price for random formulas and requests', () => {
  const rnd = random(11)
  const formulas = Array.from({ length: runs(40) }, () => amount(rnd, 3))
  const at = environmentOf(catalogOf(formulas.map(formula => `{ usd: '${formula}' }`)))
  let most = 0
  for (const [i, formula] of formulas.entries())
    for (let n = 0; n < 5; n++) {
      const body = {
        model: rnd.pick(['small', 'large']),
        count: 1 + rnd.below(10),
        seconds: rnd.below(9001),
        hd: rnd.chance(0.5),
      }
      const { micro, lines } = quoted(at, i, body)
      most = Math.max(most, lines.length)
      expect([formula, body, microOf(lines)]).toEqual([formula, body, micro])
      const rounded = lines
        .filter(({ unit }) => unit === 'rounding')
        .map(({ total }) => exact(total))
      // Lines without an end, of `/ 7`, are cut.
      for (const one of rounded) expect(one > -20n && one < 10n ** 12n + 20n, formula).toBe(true)
    }
  expect(most).toBeGreaterThan(4)
})
