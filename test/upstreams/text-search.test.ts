/** Live search of the third vendor, asked by its own client. */
import { createXai } from '@ai-sdk/xai'
import { generateText, streamText } from 'ai'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { askUpstream, startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'

let up: LocalUpstreams
beforeAll(async () => {
  up = await startUpstreams()
})
afterAll(() => up.stop())
afterEach(() => up.reset())

const model = () =>
  createXai({ baseURL: `${up.env.VENDOR_C_URL}/v1`, apiKey: up.env.VENDOR_C_KEY! }).chat('search-1')
const asking = (searchParameters: object) =>
  ({
    model: model(),
    prompt: 'What is new at sea?',
    maxRetries: 0,
    providerOptions: { xai: { searchParameters } },
  }) as any
const found = { mode: 'on', maxSearchResults: 5, sources: [{ type: 'web' }, { type: 'news' }] }
const raw = async (search: object | undefined) =>
  await askUpstream(up, 'vendor_c', {
    path: '/v1/chat/completions',
    body: {
      model: 'search-1',
      messages: [{ role: 'user', content: 'What is new at sea?' }],
      search_parameters: search,
    },
  })

it('lists its sources after the text, of the kinds asked for, at most as many as asked for', async () => {
  const { text, sources } = await generateText(asking(found))
  const urls = sources.map((source: any) => source.url)
  expect(urls.length).toBeGreaterThan(0)
  expect(urls.length).toBeLessThanOrEqual(5)
  for (const url of urls) expect(url).toMatch(/^https:\/\/(?:web|news)\.example\//)
  expect(text).toContain(`[${urls.length}]`)
})

it('lists them at the end of a stream, too', async () => {
  const streamed = streamText(asking(found))
  expect(await streamed.text).toBe((await generateText(asking(found))).text)
  expect((await streamed.sources).map((source: any) => source.url)).toEqual(
    (await raw({ ...found, max_search_results: 5 })).json.citations,
  )
})

it('counts the sources that it used; nothing is searched when that is off, and nothing counted when it reports no usage', async () => {
  const { json } = await raw({ mode: 'on', max_search_results: 3 })
  expect(json.usage.num_sources_used).toBe(json.citations.length)
  expect((await raw({ mode: 'on', return_citations: false })).json).toMatchObject({
    usage: { num_sources_used: expect.any(Number) },
  })
  expect((await raw({ mode: 'on', return_citations: false })).json.citations).toBeUndefined()
  for (const search of [undefined, { mode: 'off' }]) {
    const off = (await raw(search)).json
    expect([off.citations, off.usage.num_sources_used]).toEqual([undefined, undefined])
  }
  up.set('vendor_c', 'uncounted')
  expect((await raw({ mode: 'on' })).json).toMatchObject({ citations: expect.any(Array) })
  expect((await raw({ mode: 'on' })).json.usage).toBeUndefined()
})

it.each([
  { mode: 'maybe' },
  { mode: 'on', max_search_results: 51 },
  { mode: 'on', max_search_results: 0 },
  { mode: 'on', from_date: 'yesterday' },
  { mode: 'on', sources: [{ type: 'books' }] },
])('refuses %j', async search => {
  expect(await raw(search)).toMatchObject({
    status: 400,
    json: { code: expect.any(String), error: expect.any(String) },
  })
})
