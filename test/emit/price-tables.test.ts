/** Prices in the OpenAPI document: tables in Markdown, badges, and words about what is free. */
import { describe, expect, it } from 'vitest'
import { priceWords } from '../../generator/emit/documents/pricing.ts'
import type { RoutePrice } from '../../generator/examples/prices.ts'
import { freePart, freeWords, securityPart } from '../../generator/emit/openapi/free.ts'
import { badgesPart, examplePart, tableText } from '../../generator/emit/openapi/full.ts'
import { paymentInfo, priceTable, ratesTable } from '../../generator/emit/openapi/payment.ts'
import type { NetworkIR, RouteIR } from '../../generator/ir.ts'

const price = (more: object = {}): RoutePrice =>
  ({ mode: 'quote', lines: [], ...more }) as unknown as RoutePrice
const line = (micro: bigint, inputs?: object, model?: string, more: object = {}): object => ({
  micro,
  ...(inputs && { inputs }),
  ...(model && { model }),
  ...more,
})
const markdown = (...lines: string[]): string => ['\n', ...lines].join('\n')

describe('the table of prices', () => {
  it('has a column for each choice, and USD aligned to the right', () => {
    const lines = [
      line(10_000n, { size: 's', wide: true }, 'a'),
      line(20_000n, { size: 'm', sizes: ['x', 'y'] }, 'a'),
      line(0n, { size: 'm|n' }, 'b', { free: true }),
    ]
    expect(priceTable(price({ lines }))).toBe(
      markdown(
        '|model|size|wide|USD|sizes|',
        '|-|-|-|-|-:|',
        '|a|s|true|0.01||',
        '|a|m||0.02|["x","y"]|',
        '|b|m\\|n||free||',
      ),
    )
  })

  it('has rows that differ in one choice as one, but not those of different prices', () => {
    const lines = [
      line(10_000n, { n: 1 }, 'a'),
      line(10_000n, { n: 2 }, 'a'),
      line(10_000n, { n: 2 }, 'b'),
      line(20_000n, { n: 2 }, 'b'),
      line(20_000n, { n: 3 }, 'c'),
      line(20_000n, { n: 3 }, 'c'),
    ]
    expect(priceTable(price({ lines }))).toBe(
      markdown(
        '|model|n|USD|',
        '|-|-|-:|',
        '|a|1, 2|0.01|',
        '|b|2|0.01|',
        '|b|2|0.02|',
        '|c|3|0.02|',
        '|c|3|0.02|',
      ),
    )
  })

  it('is left out for one price, and for prices of whole requests', () => {
    expect(priceTable(undefined)).toBe('')
    expect(priceTable(price({ lines: [line(1n, { n: 1 })] }))).toBe('')
    const lines = [line(1n, { request: {} }), line(2n, { request: {} }), line(3n)]
    expect(priceTable(price({ lines }))).toBe('')
  })
})

describe('the table of rates', () => {
  it('has a row for each model, numbers aligned to the right, and what columns mean', () => {
    const rates = {
      columns: [{ name: 'input', about: 'USD a token' }, { name: 'way' }, { name: 'x', about: '' }],
      rows: [
        { model: 'a', cells: { input: '1.5', way: 'token', x: 2 } },
        { model: 'b', cells: { way: '2', x: '3' }, free: true },
      ],
    }
    expect(ratesTable(price({ rates }))).toBe(
      markdown(
        '|model|input|way|x|',
        '|-|-:|-|-:|',
        '|a|1.5|token|2|',
        '|b (free)||2|3|',
        '',
        '- `input`: USD a token',
      ),
    )
    const { about: _, ...input } = rates.columns[0]!
    const bare = ratesTable(price({ rates: { ...rates, columns: [input] } }))
    expect(bare).toBe(markdown('|model|input|', '|-|-:|', '|a|1.5|', '|b (free)||'))
  })

  it('has the bounds of models without rates, if there are several', () => {
    const rows = [{ model: 'a', min: 10_000n, max: 20_000n }, { model: 'b' }]
    const table = markdown('|model|least USD|most USD|', '|-|-:|-:|', '|a|0.01|0.02|', '|b|||')
    expect(ratesTable(price({ rows }))).toBe(table)
    expect(tableText(price({ rows }))).toBe(table)
    expect(ratesTable(price({ rows: rows.slice(0, 1) }))).toBe('')
    expect(ratesTable(price())).toBe('')
    expect(ratesTable(undefined)).toBe('')
  })
})

describe('a badge', () => {
  it.each([
    [{ mode: 'fixed', min: 5000n }, '0.005 USD'],
    [{ mode: 'fixed', min: 0n }, 'signature only'],
    [{ mode: 'range', min: 5000n, max: 9000n }, 'from 0.005 USD'],
    [{ mode: 'quote', max: 9000n }, 'up to 0.009 USD'],
    [{ mode: 'quote' }, 'priced by request'],
  ])('says $1', (one, name) => {
    expect(badgesPart(price(one), { isFull: true })).toEqual({ 'x-badges': [{ name }] })
    expect(badgesPart(price(one), { isFull: false })).toEqual({})
  })

  it('and an example stand in the full document only', () => {
    expect(examplePart(0, { isFull: true })).toEqual({ example: 0 })
    expect(examplePart(0, { isFull: false })).toEqual({})
    expect(examplePart(undefined, { isFull: true })).toEqual({})
  })
})

describe('the payment of an operation', () => {
  const on = (kind: string): NetworkIR =>
    ({ kind, asset: { symbol: 'USDC', decimals: 6 } }) as unknown as NetworkIR
  it.each([
    ['evm', { mode: 'fixed', min: 5000n }, { price: '0.005', amount: '5000' }],
    ['xrpl', { mode: 'fixed', min: 5000n }, { price: '0.005' }],
    ['evm', { mode: 'range', min: 1n, max: 2n }, { minPrice: '0.000001', maxPrice: '0.000002' }],
    ['evm', { mode: 'quote', min: 1000n }, { minPrice: '0.001' }],
    ['evm', { mode: 'quote', max: 1000n }, { maxPrice: '0.001' }],
  ])('on $0 is $2', (kind, one, wanted) =>
    expect(paymentInfo(price(one), on(kind))).toEqual({
      protocols: ['x402'],
      pricingMode: one.mode,
      ...wanted,
    }),
  )
})

describe('what is free', () => {
  const route = (more: object = {}): RouteIR => ({ price: {}, ...more }) as unknown as RouteIR
  const quota = (isSigned: boolean) => price({ freeQuota: { words: '3 a day', isSigned } })
  it.each([
    ['nothing', route(), price(), '', {}],
    ['a route', route({ price: undefined }), undefined, '', { security: [] }],
    [
      'some rows',
      route({ free: {} }),
      price({ freeRows: ['a', 'b'] }),
      ' Free, without any payment: `a`, `b`.',
      { security: [{ payment: [] }, {}] },
    ],
    [
      'some calls',
      route({ free: {} }),
      price(),
      ' Some calls are free.',
      { security: [{ payment: [] }, {}] },
    ],
    [
      'first calls without a signature',
      route(),
      quota(false),
      ' How to use what is free: send no payment, and the answer comes without a 402.',
      { security: [{ payment: [] }, {}] },
    ],
    [
      'first calls of a wallet',
      route(),
      quota(true),
      ' How to use what is free: sign as usual, and nothing is charged.',
      {},
    ],
    [
      'what a wallet signs in for',
      route({ serves: 'purchases' }),
      undefined,
      '',
      {
        security: [{ signIn: [] }],
      },
    ],
  ])('%s', (_name, one, known, words, security) => {
    expect(freeWords(one, known)).toBe(words)
    expect(securityPart(one, known)).toEqual(security)
  })

  it('has its rows in a form for programs', () => {
    expect(freePart(price({ freeRows: ['a'] }))).toEqual({ 'x-free-models': ['a'] })
    expect(freePart(price())).toEqual({})
  })
})

describe('a price in a few words', () => {
  const paid = (more: object = {}): RouteIR => ({ price: {}, ...more }) as unknown as RouteIR
  it.each([
    ['suspended', paid({ suspended: {} }), price({ mode: 'fixed', min: 5000n })],
    ['free', paid({ price: undefined }), undefined],
    ['0.005 USD', paid(), price({ mode: 'fixed', min: 5000n })],
    ['0 USD; the signature names the wallet', paid(), price({ mode: 'fixed', min: 0n })],
    ['0.005 to 0.01 USD', paid(), price({ mode: 'range', min: 5000n, max: 10_000n })],
    ['from 0.005 USD, quoted per request', paid(), price({ min: 5000n })],
    ['up to 0.01 USD, quoted per request', paid(), price({ max: 10_000n })],
    ['quoted per request', paid(), price()],
    ['quoted per request', paid(), undefined],
    ['quoted per request, some calls free', paid({ free: {} }), price()],
    [
      '0.005 USD, some calls free; free: the first 3 a day',
      paid({ free: {} }),
      price({ mode: 'fixed', min: 5000n, freeQuota: { words: '3 a day' } }),
    ],
  ])('is %s', (words, route, known) => expect(priceWords(route, known)).toBe(words))
})
