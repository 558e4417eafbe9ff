/**
 * Every way in which conversations and searches end without a result, in the words of each
 * envelope: status, type and code.
 */
import { describe, expect, it } from 'vitest'
import { envelopes } from '../../generated/errors.ts'
import type { Outcome, OutcomeKind } from '../../runtime/contract.ts'

const route = {
  method: 'POST',
  path: '/x',
  pattern: '/x',
  summary: 'x',
  rest: '',
  search: '',
  origin: 'https://x.example',
} as const
/** What an outcome may know; `upstream` is a reply that nobody may mistake for ours. */
const OUTCOME: Outcome = {
  route,
  status: 400,
  message: 'No.',
  details: 'Why.',
  issues: [{ path: 'a', message: 'is wrong', code: 'type' }],
  limit: 5,
  price: { amount: '1', currency: 'USD' },
  challenge: { x402Version: 2, accepts: [] },
  payment_info: {},
  source: 'them',
  retry_after: 7,
}
const from = (status: number) => ({
  upstream: {
    status,
    reason: '',
    body: { error: { message: 'Theirs.', type: 'their_type', code: 'their_code', param: 'p' } },
  },
})
const answered = (
  envelope: keyof typeof envelopes,
  kind: OutcomeKind,
  more: Partial<Outcome> = {},
): { status: number; body: any; headers?: object } =>
  JSON.parse(JSON.stringify(envelopes[envelope]![kind]({ ...OUTCOME, ...more })))

/**
 * Kind, status, type in OpenAI's words, code of chat completions. Nothing here may follow the
 * upstream's own status.
 */
const CHAT: [OutcomeKind, number, string, string, string?][] = [
  ['invalid_json', 400, 'invalid_request_error', 'INVALID_JSON'],
  ['invalid_body', 400, 'invalid_request_error', 'INVALID_REQUEST_BODY'],
  ['too_large', 400, 'invalid_request_error', 'REQUEST_TOO_LARGE', 'request_too_large'],
  ['limit_exceeded', 429, 'rate_limit_error', 'FREE_TIER_RATE_LIMITED'],
  ['content_policy', 400, 'invalid_request_error', 'CONTENT_FILTERED'],
  ['invalid_input', 400, 'invalid_request_error', 'INVALID_REQUEST'],
  ['upstream_rejected', 400, 'invalid_request_error', 'INVALID_REQUEST'],
  ['rate_limited', 429, 'rate_limit_error', 'RATE_LIMITED'],
  ['upstream_failed', 503, 'api_error', 'MODEL_UNAVAILABLE'],
  ['upstream_timeout', 504, 'api_error', 'TIMEOUT', 'timeout_error'],
  ['not_configured', 503, 'api_error', 'PROVIDER_CONFIG_ERROR'],
  ['busy', 503, 'api_error', 'MODEL_UNAVAILABLE', 'overloaded_error'],
  ['internal', 500, 'api_error', 'INTERNAL_ERROR'],
]

it('ERR2-031 INTERNAL_ERROR 500 is a fault of ours, and of nobody else', () => {
  for (const envelope of ['openai', 'messages'] as const) {
    const ours = CHAT.filter(
      ([kind]) =>
        answered(envelope, kind, { ...from(500), code: undefined }).body.code === 'INTERNAL_ERROR',
    )
    expect(ours.map(([kind]) => kind)).toEqual(['internal'])
    expect(answered(envelope, 'internal').status).toBe(500)
  }
})

describe.each([200, 401, 402, 403, 418, 503])('whatever the upstream said with %i', theirs => {
  it.each(CHAT)('ERR2-001 ERR2-004 %s of chat completions is %i', (kind, status, type, code) => {
    const { status: ours, body } = answered('openai', kind, from(theirs))
    expect([ours, body.error.type, body.error.code, body.code, body.message]).toEqual([
      status,
      type,
      code,
      code,
      body.error.message,
    ])
  })

  it.each(CHAT)('CHAT-084 %s of messages is %i', (kind, status, type, code, own = type) => {
    const { status: ours, body } = answered('messages', kind, from(theirs))
    expect([ours, body.type, body.error.type, body.error.message, body.code]).toEqual([
      status,
      'error',
      own,
      expect.stringMatching(/\S/),
      code,
    ])
  })

  it.each<[OutcomeKind, number]>([
    ['invalid_json', 400],
    ['invalid_body', 400],
    ['too_large', 400],
    ['content_policy', 400],
    ['upstream_rejected', 500],
    ['upstream_failed', 500],
    ['upstream_timeout', 500],
    ['rate_limited', 429],
    ['not_configured', 503],
    ['busy', 503],
    ['internal', 500],
  ])('SRCH-031 %s of a search is %i', (kind, status) => {
    const { status: ours, body } = answered('search', kind, from(theirs))
    expect([ours, body.error]).toEqual([status, expect.stringMatching(/\S/)])
  })

  it.each<[OutcomeKind, number, string, string | null]>([
    ['invalid_json', 400, 'invalid_request_error', null],
    ['invalid_body', 400, 'invalid_request_error', null],
    ['too_large', 400, 'invalid_request_error', null],
    ['busy', 503, 'api_error', null],
    ['internal', 500, 'api_error', null],
  ])('RESP-054 %s of responses, which is ours, is %i', (kind, status, type, code) => {
    const { status: ours, body } = answered('responses', kind, from(theirs))
    expect([ours, Object.keys(body), body.error.type, body.error.code]).toEqual([
      status,
      ['error'],
      type,
      code,
    ])
    expect(JSON.stringify(body)).not.toMatch(/heirs|their_/)
  })
})

describe('what an upstream of responses refuses or fails at', () => {
  const kinds: OutcomeKind[] = [
    'content_policy',
    'invalid_input',
    'upstream_rejected',
    'upstream_failed',
  ]
  it.each(kinds)('RESP-033 %s keeps its status and words', kind => {
    for (const status of [400, 404, 422, 500, 503, 529]) {
      expect(answered('responses', kind, from(status))).toMatchObject({
        status,
        body: { error: { message: 'Theirs.', type: 'their_type', code: 'their_code', param: 'p' } },
      })
    }
  })

  it.each(kinds)('%s is never a 402, which callers would pay, and never a success', kind => {
    for (const status of [200, 204, 302, 402])
      expect([400, 502, 503]).toContain(answered('responses', kind, from(status)).status)
  })
})

it('RESP-033 responses: an upstream that does not let us in is reported with its status, in our words; one without a key here is 503', () => {
  for (const status of [401, 403, 429])
    expect(answered('responses', 'not_configured', from(status))).toEqual({
      status,
      body: { error: { message: 'Why.', type: 'api_error', param: null, code: null } },
    })
  for (const none of [{}, from(200), from(402)])
    expect(answered('responses', 'not_configured', none).status).toBe(503)
})

describe.each(['openai', 'messages', 'responses', 'search'] as const)('%s', envelope => {
  it.each(['payment_required', 'payment_invalid', 'payment_replay', 'settlement_failed'] as const)(
    '%s is 402',
    kind => {
      expect(answered(envelope, kind).status).toBe(402)
    },
  )

  it('a settlement that is not known yet is 503, never 402', () => {
    expect(answered(envelope, 'settlement_pending')).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '5' },
    })
  })

  it("a busy upstream's error has a time to retry", () => {
    for (const kind of ['rate_limited', 'busy'] as const)
      expect(answered(envelope, kind).headers).toMatchObject({ 'Retry-After': 7 })
    expect(answered(envelope, 'rate_limited').headers).toMatchObject({
      'X-RateLimit-Source': 'them',
    })
  })
})

it.each(['openai', 'messages'] as const)(
  'ERR2-028 ERR2-029 %s: an upstream that is missing or does not let us is 503',
  envelope => {
    for (const code of ['MODEL_UNAVAILABLE', 'PROVIDER_CONFIG_ERROR'])
      expect(answered(envelope, 'upstream_failed', { code, ...from(401) })).toMatchObject({
        status: 503,
        body: { code },
      })
  },
)

it('chat completions say why a caller has to wait: its payment may not have been sent', () => {
  const details = 'An earlier request with this payment is still being answered.'
  const { body } = answered('openai', 'settlement_pending', { details })
  expect([body.error.message, body.message]).toEqual([details, details])
})
