/** What is believed of a facilitator's settlements: only transfers that move our money. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createStandings } from '../../../runtime/payments/batched/standing.ts'
import type { Payment, Requirements } from '../../../runtime/payments/payment.ts'
import type { PaymentRecord } from '../../../runtime/payments/record.ts'
import type { Settlement } from '../../../runtime/payments/settlement.ts'
import {
  actsThen,
  breaks,
  honestly,
  late,
  lies,
  on,
  refuses,
  says,
  type Lever,
} from '../../../scripts/devnet/batched/levers.ts'
import type { BatchedWorld } from '../../../scripts/devnet/batched/world.ts'
import { manualClock } from '../../helpers/clock.ts'
import { ownStore } from '../../helpers/memory-store.ts'
import {
  decoded,
  facts,
  newAccount,
  openSide,
  OTHER,
  PAY_TO,
  sign,
  SPEC,
  startWorld,
  type Side,
} from './support.ts'

const PRICE = 10_000n
const reply = { status: 200, headers: {}, body: 'e30=' }
const UUID = /^[0-9a-f-]{36}$/

let world: BatchedWorld
let held: ReturnType<typeof ownStore>
let side: Side
const others: Side[] = []
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.stop())
beforeEach(async () => {
  held = ownStore()
  side = await openSide(world.url, held.store, { owner: 'one' })
})
afterEach(async () => {
  world.facilitator.lever = honestly
  for (const other of others.splice(0)) await other.stop()
  await side.stop()
  await held.stop()
})

interface Claimed {
  payment: Payment
  requirements: Requirements
  record: PaymentRecord
  wallet: string
}

/** A verified and claimed payment of a wallet that holds twice its amount. */
async function claimed(): Promise<Claimed> {
  const account = newAccount()
  const wallet = account.address.toLowerCase()
  await world.fund(wallet, PRICE * 2n, SPEC.chain)
  const requirements = side.schemes[0].requirements(PRICE, 300)
  const payment = decoded(side.schemes[0], await sign(account, requirements))
  const verdict = await side.schemes[0].verify(payment, requirements, Date.now())
  expect(verdict).toEqual({ ok: true, payer: expect.any(String) })
  const { record } = await side.ledger.claim(payment, facts(requirements))
  return { payment, requirements, record, wallet }
}

async function settled(lever: Lever): Promise<Claimed & { settlement: Settlement }> {
  const all = await claimed()
  world.facilitator.lever = lever
  const { settlement } = await side.ledger.settle(all.record, reply)
  return { ...all, settlement }
}
const transfersOf = ({ wallet }: Claimed) => world.facilitator.book.list({ from: wallet })
const spent = async (all: Claimed): Promise<bigint> =>
  PRICE * 2n - (await world.balanceOf(all.wallet, SPEC.chain))
/** What the ledger finds once the facilitator is honest. */
async function later({ record }: Claimed, by: Side = side): Promise<Settlement['state']> {
  world.facilitator.lever = honestly
  return (await by.ledger.resolve(record)).settlement.state
}
const confirmed = (more: object = {}): Lever =>
  says(200, {
    success: true,
    transaction: randomUUID(),
    network: SPEC.chain,
    payer: OTHER,
    ...more,
  })

const success = (status: number, transaction: string) =>
  says(status, { success: true, transaction, network: SPEC.chain })

describe('an honest settlement', () => {
  it('lands with the id of its transfer', async () => {
    const all = await settled(honestly)
    expect(all.settlement).toEqual({ state: 'landed', transaction: transfersOf(all)[0]!.id })
    expect(await spent(all)).toBe(PRICE)
  })

  it('puts the requirements and the signature to /settle, and no version beside them', async () => {
    world.facilitator.requests.length = 0
    const all = await settled(honestly)
    const { body } = world.facilitator.requests.find(({ path }) => path === '/v1/x402/settle')!
    expect(Object.keys(body)).toEqual(['paymentPayload', 'paymentRequirements'])
    expect(body.paymentRequirements).toEqual(all.requirements)
    expect(body.paymentPayload.payload).toEqual(all.payment.authorization.signed)
  })
})

describe('a success that is not one', () => {
  it.each([
    ['names no transfer', success(200, '')],
    ['names a hash', success(200, `0x${'1'.repeat(64)}`)],
    ['names a transfer that does not exist', confirmed()],
    ['is of another payer', confirmed({ payer: OTHER })],
    ['is on another chain', confirmed({ network: 'eip155:1' })],
    ['has status 500', success(500, randomUUID())],
    ['is a text', says(200, { success: 'true', transaction: randomUUID() })],
    ['is garbage', says(200, '<html>')],
    ['is empty', says(200, '')],
    ['is 2 MB', says(200, `{"success":true,"x":"${'x'.repeat(2_000_000)}"}`)],
    ['never comes', breaks('hang')],
    ['is cut off', breaks('cut')],
  ])('%s: unknown; then the same payment settles once', async (_, lever) => {
    const all = await settled(on('settle', lever))
    expect(all.settlement.state).toBe('unknown')
    expect(await spent(all)).toBe(0n)
    expect(await later(all)).toBe('landed')
    expect(transfersOf(all)).toHaveLength(1)
    expect(await spent(all)).toBe(PRICE)
  })
})

describe('a settlement that was made', () => {
  it.each([
    ['a success of another payer', lies(body => ({ ...body, payer: OTHER }))],
    ['a success on another chain', lies(body => ({ ...body, network: 'eip155:1' }))],
    ['a success with another id', lies(body => ({ ...body, transaction: randomUUID() }))],
    [
      'status 500',
      actsThen({ status: 500, body: { success: false, errorReason: 'unexpected_error' } }),
    ],
    ['status 502 and garbage', actsThen({ status: 502, body: '<html>' })],
    [
      'a refusal',
      actsThen({ status: 200, body: { success: false, errorReason: 'insufficient_balance' } }),
    ],
    [
      'that the nonce is used',
      actsThen({ status: 200, body: { success: false, errorReason: 'nonce_already_used' } }),
    ],
    ['nothing', actsThen('hang')],
    ['a broken connection', actsThen('cut')],
    ['too late', late(900)],
  ])('is found by its nonce, whatever the answer says: %s', async (_, lever) => {
    const all = await settled(on('settle', lever))
    if (all.settlement.state === 'unknown') expect(await later(all)).toBe('landed')
    else
      expect(all.settlement).toMatchObject({
        state: 'landed',
        transaction: expect.stringMatching(UUID),
      })
    expect(transfersOf(all)).toHaveLength(1)
    expect(await spent(all)).toBe(PRICE)
  })

  it('is unknown while the facilitator hides its transfers, and is not sent again before', async () => {
    const all = await settled(on('transfers', says(503, {})))
    expect(all.settlement).toMatchObject({
      state: 'unknown',
      transaction: expect.stringMatching(UUID),
    })
    world.facilitator.requests.length = 0
    expect((await side.ledger.resolve(all.record)).settlement.state).toBe('unknown')
    expect(world.facilitator.requests.filter(({ path }) => path.includes('settle'))).toEqual([])
    expect(await later(all)).toBe('landed')
    expect(transfersOf(all)).toHaveLength(1)
  })

  const changed = (member: string, value: unknown): Lever =>
    on(
      'transfers',
      lies(body => ({
        transfers: body.transfers.map((one: object) => ({ ...one, [member]: value })),
      })),
    )
  it.each([
    ['amount', '9999'],
    ['toAddress', OTHER],
    ['recipientNetwork', 'eip155:1'],
    ['token', 'EURC'],
    ['fromAddress', OTHER],
    ['nonce', `0x${'1'.repeat(64)}`],
    ['sendingNetwork', 'eip155:1'],
    ['status', 'failed'],
    ['status', 'lost'],
    ['id', '../../balances'],
    ['amount', '10000.0'],
    ['amount', '-10000'],
  ])('has not landed if its transfer shows another %s (%s)', async (member, value) => {
    const { settlement } = await settled(changed(member, value))
    expect(settlement.state).not.toBe('landed')
  })

  it('lands again with a facilitator that repeats its answer', async () => {
    const kind = await startWorld({ isIdempotent: true })
    const own = await openSide(kind.url, held.store)
    const account = newAccount()
    await kind.fund(account.address, PRICE * 2n)
    const requirements = own.schemes[0].requirements(PRICE, 300)
    const payment = decoded(own.schemes[0], await sign(account, requirements))
    const { record } = await own.ledger.claim(payment, facts(requirements))
    kind.facilitator.lever = on('settle', breaks('cut'))
    expect((await own.ledger.settle(record, reply)).settlement.state).toBe('unknown')
    kind.facilitator.lever = honestly
    expect((await own.ledger.resolve(record)).settlement.state).toBe('landed')
    expect(kind.facilitator.book.list({})).toHaveLength(1)
    await own.stop()
    await kind.stop()
  })
})

describe('a refusal', () => {
  it.each([
    'insufficient_balance',
    'wallet_not_found',
    'authorization_expired',
    'invalid_signature',
    'self_transfer',
  ])('%s without a transfer is a failure, which may still land', async reason => {
    const all = await settled(on('settle', refuses(reason)))
    expect(all.settlement).toEqual({ state: 'failed', reason, mayLand: true })
    expect(await spent(all)).toBe(0n)
  })

  it.each(['unexpected_error', 'unsupported_network', 'a text with https://secret.example', ''])(
    '%s is unknown',
    async reason => {
      const all = await settled(on('settle', refuses(reason)))
      expect(all.settlement.state).toBe('unknown')
      expect(JSON.stringify(all.settlement)).not.toContain('secret')
      expect(await later(all)).toBe('landed')
    },
  )

  it('that the nonce is used, without any transfer, is unknown', async () => {
    const all = await settled(on('settle', refuses('nonce_already_used')))
    expect(all.settlement).toMatchObject({ state: 'unknown', reason: 'nonce_already_used' })
  })

  it('of a nonce that paid somebody else is final', async () => {
    const all = await claimed()
    const { from, nonce } = all.payment.authorization as unknown as Record<string, string>
    world.facilitator.book.transfer(
      { network: SPEC.chain, from: from!, to: OTHER, amount: PRICE, nonce: nonce! },
      Date.now(),
    )
    const { settlement, record } = await side.ledger.settle(all.record, reply)
    expect(settlement).toEqual({
      state: 'failed',
      reason: 'the wallet used the nonce for another transfer',
    })
    expect(record).toMatchObject({ state: 'failed' })
    expect(record).not.toHaveProperty('mayLand', true)
  })

  it('of a nonce that paid us less is final', async () => {
    const all = await claimed()
    const { from, nonce } = all.payment.authorization as unknown as Record<string, string>
    world.facilitator.book.transfer(
      { network: SPEC.chain, from: from!, to: PAY_TO, amount: 1n, nonce: nonce! },
      Date.now(),
    )
    expect((await side.ledger.settle(all.record, reply)).settlement).toMatchObject({
      state: 'failed',
    })
  })

  it('of a drained deposit is a failure, and lands if somebody settles it later', async () => {
    const all = await claimed()
    world.facilitator.book.deposit(SPEC.chain, all.wallet, -PRICE * 2n)
    expect((await side.ledger.settle(all.record, reply)).settlement).toEqual({
      state: 'failed',
      reason: 'insufficient_balance',
      mayLand: true,
    })
    world.facilitator.requests.length = 0
    // A record that was refused is looked up, and never settled again by us.
    expect(await side.ledger.get(all.record.key)).toMatchObject({ state: 'failed', mayLand: true })
    expect(world.facilitator.requests.map(({ path }) => path.split('?')[0])).toEqual([
      '/v1/x402/transfers',
    ])
    const { from, nonce } = all.payment.authorization as unknown as Record<string, string>
    world.facilitator.book.transfer(
      { network: SPEC.chain, from: from!, to: PAY_TO, amount: PRICE, nonce: nonce! },
      Date.now(),
    )
    expect(await side.ledger.get(all.record.key)).toMatchObject({ state: 'settled', kept: reply })
  })
})

describe('a facilitator that is away', () => {
  it('refuses connections: unknown; settles when it is back, once', async () => {
    const all = await claimed()
    await world.facilitator.down()
    expect((await side.ledger.settle(all.record, reply)).settlement.state).toBe('unknown')
    expect((await side.ledger.resolve(all.record)).settlement.state).toBe('unknown')
    await world.facilitator.up()
    expect(await later(all)).toBe('landed')
    expect(transfersOf(all)).toHaveLength(1)
  })

  it.each([
    ['before it acted', on('settle', breaks('hang'))],
    ['after it acted', on('settle', actsThen('hang'))],
  ])(
    'while our process ends, %s: the next one finds the outcome from the record',
    async (_, lever) => {
      const all = await claimed()
      world.facilitator.lever = lever
      await Promise.all([side.ledger.settle(all.record, reply).catch(() => undefined), side.stop()])
      world.facilitator.lever = honestly
      const next = await openSide(world.url, held.store, { owner: 'two' })
      others.push(next)
      await expect
        .poll(async () => {
          await next.ledger.reconcile()
          return (await next.ledger.get(all.record.key))?.state
        })
        .toBe('settled')
      expect(transfersOf(all)).toHaveLength(1)
      expect(await next.ledger.get(all.record.key)).toMatchObject({ kept: reply })
    },
  )
})

describe('a transfer that was received', () => {
  it('is watched until it is confirmed, less and less often', async () => {
    const all = await settled(honestly)
    const { id } = transfersOf(all)[0]!
    const clock = manualClock()
    let asked = 0
    const transfer = async (): Promise<object> => {
      asked += 1
      return { ...world.facilitator.book.find(id)! }
    }
    const standing = createStandings({ transfer } as never, clock)
    for (const [ms, times] of [
      [0, 0],
      [14_000, 0],
      [2_000, 1],
      [30_000, 1],
    ] as const) {
      await clock.advance(ms)
      expect([await standing(id), asked]).toEqual(['shallow', times])
    }
    world.facilitator.book.advance(0)
    world.facilitator.book.advance(0)
    await clock.advance(40_000)
    expect(await standing(id)).toBe('deep')
    expect(asked).toBe(2)
  })

  it('and fails afterwards is gone, and found to have failed', async () => {
    const all = await settled(honestly)
    const { id } = transfersOf(all)[0]!
    world.facilitator.book.fail(id)
    const clock = manualClock()
    const standing = createStandings(
      { transfer: async () => world.facilitator.book.find(id) } as never,
      clock,
    )
    await standing(id)
    await clock.advance(16_000)
    expect(await standing(id)).toBe('gone')
    const found = await side.schemes[0].backend.find(
      all.payment,
      all.requirements,
      { sentAt: 0, transaction: id },
      async () => undefined,
    )
    expect(found).toEqual({
      state: 'failed',
      reason: 'the transfer failed at the facilitator',
      mayLand: true,
    })
  })
})
