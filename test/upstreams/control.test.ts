/**
 * The switchboard of the local upstreams: how they can be made to misbehave, and what they
 * remember.
 */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { askUpstream, startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'

let up: LocalUpstreams
beforeAll(async () => {
  up = await startUpstreams()
})
afterAll(() => up.stop())
afterEach(() => up.reset())

const control = async (method: string, name: string, body?: unknown) => {
  const response = await fetch(`${up.control}/${name}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: (await response.json()) as any }
}
const ask = (path = '/venue-a/markets?limit=2') => askUpstream(up, 'predex', { path })

it('lists the upstreams and refuses what it does not know', async () => {
  expect((await control('GET', '')).json.upstreams).toEqual([
    'vendor_a',
    'vendor_b',
    'vendor_c',
    'vendor_d',
    'vendor_e',
    'vendor_f',
    'vendor_g',
    'vendor_h',
    'nodes',
    'predex',
    'carrier',
    'caller',
    'faces',
    'bridge',
    'exa',
    'llama',
    'surf',
    'lookups',
    'onramp',
    'boxes',
    'zerox',
    'social',
    'pyth',
    'pool',
  ])
  expect((await control('POST', 'nobody', { mode: 'ok' })).status).toBe(404)
  expect((await control('POST', 'predex', { mode: 'wild' })).status).toBe(400)
})

it('fails as often as set and then behaves again', async () => {
  await control('POST', 'predex', { mode: 'fail', status: 503, times: 2 })
  expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([
    503, 503, 200,
  ])
})

it('limits the rate with the seconds to wait', async () => {
  await control('POST', 'predex', { mode: 'rate_limit', retry_after: 11 })
  const { status, headers } = await ask()
  expect([status, headers.get('retry-after')]).toEqual([429, '11'])
})

it('is slow, empty, garbled, resets and hangs', async () => {
  await control('POST', 'predex', { mode: 'slow', ms: 150 })
  const start = performance.now()
  expect((await ask()).status).toBe(200)
  expect(performance.now() - start).toBeGreaterThan(140)
  up.set('predex', 'empty')
  expect((await ask()).text).toBe('')
  up.set('predex', 'garbage')
  expect((await ask()).json).toBeUndefined()
  up.set('predex', 'reset')
  await expect(ask()).rejects.toThrow()
  up.set('predex', 'hang')
  const url = `${up.env.PREDEX_URL}/venue-a/markets`
  await expect(
    fetch(url, { headers: { 'x-api-key': up.env.PREDEX_KEY! }, signal: AbortSignal.timeout(200) }),
  ).rejects.toThrow()
})

it('remembers the calls it saw, with header names but never their values', async () => {
  await ask()
  const { calls } = (await control('GET', 'predex')).json
  expect(calls).toEqual([
    expect.objectContaining({
      method: 'GET',
      path: '/v2/venue-a/markets',
      query: { limit: '2' },
      status: 200,
    }),
  ])
  expect(calls[0].headers).toContain('x-api-key')
  expect(JSON.stringify(calls)).not.toContain(up.env.PREDEX_KEY)
  await control('DELETE', 'predex')
  expect(up.calls('predex')).toEqual([])
})

it('loses the files of a result when set to', async () => {
  up.set('vendor_e', 'lost')
  const { json } = await askUpstream(up, 'vendor_e', {
    path: '/api/paas/v4/images/generations',
    body: { model: 'image-4', prompt: 'a cat' },
  })
  expect((await fetch(json.data[0].url)).status).toBe(404)
})
