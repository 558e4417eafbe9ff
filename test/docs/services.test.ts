/**
 * The services of people, tools and data: where they are, on which networks, and what limits them.
 */
import { expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'

const PREFIXES = [
  'realface',
  'phone',
  'voice',
  'sandbox',
  'social',
  'defi',
  'pm',
  'venue-a/fund',
  'websearch',
  'dexagg',
].map(name => `/api/v1/${name}`)

const below = (prefix: string) =>
  catalog.routes.filter(({ path }) => path === prefix || path.startsWith(`${prefix}/`))

it.each(PREFIXES)('LIM3-004 LIM3-005 %s is sold on the first network', prefix => {
  const [first] = Object.keys(catalog.networks)
  const routes = below(prefix)
  expect(routes.length).toBeGreaterThan(0)
  expect(routes.filter(({ networks }) => !networks.includes(first!))).toEqual([])
})

it.each(['phone', 'voice', 'social', 'pm'].map(name => `/api/v1/${name}`))(
  'LIM3-005 %s is sold on Solana too',
  prefix => {
    expect(below(prefix).filter(({ networks }) => !networks.includes('solana'))).toEqual([])
  },
)

it('LIM3-003 of the paid services social data alone has a limit', () => {
  const limited = PREFIXES.flatMap(below).filter(
    ({ price, limit, limits }) => price !== undefined && (limit ?? limits) !== undefined,
  )
  expect(new Set(limited.map(({ limit }) => limit))).toEqual(new Set(['social']))
  expect(limited.every(({ path }) => path.startsWith('/api/v1/social/'))).toBe(true)
})
