/** Upstreams without a local stand-in get their variables from the caller's environment. */
import { expect, it } from 'vitest'
import type { UpstreamSpec } from '../../runtime/contract.ts'
import { ownUpstreams } from '../../scripts/world/own-upstreams.ts'

const spec = (name: string, more: Partial<UpstreamSpec> = {}): UpstreamSpec => ({
  name,
  capacity: {} as never,
  env: name.toUpperCase(),
  base: `https://${name}.example`,
  source: name,
  headers: { Authorization: 'Bearer {key}' },
  ...more,
})
const local = { VENDOR_URL: 'http://127.0.0.1:1', VENDOR_KEY: 'local', MEDIA_ALLOW_HOSTS: '' }
const found = (specs: readonly UpstreamSpec[], given: Record<string, string> = {}) =>
  ownUpstreams(
    { upstreams: Object.fromEntries(specs.map(one => [one.name, one])) },
    { local, given },
  )

it('a line says what such an upstream lacks', () => {
  expect(found([spec('vendor'), spec('weather')])).toEqual({
    env: {},
    lines: ['weather: no local stand-in; set WEATHER_KEY, and WEATHER_URL for another address'],
  })
  expect(found([spec('weather', { settings: ['account'] })]).lines).toEqual([
    'weather: no local stand-in; set WEATHER_KEY and WEATHER_ACCOUNT, and WEATHER_URL for another address',
  ])
  expect(found([spec('open', { headers: {} })]).lines).toEqual([
    'open: no local stand-in; called at its own address; set OPEN_URL for another',
  ])
})

it('its variables are passed, on loopback too, and the line says which', () => {
  const given = { WEATHER_KEY: 'real', WEATHER_URL: 'http://127.0.0.1:9', OTHER: 'x' }
  expect(found([spec('weather')], given)).toEqual({
    env: { WEATHER_KEY: 'real', WEATHER_URL: 'http://127.0.0.1:9' },
    lines: ['weather: no local stand-in; uses WEATHER_KEY and WEATHER_URL'],
  })
  expect(found([spec('weather')], { WEATHER_URL: 'http://127.0.0.1:9' }).lines).toEqual([
    'weather: no local stand-in; set WEATHER_KEY',
  ])
})

it('a stand-in gets no real key, and the gateway no setting of its own', () => {
  const given = {
    VENDOR_KEY: 'real',
    VENDOR_URL: 'https://vendor.example',
    VENDOR_EXTRA: 'real',
    REDIS_URL: 'redis://elsewhere',
  }
  const specs = [
    spec('vendor', { settings: ['extra'] }),
    spec('second', { env: 'VENDOR' }),
    spec('redis', { headers: {} }),
  ]
  expect(found(specs, given).env).toEqual({})
})
