/**
 * What compiled routes and calls say by themselves, without a server: shapes of requests, gates,
 * prices of every model, and what is made of an upstream's reply.
 */
import { describe, expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import type { Route } from '../../runtime/contract.ts'
import { compileCheck } from '../../runtime/input/check.ts'
import { sellModels } from '../../runtime/lib/models.ts'
import { valuesOf } from '../../runtime/lib/values.ts'

const routeOf = (path: string): Route<any> =>
  catalog.routes.find(one => one.path === path && one.method === 'POST')!
/** The rows that a route sells on the first network. */
const modelsOf = (route: Route<any>) =>
  sellModels(catalog.tables[route.table!]!, Object.values(catalog.networks)[0]!)
/** A scope with the values that the route derives from it. */
const scopeOf = (route: Route<any>, scope: object): any => {
  const made: any = { ...scope }
  made.values = valuesOf(route)(made)
  return made
}
const issuesOf = (path: string, body: unknown): string[] => {
  const checked = compileCheck(routeOf(path).body!, 'body')(body)
  return (checked.issues ?? []).map(one => one.path)
}

describe('chat completions', () => {
  const path = '/api/v1/chat/completions'
  const messages = [{ role: 'user', content: 'hi' }]
  const body = { model: 'vendorC/think-5', messages }

  it.each([1, 50])('CHAT-023 take %d sources', max_search_results => {
    expect(issuesOf(path, { ...body, search_parameters: { max_search_results } })).toEqual([])
  })
  it.each([0, 51, 2.5, '5'])('CHAT-023 refuse %o sources', max_search_results => {
    expect(issuesOf(path, { ...body, search_parameters: { max_search_results } })).toEqual([
      'search_parameters.max_search_results',
    ])
  })
  it.each([7, '', {}])('CHAT-039 refuse a result whose id is %o', tool_call_id => {
    const result = { role: 'tool', content: 'wet', tool_call_id }
    expect(issuesOf(path, { ...body, messages: [...messages, result] })).toEqual([
      'messages.1.tool_call_id',
    ])
  })
  it('CHAT-039 take one whose id is a text', () => {
    const result = { role: 'tool', content: 'wet', tool_call_id: 'call_1' }
    expect(issuesOf(path, { ...body, messages: [...messages, result] })).toEqual([])
  })
})

describe('conversations with every model', () => {
  const route = routeOf('/api/v1/chat/completions')
  const models = modelsOf(route)
  const schema = { type: 'object', properties: { city: { type: 'string' } } }
  const response_format = { type: 'json_schema', json_schema: { name: 'weather', schema } }

  it.each(models.rows.map(({ id }) => id))('CHAT-014 may ask %s for a form of answer', id => {
    const asked = { model: id, messages: [{ role: 'user', content: 'hi' }], response_format }
    const { value: body } = compileCheck(route.body!, 'body')(asked) as { value: any }
    expect(body.response_format).toEqual(response_format)
    const hooks = { estimateTokens: () => 10, fitMessages: (messages: unknown) => messages }
    const model = models.get(id)
    const scope = { body, model, models, query: {}, path: {}, hooks, request_headers: {} }
    expect(route.gates!(scopeOf(route, scope))).toBeUndefined()
  })
})

it('LIM2-002 the stream of every model is waited for 120 s: for its first byte, between two', () => {
  const { rows } = modelsOf(routeOf('/api/v1/chat/completions'))
  const calls = new Set(rows.map(row => catalog.calls[(row as any).upstream]!))
  expect(calls.size).toBeGreaterThan(5)
  for (const { id, timeout } of calls) expect([id, timeout]).toEqual([id, 120_000])
})

it('IMG-008 a picture without `size` is 1024x1024, in its price and in what its job repeats', () => {
  const route = routeOf('/api/v1/images/generations')
  const models = modelsOf(route)
  const quoted = (more: object) => {
    const asked = { model: 'vendorA/image-1', prompt: 'a cat', ...more }
    const { value: body } = compileCheck(route.body!, 'body')(asked) as { value: any }
    const scope = scopeOf(route, { body, model: models.get(body.model), models })
    return [route.price!.micro(scope), route.job!.echo(scope)]
  }
  expect(quoted({})).toEqual([22_000n, expect.objectContaining({ size: '1024x1024' })])
  expect(quoted({})).toEqual(quoted({ size: '1024x1024' }))
  expect(quoted({})).not.toEqual(quoted({ size: '1536x1024' }))
})

it('PAY-062 authorizations of pictures, edits and videos live 600 s', () => {
  const paths = ['images/generations', 'images/image2image', 'videos/generations']
  expect(paths.map(path => routeOf(`/api/v1/${path}`).authorization)).toEqual([
    600_000, 600_000, 600_000,
  ])
})

describe('RESP-035 a response costs its input and a tenth of its longest answer, and the fee', () => {
  /** USD per million tokens. */
  const RATES: Record<string, [number, number]> = {
    'vendorA/chat-6': [1.75, 14],
    'vendorA/chat-6-mini': [0.25, 2],
    'vendorA/chat-6-nano': [0.05, 0.4],
    'vendorA/chat-5': [2.5, 10],
    'vendorA/reason-4': [1.1, 4.4],
    'vendorA/code-2': [1.25, 10],
  }
  const route = routeOf('/api/v1/responses')
  const { rows } = modelsOf(route)
  const sold = rows.filter(row => (row as any).responses !== undefined)

  it('has a price for every model that it sells', () => {
    expect(sold.map(({ id }) => id).sort()).toEqual(Object.keys(RATES).sort())
  })
  it.each(Object.entries(RATES))('%s', (id, [input, output]) => {
    const model = rows.find(row => row.id === id)!
    const body = { model: id, input: 'hi', max_output_tokens: 10_000 }
    const hooks = { estimateTokens: () => 77_777 }
    const scope = scopeOf(route, { body, model, hooks, models: modelsOf(route) })
    const micro = route.price!.micro(scope)
    expect(Number(micro)).toBe(Math.ceil(77_777 * input + 1000 * output - 1e-6) + 1000)
  })
})

describe('MUS-021 the length of a track', () => {
  const { give } = catalog.calls['vendor_g.music']!
  const lengthOf = (extra_info: object): unknown => {
    const reply = { data: { audio: 'https://x/a.mp3' }, extra_info, base_resp: { status_code: 0 } }
    const { assets } = give!({ body: { instrumental: true }, reply, earlier: {} } as any) as any
    return JSON.parse(JSON.stringify(assets[0])).duration_seconds
  }
  it.each([
    [123_456, 123],
    [60_500, 61],
    [999, 1],
  ])('is that of the upstream: %d ms', (music_duration, seconds) => {
    expect(lengthOf({ music_duration })).toBe(seconds)
  })
  it('is left out where the upstream says none', () => {
    expect(lengthOf({})).toBeUndefined()
    expect(lengthOf({ music_duration: 'long' })).toBeUndefined()
  })
})

describe('videos', () => {
  const route = routeOf('/api/v1/videos/generations')
  const models = modelsOf(route)
  const message = (body: object): string | undefined => {
    const model = models.get('vendorD/video-2.0')
    return (route.gates!({ body, model, models, query: {}, path: {}, hooks: {} } as any) as any)
      ?.message
  }
  const { value: body } = compileCheck(
    route.body!,
    'body',
  )({ model: 'vendorD/video-2.0', prompt: 'a fox' }) as { value: object }
  const url = 'https://example.com/a.png'

  it('VID-052 a last frame needs a first one', () => {
    expect(message({ ...body, last_frame_url: url })).toMatch(/last_frame_url.*image_url/)
  })
  // Each of the other two rules of these fields refuses it before its own could.
  it.each([{}, { image_url: url }])(
    'VID-054 a last frame does not go with a face, beside %o',
    more => {
      const face = { real_face_asset_id: 'ta_0123456789abcdef', last_frame_url: url }
      expect(message({ ...body, ...face, ...more })).toMatch(
        /last_frame_url needs|cannot be combined/,
      )
    },
  )
})
