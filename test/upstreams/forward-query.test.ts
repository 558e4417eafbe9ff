/** Queries that are passed on with some names of our own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryWithout } from '../../runtime/upstream/forward-query.ts'
import { callOf, json, scope, startWorld, type World } from './client-world.ts'

const NAMES = ['swapFeeBps', 'swapFeeToken']

describe('a name that the call sets', () => {
  it.each([
    'swapFeeBps=0',
    'SWAPFEEBPS=0',
    'swapfeebps',
    'swapFeeBps[]=0',
    'swapFeeBps%5B%5D=0',
    'swapFeeBps[0]=0',
    'swap%46eeBps=0',
    'swap%2546eeBps=0',
    '%73wapFeeBps=0',
    '+swapFeeBps=0',
    'swapFeeBps+=0',
    '%20swapFeeBps=0',
    'swapFeeBps%00=0',
    'swapFeeBps%E2%80%8B=0',
    '%EF%BB%BFswapFeeBps=0',
    'swapFeeBp%C5%BF=0',
    'swapFeeBps=0&swapFeeBps=1',
    'swapFeeBps=0&a=1&swapfeetoken=x',
  ])('is taken out of %s', search => {
    expect(queryWithout(search, NAMES)).toBe(search.includes('a=1') ? 'a=1' : '')
    expect(queryWithout(`x=1&${search}&y=%32`, NAMES)).toBe(
      search.includes('a=1') ? 'x=1&a=1&y=%32' : 'x=1&y=%32',
    )
  })

  it('is taken out behind a semicolon too, where old servers look', () => {
    expect(queryWithout('a=1;swapFeeBps=0;b=2&c=3;4', NAMES)).toBe('a=1;b=2&c=3;4')
  })
})

it('everything else stays byte for byte, in order', () => {
  const search =
    'ids=2&ids=1&ids[]=3&q=a+b%20c&e=%c3%A9&empty=&bare&&x==1&p=%&f=%zz&swapFeeBpss=1&to=swapFeeBps&u=|"'
  expect(queryWithout(search, NAMES)).toBe(search)
  expect(queryWithout(search, [])).toBe(search)
})

describe('on the wire', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld()
    world.answer = json(200, { ok: true })
  })
  afterAll(() => world?.stop())

  it("the caller's query comes as it was written, and our names behind it", async () => {
    const search = 'ids=2&ids=1&ids[]=3&q=a+b%20c&e=%c3%A9&p=%&u=|"&SWAPFEEBPS=0&swapFeeToken[]=x'
    await world.upstreams.call(
      callOf({
        method: 'GET',
        send: undefined,
        forwards: true,
        query: c => ({ swapFeeBps: '20', swapFeeToken: c.query.sellToken }),
      }),
      scope({ search }),
      {},
    )
    expect(world.seen.at(-1)!.url).toBe(
      '/v1/make?ids=2&ids=1&ids[]=3&q=a+b%20c&e=%c3%A9&p=%&u=|"&swapFeeBps=20',
    )
  })

  it('nothing in it ends the query or the line', async () => {
    await world.upstreams.call(
      callOf({ method: 'GET', send: undefined, query: 'forward' }),
      scope({ search: 'a=1#b\r\nX: y é' }),
      {},
    )
    expect(world.seen.at(-1)!.url).toBe('/v1/make?a=1%23b%0D%0AX:%20y%20%C3%A9')
  })
})
