/** What a condition that held says about texts, for the formulas behind it. */
import { describe, expect, it } from 'vitest'
import { lowerFormula } from '../../generator/formula/lower.ts'
import { narrow } from '../../generator/formula/within.ts'
import { choices, good, list, NAMES, optional, record, STRING, text, usd } from './world.ts'
import type { Names, Type, Within } from '../../generator/types.ts'

const table = (keys: object): Type => ({ kind: 'table', of: usd(100n), ...keys })

const MORE: Names = {
  ...NAMES,
  rates: { code: 'rates', type: table({ keys: ['closed', 'archived'] }) },
  some: { code: 'some', type: table({}) },
  partly: { code: 'partly', type: table({ some: ['active', 'closed'], sure: ['active'] }) },
  open: { code: 'open', type: table({ keys: ['a'], open: true }) },
  state: { code: 'state', type: choices('active', 'closed', 'archived') },
  kind: { code: 'kind', type: choices('active', 'open') },
  yes: { code: 'yes', type: { kind: 'boolean', is: true } },
  no: { code: 'no', type: { kind: 'boolean', is: false } },
  row: {
    code: 'row',
    type: record({
      state: optional(choices('active', 'closed')),
      here: { type: STRING, optional: true, need: true },
      gone: { type: STRING, optional: true, never: true },
      deep: record({ state: choices('active', 'closed') }),
    }),
  },
}
const narrows = (formula: string) => good(lowerFormula(text(formula), MORE)).narrows

type Facts = Readonly<Record<string, Within>> | 'never' | undefined

describe('after this condition, the values are known of', () => {
  it.each<[string, Facts]>([
    ['state == "active"', { state: { values: ['active'] } }],
    ['"active" == state', { state: { values: ['active'] } }],
    ['state != "active"', { state: { values: ['closed', 'archived'] } }],
    ['!(state == "active")', { state: { values: ['closed', 'archived'] } }],
    ['!(state != "active")', { state: { values: ['active'] } }],
    ['state == kind', { state: { values: ['active'] }, kind: { values: ['active'] } }],
    ['state != kind', undefined],
    ['body.prompt == "x"', { 'body.prompt': { values: ['x'] } }],
    ['body.prompt != "x"', undefined],
    ['reply.k == "a"', undefined],
    ['body.prompt == body.size', undefined],
    ['body.n == 3', undefined],
    ['state in ["active", "closed"]', { state: { values: ['active', 'closed'] } }],
    ['!(state in ["active", "closed"])', { state: { values: ['archived'] } }],
    ['state in [kind, "closed"]', { state: { values: ['active', 'closed'] } }],
    ['!(state in [kind])', undefined],
    ['state in model.ratios', undefined],
  ])('equality: %s', (formula, facts) => {
    expect(narrows(formula)).toEqual(facts && new Map(Object.entries(facts)))
  })

  it.each<[string, Facts]>([
    ['body.prompt in some', { 'body.prompt': { keyOf: ['some'] } }],
    ['body.prompt in open', { 'body.prompt': { keyOf: ['open'] } }],
    [
      'body.prompt in rates',
      { 'body.prompt': { values: ['closed', 'archived'], keyOf: ['rates'] } },
    ],
    [
      'body.prompt in partly',
      { 'body.prompt': { values: ['active', 'closed'], keyOf: ['partly'] } },
    ],
    ['reply.k in rates', { 'reply.k': { values: ['closed', 'archived'], keyOf: ['rates'] } }],
    ['state in rates', { state: { values: ['closed', 'archived'], keyOf: ['rates'] } }],
    ['has(rates[state])', { state: { values: ['closed', 'archived'], keyOf: ['rates'] } }],
    ['has(some[body.prompt])', { 'body.prompt': { keyOf: ['some'] } }],
    ['!(state in rates)', { state: { values: ['active'] } }],
    ['!(state in partly)', undefined],
    ['(body.prompt + "x") in rates', undefined],
  ])('keys of tables: %s', (formula, facts) => {
    expect(narrows(formula)).toEqual(facts && new Map(Object.entries(facts)))
  })

  it.each<[string, Facts]>([
    ['state != "active" && state != "closed"', { state: { values: ['archived'] } }],
    ['state == "active" || state == "closed"', { state: { values: ['active', 'closed'] } }],
    ['!(state == "active" || state == "closed")', { state: { values: ['archived'] } }],
    ['!(state != "active" && state != "closed")', { state: { values: ['active', 'closed'] } }],
    [
      'state == "active" && body.prompt == "x"',
      { state: { values: ['active'] }, 'body.prompt': { values: ['x'] } },
    ],
    ['kind == "open" || body.prompt == "x"', { kind: { values: ['open', 'active'] } }],
    ['body.prompt == "x" || body.stream', undefined],
    ['body.stream && state == "active"', { state: { values: ['active'] } }],
    [
      'body.prompt in some && body.prompt in rates',
      { 'body.prompt': { values: ['closed', 'archived'], keyOf: ['some', 'rates'] } },
    ],
    ['body.prompt in some && body.prompt in some', { 'body.prompt': { keyOf: ['some'] } }],
    [
      'body.prompt in some && (body.prompt in some || body.stream)',
      { 'body.prompt': { keyOf: ['some'] } },
    ],
    ['body.prompt in some || body.prompt in open', undefined],
    ['body.prompt in some || body.prompt == "x"', undefined],
    [
      'body.prompt in some && body.stream || body.prompt in some && body.n > 3',
      { 'body.prompt': { keyOf: ['some'] } },
    ],
    ['has(row.state)', undefined],
    ['!has(row.state)', { 'row.state': { values: [] } }],
    ['!has(row.state) || row.state == "active"', { 'row.state': { values: ['active'] } }],
    ['yes && state == "active"', { state: { values: ['active'] } }],
    ['no || state == "active"', { state: { values: ['active'] } }],
  ])('conditions together: %s', (formula, facts) => {
    expect(narrows(formula)).toEqual(facts && new Map(Object.entries(facts)))
  })

  it.each([
    'state == "active" && state == "closed"',
    'has(row.gone)',
    '!has(row.here)',
    '!yes',
    'no && state == "active"',
    'false || false',
    'no || body.n > 10',
    '!(yes || state == "active")',
  ])('nothing, since it never holds: %s', formula => {
    expect(narrows(formula)).toBe('never')
  })
})

describe('the names after a condition', () => {
  const of = (names: Names, formula: string): Type => good(lowerFormula(text(formula), names)).type!

  it.each([
    ['state', 'state == "active"'],
    ['row.state', 'has(row.state) && row.state == "active"'],
    ['row.deep.state', 'row.deep.state == "active"'],
  ])('have its facts: %s', (path, condition) => {
    const names = narrow(MORE, narrows(condition))
    expect(of(names, path)).toEqual({ ...of(MORE, path), within: { values: ['active'] } })
    expect(Object.keys(names)).toEqual(Object.keys(MORE))
    expect(of(names, 'kind')).toEqual(of(MORE, 'kind'))
  })

  it.each<[string, Facts]>([
    ['no condition', undefined],
    ['a condition that never holds', 'never'],
    ['an element', { 'row["state"]': { values: ['active'] } }],
    ['a name that does not exist', { toString: { values: ['active'] } }],
    ['a field that does not exist', { 'row.toString': { values: ['active'] } }],
    ['a field of what has none', { 'state.a': { values: ['active'] } }],
    ['a value that is no text', { 'body.n': { values: ['active'] }, reply: { values: [] } }],
  ])('are the same after %s', (_name, facts) => {
    const map = typeof facts === 'object' ? new Map(Object.entries(facts)) : facts
    expect(narrow(MORE, map)).toEqual(MORE)
  })

  it('have the facts of earlier conditions too', () => {
    const once = narrow(MORE, narrows('state in ["active", "closed"]'))
    const twice = narrow(once, new Map([['state', { values: ['closed', 'archived'] }]]))
    expect(of(twice, 'state')).toMatchObject({ within: { values: ['closed'] } })
  })
})

describe('the common facts of two texts', () => {
  const type = (formula: string, condition: string): Type =>
    good(lowerFormula(text(formula), narrow(MORE, narrows(condition)))).type!

  it('are the values of both, and the tables that have both', () => {
    const both = 'body.prompt in some && body.prompt in rates && body.size in some'
    expect(type('choose(body.stream, body.prompt, body.size)', both)).toEqual({
      kind: 'string',
      within: { keyOf: ['some'] },
    })
    const equal = 'body.prompt == "x" && body.size == "y"'
    expect(type('choose(body.stream, body.prompt, body.size)', equal)).toEqual({
      kind: 'string',
      within: { values: ['x', 'y'] },
    })
    expect(type('choose(body.stream, body.prompt, body.model)', equal)).toEqual(STRING)
  })

  it('are those of the branch that can be taken', () => {
    const formula = 'choose(state == "active", body.prompt, body.size)'
    expect(type(formula, 'state == "active" && body.prompt == "x"')).toEqual({
      kind: 'string',
      within: { values: ['x'] },
    })
    expect(type(formula, 'state == "closed" && body.size == "y"')).toEqual({
      kind: 'string',
      within: { values: ['y'] },
    })
  })
})

it('a key of an iterated table is one of its keys', () => {
  expect(good(lowerFormula(text('rates.map(k, v, k)'), MORE)).type).toEqual(
    list({ ...choices('closed', 'archived'), within: { keyOf: ['rates'] } } as Type),
  )
})
