/** What a gateway on Solana sells to people: lookups, numbers and accounts, at the same prices. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import { assemble, type Assembled } from '../../runtime/assemble.ts'
import { readSettings } from '../../runtime/settings/read.ts'
import { payerFor, signWith, type Payer } from '../../scripts/buyer/payer.ts'
import { newKey, startSolanaWorld, type SolanaWorld } from '../../scripts/devnet/solana/world.ts'
import { startUpstreams, type LocalUpstreams } from '../../scripts/devnet/upstreams/index.ts'
import { SIGNING_KEY } from '../../scripts/world/keys.ts'
import { tempDir } from '../helpers/store.ts'
import { call, paidBy, type Seen, type Sent } from './client.ts'
import { windClock } from './wind-clock.ts'

const CHAIN = catalog.networks.solana!.chain
const NUMBER_PRICE = 5_001_000n
const DAY = 86_400_000
const clock = windClock()

let world: SolanaWorld
let upstreams: LocalUpstreams
let gateway: Assembled
const dir = tempDir('solana-families')
beforeAll(async () => {
  world = await startSolanaWorld(catalog.networks.solana!)
  upstreams = await startUpstreams()
  const env = {
    FAREBOX_DEV: '1',
    NETWORK: 'solana',
    ...world.env,
    SIGNING_KEYS: SIGNING_KEY,
    PORT: '0',
    DATA_DIR: join(dir, 'data'),
    MEDIA_DIR: join(dir, 'media'),
    LOG_LEVEL: 'silent',
    ...upstreams.env,
  }
  const read = readSettings(env, catalog)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  gateway = await assemble(catalog, read.settings, { clock })
})
afterAll(async () => {
  await gateway?.close()
  await upstreams?.stop()
  await world?.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** A new wallet with money. */
async function wallet(funds = 20_000_000n): Promise<Payer> {
  const payer = (await payerFor(newKey(), world.url)) as Payer
  await world.fund(payer.address, funds)
  return payer
}

const headerFor = async (by: Payer, wanted: Sent): Promise<string> =>
  signWith(by, (await call(gateway.url, wanted)).challenge!)

/** Buys, and returns what it cost, micro-USD. */
async function cost(by: Payer, wanted: Sent): Promise<[bigint, Seen]> {
  const before = [await world.balanceOf(by.address), await world.balanceOf(world.payTo)] as const
  const headers = paidBy(await headerFor(by, wanted))
  const seen = await call(gateway.url, { ...wanted, headers })
  const paid = before[0] - (await world.balanceOf(by.address))
  expect((await world.balanceOf(world.payTo)) - before[1]).toBe(paid)
  return [paid, seen]
}

const numbers = (operation: string, body: object = {}): Sent => ({
  path: `/api/v1/phone/numbers/${operation}`,
  body,
})

/** What the gateway's account holds at the carrier. */
async function held(): Promise<string[]> {
  const { CARRIER_URL, CARRIER_KEY, CARRIER_ACCOUNT } = upstreams.env
  const { body } = await call(CARRIER_URL!, {
    path: `/2010-04-01/Accounts/${CARRIER_ACCOUNT}/IncomingPhoneNumbers.json`,
    headers: { authorization: `Basic ${CARRIER_KEY}` },
  })
  return body.incoming_phone_numbers.map((one: any) => one.phone_number)
}

it.each<[string, Sent, bigint]>([
  ['PHONE-005', { path: '/api/v1/phone/lookup', body: { phoneNumber: '+14155552671' } }, 11_000n],
  ['PHONE-005', numbers('buy'), NUMBER_PRICE],
  ['PHONE-005', numbers('list'), 2_000n],
  ['SOC-021', { path: '/api/v1/social/users/lookup', body: { usernames: 'bob' } }, 20_000n],
])(
  '%s LIM3-005 (case %#) is quoted and sold on Solana at its price',
  async (_id, wanted, micro) => {
    const { challenge } = await call(gateway.url, wanted)
    expect(challenge!.accepts.map(one => [one.network, one.amount])).toEqual([
      [CHAIN, String(micro)],
    ])
    const [paid, seen] = await cost(await wallet(), wanted)
    expect([seen.status, paid], seen.text).toEqual([200, micro])
    expect(seen.headers['x-payment-receipt']).toBe(seen.receipt!.transaction)
    expect(world.chain.landed.has(seen.receipt!.transaction)).toBe(true)
  },
)

describe('PHONE-021 a number that was bought on Solana', () => {
  it('is leased, listed, renewed, and released by a transfer of nothing', async () => {
    const ann = await wallet()
    const [bought, { body }] = await cost(ann, numbers('buy'))
    const { phone_number: phoneNumber } = body
    expect([bought, body.chain]).toEqual([NUMBER_PRICE, 'solana'])
    const listed = async (): Promise<any[]> => (await cost(ann, numbers('list')))[1].body.numbers
    expect(await listed()).toEqual([
      { phone_number: phoneNumber, chain: 'solana', expires_at: body.expires_at, active: true },
    ])
    const [renewed, again] = await cost(ann, numbers('renew', { phoneNumber }))
    expect([renewed, Date.parse(again.body.expires_at) - Date.parse(body.expires_at)]).toEqual([
      NUMBER_PRICE,
      30 * DAY,
    ])
    expect((await listed())[0].chain).toBe('solana')
    const eve = await wallet()
    const [, stolen] = await cost(eve, numbers('release', { phoneNumber }))
    expect([stolen.status, stolen.body.reason]).toEqual([403, 'wrong_wallet'])
    const [free, released] = await cost(ann, numbers('release', { phoneNumber }))
    expect([free, released.status, released.body]).toEqual([
      0n,
      200,
      { released: true, phone_number: phoneNumber },
    ])
    expect(await listed()).toEqual([])
    await expect.poll(held, { timeout: 20_000 }).not.toContain(phoneNumber)
  })

  it('goes back to the carrier if its wallet is emptied while it is bought', async () => {
    const eve = await wallet()
    const before = await held()
    const wanted = numbers('buy')
    const header = await headerFor(eve, wanted)
    upstreams.set('carrier', { mode: 'hold', step: 'submit' })
    const sent = call(gateway.url, { ...wanted, headers: paidBy(header) })
    const isBuying = (): boolean =>
      upstreams.calls('carrier').some(({ method }) => method === 'POST')
    await expect.poll(isBuying, { timeout: 20_000 }).toBe(true)
    await world.chain.setBalance(eve.address, 0n)
    upstreams.release('carrier')
    upstreams.set('carrier', 'ok')
    const seen = await sent
    expect([seen.status, seen.headers['x-payment-receipt']], seen.text).toEqual([402, undefined])
    const inTime = async (): Promise<string[]> => {
      world.chain.advance(20)
      await clock.wind(60_000)
      return (await held()).sort()
    }
    await expect.poll(inTime, { timeout: 30_000 }).toEqual(before.sort())
  }, 60_000)
})

describe('a wallet on Solana whose payments fail after the work was done', () => {
  const lookup = { path: '/api/v1/phone/lookup', body: { phoneNumber: '+14155552671' } }
  const calls = (): number => upstreams.calls('lookups').length

  /** Buys a lookup with a wallet that is emptied during the work. */
  async function unpaid(payer: Payer): Promise<Seen> {
    await world.fund(payer.address, 1_000_000n)
    const before = calls()
    upstreams.set('lookups', { mode: 'hold' })
    const sent = call(gateway.url, { ...lookup, headers: paidBy(await headerFor(payer, lookup)) })
    const isOver = sent.then(() => true)
    const isHeld = async (): Promise<boolean> => calls() > before || (await isOver)
    while (!(await Promise.race([isHeld(), sleep(5, false)])));
    await world.chain.setBalance(payer.address, 0n)
    upstreams.release('lookups')
    upstreams.set('lookups', 'ok')
    return sent
  }

  it('buys again at once, until it has left ten results unpaid in an hour', async () => {
    const eve = await wallet(0n)
    expect((await unpaid(eve)).body.details).toBe('insufficient balance of the wallet')
    await world.fund(eve.address, 1_000_000n)
    expect((await cost(eve, lookup))[1].status).toBe(200)
    for (let times = 2; times <= 11; times++) await unpaid(eve)
    const before = calls()
    const refused = await unpaid(eve)
    expect([refused.status, refused.body.details]).toEqual([
      402,
      'this wallet left too much work unpaid in the last hour; try again in an hour',
    ])
    expect(calls()).toBe(before)
    await clock.wind(3_700_000)
    await world.fund(eve.address, 1_000_000n)
    expect((await cost(eve, lookup))[1].status).toBe(200)
  }, 60_000)
})
