/** What the answers to outcomes may read: what some outcomes always have, and JSON as it comes. */
import { describe, expect, it } from 'vitest'
import { outcomeNames } from '../../generator/catalog/outcomes.ts'

type Kind = Parameters<typeof outcomeNames>[0]

describe('an outcome', () => {
  /** The names that it always has, although others may lack them. */
  const sure = (kind: Kind): string[] =>
    Object.entries(outcomeNames(kind)).flatMap(([name, { need }]) => (need ? [name] : []))

  it.each<[Kind, string[]]>([
    ['refused', ['status', 'message']],
    ['too_large', ['limit']],
    ['payment_required', ['challenge']],
    ['upstream_rejected', ['upstream']],
    ['rate_limited', ['source', 'retry_after']],
    ['busy', ['retry_after']],
    ['internal', []],
  ])('%s always has %j', (kind, names) => expect(sure(kind)).toEqual(names))

  it('may have texts, numbers and JSON', () => {
    const kinds = Object.entries(outcomeNames('internal')).map(([name, { type, optional }]) => [
      name,
      type.kind,
      optional === true,
    ])
    expect(kinds).toEqual([
      ['route', 'record', false],
      ['status', 'integer', true],
      ['message', 'string', true],
      ['code', 'string', true],
      ['details', 'json', false],
      ['issues', 'json', false],
      ['extra', 'json', false],
      ['limit', 'integer', true],
      ['challenge', 'record', true],
      ['price', 'json', false],
      ['payment_info', 'json', false],
      ['payer', 'string', true],
      ['source', 'string', true],
      ['retry_after', 'integer', true],
      ['upstream', 'record', true],
    ])
  })
})
