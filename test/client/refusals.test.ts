/** What the client makes of refusals and lost connections: errors, repetitions, and no payment. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeClient } from '../../generator/emit/client/transport/client.ts'
import { eventsOf } from '../../generator/emit/client/transport/sse.ts'
import { limited } from '../../generator/emit/client/transport/sending.ts'
import type { Settings } from '../../generator/emit/client/transport/types.ts'
import { asks, clientOf, drops, OFFER, refusal, rejects, serves } from './fake-gateway.ts'

const end = (call: Promise<unknown>): Promise<any> => call.catch(error => error)
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

describe('a 402 that offers no way to pay', () => {
  it.each([
    ['no offer', { x402Version: 2, accepts: [] }],
    ['offers that are no list', { x402Version: 2, accepts: OFFER }],
    ['a list', [OFFER]],
    ['nothing', null],
  ])('is not paid: %s', async (_, challenge) => {
    const { client, wallet } = clientOf([
      refusal(402, { error: 'Pay' }, { 'payment-required': encoded(challenge) }),
    ])
    expect(await end(client.thing({}))).toMatchObject({
      name: 'PaymentError',
      message: 'Pay',
      charged: false,
    })
    expect(wallet.signed).toBe(0)
  })

  it('is paid by its body, if it has no header', async () => {
    const body = { x402Version: 2, accepts: [OFFER] }
    const bare = () => Response.json(body, { status: 402 })
    const { client, wallet } = clientOf([bare, serves])
    await client.thing({})
    expect(wallet.signed).toBe(1)
  })
})

describe('a limit', () => {
  it('is stated in the error, with the price', async () => {
    const { client } = clientOf([asks], { maxPrice: '0.019' })
    expect((await end(client.thing({}))).message).toBe(
      'This call costs 0.02 USD, more than the 0.019 USD that are left. Nothing was signed.',
    )
  })

  it('that is no amount is refused when the client is made', () => {
    expect(() => clientOf([], { maxPrice: '1,5' })).toThrow(TypeError)
  })

  it('of the day does not count what was certainly not charged', async () => {
    const failed = refusal(500, { error: 'it broke' })
    const { client, wallet } = clientOf([asks, failed, asks, serves], { maxPerDay: '0.03' })
    expect(await end(client.thing({}))).toMatchObject({ charged: false })
    await client.thing({})
    expect(wallet.signed).toBe(2)
  })

  it('of the day counts what may have been charged', async () => {
    const { client } = clientOf([asks, drops, asks], { maxPerDay: '0.03', retries: 0 })
    expect(await end(client.thing({}))).toMatchObject({ charged: 'unknown' })
    expect(await end(client.thing({}))).toMatchObject({ code: 'PRICE_ABOVE_MAX' })
  })
})

describe('a lost connection', () => {
  it('of a free POST is not repeated, because it could act twice', async () => {
    const { client, left } = clientOf([drops, serves])
    expect(await end(client.free({}))).toMatchObject({
      name: 'ConnectionError',
      code: 'CONNECTION_FAILED',
      charged: false,
      message: 'No whole reply came from http://gateway.example/: fetch failed',
    })
    expect(left).toHaveLength(1)
  })

  it.each<[string, unknown, string]>([
    [
      'its reason',
      new Error('connect ECONNREFUSED 127.0.0.1:1'),
      'connect ECONNREFUSED 127.0.0.1:1',
    ],
    ['its code, if it has no words', { message: '', code: 'ECONNREFUSED' }, 'ECONNREFUSED'],
  ])('says %s', async (_, cause, said) => {
    const breaks = (): Response => {
      throw new TypeError('fetch failed', { cause })
    }
    const { message } = await end(clientOf([breaks]).client.free({}))
    expect(message).toBe(`No whole reply came from http://gateway.example/: fetch failed (${said})`)
  })

  it.each(['closed', undefined, null])('says %s was thrown, if that is no error', async thrown => {
    const breaks = (): Response => {
      throw thrown
    }
    const { message } = await end(clientOf([breaks]).client.free({}))
    expect(message).toBe(`No whole reply came from http://gateway.example/: ${thrown}`)
  })

  it('of a GET is repeated', async () => {
    const { client } = clientOf([drops, serves])
    expect((await client.thing.of({ id: 'a', rest: 'b' })).data).toEqual({ ok: true })
  })

  it('through a proxy is not a failure of the gateway, though its text has the id of a request', async () => {
    const proxy = () =>
      new Response('Bad gateway', { status: 502, headers: { 'x-request-id': 'r2' } })
    const { client, left } = clientOf([asks, proxy, serves])
    await client.thing({})
    expect(left).toEqual([])
  })
})

describe('an error', () => {
  it.each([
    [418, 'RequestError', 'HTTP_418'],
    [404, 'RequestError', 'NOT_FOUND'],
    [405, 'RequestError', 'METHOD_NOT_ALLOWED'],
    [422, 'RequestError', 'INVALID_REQUEST'],
  ])('of %i without a code', async (status, name, code) => {
    const { client } = clientOf([() => new Response('', { status })])
    const error = await end(client.thing.of({ id: 'a', rest: 'b' }))
    expect(error).toMatchObject({ name, status, code, message: `HTTP status ${status}` })
  })

  it('has the details of its envelope', async () => {
    const body = { error: { message: 'no', type: 'invalid', details: { field: 'n' } } }
    expect(await end(clientOf([refusal(400, body)]).client.thing({}))).toMatchObject({
      code: 'invalid',
      details: { field: 'n' },
      body,
    })
  })
})

describe('a payment that has expired', () => {
  const payment = rejects('PAYMENT_UNFUNDED')
  const times = async (waited: number) => {
    const { client, wallet, time } = clientOf([
      asks,
      () => {
        time.now += waited
        return payment()
      },
      serves,
    ])
    await end(client.thing({}))
    return wallet.signed
  }

  it('is replaced after its last millisecond, and not in it', async () => {
    expect(await times(60_000)).toBe(1)
    expect(await times(60_001)).toBe(2)
  })
})

describe('time limits', () => {
  afterEach(() => void vi.useRealTimers())

  it.each([1000, 2 ** 31 - 1])('of %i ms end the call then', timeout => {
    vi.useFakeTimers()
    const { signal, end: free } = limited({ timeout }, {} as Settings)
    vi.advanceTimersByTime(timeout - 1)
    expect(signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(signal.reason).toEqual(new Error(`no result in ${timeout} ms`))
    free()
  })

  it('are those of the call, else of the client, else half an hour', () => {
    vi.useFakeTimers()
    const limits = [limited({ timeout: 5 }, { timeout: 9 } as Settings)]
    limits.push(limited({}, { timeout: 9 } as Settings), limited({}, {} as Settings))
    const open = (): number => limits.filter(({ signal }) => !signal.aborted).length
    vi.advanceTimersByTime(5)
    expect(open()).toBe(2)
    vi.advanceTimersByTime(4)
    expect(open()).toBe(1)
    vi.advanceTimersByTime(1_800_000 - 10)
    expect(open()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(open()).toBe(0)
  })
})

describe('events', () => {
  const read = async (text: string): Promise<string[]> => {
    const events: string[] = []
    const body = ReadableStream.from([new TextEncoder().encode(text)])
    for await (const data of eventsOf(body as never)) events.push(data)
    return events
  }

  it('have one blank less after the colon, and no carriage return at the end', async () => {
    expect(await read('data:  a b\r\n\r\ndata:c d\n\n')).toEqual([' a b', 'c d'])
    expect(await read('data: a\rb\r\n\n')).toEqual(['a\rb'])
  })

  it('at the end of a body may lack their blank line', async () => {
    expect(await read('data: a\ndata: b')).toEqual(['a\nb'])
  })
})

describe('a repetition', () => {
  const busy = (seconds: string) => refusal(503, { error: 'busy' }, { 'retry-after': seconds })

  it('waits a minute at most', async () => {
    const { client, time } = clientOf([asks, busy('60'), serves])
    await client.thing({})
    expect(time.waited).toEqual([60_000])
    const longer = clientOf([asks, busy('61'), serves])
    expect(await end(longer.client.thing({}))).toMatchObject({ status: 503, retryAfter: 61 })
    expect(longer.time.waited).toEqual([])
  })

  it('is made five times, unless the client has another number', async () => {
    const replies = [asks, ...Array<() => Response>(6).fill(busy('1'))]
    const { client, left } = clientOf([...replies, serves])
    expect(await end(client.thing({}))).toMatchObject({ status: 503 })
    expect(left).toEqual([serves])
    const none = clientOf([asks, busy('1'), serves], { retries: 0 })
    expect(await end(none.client.thing({}))).toMatchObject({ status: 503 })
  })

  it('for a pending settlement waits until it is over, and is charged or not', async () => {
    const settled = (more: object) =>
      refusal(402, { error: 'x' }, { 'payment-response': encoded(more) })
    const pending = { success: false, errorReason: 'settlement_pending' }
    const of = (more: object) => end(clientOf([asks, settled(more)]).client.thing({}))
    expect(await of(pending)).toMatchObject({ charged: 'unknown' })
    expect(await of({ success: true, transaction: '0x1' })).toMatchObject({ charged: true })
    expect(await of({ success: true })).toMatchObject({ charged: false })
  })

  it('of a refusal of a proxy below 500 leaves no doubt: nothing was charged', async () => {
    const proxy = (status: number) => () => Response.json({ message: 'no' }, { status })
    const refused = (status: number) =>
      end(clientOf([asks, proxy(status)], { retries: 0 }).client.thing({}))
    expect(await refused(403)).toMatchObject({ charged: false })
    expect(await refused(500)).toMatchObject({ charged: 'unknown' })
  })
})

describe('a price above the limit', () => {
  it('has the offers in its details', async () => {
    const { client } = clientOf([asks], { maxPrice: '0.01' })
    expect((await end(client.thing({}))).details).toEqual({ accepts: [OFFER] })
  })

  it('may be that of an asset without a known value', async () => {
    const offers = { x402Version: 2, accepts: [{ ...OFFER, asset: '0xCD' }] }
    const strange = refusal(402, {}, { 'payment-required': encoded(offers) })
    const { client } = clientOf([strange], { maxPrice: '0.01' })
    expect((await end(client.thing({}))).message).toBe(
      'This call costs an unknown asset, more than the 0.01 USD that are left. Nothing was signed.',
    )
  })
})

describe('an answer with an address to poll', () => {
  it('is a job only if it is a 202', async () => {
    const { client, left } = clientOf([asks, () => Response.json({ poll_url: '/jobs/1' })])
    expect((await client.thing({})).data).toEqual({ poll_url: '/jobs/1' })
    expect(left).toEqual([])
  })

  it('that is a 202 of another form is the result', async () => {
    const { client } = clientOf([asks, () => Response.json(null, { status: 202 })])
    expect((await client.thing({})).data).toBeNull()
  })

  it('does not make a job of a body that is no object', async () => {
    const { client } = clientOf([asks, () => Response.json(null)])
    expect((await client.thing({})).data).toBeNull()
  })
})

it('a method may have methods, in whatever order the operations come', () => {
  const operation = (name: string) => ({ name, method: 'GET', path: '/a' }) as const
  const settings = { baseUrl: 'http://gateway.example' } as unknown as Settings
  const names = ['things.parts.list', 'things', 'things.parts']
  const client: any = makeClient(settings, { operations: names.map(operation), assets: [] })
  expect(client.things).toBeTypeOf('function')
  expect(client.things.parts).toBeTypeOf('function')
  expect(client.things.parts.list).toBeTypeOf('function')
})
