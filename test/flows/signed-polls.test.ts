/** Poll addresses that carry what was billed, and work in exactly one form. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSigner } from '../../runtime/jobs/signed-poll.ts'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import { cashWorld, startCashGateway, type CashGateway } from '../helpers/cash-gateway.ts'
import {
  ends,
  finished,
  freshFor,
  jobFlows,
  pollWith,
  submitted,
  type Job,
} from '../helpers/cash-jobs.ts'
import { embeddedStore } from '../helpers/store.ts'

const film = {
  ...jobFlows.find(({ path }) => path === '/films')!,
  body: { model: 'first', prompt: 'a cat', n: 2 },
  price: 107_000n,
}

let at: CashGateway
beforeEach(async () => {
  at = await startCashGateway()
})
afterEach(async () => {
  await at.stop()
})

const split = (job: Job) => {
  const [path, query] = job.poll.split('?') as [string, string]
  return { path, query, sig: query.split('sig=')[1]! }
}

/** Every way to change an address that comes to mind. */
const tampered: [string, (job: Job) => string][] = [
  ['without any query', job => split(job).path],
  ['with an empty query', job => `${split(job).path}?`],
  ['without the signature', job => job.poll.replace(/&sig=.*/, '')],
  ['with an empty signature', job => job.poll.replace(/sig=.*/, 'sig=')],
  ['with nothing but the signature', job => `${split(job).path}?sig=${split(job).sig}`],
  ['with another signature', job => job.poll.replace(/sig=.*/, `sig=${'A'.repeat(43)}`)],
  [
    'with a signature of another case',
    job => job.poll.replace(/sig=.*/, match => match.toUpperCase().replace('SIG', 'sig')),
  ],
  ['with a signature cut short', job => job.poll.slice(0, -1)],
  ['with a changed model', job => job.poll.replace('model=first', 'model=second')],
  ['with a changed number', job => job.poll.replace('n=2', 'n=1')],
  ['with an added parameter', job => job.poll.replace('&sig', '&x=1&sig')],
  ['with a parameter after the signature', job => `${job.poll}&x=1`],
  ['with an empty parameter after it', job => `${job.poll}&`],
  ['with a parameter left out', job => job.poll.replace('&n=2', '')],
  [
    'with its parameters in another order',
    job => job.poll.replace('model=first&n=2', 'n=2&model=first'),
  ],
  ['with a repeated parameter', job => job.poll.replace('n=2', 'n=2&n=2')],
  ['with its signature twice', job => `${job.poll}&sig=${split(job).sig}`],
  ['with its signature first', job => `${split(job).path}?sig=${split(job).sig}&model=first&n=2`],
  ['written in another encoding', job => job.poll.replace('model=first', 'model=%66irst')],
]

it('VID-003 the poll address holds the billed facts in their order and a signature, and is used as it is', async () => {
  const job = await finished(at, film)
  expect(job.poll).toMatch(new RegExp(`^/films/${job.id}\\?model=first&n=2&sig=[A-Za-z0-9_-]{43}$`))
  expect((await pollWith(at, job.poll)).status).toBe(402)
  expect((await pollWith(at, job.poll, job.own)).body.payment.status).toBe('settled')
})

describe.each(tampered)('VID-004 VID-005 VID-006 an address %s', (_, change) => {
  it("is 400 in the route's envelope before any payment is looked at, whoever asks and however", async () => {
    const job = await submitted(at, film)
    const fresh = await freshFor(at, job.poll)
    const poll = change(job)
    for (const header of [undefined, job.own, fresh, 'garbage']) {
      const seen = await pollWith(at, poll, header)
      expect([poll, seen.status, seen.body]).toEqual([
        poll,
        400,
        { error: expect.stringContaining('poll_url') },
      ])
      expect(seen.headers.get('payment-required')).toBeNull()
    }
    for (const method of ['HEAD', 'OPTIONS'])
      expect((await at.fetch(poll, { method })).status).toBe(400)
    await ends(at, job)
    expect((await pollWith(at, poll, job.own)).status).toBe(400)
    expect(at.world.cash.bank.attempts).toEqual([])
  })
})

it("VID-005 a signature belongs to one job: at another one's address, known or unknown, it is 400", async () => {
  const [one, other] = [await submitted(at, film), await submitted(at, film)]
  for (const id of [other.id, '0'.repeat(32), 'x', '%00']) {
    expect([id, (await pollWith(at, one.poll.replace(one.id, id), one.own)).status]).toEqual([
      id,
      id === '%00' ? 404 : 400,
    ])
  }
})

it('VID-017 a right address of a job that is forgotten is 404', async () => {
  const job = await submitted(at, film)
  await at.world.clock.advance(3_600_000)
  await at.world.clock.skip(48 * 3_600_000)
  expect([
    (await pollWith(at, job.poll)).status,
    (await pollWith(at, job.poll, job.own)).body,
  ]).toEqual([404, { error: 'Job not found' }])
}, 60_000)

it('VID-006 HEAD and OPTIONS of a right address show the price; a preflight is answered as everywhere', async () => {
  const job = await submitted(at, film)
  for (const method of ['HEAD', 'OPTIONS'])
    expect((await at.fetch(job.poll, { method })).status).toBe(402)
  const preflight = await at.fetch(job.poll, {
    method: 'OPTIONS',
    headers: { 'access-control-request-method': 'GET' },
  })
  expect(preflight.status).toBe(204)
})

it('addresses that an older key signed are good while that key is known', async () => {
  const job = await submitted(at, film)
  const { path, query } = split(job)
  const values = query.replace(/&sig=.*/, '')
  const sign = (key: string): string =>
    `${path}?${values}&sig=${createSigner([key]).sign(`/films/{id}\n${job.id}\n${values}`)}`
  expect(sign('the first key')).toBe(job.poll)
  expect((await pollWith(at, sign('an older key'), job.own)).status).toBe(202)
  expect((await pollWith(at, sign('a forgotten key'), job.own)).status).toBe(400)
})

it('values are written so that no client spells them in another way', async () => {
  const odd = {
    ...routes.film!,
    job: { ...routes.film!.job!, signed: () => ({ 'a b': "it's (a) *!&=?#/+ü" }) },
  }
  const own = await startCashGateway(cashWorld(cashCatalog([odd])))
  try {
    const job = await submitted(own, film)
    expect(job.poll).toContain('?a%20b=it%27s%20%28a%29%20%2A%21%26%3D%3F%23%2F%2B%C3%BC&sig=')
    expect(new URL(own.url + job.poll).href).toBe(own.url + job.poll)
    expect((await pollWith(own, job.poll, job.own)).status).toBe(202)
  } finally {
    await own.stop()
  }
})

it('routes that share a poll path must agree on signing, or the gateway does not start', async () => {
  const plain = { ...routes.clip!, job: { ...routes.clip!.job!, poll: '/films/{id}' } }
  const world = cashWorld(cashCatalog([routes.film!, plain]))
  const { store, stop } = await embeddedStore(world.clock)
  await expect(startCashGateway(world, { store })).rejects.toThrow(
    'test:15: polls at /films/{id} are signed by only one of post_films and post_clips',
  )
  await stop()
})
