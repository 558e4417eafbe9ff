/** `examples` lists and writes the amounts of examples that the formulas do not give. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { repository, type Repository } from './repository.ts'

let repo: Repository
beforeEach(() => {
  repo = repository()
})
afterEach(() => repo.remove())

const ROUTES = 'tools/things.routes.yaml'
const MODELS = 'tools/things.models.yaml'
const routes = (): string => readFileSync(join(repo.catalog, ROUTES), 'utf8')
const write = (): ReturnType<Repository['run']> => repo.run('examples', '--write')

it('lists old and new amounts, and writes them only with --write', async () => {
  repo.change('gateway.yaml', 'fee: 0.001', 'fee: 0.002')
  const before = routes()
  const found = await repo.run('check')
  expect(found.out).toContain('`npm run examples -- --write` writes 2 prices of examples')
  const { code, out } = await repo.run('examples')
  expect(out).toBe(
    `${repo.catalog}/${ROUTES}:17: usd 0.0115 -> 0.0125  +8.7 %\n` +
      `${repo.catalog}/${ROUTES}:18: usd 0.106 -> 0.107  +0.943 %\n\n` +
      '2 prices of examples to change: `npm run examples -- --write` writes them\n',
  )
  expect(code).toBe(1)
  expect(routes()).toBe(before)
  expect(await write()).toMatchObject({ code: 0, err: '' })
  expect(routes()).toBe(before.replace('0.0115', '0.0125').replace('0.106', '0.107'))
  expect((await repo.run('plan')).out).toContain('fee 0.001 -> 0.002')
  expect((await repo.run('examples')).out).toBe(
    'all examples have the price that the formulas give\n',
  )
})

it('check, plan and this command count the same amounts, and say of what', async () => {
  const price = 'price: model.rate * body.count * margin + fee'
  const charge =
    '{ let: { n: body.count }, usd: n * model.rate + fee, actual: { n: count(result.made) } }'
  const used =
    '{ model: small, count: 4, usd: 0.041, used: { result: { made: [1, 2] } }, actual: 0.021 }'
  repo.write(
    ROUTES,
    routes()
      .replace(price, `price: ${charge}\n  row_prices: { large: 0.051 }`)
      .replace('- { model: small, usd: 0.0115 }', `- ${used}`)
      .replace('    - { model: large, count: 2, usd: 0.106 }\n', ''),
  )
  repo.git('commit', '-qam', 'second')
  expect((await repo.run('check')).code).toBe(0)
  repo.change('gateway.yaml', 'fee: 0.001', 'fee: 0.002')
  const amounts = '3 amounts (1 price of an example, 1 charge and 1 row price)'
  const { out } = await repo.run('check')
  expect(out).toContain(`; ${amounts} are wrong now`)
  expect(out).toContain(`writes ${amounts}`)
  expect(out).toContain('1 problem')
  expect((await repo.run('plan')).out).toContain(`${amounts} are out of date`)
  expect((await repo.run('examples')).out).toContain(`${amounts} to change`)
  expect((await write()).out).toContain(`${amounts} written`)
  expect((await repo.run('examples')).code).toBe(0)
})

it('keeps comments, blanks and line ends, and writes amounts of use, of a day and of rows', async () => {
  repo.write(
    ROUTES,
    routes()
      .replace(
        'price: model.rate * body.count * margin + fee',
        'price: { let: { things: body.count }, usd: things * model.rate + fee, actual: { things: count(result.made) } }',
      )
      .replace('{ model: small, usd: 0.0115 }', '{ usd:   9, model: small }   # the least')
      .replace(
        '{ model: large, count: 2, usd: 0.106 }',
        '{ model: small, count: 4, usd: 9, used: { result: { made: [1, 2] } }, actual: 7 }',
      )
      .replace(
        '  examples:\n',
        '  row_prices: { "large":3 }  # one\n  examples:\n    - { model: small, at: 2026-12-03, about: 0.5 }\n',
      )
      .replaceAll('\n', '\r\n'),
  )
  repo.change(
    MODELS,
    'small: { rate: 0.01 }',
    'small: { rate: 0.01, dated: [{ from: 2026-12-01, rate: 0.015, because: more }] }',
  )
  const before = routes()
  const { code, out, err } = await write()
  expect(err).toBe('')
  expect(out).toContain('"large" 3 -> 0.051')
  expect(routes()).toBe(
    before
      .replace('usd:   9,', 'usd:   0.011,')
      .replace('usd: 9, used', 'usd: 0.041, used')
      .replace('actual: 7', 'actual: 0.021')
      .replace('"large":3 }', '"large":0.051 }')
      .replace('about: 0.5', 'about: 0.016'),
  )
  expect(code).toBe(0)
})

it('finds the amount behind a comment, and behind a key with colons', async () => {
  const ids = ['a:b', '"c:d"', "'e:f'", 'large']
  repo.change(
    MODELS,
    '  small: {',
    ids
      .slice(0, 3)
      .map(id => `  ${id}: { rate: 0.01 }\n`)
      .join('') + '  small: {',
  )
  const written = (usd: string): string =>
    `  row_prices:\n${ids.map(id => `    ${id}: # for 5: 6\n      ${usd}\n`).join('')}`
  repo.write(ROUTES, routes().replace('  examples:\n', `${written('9')}  examples:\n`))
  const { code, out, err } = await write()
  expect([code, err]).toEqual([0, ''])
  for (const id of ids) expect(out).toContain(`: ${id} 9 -> `)
  expect(routes()).toContain(written('0.0115').replace(/0\.0115\n$/, '0.0535\n'))
})

it.each([
  ['a misspelt key', (): void => repo.change(ROUTES, 'gates:', 'gaets:'), 'gaets'],
  [
    'another wrong example',
    (): void => repo.change(ROUTES, 'large, count: 2', 'none, count: 2'),
    'should pass',
  ],
  ['a tenfold price', (): void => repo.change(MODELS, 'rate: 0.01', 'rate: 0.1'), 'price-jump'],
])('refuses while there is %s', async (_what, spoil, said) => {
  repo.change('gateway.yaml', 'fee: 0.001', 'fee: 0.002')
  spoil()
  const before = routes()
  const { code, out, err } = await write()
  expect(err).toContain(said)
  expect(err).toContain('nothing is written: first fix 1 other error')
  expect(out).toBe('')
  expect(code).toBe(1)
  expect(routes()).toBe(before)
})
