/** Each rule fires on what it is for, and not on the nearest thing that is right. */
import { describe, expect, it } from 'vitest'
import { CHECKS } from '../../generator/checks/checks.ts'
import { BUILD_RULES } from './build-rules.ts'
import { CONVERSATION_BUILD_RULES, CONVERSATION_RULES } from './conversation-rules.ts'
import { DATED_RULES } from './dated-rules.ts'
import { RULES } from './route-rules.ts'
import { SILENT_RULES } from './silent-rules.ts'
import { SLIP_RULES } from './slip-rules.ts'
import { codesOf, edit, edited, problemsOf } from './small-catalog.ts'

const ALL = [...RULES, ...SILENT_RULES, ...SLIP_RULES, ...DATED_RULES, ...CONVERSATION_RULES]

describe('rules about the whole catalog', () => {
  it('find nothing in the small catalog', () => {
    expect(problemsOf()).toEqual([])
  })

  it.each(
    [...ALL, ...BUILD_RULES, ...CONVERSATION_BUILD_RULES].map((rule, i) => ({
      ...rule,
      name: `${rule.code} (${i + 1})`,
    })),
  )('$name', ({ code, fires, silent }) => {
    expect(codesOf(...fires)).toContain(code)
    expect(codesOf(...silent)).toEqual([])
  })

  it('are all tested', () => {
    const tested = new Set(ALL.map(rule => rule.code))
    expect(CHECKS.map(check => check.code).filter(code => !tested.has(code))).toEqual([])
  })

  it('an edit that finds nothing is a mistake of the test', () => {
    expect(() => edited([edit('routes', 'not there', '')])).toThrow('does not hold')
  })
})
