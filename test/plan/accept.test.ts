/** Entries of accepted.yaml accept exactly one change. */
import { describe, expect, it } from 'vitest'
import { entryText } from '../../generator/plan/accept.ts'
import { edit, file, type Edit } from '../checks/small-catalog.ts'
import { needsEntry } from '../../generator/plan/levels.ts'
import { planText } from '../../generator/plan/text.ts'
import { planWith, short } from './small.ts'

const TENFOLD = edit('models', 'small: { rate: 0.01 }', 'small: { rate: 0.1 }')
const accepted = (text: string): Edit => file('accepted.yaml', `${text}\n`)
const ENTRY =
  '- { finding: price-raised, subject: small rate, old: 0.01, new: 0.10, because: meant }'

describe('an entry', () => {
  it('accepts its change, and says why', () => {
    const { verdict, findings, notes } = planWith([TENFOLD, accepted(ENTRY)])
    expect(verdict).toBe('allow')
    expect(findings[0]!.accepted).toBe('meant')
    expect(notes).toEqual([])
  })

  it.each([
    ['another value', ENTRY.replace('0.10', '0.2')],
    ['another subject', ENTRY.replace('small', 'large')],
    ['another finding', ENTRY.replace('raised', 'lowered')],
    ['no values', '- { finding: price-raised, subject: small rate, because: meant }'],
  ])('with %s accepts nothing, and the plan notes it', (_, entry) => {
    const { verdict, notes } = planWith([TENFOLD, accepted(entry)])
    expect(verdict).toBe('block')
    expect(notes).toHaveLength(1)
    expect(notes[0]).toMatch(/^catalog\/accepted\.yaml:1: this entry accepts nothing/)
  })

  it('that was committed before and accepts nothing now can be removed', () => {
    const { notes, verdict } = planWith([], [TENFOLD, accepted(ENTRY)])
    expect(notes).toEqual([
      'catalog/accepted.yaml:1: this entry has been applied; remove it once it is live (small rate)',
    ])
    expect(verdict).toBe('allow')
  })

  it('accepts a change together with those before it, as steps of one change', () => {
    const step = (from: string, to: string): string =>
      `- { finding: price-raised, subject: small rate, old: ${from}, new: ${to}, because: to ${to} }`
    const plan = (...steps: string[]) => planWith([TENFOLD, accepted(steps.join('\n'))])
    const { findings, notes } = plan(step('0.04', '0.1'), step('0.01', '0.04'))
    expect([findings[0]!.accepted, notes]).toEqual(['to 0.04; to 0.1', []])
    expect(plan(step('0.01', '0.04'), step('0.05', '0.1')).verdict).toBe('block')
    expect(plan(step('0.01', '0.04'), step('0.04', '0.01')).verdict).toBe('block')
  })

  it('accepts its change although another entry begins at the same value', () => {
    const step = (from: string, to: string): string =>
      `- { finding: price-raised, subject: small rate, old: ${from}, new: ${to}, because: to ${to} }`
    const plan = (...steps: string[]) => planWith([TENFOLD, accepted(steps.join('\n'))])
    const direct = plan(step('0.01', '0.03'), step('0.01', '0.1'))
    expect([direct.verdict, direct.findings[0]!.accepted]).toEqual(['allow', 'to 0.1'])
    const chain = plan(step('0.01', '0.03'), step('0.01', '0.04'), step('0.04', '0.1'))
    expect([chain.verdict, chain.findings[0]!.accepted]).toEqual(['allow', 'to 0.04; to 0.1'])
  })

  it('can be pasted as the plan prints it, for findings of every kind', () => {
    const changes = [
      TENFOLD,
      edit('routes', 'count: integer 1..10 = 1', 'count: integer! 1..8'),
      edit('routes', 'reply: { made: =result.made }', 'reply: { done: =result.made }'),
    ]
    const blocked = planWith(changes).findings.filter(one => one.level === 'block')
    expect(blocked.length).toBeGreaterThan(3)
    const all = planWith([
      ...changes,
      accepted(blocked.map(entryText).join('\n').replaceAll('WHY', 'meant')),
    ])
    expect(all.findings.filter(one => one.level === 'block' && !one.accepted).map(short)).toEqual(
      [],
    )
    expect(all.notes).toEqual([])
  })
})

it('a row that is renamed and dearer needs one entry', () => {
  const only = edit(
    'network',
    '  label: base\n',
    '  label: base\n  only: { things.models: [small] }\n',
  )
  const renamed = [
    edit('models', 'small: { rate: 0.01 }', 'tiny: { aliases: [small], rate: 0.03 }'),
    edit('routes', '{ model: small, usd: 0.0115 }', '{ model: tiny, usd: 0.0325 }'),
    edit('network', '[small]', '[tiny]'),
  ]
  const { findings } = planWith(renamed, [only])
  expect(findings.filter(needsEntry).map(short)).toEqual([
    'block | price-raised | tiny rate | 0.01 -> 0.03',
  ])
})

describe('an entry is shown for a small change of a number', () => {
  const text = (changed: Edit): string =>
    planText(planWith([changed]), { color: false, columns: 120, compared: '', at: () => undefined })

  it('because `check` warns of it', () => {
    expect(text(edit('gateway', 'fee: 0.001', 'fee: 0.00101'))).toContain(
      '`npm run check` warns of it. If intended, add to catalog/accepted.yaml',
    )
  })

  it('unless it has a date', () => {
    const dated = (fee: string): Edit =>
      edit(
        'gateway',
        'metrics:',
        `dated: [{ from: 2027-01-01, fee: ${fee}, because: gas }]\nmetrics:`,
      )
    expect(text(dated('0.00101'))).not.toContain('accepted.yaml')
    expect(text(dated('0.002'))).toContain('accepted.yaml')
  })
})
