/**
 * What is retired names its successor in a field of its own, in the form of every family of errors.
 */
import { describe, expect, it } from 'vitest'
import type { Catalog, Outcome } from '../../runtime/contract.ts'

const { catalog } = (await import(`${process.env.GENERATED}/index.ts`)) as { catalog: Catalog }

const outcome = {
  route: { method: 'POST', path: '/v1/things', pattern: '/v1/things', summary: '' },
  status: 410,
  message: 'maker/one is retired; use maker/two instead.',
  code: 'INVALID_MODEL',
  extra: { successor: 'maker/two' },
} as unknown as Outcome

describe('a 410', () => {
  it.each(Object.keys(catalog.envelopes))('in the form of %s', name => {
    const { status, body } = catalog.envelopes[name]!.refused(outcome)
    const { error, successor } = body as { error: unknown; successor?: string }
    // Where an error is an object, clients keep that alone.
    const inError = typeof error === 'object' ? (error as { successor?: string }) : { successor }
    expect([status, inError.successor]).toEqual([410, 'maker/two'])
  })
})
