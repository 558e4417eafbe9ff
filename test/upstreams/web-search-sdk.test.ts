/** The web search's own SDK, unmodified but for its address, works with the local web search. */
import { Exa, ExaError } from 'exa-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'

let up: LocalUpstreams
let exa: Exa
beforeAll(async () => {
  up = await startUpstreams()
  exa = new Exa(up.env.EXA_KEY, up.env.EXA_URL)
})
afterAll(() => up?.stop())

const result = {
  id: expect.any(String),
  url: expect.stringMatching(/^https?:/),
  title: expect.any(String),
}

it('searches', async () => {
  const found = await exa.search('agents that pay', { numResults: 3, contents: false })
  expect(found.results).toHaveLength(3)
  for (const one of found.results)
    expect(one).toMatchObject({ ...result, score: expect.any(Number) })
  expect([found.requestId, found.costDollars?.total]).toEqual([expect.any(String), 0.005])
})

it('gets the text of pages that it found', async () => {
  const { results } = await exa.search('agents that pay', { numResults: 2, contents: false })
  const urls = results.map(({ url }) => url)
  const pages = await exa.getContents(urls, { text: true })
  expect(pages.results.map(one => one.url)).toEqual(urls)
  for (const one of pages.results) expect(one).toMatchObject({ text: expect.stringMatching(/\S/) })
})

it.each<[string, number, RegExp, () => Promise<unknown>]>([
  ['a wrong key', 401, /key/i, () => new Exa('wrong', up.env.EXA_URL).search('a')],
  ['too many results', 400, /100/, () => exa.search('a', { numResults: 101, contents: false })],
])('throws its own error for %s', async (_what, statusCode, message, ask) => {
  const error: unknown = await ask().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ExaError)
  expect(error).toMatchObject({ statusCode, message: expect.stringMatching(message) })
})
