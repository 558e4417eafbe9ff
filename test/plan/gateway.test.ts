/** Changes of the gateway as a whole, which no price and no route shows. */
import { describe, expect, it } from 'vitest'
import { edit, file, type Edit } from '../checks/small-catalog.ts'
import { planWith, short } from './small.ts'

const found = (edits: readonly Edit[]) => planWith(edits, []).findings

describe('an upstream', () => {
  it.each([
    ['base', edit('upstream', 'base: https://', 'base: https://other.'), 'its key go elsewhere'],
    ['headers', edit('upstream', '{key}', '{key}x'), 'other headers'],
  ])('with another %s is a warning', (part, changed, words) => {
    const [one, ...others] = found([changed])
    expect(others).toEqual([])
    expect(short(one!)).toBe(`warn | upstream-changed | upstream maker ${part}`)
    expect(one!.message).toContain(words)
  })
})

it('another name of the gateway is blocked, because its store would be empty', () => {
  const [one, ...others] = found([edit('gateway', 'name: ', 'name: New ')])
  expect(others).toEqual([])
  expect(short(one!)).toBe('block | gateway-renamed | name of the gateway | Shop -> New Shop')
  expect(one!.message).toContain('not found')
})

describe('an upstream that is new', () => {
  const other = (name: string, base: string): Edit =>
    file(
      'upstreams/other.yaml',
      `${name}:\n  base: ${base}\n  source: other\n  headers: { x-key: "{key}" }\n` +
        '  settings: { account: needed }\n' +
        '  calls: { look: { get: /a, timeout: 5s, give: { all: =reply } } }\n',
    )
  const FIRST = other('other', 'https://other.example')

  it('names the variables of the environment that it needs', () => {
    expect(found([FIRST]).map(one => one.message)).toEqual([
      'upstream other is new; set OTHER_KEY, OTHER_ACCOUNT in the environment',
    ])
  })

  it('with the address of one that is gone is that one under another name', () => {
    const { findings } = planWith([other('second', 'https://other.example')], [FIRST])
    expect(findings.map(one => one.message)).toEqual([
      'upstream second was called other; set SECOND_KEY, SECOND_ACCOUNT in the environment, ' +
        'which was OTHER_KEY, OTHER_ACCOUNT',
    ])
  })
})

describe('a setting of gateway.yaml without findings of its own', () => {
  it.each([
    ['warn', 'absorbed: 5.00', 'absorbed none -> 5.00'],
    ['allow', 'promotion_notice: 5d', 'promotion_notice none -> 5d'],
  ])('%s: %s', (level, line, message) => {
    const [one, ...others] = found([edit('gateway', 'round: up\n', `round: up\n${line}\n`)])
    expect(others).toEqual([])
    expect([one!.id, one!.level, one!.message]).toEqual(['gateway-changed', level, message])
  })
})

const owned = (name: string, keep: string): Edit =>
  file(
    'records/things.yaml',
    `${name}:\n  key: id\n  fields: { owner: wallet!, ends: time! }\n` +
      `  lease: ends\n  keep: ${keep}\n`,
  )

it('records with another name are blocked: what wallets own is not found any more', () => {
  const { verdict, findings } = planWith([owned('others', '7d')], [owned('owned', '7d')])
  expect([verdict, findings.map(short)]).toEqual([
    'block',
    ['block | records-removed | records owned'],
  ])
})

it('records that are kept for less time are a warning with both times', () => {
  const { findings } = planWith([owned('owned', '3d')], [owned('owned', '7d')])
  expect(findings.map(one => [short(one), one.message])).toEqual([
    ['warn | records-changed | records owned', 'records owned.keep 7d -> 3d'],
  ])
})
