/**
 * The faults of streams, as the local text upstreams can be set to have them, in each vendor's own
 * shape.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { askUpstream, startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'
import { arrived, ask, protocols } from './text-world.ts'

let up: LocalUpstreams
beforeAll(async () => {
  up = await startUpstreams()
})
afterAll(() => up.stop())
afterEach(() => up.reset())

/** What a protocol says of a failure, found in its own place. */
const kindOf = (json: any): unknown => json.error?.code ?? json.error?.type ?? json.error
const events = (text: string) => text.split('\n\n').filter(event => event !== '')
const seen = (upstream: string) => up.calls(upstream).at(-1)!

describe.each(protocols)('a stream of $name', how => {
  const stream = (options: { signal?: AbortSignal; body?: object } = {}) =>
    ask(up, how, { stream: true, ...options })
  const set = (behaviour: Parameters<LocalUpstreams['set']>[1]) => up.set(how.upstream, behaviour)

  it('is whole when nothing is set', async () => {
    const response = await stream()
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ])
    const { text, cut } = await arrived(response)
    expect([text.includes(how.end), cut]).toEqual([true, false])
    expect(seen(how.upstream)).toMatchObject({ status: 200, events: events(text).length })
    expect(seen(how.upstream).left).toBeUndefined()
  })

  it('429, with and without the time to wait, before any byte of it', async () => {
    set({ mode: 'rate_limit', retry_after: 2 })
    const timed = await stream()
    expect([
      timed.status,
      timed.headers.get('retry-after'),
      timed.headers.get('content-type'),
    ]).toEqual([429, how.name === 'gemini' ? null : '2', 'application/json'])
    expect(kindOf(await timed.json())).toBeTruthy()
    set({ mode: 'rate_limit', retry_after: null })
    const untimed = await stream()
    expect([untimed.status, untimed.headers.get('retry-after')]).toEqual([429, null])
  })

  it('500 once and then whole; 503 for as long as set', async () => {
    set({ mode: 'fail', status: 500, times: 1 })
    expect([(await stream()).status, (await stream()).status]).toEqual([500, 200])
    set({ mode: 'fail', status: 503 })
    const failed = await stream()
    expect([failed.status, (await stream()).status]).toEqual([503, 503])
    expect(kindOf(await failed.json())).toBeTruthy()
  })

  it('reset before its headers, or never answered', async () => {
    set({ mode: 'reset', times: 1 })
    await expect(stream()).rejects.toThrow()
    set('hang')
    const leave = new AbortController()
    const silent = stream({ signal: leave.signal })
    await expect.poll(() => up.calls(how.upstream).length).toBe(2)
    leave.abort()
    await expect(silent).rejects.toThrow()
    await expect.poll(() => seen(how.upstream).left).toBe(true)
  })

  it('slow to start: the headers at once, and the rest when released', async () => {
    set('slow_start')
    const response = await stream()
    expect([response.status, seen(how.upstream).events]).toEqual([200, undefined])
    await expect.poll(() => up.release(how.upstream)).toBe(1)
    expect((await arrived(response)).text).toContain(how.end)
  })

  it('cut in the middle', async () => {
    set({ mode: 'cut', after: 2 })
    const { text, cut } = await arrived(await stream())
    expect([events(text).length, text.includes(how.end), cut]).toEqual([2, false, true])
    expect(seen(how.upstream)).toMatchObject({ events: 2 })
    expect(seen(how.upstream).left).toBeUndefined()
  })

  it('stalled in the middle: until released, until nobody listens, or until its time is over', async () => {
    set({ mode: 'stall', after: 2 })
    const first = await stream()
    await expect.poll(() => up.release(how.upstream)).toBe(1)
    expect((await arrived(first)).text).toContain(how.end)
    const leave = new AbortController()
    const second = await stream({ signal: leave.signal })
    leave.abort()
    expect((await arrived(second)).cut).toBe(true)
    await expect.poll(() => seen(how.upstream).left).toBe(true)
    expect(up.release(how.upstream)).toBe(0)
    set({ mode: 'stall', after: 2, ms: 20 })
    const { text, cut } = await arrived(await stream())
    expect([text.includes(how.end), cut]).toEqual([false, true])
  })

  it('with an event in the middle that cannot be read', async () => {
    set({ mode: 'malformed', after: 2 })
    const { text } = await arrived(await stream())
    const broken = events(text).filter(event => {
      const data = event.slice(event.indexOf('data: ') + 6)
      try {
        return data !== '[DONE]' && JSON.parse(data) === undefined
      } catch {
        return true
      }
    })
    expect([broken.length, events(text).indexOf(broken[0]!), text.includes(how.end)]).toEqual([
      1,
      2,
      true,
    ])
  })

  it("without its protocol's end", async () => {
    const { text: whole } = await arrived(await stream())
    set('no_end')
    const { text, cut } = await arrived(await stream())
    expect([events(text).length, text.includes(how.end), cut]).toEqual([
      events(whole).length - 1,
      false,
      false,
    ])
  })

  it('that reports its failure and ends', async () => {
    set({ mode: 'in_band', after: 2 })
    const { text, cut } = await arrived(await stream())
    const last = events(text).at(-1)!
    expect([events(text).length, text.includes(how.end), cut]).toEqual([3, false, false])
    const data = JSON.parse(last.slice(last.indexOf('data: ') + 6))
    expect((data.response ?? data).error).toMatchObject({ message: expect.any(String) })
    if (how.name === 'responses')
      expect(data).toMatchObject({
        type: 'response.failed',
        sequence_number: 2,
        response: { status: 'failed' },
      })
    if (how.name === 'messages') expect(last.startsWith('event: error\n')).toBe(true)
  })

  it('with nothing in it, of another type, or a web page', async () => {
    set('empty')
    const empty = await stream()
    expect([empty.status, empty.headers.get('content-type'), await empty.text()]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      '',
    ])
    set('wrong_type')
    const wrong = await stream()
    expect([wrong.headers.get('content-type'), (await wrong.text()).includes(how.end)]).toEqual([
      'text/html; charset=utf-8',
      true,
    ])
    set('garbage')
    expect(await (await stream()).text()).toContain('<!doctype html>')
  })

  it('refused, because the prompt is too long or against the policy', async () => {
    set('too_long')
    const long = await stream()
    expect(long.status).toBe(400)
    expect(JSON.stringify(await long.json())).toMatch(/context|too long|exceeds the maximum/)
    set('refuse')
    const refused = await stream()
    expect(refused.status).toBe(how.name === 'gemini' ? 200 : 400)
    expect(await refused.text()).toMatch(
      /content_policy_violation|PROHIBITED_CONTENT|content filtering policy/,
    )
    set({ mode: 'refuse', code: 'declined' })
    const declined = await arrived(await stream())
    expect(declined.text).toMatch(/refusal|SAFETY/)
  })

  it('without usage', async () => {
    set('uncounted')
    expect(
      (
        await arrived(
          await stream({
            body: how.name === 'chat' ? { stream_options: { include_usage: true } } : {},
          }),
        )
      ).text,
    ).not.toMatch(/"(?:completion|output)_tokens":\d|TokenCount/)
  })

  it('of as many deltas of as many letters as set, at the pace set', async () => {
    set({ mode: 'ok', chunks: 50, bytes: 20, gap: 2 })
    const body = how.name === 'messages' ? { max_tokens: 4000 } : {}
    const start = performance.now()
    const { text } = await arrived(await stream({ body }))
    expect(performance.now() - start).toBeGreaterThan(90)
    const deltas = events(text).filter(event => event.includes('"word word word word "'))
    expect(deltas.filter(event => !event.includes('_text.done'))).toHaveLength(50)
  })

  it('the whole answer can be cut, late, unreadable and of another type too', async () => {
    set('cut')
    expect((await arrived(await ask(up, how))).cut).toBe(true)
    set('malformed')
    await expect(ask(up, how).then(response => response.json())).rejects.toThrow(SyntaxError)
    set('slow_start')
    const late = await ask(up, how)
    await expect.poll(() => up.release(how.upstream)).toBe(1)
    expect(await late.json()).toBeTypeOf('object')
    set('wrong_type')
    expect((await ask(up, how)).headers.get('content-type')).toBe('text/html; charset=utf-8')
  })
})

describe('a fallback', () => {
  const turns = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'The sea' },
  ]
  it.each(protocols.filter(one => ['chat', 'messages'].includes(one.name)))(
    'of $name refuses to go on with what another began',
    async how => {
      up.set(how.upstream, 'no_prefill')
      const refused = await ask(up, how, { body: { messages: turns } })
      expect([refused.status, JSON.stringify(await refused.json())]).toEqual([
        400,
        expect.stringContaining('prefill'),
      ])
      expect((await ask(up, how)).status).toBe(200)
    },
  )

  it('is down, and well again after as many calls as set', async () => {
    up.set('pool', { mode: 'fail', status: 503, times: 3 })
    const call = async () =>
      (
        await askUpstream(up, 'pool', {
          path: '/v1/chat/completions',
          body: { model: 'open-1', messages: turns },
        })
      ).status
    expect([await call(), await call(), await call(), await call()]).toEqual([503, 503, 503, 200])
  })
})
