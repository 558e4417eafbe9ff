/** A wallet and its telephone numbers at a gateway that dies. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { World } from '../../scripts/world/world.ts'
import type { Answer, Buyer, Wanted } from '../helpers/buyer.ts'
import { bought } from '../routes/client.ts'
import { newCaller, sendOnce } from './caller.ts'
import type { Mortal } from './mortal.ts'

const NUMBERS = '/api/v1/phone/numbers'
export const PATHS = ['buy', 'renew', 'list', 'release'].map(name => `${NUMBERS}/${name}`)
const PRICE = 5_001_000n
const FUNDS = 50_000_000n
const MONTH = 30 * 86_400
/** Tries of a caller, and the ms between two. */
const TRIES = 300
const PAUSE = 200

/** What is done to a number. */
export type Operation = 'buy' | 'renew' | 'release'

/**
 * A wallet, the number that it has before the operation, and the end of its lease, Unix seconds.
 */
export interface Tenant {
  buyer: Buyer
  number?: string
  end?: number
}

export const wantedOf = (operation: Operation, number?: string): Wanted => ({
  method: 'POST',
  path: `${NUMBERS}/${operation}`,
  body: operation === 'buy' ? {} : { phoneNumber: number },
})

/** A new wallet, which has a number unless it is about to buy one. */
export async function newTenant(url: string, world: World, operation: Operation): Promise<Tenant> {
  const buyer = await newCaller(url, world, operation === 'buy' ? FUNDS : FUNDS + PRICE)
  if (operation === 'buy') return { buyer }
  const { status, text, body } = await bought(url, buyer.account, {
    path: `${NUMBERS}/buy`,
    body: {},
  })
  expect(status, text).toBe(200)
  return { buyer, number: body.phone_number, end: Date.parse(body.expires_at) / 1000 }
}

/** Sends a header until there is an answer. `url` is asked each time. */
export async function repeat(
  url: () => Promise<string>,
  wanted: Wanted,
  header: string,
): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    const answer = await sendOnce(await url(), wanted, header)
    if (![0, 503].includes(answer.status) || tries === TRIES) return answer
    await sleep(PAUSE)
  }
}

/** What the wallet has paid, micro-USD, and its numbers with the ends of their leases. */
async function stateOf(url: string, { buyer }: Tenant) {
  const spent = FUNDS - (await buyer.balance())
  const { status, text, body } = await bought(url, buyer.account, {
    path: `${NUMBERS}/list`,
    body: {},
  })
  expect(status, text).toBe(200)
  const leases = (body.numbers as any[]).map(one => ({
    number: one.phone_number as string,
    end: Date.parse(one.expires_at) / 1000,
  }))
  return { spent, leases }
}

/** A number at the carrier, and the carrier's id of it. */
interface Held {
  phone_number: string
  sid: string
}

async function atCarrier({ env }: World): Promise<Held[]> {
  const path = `/2010-04-01/Accounts/${env.CARRIER_ACCOUNT}/IncomingPhoneNumbers.json`
  const reply = await fetch(`${env.CARRIER_URL}${path}`, {
    headers: { authorization: `Basic ${env.CARRIER_KEY}` },
  })
  return ((await reply.json()) as { incoming_phone_numbers: Held[] }).incoming_phone_numbers
}

/** The numbers that the gateway's account holds at the carrier. */
export async function heldOf(world: World): Promise<string[]> {
  return (await atCarrier(world)).map(one => one.phone_number).sort()
}

/** The carrier's id of a number that the gateway's account holds. */
export async function idOf(world: World, number: string): Promise<string | undefined> {
  return (await atCarrier(world)).find(one => one.phone_number === number)?.sid
}

/**
 * Sends once with a death armed; whether the gateway lived until nothing was left to do, which is
 * after the carrier has what is given back.
 */
export async function sendAndSee(
  world: World,
  gateway: Mortal,
  { wanted, header, gone }: { wanted: Wanted; header: string; gone?: string | undefined },
): Promise<boolean> {
  await sendOnce(gateway.url, wanted, header)
  let isDead = false
  void gateway.dead.then(() => (isDead = true))
  while (gone !== undefined && !isDead && (await heldOf(world)).includes(gone)) await sleep(PAUSE)
  return gateway.idle()
}

/** Proves that an operation happened exactly once; `leased` gets what the wallet has then. */
export async function expectDone(
  url: string,
  operation: Operation,
  tenant: Tenant,
  where: string,
): Promise<string[]> {
  const { spent, leases } = await stateOf(url, tenant)
  const { number, end } = tenant
  expect(spent, where).toBe(operation === 'release' ? 0n : PRICE)
  if (operation === 'release') expect(leases, where).toEqual([])
  if (operation === 'buy') expect(leases, where).toHaveLength(1)
  if (operation === 'renew') expect(leases, where).toEqual([{ number, end: end! + MONTH }])
  return leases.map(one => one.number)
}
