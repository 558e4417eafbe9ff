/** The error answers of the OpenAPI document: which statuses there are, and what they mean. */
import { describe, expect, it } from 'vitest'
import { wordsOf, type Kind } from '../../generator/emit/openapi/envelopes.ts'
import { errorAnswers } from '../../generator/emit/openapi/errors.ts'
import type { RouteIR } from '../../generator/ir.ts'
import { fixture } from './fixture.ts'

const ir = fixture()
const [make, read, list] = ir.routes as [RouteIR, RouteIR, RouteIR]

describe('the meaning of an error', () => {
  it.each<[Kind, string]>([
    ['invalid_json', 'The request is not valid.'],
    ['invalid_body', 'The request is not valid.'],
    ['too_large', 'The body is too large.'],
    ['refused', 'Refused.'],
    ['limit_exceeded', 'Too many requests.'],
    ['content_policy', 'The upstream refused the content.'],
    ['invalid_input', 'An input cannot be used.'],
    ['rate_limited', 'The upstream is busy.'],
    ['upstream_rejected', 'The upstream refused the request.'],
    ['upstream_failed', 'The upstream failed.'],
    ['upstream_timeout', 'The upstream did not answer in time.'],
    ['not_configured', 'Not configured on this gateway.'],
    ['busy', 'Too much in progress.'],
    ['internal', 'An error of the gateway.'],
    ['payer_mismatch', 'Another wallet submitted the job.'],
    ['job_not_found', 'No such job.'],
    ['payment_required', 'Payment required.'],
  ])('%s, which is not charged', (kind, words) => {
    expect(wordsOf([kind])).toBe(`${words} Nothing is charged.`)
  })

  it('is each of its meanings once, and says nothing of charges if one is paid', () => {
    expect(wordsOf(['invalid_json', 'busy', 'invalid_body'])).toBe(
      'The request is not valid; too much in progress. Nothing is charged.',
    )
    expect(wordsOf(['busy', 'settlement_pending'])).toBe(
      'Too much in progress; paid, not yet confirmed: ' +
        'repeat the same request with the same payment.',
    )
  })
})

describe('the error answers of a document', () => {
  const made = (schema = 'Error') =>
    errorAnswers(ir, { schemas: { [schema]: { type: 'object' } }, nameOf: () => schema })
  /** A route that has a limit, and a refusal with the same status. */
  const limited = { ...list, gates: [{ ...make.gates[0]!, status: 429 }] }
  const ref = (name: string) => ({ $ref: `#/components/responses/${name}` })

  it('of a route that is sold are its own refusals, and any others together', () => {
    expect(made().of(make)).toEqual({ 400: ref('Error400'), default: ref('Error') })
    expect(made().of(read)).toEqual({ default: ref('Error') })
  })

  it('of a free route are at least one of the caller’s mistakes', () => {
    expect(made().of(list)).toEqual({ 400: ref('Error400'), default: ref('Error') })
  })

  it('of a poll are each by their status', () => {
    expect(Object.keys(made().ofPoll(make))).toEqual(['403', '404', '503'])
  })

  it('are called by the name of their form', () => {
    expect(made('SearchError').of(make)).toEqual({
      400: ref('Search400'),
      default: ref('SearchError'),
    })
    expect(made().any(make)).toEqual({ default: ref('Error') })
  })

  it('are described once, with the time to wait where calls are limited', () => {
    const answers = made()
    answers.of(limited)
    answers.of(make)
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
    expect(answers.components()).toEqual({
      schemas: { Error: { type: 'object' } },
      responses: {
        Error429: {
          description: 'Too many requests; refused. Nothing is charged.',
          headers: {
            'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait.' },
          },
          content,
        },
        Error: { description: 'Any other error.', content },
        Error400: { description: 'Refused, uncharged; the body says why.', content },
      },
    })
  })
})
