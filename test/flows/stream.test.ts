/**
 * What a stream promises: settled once, after its last piece; uncharged where its upstream does not
 * end it; never whole when it is not.
 */
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Break } from '../../runtime/upstream/types.ts'
import { fails, gives, until } from '../helpers/cash-gateway.ts'
import { eventsOf, PRICE, manualStream } from '../helpers/cash-streams.ts'
import {
  at,
  bank,
  begun,
  errorOf,
  keyOf,
  neverWhole,
  opened,
  pay,
  stateOf,
  useGateway,
  world,
} from './stream-desk.ts'

useGateway()

describe('a whole stream', () => {
  it('CHAT-074 CHAT-086 is sent in parts, settled after the last part, and ends with usage, cost and receipt', async () => {
    const header = await pay()
    const { caller, upstream } = await begun(header)
    expect([caller.status, caller.headers['content-type']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ])
    expect(caller.headers).toMatchObject({
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'transfer-encoding': 'chunked',
    })
    upstream.says('two')
    await caller.hears('two')
    expect([bank().attempts, await stateOf(header)]).toEqual([[], 'claimed'])
    upstream.ends()
    expect(await caller.end).toBe('whole')
    const events = eventsOf(caller.text())
    expect(events.at(-1)).toBe('[DONE]')
    expect(events.at(-2)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 5, completion_tokens: 2 },
      cost: { amount: '0.002000', currency: 'USD' },
      payment: { settled: true, transaction: bank().landed.get(keyOf(header)), network: 'cash' },
    })
    expect([bank().attempts.length, bank().earned()]).toEqual([1, PRICE])
    await until(async () => (await at.ledger.get(keyOf(header)))?.delivered === true)
    expect(at.facts.map(({ outcome }) => outcome)).toEqual(['payment_required', 'streamed'])
  })

  it('is sent to HTTP/1.0 callers without chunks', async () => {
    const { hostname, port } = new URL(at.url)
    const header = await pay()
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setEncoding('utf8').on('data', data => {
      text += data
    })
    socket.write(
      `POST /chat HTTP/1.0\r\nhost: x\r\ncontent-type: application/json\r\npayment-signature: ${header}\r\ncontent-length: 2\r\n\r\n{}`,
    )
    await until(() => text.includes('one'))
    opened[0]!.ends()
    await until(() => socket.readyState !== 'open')
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
    expect(text.toLowerCase()).not.toContain('transfer-encoding')
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
  })

  it('a HEAD is answered without asking any upstream', async () => {
    expect((await fetch(`${at.url}/chat`, { method: 'HEAD' })).status).toBe(402)
    expect(opened).toEqual([])
  })

  it('that is free needs no payment and says so', async () => {
    const { caller, upstream } = await begun('', '/free')
    upstream.ends()
    await caller.end
    const last = eventsOf(caller.text()).at(-2)
    expect([caller.status, last.usage.prompt_tokens, last.cost, last.payment]).toEqual([
      200,
      5,
      undefined,
      undefined,
    ])
    expect(bank().attempts).toEqual([])
  })

  it('that is free has an id that its upstream may be told', async () => {
    const scopes: any[] = []
    const { stream } = world.vendor
    world.vendor.stream = facts => {
      scopes.push(facts.scope)
      return stream!(facts)
    }
    const { caller, upstream } = await begun('', '/free')
    upstream.ends()
    await caller.end
    expect(scopes[0].call.id).toMatch(/^[0-9a-f]{16}$/)
  })

  it('RESP-051 that is passed on keeps its bytes, and is settled', async () => {
    const { caller, upstream } = await begun(await pay('/raw'), '/raw')
    upstream.ends()
    expect(await caller.end).toBe('whole')
    expect(caller.text()).toBe(
      'data: {"content":"one"}\n\ndata: {"finish":"stop"}\n\ndata: {"usage":{"uncached":5,"cacheRead":0,"cacheWrite":0,"output":2,"reasoning":0}}\n\n',
    )
    await until(() => bank().earned() === PRICE)
  })
})

it.each(['/chat', '/messages'])('%s has plain words in the events of its protocol', async path => {
  const { caller, upstream } = await begun(await pay(path), path)
  upstream.says({ words: [' two', ' three'] })
  upstream.ends()
  expect(await caller.end).toBe('whole')
  for (const event of caller.text().split('\n\n').filter(Boolean))
    expect(event).toMatch(/^(event|data): /)
  const events = eventsOf(caller.text())
  const text = ({ choices, delta }: any): string => choices?.[0]?.delta.content ?? delta?.text ?? ''
  expect(
    events
      .filter(event => event !== '[DONE]')
      .map(text)
      .join(''),
  ).toBe('one two three')
})

describe('a failure before the first piece', () => {
  it.each([
    [fails('rate_limited', { retryAfter: 7 }), 429],
    [fails('upstream_failed'), 500],
    [fails('upstream_timeout'), 500],
    [fails('content_policy'), 400],
    [fails('not_configured'), 503],
  ])('CHAT-091 is an ordinary error and frees the payment (%#)', async (failure, status) => {
    world.vendor.stream = () => failure
    const header = await pay()
    const seen = await at.post('/chat', {}, header)
    expect([seen.status, seen.headers.get('content-type')]).toEqual([
      status,
      'application/json; charset=utf-8',
    ])
    expect([bank().attempts, await stateOf(header)]).toEqual([[], 'released'])
  })

  it('CHAT-064 makes another model answer, and is reported if that one fails too', async () => {
    const tried: string[] = []
    world.vendor.stream = ({ id, signal }) => {
      tried.push(id)
      return tried.length % 2 === 1
        ? fails('rate_limited', { retryAfter: 1 })
        : opened[opened.push(manualStream(signal)) - 1]!.stream
    }
    const { caller, upstream } = await begun(await pay('/twice'), '/twice')
    upstream.ends()
    await caller.end
    expect([tried, caller.headers['x-fallback-model'], bank().earned()]).toEqual([
      ['vendor.first', 'vendor.Second/Slow'],
      'Second/Slow',
      PRICE,
    ])
    expect(eventsOf(caller.text())[0].model).toBe('first')
    world.vendor.stream = ({ id }) =>
      id === 'vendor.first' ? fails('rate_limited', { retryAfter: 1 }) : fails()
    expect((await at.post('/twice', {}, await pay('/twice'))).status).toBe(429)
    expect(bank().earned()).toBe(PRICE)
  })
})

it('a stream with an event that is too large is charged from the eleventh in an hour on', async () => {
  const earned: bigint[] = []
  for (let i = 0; i < 12; i++) {
    const { caller, upstream } = await begun(await pay())
    upstream.breaks('too_large')
    await caller.end
    earned.push(bank().earned())
  }
  expect(earned).toEqual([...Array(10).fill(0n), PRICE, 2n * PRICE])
})

describe.each<[Break, boolean]>([
  ['cut', false],
  ['stalled', false],
  ['malformed', false],
  ['too_large', false],
  ['error_event', false],
  ['given_up', false],
  ['too_long', true],
])('a stream that is %s', (how, isCharged) => {
  it(`never looks whole and is ${isCharged ? 'charged once' : 'not charged'}`, async () => {
    const header = await pay()
    const { caller, upstream } = await begun(header)
    upstream.breaks(how)
    expect(await caller.end).toBe('whole')
    expect(errorOf(caller)).toMatchObject({ code: 'STREAM_FAILED', message: `it is ${how}` })
    neverWhole(caller)
    expect([bank().earned(), await stateOf(header)]).toEqual(
      isCharged ? [PRICE, 'settled'] : [0n, 'released'],
    )
    const { reason } = (await at.ledger.get(keyOf(header)))!
    expect(reason).toBe(isCharged ? undefined : `the stream broke off: ${how}`)
  })

  it('is reported in a separate event where events are passed on', async () => {
    const { caller, upstream } = await begun(await pay('/raw'), '/raw')
    upstream.breaks(how)
    await caller.end
    const rest = caller.text().slice('data: {"content":"one"}\n\n'.length)
    if (how === 'error_event') expect(rest).toBe('')
    else expect(rest).toMatch(/^\n\nevent: error\ndata: \{.*"code":"STREAM_FAILED"/)
    expect(bank().earned()).toBe(isCharged ? PRICE : 0n)
  })
})

it('a stream that fails inside the gateway ends with an error that gives no secret, uncharged', async () => {
  world.vendor.stream = ({ signal }) => ({
    ...manualStream(signal).stream,
    read: () => Promise.reject(new Error('a secret')),
  })
  const header = await pay()
  const seen = await at.post('/chat', {}, header)
  expect(seen.text).toContain('The gateway failed; the fault is recorded.')
  expect(seen.text).not.toMatch(/secret|\[DONE\]/)
  expect([bank().earned(), (await at.ledger.get(keyOf(header)))!]).toMatchObject([
    0n,
    { state: 'released', reason: 'internal error' },
  ])
})

it('a stream that broke off frees its payment for another call', async () => {
  const header = await pay()
  const first = await begun(header)
  first.upstream.breaks('cut')
  await first.caller.end
  const second = await begun(header)
  second.upstream.ends()
  await second.caller.end
  expect([opened.length, bank().earned()]).toEqual([2, PRICE])
})

it('charges complete passed-on events, even if the upstream then disconnects', async () => {
  const { caller, upstream } = await begun(await pay('/raw'), '/raw')
  upstream.says({ finish: 'stop' })
  upstream.breaks('cut')
  await caller.end
  expect(caller.text()).not.toContain('error')
  await until(() => bank().earned() === PRICE)
})

describe('a settlement that does not land', () => {
  it.each([
    ['fail', 'settlement_failed'],
    ['unknown', 'settlement_pending'],
  ] as const)('(%s) is reported in the last frame of the whole stream', async (mode, word) => {
    bank().mode = mode
    const header = await pay()
    const { caller, upstream } = await begun(header)
    upstream.ends()
    expect(await caller.end).toBe('whole')
    const events = eventsOf(caller.text())
    expect([events.at(-1), events.at(-2).payment]).toEqual([
      '[DONE]',
      { settled: false, network: 'cash', error_class: word },
    ])
    expect(bank().earned()).toBe(0n)
    bank().mode = 'land'
    const again = await at.post('/chat', {}, header)
    expect([again.status, again.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
    expect(opened).toHaveLength(1)
    if (mode === 'unknown') expect(bank().earned()).toBe(PRICE)
  })

  it('is reported in headers of buffered answers', async () => {
    bank().mode = 'unknown'
    world.vendor.reply = () => ({
      ...gives({}),
      completion: { choices: [{ index: 0, content: 'one', finish: 'stop' }] },
    })
    const seen = await at.post('/chat', { stream: false }, await pay())
    expect([
      seen.status,
      seen.headers.get('x-payment-settled'),
      seen.headers.get('x-payment-settle-error-class'),
    ]).toEqual([200, 'false', 'settlement_pending'])
    expect(seen.headers.get('x-payment-receipt')).toBeNull()
  })
})

it('withholds a buffered answer when its settlement failed', async () => {
  bank().mode = 'fail'
  world.vendor.reply = () => ({
    ...gives({}),
    completion: { choices: [{ index: 0, content: 'a secret', finish: 'stop' }] },
  })
  const seen = await at.post('/chat', { stream: false }, await pay())
  expect([seen.status, bank().earned()]).toEqual([402, 0n])
  expect(seen.text).not.toContain('a secret')
})
