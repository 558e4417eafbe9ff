/** Examples are run by the printed functions; where one disagrees the problem names both places. */
import { expect, it } from 'vitest'
import { prices } from '../../generator/examples/prices.ts'
import { runExamples } from '../../generator/examples/run.ts'
import type { CatalogIR, ExampleIR, RouteIR } from '../../generator/ir.ts'
import { code, fixture } from './fixture.ts'

/** The fixture with its first route changed. */
function changed(change: (route: RouteIR) => Partial<RouteIR>): CatalogIR {
  const ir = fixture()
  return { ...ir, routes: [{ ...ir.routes[0]!, ...change(ir.routes[0]!) }, ...ir.routes.slice(1)] }
}
const at = (start: number) => ({ file: 'x.yaml', start, end: start + 4 })
const example = (given: Partial<ExampleIR>) => (route: RouteIR) => ({
  examples: [{ ...route.examples[0]!, ...given, place: at(5), expectPlace: at(12) }],
})
const say = (ir: CatalogIR) =>
  runExamples(ir).map(p => ({
    code: p.code,
    message: p.message,
    at: p.place.start,
    also: p.also?.[0]?.label,
  }))

it('examples that agree with the catalog give no problem', () => {
  expect(runExamples(fixture())).toEqual([])
})

it('a wrong price names what was wanted, what the formula gives, and the formula', () => {
  expect(say(changed(example({ expect: { micro: 22_001n } })))).toEqual([
    {
      code: 'example-price',
      message: 'this example should cost 0.022001 USD, but the formula gives 0.022 USD',
      at: 12,
      also: 'the price comes from here',
    },
  ])
})

it('`about` compares the digits that were written', () => {
  const about = (num: bigint, den: bigint) =>
    say(changed(example({ expect: { about: { num, den } } })))
  expect(about(22n, 1000n)).toEqual([])
  expect(about(2n, 100n)).toEqual([])
  expect(about(21n, 1000n)[0]?.message).toBe(
    'this example should cost about 0.021 USD, but the formula gives 0.022 USD',
  )
})

it('an example that a gate refuses names the gate', () => {
  expect(say(changed(example({ body: { model: 'maker/two', size: 'large' } })))).toEqual([
    {
      code: 'example-refused',
      message: 'this example should pass, but is refused with 400: no such size',
      at: 5,
      also: 'this gate refuses it',
    },
  ])
})

it('an example that should be refused and is not, or otherwise', () => {
  expect(say(changed(example({ expect: { refused: 400 } })))[0]).toMatchObject({
    message: 'this example should be refused with 400, but passes and costs 0.022 USD',
    at: 12,
  })
  expect(
    say(changed(example({ body: { model: 'none' }, expect: { refused: 403 } })))[0],
  ).toMatchObject({
    message: expect.stringContaining(
      'should be refused with 403, but is refused with 400: Unknown model none',
    ),
    at: 12,
  })
})

it('the shape of the request is checked first, with defaults and dropped members', () => {
  expect(say(changed(example({ body: { model: 'maker/one', n: 9 } })))[0]?.message).toContain(
    'refused with 400: the request is not valid: /n must be <= 4',
  )
  expect(
    say(changed(example({ body: { model: 'maker/one', size: 'small', n: 1, unknown: true } }))),
  ).toEqual([])
})

it('hooks give what the example says, and one that is not given is a problem', () => {
  const asks = (hooks: Record<string, unknown>) =>
    say(
      changed(route => ({
        gates: [
          {
            ...route.gates[0]!,
            rule: code("(await hooks.held('x')) > 5n", { kind: 'boolean' }, { wait: true }),
          },
        ],
        examples: [{ ...route.examples[0]!, hooks }],
      })),
    )
  expect(asks({ held: 6n })).toEqual([])
  expect(asks({ held: 5n })[0]?.code).toBe('example-refused')
  expect(asks({})[0]?.message).toBe(
    'this example cannot be run: the hook held is called, and the example does not give its result',
  )
})

it('a network sells only its rows, and price lists hold only those', () => {
  const ir = fixture()
  const list = (name: string) =>
    prices(
      ir,
      ir.networks.find(n => n.name === name)!,
    ).routes.get('post_pictures')!
  expect(list('main').lines.map(l => [l.model, l.inputs.size, l.micro])).toEqual([
    ['maker/one', 'small', 22_000n],
    ['maker/one', 'large', 43_000n],
    ['maker/two', 'small', 53_500n],
  ])
  expect(list('test').lines).toEqual([{ inputs: {}, micro: 53_500n }])
})

it('prices are fixed, a range over listed choices and bounded numbers, or quoted', () => {
  const ir = fixture()
  const list = prices(ir, ir.networks[0]!)
  expect(list.routes.get('get_read_name')).toMatchObject({ mode: 'fixed', min: 8500n, max: 8500n })
  expect(list.routes.get('post_pictures')).toMatchObject({
    mode: 'range',
    min: 22_000n,
    max: 211_000n,
  })
  const open = changed(route => ({
    price: {
      ...route.price!,
      arms: [{ ...route.price!.arms[0]!, micro: code('BigInt(body.model.length) * 1000n') }],
    },
    pick: undefined,
    gates: [],
    table: undefined,
  }))
  expect(prices(open, open.networks[0]!).routes.get('post_pictures')).toMatchObject({
    mode: 'quote',
  })
})
