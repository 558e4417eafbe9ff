/**
 * Responses in the background: for listed wallets only, paid when they are begun, then free to look
 * at, to follow and to cancel.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, type Seen } from './client.ts'
import { errorOf, openDesk, type Desk } from './responses-desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk?.shop.stop())
afterEach(() => desk.reset())

const body = {
  model: 'vendorA/chat-6-mini',
  input: 'Say: hello to everybody',
  max_output_tokens: 1000,
  background: true,
}
const begin = (): Promise<Seen> => desk.buy(body, { account: desk.listed })
const get = (path: string): Promise<Seen> => call(desk.shop.url, { path })
const cancel = (id: string, at = '/v1'): Promise<Seen> =>
  call(desk.shop.url, { method: 'POST', path: `${at}/responses/${id}/cancel` })
const upstreams = (): Desk['shop']['world']['upstreams'] => desk.shop.world.upstreams
/** The events of a stream, by their numbers. */
const events = (text: string): any[] =>
  [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!))

describe('a background response', () => {
  it('RESP-019 RESP-054 is 402 without a payment, and 403 for a wallet that is not listed, uncharged', async () => {
    expect((await desk.ask(body)).status).toBe(402)
    const seen = await desk.free(() => desk.buy(body))
    expect([seen.status, errorOf(seen)]).toEqual([
      403,
      {
        message: expect.stringMatching(/wallet/),
        type: 'invalid_request_error',
        param: 'background',
        code: null,
      },
    ])
    expect(desk.heard()).toEqual([])
    const again = await call(desk.shop.url, {
      path: '/v1/responses',
      body: { ...body, background: false },
      headers: { 'payment-signature': seen.header },
    })
    expect(again.status).toBe(200)
  })

  it('RESP-021 RESP-046 RESP-047 is queued at once, kept at the upstream, and paid', async () => {
    const quoted = BigInt(await desk.quote(body))
    let seen: Seen | undefined
    expect(
      await desk.cost(async () => {
        seen = await begin()
      }),
    ).toBe(quoted)
    expect([seen!.status, seen!.body.status, seen!.body.id, seen!.receipt?.success]).toEqual([
      200,
      'queued',
      expect.stringMatching(/^resp_/),
      true,
    ])
    expect(desk.heard()).toMatchObject([{ background: true, store: true, stream: false }])
  })

  it('RESP-021 RESP-046 may go on from reasoning that its upstream keeps', async () => {
    const input = [
      { role: 'user', content: 'Say: hi' },
      { type: 'reasoning', id: 'rs_1', summary: [] },
    ]
    desk.shop.taps.vendor_a.answer(() => ({
      body: '{"id":"resp_y","object":"response","status":"queued","output":[]}',
    }))
    expect((await desk.buy({ ...body, input }, { account: desk.listed })).status).toBe(200)
    expect(desk.heard()[0].input).toEqual(input)
  })

  it('RESP-047 RESP-048 is looked at for nothing, as the upstream reports it, until it is completed', async () => {
    const {
      body: { id },
    } = await begin()
    await desk.free(async () => {
      const seen = [
        await get(`/v1/responses/${id}`),
        await get(`/api/v1/responses/${id}`),
        await get(`/v1/responses/${id}`),
      ]
      expect(seen.map(one => [one.status, one.body.id, one.body.status])).toEqual([
        [200, id, 'queued'],
        [200, id, 'completed'],
        [200, id, 'completed'],
      ])
      expect(seen[2]!.body.output.at(-1).content[0].text).toBe('hello to everybody')
    })
  })

  it('RESP-048 RESP-050 is JSON when it is looked at and when it is cancelled, whatever its upstream calls it', async () => {
    const {
      body: { id },
    } = await begin()
    upstreams().set('vendor_a', 'wrong_type')
    const seen = [await get(`/v1/responses/${id}`), await cancel(id)]
    expect(seen.map(one => [one.status, one.headers['content-type'], one.body.id])).toEqual(
      Array(2).fill([200, 'application/json; charset=utf-8', id]),
    )
  })

  it('RESP-047 that fails later was paid for, and says so itself', async () => {
    upstreams().set('vendor_a', 'job_fail')
    const {
      body: { id },
    } = await begin()
    await get(`/v1/responses/${id}`)
    const seen = await get(`/v1/responses/${id}`)
    expect([seen.status, seen.body.status, seen.body.error.code]).toEqual([
      200,
      'failed',
      'server_error',
    ])
  })

  it('RESP-048 RESP-049 is followed as a stream, and from any event on', async () => {
    const {
      body: { id },
    } = await begin()
    const whole = await get(`/v1/responses/${id}?stream=true`)
    expect(desk.shop.taps.vendor_a.seen.at(-1)!.url).toBe(`/v1/responses/${id}?stream=true`)
    expect(whole.headers['content-type']).toMatch(/^text\/event-stream/)
    const all = events(whole.text)
    expect([all[0].type, all.at(-1).type]).toEqual(['response.created', 'response.completed'])
    const rest = await get(`/api/v1/responses/${id}?stream=true&starting_after=4`)
    expect(events(rest.text)).toEqual(all.filter(event => event.sequence_number > 4))
    expect(rest.text.length).toBeGreaterThan(100)
  })

  it('RESP-048 RESP-049 is passed on to the byte, also where it failed, or where there is nothing left to report', async () => {
    const {
      body: { id },
    } = await begin()
    for (const reply of [
      'event: response.failed\r\ndata: {"type":"response.failed","response":{ "status":"failed" }}\r\n\r\n',
      '',
    ]) {
      desk.shop.taps.vendor_a.answer(() => ({
        headers: { 'content-type': 'text/event-stream' },
        body: reply,
      }))
      expect(await get(`/v1/responses/${id}?stream=true&starting_after=90`)).toMatchObject({
        status: 200,
        text: reply,
      })
    }
    const made = '{ "id":"x",  "status" : "in_progress" }'
    desk.shop.taps.vendor_a.answer(() => ({ body: made }))
    expect(await get(`/v1/responses/${id}`)).toMatchObject({ status: 200, text: made })
  })

  it('RESP-048 that has not begun is followed from its first event, while it waits', async () => {
    upstreams().set('vendor_a', 'job_hold')
    const {
      body: { id },
    } = await begin()
    const gone = new AbortController()
    const response = await fetch(`${desk.shop.url}/v1/responses/${id}?stream=true`, {
      signal: gone.signal,
    })
    const first = await response.body!.getReader().read()
    expect(new TextDecoder().decode(first.value)).toMatch(/^event: response\.created/)
    gone.abort()
  })

  it.each(['/v1', '/api/v1'])('RESP-050 is cancelled below %s, for nothing', async at => {
    upstreams().set('vendor_a', 'job_hold')
    const {
      body: { id },
    } = await begin()
    const seen = await desk.free(() => cancel(id, at))
    expect([seen.status, seen.body.id, seen.body.status]).toEqual([200, id, 'cancelled'])
    expect((await get(`/v1/responses/${id}`)).body.status).toBe('cancelled')
  })
})

describe('what was not begun here in the background', () => {
  const strangers = ['resp_00', `resp_${'a'.repeat(48)}`, 'models', 'resp_1%20']
  it.each(strangers)('RESP-048 RESP-050 RESP-054 is not there: %s', async id => {
    for (const seen of [
      await get(`/v1/responses/${id}`),
      await get(`/v1/responses/${id}?stream=true`),
      await cancel(id),
    ]) {
      expect([seen.status, errorOf(seen).type]).toEqual([404, 'invalid_request_error'])
    }
    expect(desk.shop.taps.vendor_a.seen).toEqual([])
  })

  it('RESP-021 includes a response that was answered at once', async () => {
    const {
      body: { id },
    } = await desk.buy({ ...body, background: false })
    expect((await get(`/v1/responses/${id}`)).status).toBe(404)
  })

  it('RESP-048 includes what was begun more than two days ago', async () => {
    const {
      body: { id },
    } = await begin()
    await desk.clock.wind(48 * 3_600_000 + 1)
    expect((await get(`/v1/responses/${id}`)).status).toBe(404)
  })

  it('RESP-049 RESP-054 a place that is no number is 400', async () => {
    const seen = await get('/v1/responses/resp_1?stream=true&starting_after=soon')
    expect([seen.status, errorOf(seen).param]).toEqual([400, 'starting_after'])
  })

  it('RESP-048 a quote says that it is free', async () => {
    expect(
      await call(desk.shop.url, { method: 'OPTIONS', path: '/v1/responses/resp_1' }),
    ).toMatchObject({ status: 402, body: { free: true } })
  })
})
