/**
 * Models that cost nothing: no payment, limits per address, and what is said when their upstreams
 * have no room.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Behaviour } from '../../scripts/devnet/upstreams/index.ts'
import { openChat, says, type Chat } from './chat-desk.ts'
import { call, paidBy, type Seen } from './client.ts'

let chat: Chat
beforeAll(async () => {
  chat = await openChat()
})
afterEach(() => chat.upstreams.reset())
afterAll(() => chat?.stop())

const MODEL = 'open/free-8b'
const BODY = { model: MODEL, messages: says('Say: hi'), max_tokens: 100 }
const [MINUTE, HOUR] = [60_000, 3_600_000]
let last = 0
/** A caller that nobody has seen yet. */
const stranger = (): Record<string, string> => ({ 'cf-connecting-ip': `203.0.113.${++last}` })

async function many(count: number, one: () => Promise<Seen>): Promise<number[]> {
  return (await Promise.all(Array.from({ length: count }, one))).map(({ status }) => status)
}

describe('CHAT-062 CHAT-063 MODEL-020 a free model', () => {
  it.each(['open/free-8b', 'open/free-20b'])(
    '%s answers who pays nothing, and says that it is free',
    async model => {
      const seen = await chat.free(() => chat.ask({ ...BODY, model }, { headers: stranger() }))
      expect([
        seen.status,
        seen.headers['x-free-model'],
        seen.body.choices[0].message.content,
      ]).toEqual([200, 'true', 'hi'])
      expect([seen.challenge, seen.receipt]).toEqual([undefined, undefined])
    },
  )

  it('streams for nothing too', async () => {
    const seen = await chat.free(() => chat.ask({ ...BODY, stream: true }, { headers: stranger() }))
    expect([
      seen.status,
      seen.headers['x-free-model'],
      seen.text.endsWith('data: [DONE]\n\n'),
    ]).toEqual([200, 'true', true])
    expect(seen.text).not.toContain('"payment"')
  })

  it('takes no payment that comes nevertheless', async () => {
    const header = await chat.sign({ ...BODY, model: 'open/coder-32b' })
    const seen = await chat.free(() =>
      call(chat.shop.url, {
        path: '/api/v1/chat/completions',
        body: BODY,
        headers: { ...stranger(), ...paidBy(header) },
      }),
    )
    expect([seen.status, seen.receipt]).toEqual([200, undefined])
  })

  it('costs nothing by its path and as messages either', async () => {
    const { model, ...rest } = BODY
    expect(
      (await chat.ask(rest, { path: `/api/v1/chat/${model}`, headers: stranger() })).status,
    ).toBe(200)
    expect(
      (await chat.ask(BODY, { path: '/api/v1/messages', headers: stranger() })).headers[
        'x-free-model'
      ],
    ).toBe('true')
  })

  it('others do not say that they are free', async () => {
    expect(
      (await chat.buy({ ...BODY, model: 'open/coder-32b' })).headers['x-free-model'],
    ).toBeUndefined()
  })
})

describe('LIM2-004 LIM2-005 ERR2-024 ERR2-025 their limits', () => {
  const refusal = (seen: Seen, max: number, window: number): void => {
    const { status, body, headers } = seen
    expect([status, body.code, body.error.code, body.error.type]).toEqual([
      429,
      'FREE_TIER_RATE_LIMITED',
      'FREE_TIER_RATE_LIMITED',
      'rate_limit_error',
    ])
    expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual([
      String(max),
      '0',
    ])
    const reset = Number(headers['x-ratelimit-reset'])
    expect([reset > chat.clock.now(), reset <= chat.clock.now() + window]).toEqual([true, true])
    expect(
      Math.abs(Number(headers['retry-after']) - (reset - chat.clock.now()) / 1000),
    ).toBeLessThan(2)
  }

  it('30 calls in a minute of one address, then 429 until it is over', async () => {
    const headers = stranger()
    expect(await many(30, () => chat.ask(BODY, { headers }))).toEqual(Array(30).fill(200))
    refusal(await chat.ask(BODY, { headers }), 30, MINUTE)
    refusal(await chat.ask({ ...BODY, stream: true }, { headers }), 30, MINUTE)
    expect((await chat.ask(BODY, { headers: stranger() })).status).toBe(200)
    await chat.clock.wind(MINUTE)
    expect((await chat.ask(BODY, { headers })).status).toBe(200)
  })

  it('300 calls in an hour of one address, then 429 until it is over', async () => {
    const headers = stranger()
    for (let minute = 0; minute < 10; minute++) {
      expect(await many(30, () => chat.ask(BODY, { headers }))).toEqual(Array(30).fill(200))
      await chat.clock.wind(MINUTE)
    }
    refusal(await chat.ask(BODY, { headers }), 300, HOUR)
    await chat.clock.wind(HOUR)
    expect((await chat.ask(BODY, { headers })).status).toBe(200)
  })

  it('LIM2-006 LIM2-007 LIM2-010 paid calls of the same address count in none, and are never refused', async () => {
    const headers = stranger()
    const paid = { ...BODY, model: 'open/coder-32b' }
    expect(await many(40, () => chat.buy(paid, { headers }))).toEqual(Array(40).fill(200))
    expect(await many(40, () => chat.ask(paid, { headers }))).toEqual(Array(40).fill(402))
    expect(await many(30, () => chat.ask(BODY, { headers }))).toEqual(Array(30).fill(200))
    expect((await chat.ask(BODY, { headers })).status).toBe(429)
    expect((await chat.buy(paid, { headers })).status).toBe(200)
  })

  it('what a gate refuses counts, for it is asked before the gates: they are what a call costs us', async () => {
    const headers = stranger()
    const refused = { ...BODY, messages: [{ role: 'system', content: 'x' }] }
    expect(await many(30, () => chat.ask(refused, { headers }))).toEqual(Array(30).fill(400))
    for (const body of [refused, BODY]) refusal(await chat.ask(body, { headers }), 30, MINUTE)
  })

  it.each<[string, object | string]>([
    ['no JSON', '{'],
    ['of the wrong shape', { ...BODY, messages: 7 }],
    ['for a model that there is not', { ...BODY, model: 'open/free-none' }],
  ])('what is %s does not count', async (_what, body) => {
    const headers = stranger()
    expect(await many(35, () => chat.ask(body, { headers }))).toEqual(Array(35).fill(400))
    expect((await chat.ask(BODY, { headers })).status).toBe(200)
  })

  it('the one limit holds for every form of asking', async () => {
    const headers = stranger()
    const { model, ...rest } = BODY
    const forms = [
      { body: BODY },
      { body: rest, path: `/api/v1/chat/${model}` },
      { body: BODY, path: '/api/v1/messages' },
    ]
    for (const { body, path } of forms)
      expect(await many(10, () => chat.ask(body, { headers, path }))).toEqual(Array(10).fill(200))
    for (const { body, path } of forms)
      expect((await chat.ask(body, { headers, path })).body.code).toBe('FREE_TIER_RATE_LIMITED')
  })
})

describe('ERR2-026 ERR2-027 their upstreams without room', () => {
  const modes: [string, Behaviour][] = [
    ['too many requests', { mode: 'rate_limit', retry_after: 5 }],
    ['overloaded', { mode: 'fail', status: 503 }],
    ['failing', { mode: 'fail', status: 500 }],
  ]
  it.each(modes)('%s', async (_what, mode) => {
    chat.upstreams.set('pool', mode)
    for (const [stream, code] of [
      [false, 'FREE_MODEL_FAILED'],
      [true, 'STREAM_FAILED'],
    ] as const) {
      const { status, headers, body } = await chat.ask({ ...BODY, stream }, { headers: stranger() })
      expect([
        status,
        body.code,
        body.error.type,
        headers['retry-after'],
        headers['content-type'],
      ]).toEqual([429, code, 'rate_limit_error', '30', 'application/json; charset=utf-8'])
      expect(body.retry_after_seconds).toBe(30)
    }
  })

  it('is not what paid models of the same upstream say', async () => {
    chat.upstreams.set('pool', { mode: 'rate_limit', retry_after: 5 })
    const { body, headers } = await chat.buy({ ...BODY, model: 'open/coder-32b' })
    expect([body.code, headers['retry-after']]).toEqual(['RATE_LIMITED', '5'])
  })
})
