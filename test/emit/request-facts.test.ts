/**
 * What the generator finds out about a route, so that the runtime need not find it out at start.
 */
import { describe, expect, it } from 'vitest'
import { fixedParts, rowPlaceOf } from '../../generator/analysis/reads.ts'
import { compile } from '../../generator/compile.ts'
import { probesOf } from '../../generator/emit/code/probes.ts'
import { allPrices } from '../../generator/examples/prices.ts'
import type { CatalogIR } from '../../generator/ir.ts'
import type { Problem, SourceFile } from '../../generator/types.ts'
import { edit, edited, file, type Edit } from '../checks/small-catalog.ts'

/** The small catalog with edits, which must be right. */
function made(...edits: readonly Edit[]): CatalogIR {
  const files = edited(edits)
  const { value, problems } = compile(priced(files, compile(files).problems))
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  return value!
}

/** The files with the prices that examples lack, as `check` says them. */
function priced(files: readonly SourceFile[], problems: readonly Problem[]): SourceFile[] {
  return files.map(one => {
    const lacking = problems.filter(
      ({ code, place }) => code === 'example-price' && place.file === one.path,
    )
    const text = lacking.reduceRight((text, { place, hint }) => {
      const usd = /usd: ([\d.]+)/.exec(hint!)![1]!
      return `${text.slice(0, place.start)}usd: ${usd}, ${text.slice(place.start)}`
    }, one.text)
    return { ...one, text }
  })
}

/** Lines of the small route in place of its price and its examples. */
function lines(price: string, ...more: readonly string[]): Edit[] {
  return [
    edit('routes', '  price: model.rate * body.count * margin + fee\n', `${price}\n`),
    edit('routes', '    - { model: small, usd: 0.0115 }\n', ''),
    edit('routes', '    - { model: large, count: 2, usd: 0.106 }\n', '    - { model: small }\n'),
    ...more.map(line => edit('routes', '  upstream:', `${line}\n  upstream:`)),
  ]
}

describe('the field that names the row', () => {
  const body = '    model: string!\n'
  const gate = '    - rule: body.model in models\n      error: 400 Unknown model {body.model}\n'

  it('is the one that `pick` reads', () => {
    expect(rowPlaceOf(made().routes[0]!)).toEqual(['body', 'model'])
  })

  it('may be in the path', () => {
    const catalog = made(
      edit('routes', '/things\n', '/things/{kind}\n'),
      edit('routes', body, ''),
      edit('routes', '  body:\n', '  pick: path.kind\n  body:\n'),
      edit('routes', gate, '    - { rule: path.kind in models, error: 400 Unknown kind }\n'),
      edit('routes', '{ model: small, usd', '{ path: { kind: small }, usd'),
      edit('routes', '{ model: large, count', '{ path: { kind: large }, count'),
    )
    expect(rowPlaceOf(catalog.routes[0]!)).toEqual(['path', 'kind'])
  })

  it.each([
    [
      'a default may stand in for it',
      'first(body.model, "small")',
      ['body', 'model'],
      'string',
      'small',
    ],
    [
      'a name that is put together has none',
      'join(["s", body.model], "")',
      undefined,
      'string!',
      'mall',
    ],
  ])('%s', (_, pick, place, type, model) => {
    const catalog = made(
      edit('routes', body, `    model: ${type}\n`),
      edit('routes', '  body:\n', `  pick: '${pick}'\n  body:\n`),
      edit('routes', gate, `    - { rule: '${pick} in models', error: 400 Unknown model }\n`),
      edit('routes', '    - { model: small, usd: 0.0115 }\n', ''),
      edit('routes', '{ model: large, count: 2, usd: 0.106 }', `{ model: ${model} }`),
    )
    expect(rowPlaceOf(catalog.routes[0]!)).toEqual(place)
  })
})

describe('the parts of replies that no request decides', () => {
  it.each([
    ['a price by row and count', '  price: model.rate * body.count', [], []],
    ['a price by row', '  price: model.rate', [], []],
    ['a flat price', '  price: 0.5 + fee', [], ['quote']],
    ['members that show the address', '  price: 0.5', ['  show: { at: =route.path }'], ['quote']],
    ['members that show the query', '  price: 0.5', ['  show: { at: =route.search }'], []],
    ['members that show the body', '  price: 0.5', ['  show: { count: =body.count }'], []],
    [
      'discovery members of the table',
      '  price: model.rate',
      ["  discovery_show: { models: '=models.map(m, m.id)' }"],
      ['discovery'],
    ],
    [
      'discovery members of the address',
      '  price: 0.5',
      ['  discovery_show: { at: =route.path }'],
      ['quote'],
    ],
  ])('%s', (_, price, more, parts) => {
    expect(fixedParts(made(...lines(price, ...more)).routes[0]!)).toEqual(parts)
  })
})

describe('the requests whose quote answers an empty probe', () => {
  const NETWORK = `test:
  kind: evm
  scheme: exact
  chain: eip155:84532
  label: test
  asset: { symbol: USDC, address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e", decimals: 6, name: USDC, version: "2" }
`
  const both = edit('gateway', 'networks: [base]', 'networks: [base, test]')
  const probes = (...edits: readonly Edit[]) => {
    const catalog = made(...edits)
    return probesOf(catalog.routes[0]!, allPrices(catalog))
  }
  const small = { model: 'small', count: 1 }

  it('are the first example with its defaults, once for networks that sell the same', () => {
    expect(probes(both, file('networks/test.yaml', NETWORK))).toEqual([
      { networks: ['base', 'test'], body: small },
    ])
  })

  it('differ between networks that sell different rows', () => {
    const only = `${NETWORK}  only: { things.models: [large] }\n`
    expect(probes(both, file('networks/test.yaml', only))).toEqual([
      { networks: ['base'], body: small },
      { networks: ['test'], body: { model: 'large', count: 2 } },
    ])
  })

  it('are none on a network that sells no example', () => {
    const only = `${NETWORK}  only: { things.models: [large] }\n`
    const large = edit('routes', '    - { model: large, count: 2, usd: 0.106 }\n', '')
    expect(probes(both, large, file('networks/test.yaml', only))).toEqual([
      { networks: ['base'], body: small },
    ])
  })

  it('skip examples that are refused or free', () => {
    const refused = '    - { model: large, count: 9, refused: 400 }\n'
    const free = '    - { model: small, count: 1, usd: 0 }\n'
    expect(
      probes(
        edit('routes', '    - { model: small, usd: 0.0115 }\n', refused + free),
        edit(
          'routes',
          '  upstream:',
          '  pay: { free: model.most == 10 }\n  limit: few\n  upstream:',
        ),
        file('limits.yaml', 'few: { max: 10, per: 1m, by: ip, style: full }\n'),
      ),
    ).toEqual([{ networks: ['base'], body: { model: 'large', count: 2 } }])
  })
})
