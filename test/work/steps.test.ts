/** Upstream calls with arguments and settings, and work in steps: over HTTP, with real payments. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Wanted } from '../helpers/buyer.ts'
import { ACCOUNT, KEY, startLeases, type Leases } from './leases.ts'

let leases: Leases
let gateway: Awaited<ReturnType<Leases['open']>>
beforeAll(async () => {
  leases = await startLeases()
  gateway = await leases.open()
})
afterAll(() => leases?.stop())
beforeEach(() => leases.carrier.reset())

const post = (path: string, body: unknown): Wanted => ({ method: 'POST', path, body }) as Wanted

/** Buys with a new wallet: the answer, and what the seller earned by it. */
async function bought(wanted: Wanted) {
  const buyer = await leases.buyer(gateway.url)
  const before = await leases.earned()
  const header = await buyer.header(wanted)
  const answer = await buyer.send(wanted, header)
  return { ...answer, buyer, header, paid: (await leases.earned()) - before }
}

describe('arguments of a call', () => {
  it('are all that its formulas read, besides the network, the time and the call', async () => {
    const { status, body } = await bought(post('/api/v1/echo', { word: 'hi', times: 3 }))
    expect(status).toBe(200)
    const said = Object.fromEntries(body.said)
    expect(said).toMatchObject({ word: 'hi', times: '3', on: 'base' })
    expect(said.call).toMatch(/^[0-9a-f]{16}$/)
  })

  it('that may be left out are absent', async () => {
    const { body } = await bought(post('/api/v1/echo', { word: 'hi' }))
    expect(body.said.map(([name]: string[]) => name)).toEqual(['word', 'call', 'at', 'on'])
  })

  it('of another type than declared are not sent, and nothing is charged', async () => {
    const { status, body, paid } = await bought(
      post('/api/v1/echo', { word: 'hi', more: { word: { $gt: '' } } }),
    )
    expect([status, body.error, paid]).toEqual([500, 'upstream_failed', 0n])
    expect(leases.carrier.heard).toEqual([])
    expect(gateway.lines.join('')).toContain('the argument word of carrier.echo is not of the type')
  })

  it('`call.id` is another one when a released authorization is claimed again', async () => {
    const wanted = post('/api/v1/echo', { word: 'bad' })
    const { buyer, header, status } = await bought(wanted)
    expect(status).toBe(400)
    await buyer.send(wanted, header)
    const ids = leases.carrier.heard.map(one => one.query.get('call'))
    expect(new Set(ids).size).toBe(2)
  })
})

describe('settings of an upstream', () => {
  it('stand in paths, headers and what is sent', async () => {
    await bought(post('/api/v1/numbers', { country: 'US' }))
    const [buy] = leases.carrier.asked('POST', /numbers$/)
    expect(buy!.path).toBe(`/accounts/${ACCOUNT}/numbers`)
    expect(buy!.headers['x-account']).toBe(ACCOUNT)
    expect(new URLSearchParams(buy!.text).get('account')).toBe(ACCOUNT)
  })

  it('are redacted like the key, in answers and in logs', async () => {
    const { body } = await bought(post('/api/v1/echo', { word: 'bad' }))
    expect(JSON.stringify(body)).not.toContain(ACCOUNT)
    gateway.parts.observe.log.warn({ seen: `${ACCOUNT} ${KEY}` }, 'a line')
    expect(gateway.lines.join('')).toContain('a line')
    expect(gateway.lines.join('')).not.toMatch(new RegExp(`${ACCOUNT}|${KEY}`))
  })

  it('that are missing leave the upstream unconfigured', async () => {
    const bare = await leases.open({ CARRIER_ACCOUNT: undefined })
    const buyer = await leases.buyer(bare.url)
    const wanted = post('/api/v1/echo', { word: 'hi' })
    const { status, body } = await buyer.send(wanted, await buyer.header(wanted))
    expect([status, body.error]).toEqual([503, 'not_configured'])
    expect(leases.carrier.heard).toEqual([])
    await bare.close()
  })
})

describe('work in steps', () => {
  it('makes the steps in order, leaves out what its `when` says, and charges once', async () => {
    const { status, body, paid } = await bought(post('/api/v1/numbers', { country: 'US' }))
    expect([status, paid]).toEqual([200, 5_001_000n])
    expect(body).toMatchObject({ phone_number: '+15550001', wider: false })
    expect(body.announced).toBeUndefined()
    expect(leases.carrier.heard.map(one => one.method)).toEqual(['GET', 'POST'])
  })

  it('gives a step the results of those before it', async () => {
    const wanted = post('/api/v1/numbers', { country: 'US', area: '999', announce: 'hello' })
    const { body } = await bought(wanted)
    expect(body).toMatchObject({ phone_number: '+15550001', wider: true, announced: true })
    expect(leases.carrier.asked('GET', /available/).map(one => one.query.get('area'))).toEqual([
      '999',
      null,
    ])
    expect(JSON.parse(leases.carrier.asked('POST', /announcements/)[0]!.text)).toEqual({
      number: '+15550001',
      text: 'hello',
    })
  })

  it('sends `send_as: form` as an url-encoded form', async () => {
    await bought(post('/api/v1/numbers', { country: 'US' }))
    const [buy] = leases.carrier.asked('POST', /numbers$/)
    expect(buy!.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(buy!.text).toMatch(/^number=%2B15550001&label=[0-9a-f]{16}&account=/)
  })

  it('refuses in the words of a gate: nothing is charged, and the header can be sent again', async () => {
    const wanted = post('/api/v1/numbers', { country: 'FR', area: '1' })
    const { status, body, paid, buyer, header } = await bought(wanted)
    expect([status, body, paid]).toEqual([
      404,
      { error: 'No numbers in FR', code: 'none_left', area: '1' },
      0n,
    ])
    leases.carrier.stock.FR = ['+331']
    expect((await buyer.send(wanted, header)).body.phone_number).toBe('+331')
  })

  it('a step that fails ends the call like a failing upstream, uncharged', async () => {
    leases.carrier.instead = ({ path }) =>
      path.includes('available') ? { status: 500 } : undefined
    const { status, body, paid } = await bought(post('/api/v1/numbers', { country: 'US' }))
    expect([status, body.error, paid]).toEqual([500, 'upstream_failed', 0n])
    expect(leases.carrier.asked('POST', /numbers$/)).toEqual([])
  })

  it('a free route has steps too', async () => {
    const ask = (country: string) =>
      fetch(new URL('/api/v1/looks', gateway.url), {
        method: 'POST',
        body: JSON.stringify({ country }),
        headers: { 'content-type': 'application/json' },
      })
    const found = await ask('US')
    expect(found.status).toBe(200)
    expect(await found.json()).toMatchObject({ numbers: ['+15550001'] })
    expect((await ask('FR')).status).toBe(404)
  })
})

describe('a step for each element', () => {
  it('makes so many calls at a time, and keeps the order', async () => {
    let [now, most] = [0, 0]
    leases.carrier.instead = async ({ path }) => {
      most = Math.max(most, ++now)
      await new Promise(resolve => setTimeout(resolve, path.endsWith('/a') ? 60 : 15))
      now--
      return undefined
    }
    const names = ['a', 'bb', 'c', 'dd', 'e', 'ff', 'g']
    const { body } = await bought(post('/api/v1/owners', { names }))
    expect(body.names).toEqual(names)
    expect(most).toBe(3)
  })

  it('leaves out what is missing, and fails with the first other failure', async () => {
    leases.carrier.instead = ({ path }) =>
      path.endsWith('/gone')
        ? { status: 404 }
        : path.endsWith('/sick')
          ? { status: 500 }
          : undefined
    expect(
      (await bought(post('/api/v1/owners', { names: ['a', 'gone', 'b'] }))).body.names,
    ).toEqual(['a', 'b'])
    const sick = await bought(post('/api/v1/owners', { names: ['a', 'sick', 'b'] }))
    expect([sick.status, sick.body.error, sick.paid]).toEqual([500, 'upstream_failed', 0n])
    const strict = await bought(post('/api/v1/owners', { names: ['gone'], strict: true }))
    expect([strict.status, strict.paid]).toEqual([500, 0n])
  })

  it.each([400, 422])('leaves out what the upstream refuses with %s, and charges', async status => {
    leases.carrier.instead = ({ path }) =>
      path.endsWith('/odd') ? { status } : path.endsWith('/gone') ? { status: 404 } : undefined
    const some = await bought(post('/api/v1/owners', { names: ['a', 'odd', 'gone', 'b'] }))
    expect([some.status, some.body.names]).toEqual([200, ['a', 'b']])
    const none = await bought(post('/api/v1/owners', { names: ['gone', 'odd'] }))
    expect([none.status, none.paid]).toEqual([500, 0n])
  })
})
