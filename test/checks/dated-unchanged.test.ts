/** Dated prices of a route that change nothing: they are reported, and no others. */
import { describe, expect, it } from 'vitest'
import { compileAll } from '../../generator/compile.ts'
import { PRICE } from './edits.ts'
import { edit, edited, type Edit } from './small-catalog.ts'

describe('an entry of a route that equals the list', () => {
  const COUNTED = `price:
    let: { things: body.count }
    usd: model.rate * things + fee
    actual: { things: count(result.made) }
    cost: model.rate * 0.5 * things
    units: { things: things }
    show: { rate: =model.rate }
    dated:
      - { from: 2027-01-01, `
  const found = (entry: string, ...edits: readonly Edit[]): string[] =>
    compileAll(edited([edit('routes', PRICE, `${COUNTED}${entry}, because: more }`), ...edits]))
      .problems.filter(({ code }) => code === 'dated')
      .map(({ message }) => message)
  const EQUAL = 'the price of Makes things is that of the list'

  it('is reported with its days', () => {
    expect(found('usd: model.rate * things + fee')).toEqual([`from 2027-01-01, ${EQUAL}`])
    expect(found('until: 2027-02-01, usd: model.rate * things + fee')).toEqual([
      `from 2027-01-01 until 2027-02-01, ${EQUAL}`,
    ])
  })

  it.each([
    'usd: model.rate * things * 1.1 + fee',
    'let: { things: body.count + 1 }',
    'actual: { things: count(result.made) + 1 }',
    'cost: model.rate * 0.6 * things',
    'show: { rate: =model.rate * 2 }',
    'until: 2027-02-01, discount: 10 %',
  ])('is none that has another value: %s', entry => expect(found(entry)).toEqual([]))

  it('is reported once, and not where a number of gateway.yaml changes it', () => {
    const fee = (days: string): Edit =>
      edit(
        'gateway',
        'fee: 0.001\n',
        `fee: 0.001\ndated: [{ ${days}, fee: 0.0015, because: gas }]\n`,
      )
    const same = 'until: 2027-04-01, usd: model.rate * things + fee'
    expect(found(same, fee('from: 2027-02-01, until: 2027-03-01'))).toEqual([
      `from 2027-01-01 until 2027-02-01, ${EQUAL}`,
    ])
    expect(found(same, fee('from: 2026-12-01'))).toEqual([])
    // It keeps the price of the list while the fee is another one.
    const kept = 'until: 2027-04-01, usd: model.rate * things + 0.001'
    expect(found(kept, fee('from: 2026-12-01'))).toEqual([])
  })

  it('is none of gateway.yaml, which may change other formulas of the route', () => {
    const most = edit(
      'gateway',
      'fee: 0.001\n',
      'fee: 0.001\nconstants: { most_things: 8 }\n' +
        'dated: [{ from: 2026-12-01, until: 2026-12-20, because: more, ' +
        'constants: { most_things: 9 } }]\n',
    )
    const gate = edit(
      'routes',
      '  gates:\n',
      '  gates:\n    - { rule: body.count <= most_things, error: 400 Too many }\n',
    )
    expect(found('until: 2027-02-01, discount: 10 %', most, gate)).toEqual([])
  })
})
