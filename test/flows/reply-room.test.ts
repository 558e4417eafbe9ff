/** The room of large stored replies, if the store or a payment fails, or two processes deliver. */
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StoreUnavailable, type Store } from '../../runtime/store/store.ts'
import {
  cashWorld,
  gives,
  startCashGateway,
  until,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import { stall } from '../helpers/hang-up.ts'
import { memoryStore } from '../helpers/memory-store.ts'

/** About 300,000 characters as they are stored: a wallet may leave two of them. */
const LARGE = { text: randomBytes(225_000).toString('base64') }
/** About six million: no socket buffers it. */
const HUGE = { text: randomBytes(4_500_000).toString('base64') }
const BOUNDS = { each: 700_000, all: 1_000_000 }

let world: World
let gateways: CashGateway[]
beforeEach(() => {
  world = cashWorld()
  gateways = []
  world.vendor.reply = () => gives({ found: 1 }, LARGE)
})
afterEach(() => Promise.all(gateways.map(one => one.stop())))

async function start(settings: object = { storedReplies: BOUNDS }, store?: Store) {
  const at = await startCashGateway(world, { settings, ...(store && { store }) })
  gateways.push(at)
  return at
}

/** How many replies are stored. */
const stored = (): number =>
  [...world.docs].filter(([key, { text }]) => key.startsWith('payments|') && JSON.parse(text).kept)
    .length

/** The status of a purchase by a new payment. */
async function buy(at: CashGateway): Promise<number> {
  const header = world.cash.wallet('ann').sign(await at.quote('/tree', {}))
  return (await at.post('/tree', {}, header)).status
}

/** Lets the store refuse to hold parts of a pool; undone by what it returns. */
function refuseToHold(store: Store, refused: string): () => void {
  const { hold } = store
  store.hold = async (pool, part) => {
    if (pool === refused) throw new StoreUnavailable('away')
    return hold(pool, part)
  }
  return () => void Object.assign(store, { hold })
}

it('is given back if it cannot be reserved among those of all wallets', async () => {
  const at = await start()
  const undo = refuseToHold(at.store, 'stored replies')
  expect([await buy(at), await buy(at)]).toEqual([503, 503])
  undo()
  await world.clock.skip(60_000)
  expect(await buy(at)).toBe(200)
})

it('is given back if a repeat learns that the payment has failed', async () => {
  const at = await start()
  const headers: string[] = []
  world.cash.bank.mode = 'unknown'
  for (let i = 0; i < 2; i++) {
    headers.push(world.cash.wallet('ann').sign(await at.quote('/tree', {})))
    expect((await at.post('/tree', {}, headers[i])).status).toBe(503)
  }
  const { backend } = world.cash.paymentScheme
  const { find } = backend
  backend.find = async () => ({ state: 'failed', reason: 'the authorization expired unused' })
  for (const header of headers) expect((await at.post('/tree', {}, header)).status).toBe(402)
  Object.assign(backend, { find })
  world.cash.bank.mode = 'land'
  expect([stored(), await buy(at)]).toEqual([0, 200])
})

it('stays if it is not known whether the reply of a refused payment may stay', async () => {
  const at = await start()
  const { backend } = world.cash.paymentScheme
  const { settle } = backend
  backend.settle = async () => ({ state: 'failed', reason: 'refused', mayLand: true })
  const undo = refuseToHold(at.store, 'replies of refused payments')
  expect([await buy(at), await buy(at)]).toEqual([402, 402])
  undo()
  Object.assign(backend, { settle })
  expect([stored(), await buy(at)]).toEqual([2, 429])
})

it('is not given back late when the same payment has bought again', async () => {
  const at = await start()
  const { commit, unhold } = at.store
  const away = (): Promise<never> => Promise.reject(new StoreUnavailable('away'))
  const header = world.cash.wallet('ann').sign(await at.quote('/tree', {}))
  world.vendor.reply = () => {
    Object.assign(at.store, { commit: away, unhold: away })
    return gives({ found: 1 }, LARGE)
  }
  expect((await at.post('/tree', {}, header)).status).toBe(503)
  Object.assign(at.store, { commit, unhold })
  world.vendor.reply = () => gives({ found: 1 }, LARGE)
  world.cash.bank.mode = 'unknown'
  await world.clock.skip(2_000)
  const boughtAgain = async (): Promise<number> => {
    expect((await at.post('/tree', {}, header)).status).toBe(503)
    return stored()
  }
  await expect.poll(boughtAgain).toBe(1)
  // Now the room of the first purchase is given back.
  await world.clock.skip(4_000)
  expect(await buy(at)).toBe(503)
  world.cash.bank.mode = 'land'
  expect([stored(), await buy(at)]).toEqual([2, 429])
})

it('is not taken again for a reply that another process has delivered', async () => {
  const settings = { storedReplies: { each: 13_000_000, all: 100_000_000 } }
  const store = memoryStore(world.clock, { docs: world.docs })
  const held = new Set<string>()
  let holds = 0
  const { hold, unhold } = store
  store.hold = (pool, part) => {
    if (pool === 'stored replies') {
      held.add(part.key)
      holds += 1
    }
    return hold(pool, part)
  }
  store.unhold = (pool, key) => {
    if (pool === 'stored replies') held.delete(key)
    return unhold(pool, key)
  }
  const one = await start({ ...settings, instance: 'one' }, store)
  const other = await start({ ...settings, instance: 'other' }, store)
  world.vendor.reply = () => gives({ found: 1 }, HUGE)
  const header = world.cash.wallet('ann').sign(await one.quote('/tree', {}))
  const slow = await stall(one, { path: '/tree', body: {}, header })
  await world.clock.skip(20_000)
  expect((await other.post('/tree', {}, header)).status).toBe(200)
  await until(() => stored() === 0 && held.size === 0)
  slow.destroy()
  await until(() => holds === 2)
  await until(() => held.size === 0)
})
