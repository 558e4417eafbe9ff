/**
 * Names that nobody declared: callers hear of them before they pay, and with what they paid for;
 * nothing is refused.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call } from './client.ts'
import { openChat, says, type Chat } from './chat-desk.ts'

let chat: Chat
beforeAll(async () => {
  chat = await openChat()
})
afterEach(() => chat.upstreams.reset())
afterAll(() => chat?.stop())

const VIDEOS = '/api/v1/videos/generations'
const SEARCH = '/api/v1/search'
const IMAGES = '/api/v1/images/generations'
const READ = '/api/v1/pm/venue-a/markets'

const meant = (name: string, near: string, part = 'field') =>
  `Unknown ${part} "${name}": did you mean "${near}"?`
const dropped = (name: string) => `Unknown field "${name}" is not passed on.`

/** The warnings of a 402. */
async function warnings(body: object, path?: string): Promise<unknown> {
  const { status, body: reply, text } = await chat.ask(body, path === undefined ? {} : { path })
  expect([status, status === 402 ? '' : text]).toEqual([402, ''])
  return reply.warnings
}

describe('the free 402 says what was probably meant', () => {
  const movie = { prompt: 'a paper boat' }
  const picture = { model: 'vendorA/image-1', prompt: 'a cat' }
  it.each<[string, object, string, string, string]>([
    [VIDEOS, { ...movie, duration: 3 }, 'duration', 'duration_seconds', 'a part of the name'],
    [VIDEOS, { ...movie, seconds: 3 }, 'seconds', 'duration_seconds', 'the name at OpenAI'],
    [
      VIDEOS,
      { ...movie, durationSeconds: 3 },
      'durationSeconds',
      'duration_seconds',
      'the camelCase twin',
    ],
    [
      VIDEOS,
      { ...movie, length: 3 },
      'length',
      'duration_seconds',
      'a name that the catalog lists',
    ],
    [SEARCH, { query: 'x', numResults: 3 }, 'numResults', 'max_results', 'the name elsewhere'],
    [SEARCH, { query: 'x', limit: 3 }, 'limit', 'max_results', 'a name that the catalog lists'],
    [IMAGES, { ...picture, sizee: '1x1' }, 'sizee', 'size', 'a slip of the hand'],
    [IMAGES, { ...picture, image_size: '1x1' }, 'image_size', 'size', 'a word too many'],
  ])('%s %o', async (path, body, name, near) => {
    expect(await warnings(body, path)).toEqual([meant(name, near)])
  })

  it('and the price is that of the request without the field', async () => {
    expect(await chat.quote({ ...movie, duration: 3 }, { path: VIDEOS })).toBe(
      await chat.quote(movie, { path: VIDEOS }),
    )
  })

  it('in the other form of a request too, where names of both forms count', async () => {
    const content = [{ type: 'text', text: 'a paper boat' }]
    expect(
      await warnings({ content, resolution: '480p', seed: 7 }, '/api/v1/videos'),
    ).toBeUndefined()
    expect(
      await warnings({ content, resolutoin: '480p', ratioo: '1:1' }, '/api/v1/videos'),
    ).toEqual([meant('resolutoin', 'resolution'), meant('ratioo', 'ratio')])
  })

  it('inside of a declared field', async () => {
    const body = {
      model: 'vendorC/think-5',
      messages: says('hi'),
      search_parameters: { max_results: 3 },
    }
    expect(await warnings(body)).toEqual([
      meant('search_parameters.max_results', 'search_parameters.max_search_results'),
    ])
  })

  it('of a parameter of the query, also where the 402 is ready beforehand', async () => {
    const warned = async (search: string) =>
      (await call(chat.shop.url, { path: `${READ}${search}` })).body.warnings
    expect(await warned('?limitt=3')).toEqual([meant('limitt', 'limit', 'parameter')])
    expect(await warned('?limit=3&statuss=active')).toEqual([
      meant('statuss', 'status', 'parameter'),
    ])
    expect(await warned('?limit=3')).toBeUndefined()
    expect(await warned('')).toBeUndefined()
    expect(await warned('?nothing=like+it')).toBeUndefined()
  })
})

describe('nothing is said', () => {
  it.each<[string, string, object]>([
    [
      'of what is ignored and like nothing',
      IMAGES,
      { model: 'vendorA/image-1', prompt: 'x', quality: 'high', style: 'vivid', user: 'me' },
    ],
    [
      'where the field that was meant is there too',
      VIDEOS,
      { prompt: 'x', duration: 3, duration_seconds: 3 },
    ],
    [
      'of what is passed on',
      '/api/v1/chat/completions',
      { model: 'vendorC/code-fast-1', messages: says('hi'), seed: 7, logit_bias: {}, min_p: 0.1 },
    ],
    [
      'of what a translation uses',
      '/api/v1/messages',
      { model: 'vendorF/small-4', max_tokens: 9, messages: says('hi'), metadata: {}, system: 'x' },
    ],
  ])('%s', async (_what, path, body) => {
    expect(await warnings(body, path)).toBeUndefined()
  })
})

describe('[V13] what is not passed on is warned of', () => {
  it('by name, also inside of a field', async () => {
    const body = {
      model: 'vendorC/code-fast-1',
      messages: says('hi'),
      web_search: true,
      num_completions: 8,
    }
    expect(await warnings(body)).toEqual([dropped('web_search'), dropped('num_completions')])
    const responses = { model: 'chat-6', input: 'hi', reasoning: { effort: 'low', max_tokens: 9 } }
    expect(await warnings(responses, '/api/v1/responses')).toEqual([
      dropped('reasoning.max_tokens'),
    ])
  })

  it('by the upstream of the model that is asked for', async () => {
    const body = { messages: says('hi'), min_p: 0.1, verbosity: 'low' }
    expect(await warnings({ ...body, model: 'vendorA/chat-6' })).toEqual([dropped('min_p')])
    expect(await warnings({ ...body, model: 'vendorC/code-fast-1' })).toEqual([
      dropped('verbosity'),
    ])
  })

  it('of a translated request', async () => {
    const body = {
      model: 'vendorF/small-4',
      max_tokens: 9,
      messages: says('hi'),
      mcp_servers: [],
      speed: 'fast',
    }
    expect(await warnings(body, '/api/v1/messages')).toEqual([
      dropped('mcp_servers'),
      dropped('speed'),
    ])
  })
})

describe('the reply that was paid says it in a header', () => {
  const header = 'x-farebox-warning'
  it('of a body', async () => {
    const body = {
      model: 'vendorC/code-fast-1',
      messages: says('Say: hi'),
      max_tokens: 50,
      web_search: true,
    }
    expect((await chat.buy(body)).headers[header]).toBe(dropped('web_search'))
    expect((await chat.buy({ ...body, stream: true })).headers[header]).toBe(dropped('web_search'))
    const { web_search: _, ...plain } = body
    expect((await chat.buy(plain)).headers).not.toHaveProperty(header)
  })

  it('of a query', async () => {
    const path = `${READ}?limitt=3`
    const { header: payment } = { header: await chat.sign(undefined, { path }) }
    const { status, headers } = await chat.pay(undefined, payment, { path })
    expect([status, headers[header]]).toEqual([200, meant('limitt', 'limit', 'parameter')])
  })

  it('never in the head of a 402, and never more than a line', async () => {
    const odd = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`od\r\nd ${'x'.repeat(90)} ☃ ${at}`, 1]),
    )
    const body = { model: 'vendorC/code-fast-1', messages: says('Say: hi'), max_tokens: 50, ...odd }
    const asked = await chat.ask(body)
    expect([asked.headers[header], asked.body.warnings.length]).toEqual([undefined, 8])
    const warned = (await chat.buy(body)).headers[header]!
    expect(warned.length).toBeLessThanOrEqual(1024)
    expect(warned).toMatch(/^[\x20-\x7e]+$/)
  })
})
