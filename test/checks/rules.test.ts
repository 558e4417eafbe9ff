/** Each rule fires on what it is for, and not on the nearest thing that is right. */
import { afterAll, describe, expect, it } from 'vitest'
import { compile } from '../../generator/compile.ts'
import { CHECKS } from '../../generator/checks/checks.ts'
import { BUILD_RULES } from './build-rules.ts'
import { CONVERSATION_BUILD_RULES, CONVERSATION_RULES } from './conversation-rules.ts'
import { DATED_EXAMPLE_RULES, DATED_RULES } from './dated-rules.ts'
import { EDGE_RULES } from './edge-rules.ts'
import type { Rule } from './edits.ts'
import { printed, readPrinted, writePrinted } from './printed.ts'
import { PAYMENT_RULES } from './payment-rules.ts'
import { PRICE_RULES } from './price-rules.ts'
import { RESOLVE_RULES } from './resolve-rules.ts'
import { ROW_RULES } from './row-rules.ts'
import { RULES } from './route-rules.ts'
import { SALE_RULES } from './sale-rules.ts'
import { SILENT_RULES } from './silent-rules.ts'
import { SLIP_RULES } from './slip-rules.ts'
import { codesOf, edit, edited, problemsOf } from './small-catalog.ts'

const ALL = [
  ...RULES,
  ...SILENT_RULES,
  ...SLIP_RULES,
  ...DATED_RULES,
  ...CONVERSATION_RULES,
  ...PAYMENT_RULES,
  ...PRICE_RULES,
  ...SALE_RULES,
  ...ROW_RULES,
  ...EDGE_RULES,
  ...DATED_EXAMPLE_RULES,
]

/** The rules with a name each: the code, and which of the rules with this code it is. */
function named(rules: readonly Rule[]): (Rule & { name: string })[] {
  const seen = new Map<string, number>()
  return rules.map(rule => {
    const count = (seen.get(rule.code) ?? 0) + 1
    seen.set(rule.code, count)
    return { ...rule, name: `${rule.code} ${count}` }
  })
}

const NAMED = named([...ALL, ...BUILD_RULES, ...CONVERSATION_BUILD_RULES, ...RESOLVE_RULES])
const UPDATE = process.env.UPDATE === '1'
const wanted = readPrinted()
const found = new Map<string, string>()
afterAll(() => {
  if (UPDATE) writePrinted(found, { all: found.size === NAMED.length })
})

describe('rules about the whole catalog', () => {
  it('find nothing in the small catalog', () => {
    expect(problemsOf()).toEqual([])
  })

  it.each(NAMED)('$name', ({ name, code, fires, silent }) => {
    const files = edited(fires)
    const { problems } = compile(files)
    expect(problems.map(one => one.code)).toContain(code)
    expect(codesOf(...silent)).toEqual([])
    found.set(name, printed(problems, files))
    if (!UPDATE) expect(found.get(name)).toBe(wanted.get(name))
  })

  it('are all tested', () => {
    const tested = new Set(ALL.map(rule => rule.code))
    expect(CHECKS.map(check => check.code).filter(code => !tested.has(code))).toEqual([])
    if (!UPDATE) expect([...wanted.keys()].sort()).toEqual([...found.keys()].sort())
  })

  it('an edit that finds nothing is a mistake of the test', () => {
    expect(() => edited([edit('routes', 'not there', '')])).toThrow('does not hold')
  })
})
