/**
 * Responses as streams: the upstream's events to the byte, paid once at their end, and not at all
 * where they break off.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Behaviour, Mode } from '../../scripts/devnet/upstreams/index.ts'
import { call, paidBy } from './client.ts'
import { openDesk, PATH, type Desk } from './responses-desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk?.shop.stop())
afterEach(() => desk.reset())

const body = {
  model: 'vendorA/chat-6-mini',
  input: 'Say: hello to everybody who reads this',
  max_output_tokens: 1000,
  stream: true,
}
const sign = (): Promise<string> => desk.sign(body)
const event = (type: string, more: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
const names = (text: string): string[] =>
  [...text.matchAll(/^event: (.+)$/gm)].map(([, name]) => name!)

/** What comes of a stream, and whether the connection broke before its end. */
async function stream(
  header: string,
): Promise<{ status: number; type: string | null; text: string; broke: boolean }> {
  const response = await fetch(desk.shop.url + PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...paidBy(header) },
    body: JSON.stringify(body),
  })
  const decoder = new TextDecoder()
  const seen = {
    status: response.status,
    type: response.headers.get('content-type'),
    text: '',
    broke: false,
  }
  try {
    for await (const chunk of response.body!)
      seen.text += decoder.decode(chunk as Uint8Array, { stream: true })
  } catch {
    seen.broke = true
  }
  return seen
}

describe('a stream', () => {
  it('RESP-012 RESP-051 RESP-052 has the events of the protocol, and costs what was quoted', async () => {
    const quoted = BigInt(await desk.quote(body))
    const header = await sign()
    const cost = await desk.cost(async () => {
      const { status, type, text, broke } = await stream(header)
      expect([status, type, broke]).toEqual([
        200,
        expect.stringMatching(/^text\/event-stream/),
        false,
      ])
      expect(names(text)).toEqual(
        expect.arrayContaining([
          'response.created',
          'response.output_text.delta',
          'response.completed',
        ]),
      )
      expect(names(text).at(-1)).toBe('response.completed')
    })
    expect(cost).toBe(quoted)
    expect(desk.heard()).toMatchObject([{ stream: true, store: false }])
  })

  it('RESP-012 is sent only on request', async () => {
    const seen = await desk.buy({ ...body, stream: undefined })
    expect([seen.headers['content-type'], seen.body.object]).toEqual([
      expect.stringMatching(/^application\/json/),
      'response',
    ])
  })

  it('RESP-051 is passed on to the byte, whatever it says', async () => {
    const reply = [
      event('response.created', { response: { id: 'resp_1' } }),
      ': a comment\r\n\r\n',
      'event: response.output_text.delta\r\nid: 7\r\ndata: {"type":"response.output_text.delta",  "delta":"\\u00fc ü"}\r\n\r\n',
      event('response.something_new', { deep: [1.0, null] }),
      event('response.completed', { response: { id: 'resp_1', status: 'completed' } }),
      'data: [DONE]\n\n',
    ].join('')
    desk.shop.taps.vendor_a.answer(() => ({
      headers: { 'content-type': 'text/event-stream' },
      body: reply,
    }))
    expect(await stream(await sign())).toEqual({
      status: 200,
      type: 'text/event-stream',
      text: reply,
      broke: false,
    })
  })

  it('RESP-055 RESP-041 is not given twice for one authorization', async () => {
    const header = await sign()
    await stream(header)
    const again = await desk.free(() =>
      call(desk.shop.url, { path: PATH, body, headers: paidBy(header) }),
    )
    expect([again.status, again.body.error.message]).toEqual([
      402,
      expect.stringMatching(/already used/),
    ])
  })

  it('RESP-012 that reached its limit of tokens is whole and paid', async () => {
    const end = event('response.incomplete', {
      response: {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        usage: { output_tokens: 16 },
      },
    })
    desk.shop.taps.vendor_a.answer(() => ({
      headers: { 'content-type': 'text/event-stream' },
      body: event('response.created') + end,
    }))
    const header = await sign()
    expect(
      await desk.cost(async () => {
        expect((await stream(header)).broke).toBe(false)
      }),
    ).toBe(2000n)
  })
})

describe('a stream that breaks off', () => {
  it.each<[string, Mode | Behaviour]>([
    ['is cut', { mode: 'cut', gap: 2, chunks: 20 }],
    ['has no end', 'no_end'],
    ['holds what cannot be read', { mode: 'malformed', gap: 2, chunks: 20 }],
  ])('RESP-034 because it %s ends with an error, and is not paid', async (_what, behaviour) => {
    desk.shop.world.upstreams.set('vendor_a', behaviour)
    const header = await sign()
    const seen = await desk.free(() => stream(header))
    expect([
      seen.status,
      names(seen.text).includes('response.completed'),
      names(seen.text).at(-1),
    ]).toEqual([200, false, 'error'])
    // Clients check each event: this one has a number as all others do.
    const said = JSON.parse([...seen.text.matchAll(/^data: (.+)$/gm)].at(-1)![1]!)
    expect(said).toMatchObject({
      type: 'error',
      sequence_number: expect.any(Number),
      error: { code: 'STREAM_FAILED', message: expect.stringMatching(/\S/) },
    })
    desk.reset()
    expect(names((await stream(header)).text).at(-1)).toBe('response.completed')
  })

  it("RESP-034 RESP-051 with the upstream's own words ends with them, and is not paid", async () => {
    desk.shop.world.upstreams.set('vendor_a', { mode: 'in_band', gap: 2, chunks: 20 })
    const header = await sign()
    const seen = await desk.free(() => stream(header))
    expect([seen.status, seen.broke, names(seen.text).at(-1)]).toEqual([
      200,
      false,
      'response.failed',
    ])
    desk.reset()
    expect((await stream(header)).status).toBe(200)
  })

  it('RESP-033 RESP-034 before its first words is an error, and not paid', async () => {
    const failed = event('response.failed', {
      response: { status: 'failed', error: { code: 'server_error', message: 'It broke.' } },
    })
    desk.shop.taps.vendor_a.answer(() => ({
      headers: { 'content-type': 'text/event-stream' },
      body: event('response.created') + failed,
    }))
    const seen = await desk.free(() => desk.buy(body))
    expect([seen.status, seen.body.error]).toEqual([
      500,
      { message: 'It broke.', type: 'server_error', param: null, code: null },
    ])
  })
})
