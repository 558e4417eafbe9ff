/**
 * The local upstreams list their models as their vendors do: the vendors' own clients read the
 * lists.
 */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { FROZEN } from '../helpers/catalogs.ts'
import { startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'
import { all, anthropic, google, openai } from './text-world.ts'

let up: LocalUpstreams
beforeAll(async () => {
  up = await startUpstreams({ lists: `${FROZEN}/observed/lists` })
})
afterAll(() => up.stop())
afterEach(() => up.reset())

const idsOf = (list: readonly { id?: string }[]) => list.map(({ id }) => id)

it.each([
  ['vendor_a', '/v1', 'chat-6'],
  ['vendor_d', '/api/v3', 'seed-2'],
  ['vendor_e', '/api/paas/v4', 'chat-5'],
  ['pool', '/v1', 'open-large-400b'],
])('%s lists its models to the client of OpenAI', async (upstream, path, model) => {
  expect(idsOf(await all(openai(up, upstream, path).models.list()))).toContain(model)
})

it('pages through the models of the Anthropic style', async () => {
  const page = await anthropic(up).models.list({ limit: 2 })
  expect(page.data).toHaveLength(2)
  expect(idsOf(await all(page))).toEqual(['large-5', 'medium-5', 'small-4'])
  await expect(anthropic(up).models.list({ after_id: 'nobody' })).rejects.toThrow('400')
})

it('pages through the models of the Gemini style', async () => {
  const models = await all(await google(up).models.list({ config: { pageSize: 2 } }))
  expect(models.length).toBeGreaterThan(2)
  expect(models.find(({ name }) => name === 'models/pro-3')).toMatchObject({
    inputTokenLimit: 1_048_576,
  })
})

it('lists nothing without the key', async () => {
  for (const [env, path, status] of [
    ['VENDOR_A', '/v1/models', 401],
    ['VENDOR_C', '/v1/language-models', 400],
    ['VENDOR_F', '/anthropic/v1/models', 401],
  ] as const)
    expect((await fetch(up.env[`${env}_URL`] + path)).status, env).toBe(status)
})

it('adds, removes and changes models by order until it is reset', async () => {
  const list = async () => all(await openai(up).models.list())
  const before = await list()
  const order = {
    add: [{ id: 'chat-7', object: 'model' }],
    remove: ['chat-5'],
    change: { 'chat-6': { owned_by: 'us' } },
  }
  const ordered = await fetch(`${up.control}/vendor_a/models`, {
    method: 'POST',
    body: JSON.stringify(order),
  })
  expect(ordered.status).toBe(200)
  const now = await list()
  expect(idsOf(now)).toContain('chat-7')
  expect(idsOf(now)).not.toContain('chat-5')
  expect(now.find(({ id }) => id === 'chat-6')).toMatchObject({ owned_by: 'us' })
  up.reset('vendor_a')
  expect(await list()).toEqual(before)
})
