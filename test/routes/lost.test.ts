/**
 * Addresses that nobody serves: what was meant is named, in the form of what was meant, and nothing
 * is charged.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, paidBy, type Seen } from './client.ts'
import { startShop, type Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop?.stop())

const talk = { model: 'vendorA/chat-6-mini', messages: [{ role: 'user', content: 'hi' }] }
const ask = (method: string, path: string): Promise<Seen> =>
  call(shop.url, { method, path, ...(method === 'POST' ? { body: talk } : {}) })

describe('a wrong address', () => {
  it.each([
    ['/chat/completions', '/v1/chat/completions'],
    ['/v1/v1/chat/completions', '/v1/chat/completions'],
    ['/v1/completions', '/v1/chat/completions'],
    ['/v1/chat/completion', '/v1/chat/completions'],
    ['/v1/chat/completions/', '/v1/chat/completions'],
    ['/api/v1/chat/completions/', '/api/v1/chat/completions'],
    ['/responses', '/v1/responses'],
    ['/v1/response', '/v1/responses'],
  ])("ERR2-001 POST %s is pointed to %s as OpenAI's clients read it", async (path, meant) => {
    for (const [headers, more] of [
      [{}, ''],
      [paidBy('whatever'), ' Nothing was charged for this request.'],
    ] as const) {
      const { status, body } = await call(shop.url, { path, body: talk, headers })
      const message = `There is nothing at POST ${path}. Did you mean POST ${meant}?${more}`
      expect([status, body.error]).toEqual([
        404,
        expect.objectContaining({ message, type: 'invalid_request_error', param: null }),
      ])
    }
  })

  it("CHAT-084 POST /messages is pointed to /v1/messages as Anthropic's clients read it", async () => {
    const { status, body } = await ask('POST', '/messages')
    expect([status, body]).toEqual([
      404,
      {
        type: 'error',
        error: {
          type: 'not_found_error',
          message: 'There is nothing at POST /messages. Did you mean POST /v1/messages?',
        },
      },
    ])
  })

  it('VER-003 the shorter form of other endpoints is pointed to the longer one', async () => {
    const { status, body } = await ask('POST', '/v1/videos/generations')
    const message =
      'There is nothing at POST /v1/videos/generations. Did you mean POST /api/v1/videos/generations?'
    expect([status, body.error.message, body.message]).toEqual([404, message, message])
  })

  it.each([
    ['POST', '/api/v1/images/generations/'],
    ['GET', '/api/v1/images/generations/'],
    ['POST', '/api/v1/videos/generations/'],
    ['OPTIONS', '/api/v1/images/generations/'],
    ['GET', '/v1/models/'],
  ])('ERR2-001 %s %s is pointed to the address without the slash', async (method, path) => {
    const { status, body, text } = await ask(method, path)
    const served = path === '/v1/models/' ? 'GET /v1/models' : `POST ${path.slice(0, -1)}`
    expect([status, body.message ?? body.error], text).toEqual([
      404,
      `There is nothing at ${method} ${path}. Did you mean ${served}?`,
    ])
  })

  it('ERR2-001 a path that ends before its last part is not pointed to another endpoint', async () => {
    const path = '/api/v1/crypto/price/'
    const { status, body } = await ask('GET', path)
    expect([status, body.message]).toEqual([404, `There is nothing at GET ${path}.`])
  })

  it("ERR2-001 an unknown path without a similar one gets a pointer to the documents; under /v1 in OpenAI's form", async () => {
    const { status, body } = await ask('POST', '/v1/embeddings')
    const message = 'There is nothing at POST /v1/embeddings.'
    expect([status, body.error, body.message]).toEqual([
      404,
      { message, type: 'invalid_request_error', code: 'NOT_FOUND', param: null },
      message,
    ])
    for (const path of ['/nothing', '/api/v1/nothing']) {
      expect((await ask('GET', path)).body).toEqual({
        error: 'Not Found',
        message: `There is nothing at GET ${path}.`,
        hint: expect.stringContaining('/openapi.json'),
      })
    }
  })

  it('ERR2-005 NAME-001 the name of a model that there is not is no wrong address', async () => {
    for (const path of ['/v1/chat/vendorA/chat-7', '/api/v1/chat/vendorZ/none']) {
      const { status, body } = await ask('POST', path)
      expect([status, body.error]).toEqual([400, expect.stringMatching(/^Unknown model: vendor/)])
    }
  })

  it('DISC-001 a free endpoint names the method to use, in a 402 only to HEAD and OPTIONS', async () => {
    const path = '/v1/responses/input_tokens'
    const options = await ask('OPTIONS', path)
    expect([options.status, options.body]).toEqual([
      402,
      { free: true, message: 'This endpoint is free; send a POST request without any payment.' },
    ])
    const { status, text } = await ask('GET', path)
    expect([status, text]).toEqual([405, expect.stringContaining('use POST')])
  })

  it('RESP-050 what is beside background responses is 404, not a wrong method', async () => {
    expect([
      (await ask('POST', '/v1/responses/compact')).status,
      (await ask('GET', '/v1/responses/resp_none')).status,
      (await ask('DELETE', '/v1/responses/resp_none')).status,
    ]).toEqual([404, 404, 405])
  })
})

describe('one model', () => {
  it('MODEL-002 MODEL-021 is what the list says of it, with its slash encoded or not, at both addresses', async () => {
    const list = (await call(shop.url, { path: '/v1/models' })).body.data
    for (const id of ['vendorA/chat-6-mini', 'vendorB/image-pro', 'vendorH/sound-effects']) {
      for (const path of [
        `/v1/models/${id}`,
        `/v1/models/${encodeURIComponent(id)}`,
        `/api/v1/models/${id.replace('/', '%2f')}`,
      ]) {
        const { status, body } = await call(shop.url, { path })
        expect([path, status, body]).toEqual([
          path,
          200,
          list.find((one: { id: string }) => one.id === id),
        ])
      }
    }
  })

  it("that is not there is 404 as OpenAI's clients read it; no path means another one", async () => {
    const { status, body } = await call(shop.url, { path: '/v1/models/vendorA/none' })
    expect([status, body.error]).toEqual([
      404,
      expect.objectContaining({
        code: 'model_not_found',
        param: 'model',
        message: expect.stringContaining('vendorA/none'),
      }),
    ])
    for (const path of [
      '/v1/models/%2e%2e%2fresponses',
      '/v1/models/a%2f%2fb',
      '/v1/models/a%5cb',
      '/v1/models/a%2f..%2fb',
      '/v1/responses/a%2fb',
    ]) {
      expect([path, (await call(shop.url, { path })).status]).toEqual([path, 404])
    }
  })

  it('CHAT-086 ERR2-014 says whether it streams', async () => {
    const list: { id: string; streaming?: boolean }[] = (
      await call(shop.url, { path: '/v1/models' })
    ).body.data
    const silent = list.filter(({ streaming }) => streaming === false).map(({ id }) => id)
    expect(silent).toEqual(['open/small-8b'])
    for (const model of silent) {
      expect(
        (
          await call(shop.url, {
            path: '/v1/chat/completions',
            body: { ...talk, model, stream: true },
          })
        ).body.code,
      ).toBe('STREAM_UNSUPPORTED')
    }
  })
})
