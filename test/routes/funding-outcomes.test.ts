/** Fundings whose deposit or fee goes wrong on the chain, and fundings that are sent again. */
import { describe, expect, it } from 'vitest'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import type { Buyer } from '../helpers/buyer.ts'
import { StoreUnavailable } from '../../runtime/store/store.ts'
import { newWallet, type Funding } from '../helpers/deposit.ts'
import { call, type Seen } from './client.ts'
import {
  DEPOSIT,
  FEE,
  FUND,
  feeOf,
  fund,
  fundingOf,
  moved,
  refused,
  sendElsewhere,
  shop,
  useFunding,
} from './funding-desk.ts'
import { windClock } from './wind-clock.ts'

const clock = windClock()
useFunding(clock)

/** Whether a record is that of a transfer which is about to be sent. */
const isIntent = ({ transfer, intent }: PaymentRecord): boolean =>
  transfer === true && intent !== undefined

/** Does something before the n-th transaction from now on reaches the chain. */
function beforeTransaction(nth: number, work: () => Promise<void>): void {
  let sent = 0
  shop.taps.chain.answer(async ({ body }) => {
    if (body.includes('eth_sendRawTransaction') && ++sent === nth) await work()
    return undefined
  })
}

/** Takes all money of a wallet. */
const drain = async (buyer: Buyer): Promise<void> =>
  shop.world.chain.fund(buyer.account.address, -(await buyer.balance()))

const recordsOf = async (state: string): Promise<PaymentRecord[]> =>
  (await shop.store.list<PaymentRecord>('payments', state, 100)).map(({ stored }) => stored.doc)

describe('409', () => {
  it('[FUND-022] [FUND-025] a deposit that was made before, with another fee: the fee is not billed', async () => {
    const buyer = await shop.buyer()
    const body = await fundingOf(buyer)
    expect((await fund(body, await feeOf(buyer))).status).toBe(200)
    const fee = await feeOf(buyer)
    for (const again of [body, { ...body, depositWallet: body.depositWallet.toLowerCase() }]) {
      const seen = await refused(buyer, again, fee)
      expect([seen.status, seen.body.code]).toEqual([409, 'PAYMENT_REPLAY'])
      expect(seen.body.error).toBe('The deposit authorization was already used')
      expect(seen.text).not.toContain('txHash')
    }
    // The fee was not used.
    expect((await fund(await fundingOf(buyer), fee)).status).toBe(200)
  })

  it('[FUND-022] a deposit that was made without us', async () => {
    const buyer = await shop.buyer()
    const body = await fundingOf(buyer)
    await sendElsewhere(body.depositAuthorization)
    const seen = await refused(buyer, body)
    expect([seen.status, seen.body.code]).toEqual([409, 'PAYMENT_REPLAY'])
  })

  it('[FUND-026] of parallel calls with the same deposit one is made, and the others are not billed', async () => {
    const buyer = await shop.buyer()
    const body = await fundingOf(buyer)
    const fees = await Promise.all(Array.from({ length: 5 }, () => feeOf(buyer)))
    const { done, ...flows } = await moved({ buyer, ...body }, () =>
      Promise.all(fees.map(fee => fund(body, fee))),
    )
    expect(done.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    for (const { status, body } of done)
      if (status === 409) expect(body.code).toBe('PAYMENT_REPLAY')
    expect(flows).toEqual({ spent: DEPOSIT + FEE, earned: FEE, deposited: DEPOSIT })
  })

  it('[FUND-026] [FUND-020] of parallel calls with the same fee one deposit is made', async () => {
    const buyer = await shop.buyer()
    const bodies = await Promise.all([1, 2, 3].map(() => fundingOf(buyer)))
    const fee = await feeOf(buyer)
    const { done, spent, earned } = await moved({ buyer, ...bodies[0]! }, () =>
      Promise.all(bodies.map(body => fund(body, fee))),
    )
    expect(done.map(({ status }) => status).sort()).toEqual([200, 402, 402])
    expect([spent, earned]).toEqual([DEPOSIT + FEE, FEE])
  })

  it('[FUND-026] the very same call three times at once is one funding', async () => {
    const buyer = await shop.buyer()
    const body = await fundingOf(buyer)
    const fee = await feeOf(buyer)
    const { done, ...flows } = await moved({ buyer, ...body }, () =>
      Promise.all([1, 2, 3].map(() => fund(body, fee))),
    )
    expect(done.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(done.every(({ status }) => [200, 402, 503].includes(status))).toBe(true)
    expect(flows).toEqual({ spent: DEPOSIT + FEE, earned: FEE, deposited: DEPOSIT })
  })
})

describe('502', () => {
  it('[FUND-023] a deposit that the chain refuses: the fee is not billed and pays the next deposit', async () => {
    const buyer = await shop.buyer()
    const body = await fundingOf(buyer)
    const fee = await feeOf(buyer)
    beforeTransaction(1, () => drain(buyer))
    const seen = await fund(body, fee)
    expect([seen.status, seen.body.error]).toEqual([502, 'Deposit settlement failed'])
    expect([seen.headers['x-deposit-tx'], seen.receipt]).toEqual([undefined, undefined])
    await shop.world.chain.fund(buyer.account.address, DEPOSIT + FEE)
    expect((await refused(buyer, body, fee)).status).toBe(502)
    expect((await refused(buyer, body)).status).toBe(409)
    expect((await fund(await fundingOf(buyer), fee)).status).toBe(200)
  })
})

describe('a fee that fails after the deposit', () => {
  it('[FUND-016] [FUND-017] is 200 with the deposit, and says that the fee was not settled', async () => {
    const buyer = await shop.buyer()
    const body = await fundingOf(buyer)
    const fee = await feeOf(buyer)
    beforeTransaction(2, () => drain(buyer))
    const seen = await fund(body, fee)
    expect([seen.status, seen.body.success, seen.body.status]).toEqual([
      200,
      false,
      'deposit_submitted',
    ])
    expect(seen.body.fee).toEqual({ amountUsd: '0.011', settled: false })
    expect(seen.headers['x-deposit-tx']).toBe(seen.body.deposit.txHash)
    expect(seen.body.deposit.txHash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(seen.headers['x-payment-receipt']).toBeUndefined()
    expect([seen.receipt?.success, seen.headers['x-payment-settled']]).toEqual([false, 'false'])
    expect(await shop.world.chain.balanceOf(body.recipient)).toBe(DEPOSIT)
    // Neither is taken again.
    await shop.world.chain.fund(buyer.account.address, DEPOSIT + FEE)
    const again = await refused(buyer, body, fee)
    expect([again.status, again.headers['x-deposit-tx']]).toEqual([402, undefined])
  })
})

/** Sends until the gateway has waited for the chain as long as it does. */
async function untilUnknown(body: Funding, fee: string): Promise<Seen> {
  const sent = fund(body, fee)
  await expect.poll(async () => (await recordsOf('settling')).length).toBe(1)
  for (let i = 0; i < 60; i++) {
    await clock.wind(1000)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  return sent
}

describe('a deposit whose outcome is not known', () => {
  it('[FUND-011] [FUND-016] is 503, and the same request later has one deposit and one fee', async () => {
    const buyer = await shop.buyer()
    const body = await fundingOf(buyer)
    const fee = await feeOf(buyer)
    await shop.world.chain.setAutomine(false)
    try {
      const { done, ...flows } = await moved({ buyer, ...body }, () => untilUnknown(body, fee))
      expect([done.status, done.body.code, done.headers['x-deposit-tx']]).toEqual([
        503,
        'SETTLEMENT_PENDING',
        undefined,
      ])
      expect(flows).toEqual({ spent: 0n, earned: 0n, deposited: 0n })
      // Another fee does not take it over.
      expect((await fund(body, await feeOf(buyer))).status).toBe(409)
    } finally {
      await shop.world.chain.setAutomine(true)
      await shop.world.chain.mine()
    }
    const { done, spent, earned } = await moved({ buyer, ...body }, () => fund(body, fee))
    expect([done.status, done.body.fee?.settled]).toEqual([200, true])
    expect([spent, earned]).toEqual([FEE, FEE])
    expect(await shop.world.chain.balanceOf(body.recipient)).toBe(DEPOSIT)
    expect((await refused(buyer, body, fee)).status).toBe(402)
  })

  it('[FUND-011] keeps its amount reserved: the wallet cannot promise it again', async () => {
    const buyer = await shop.buyer(DEPOSIT + FEE)
    const body = await fundingOf(buyer)
    await shop.world.chain.setAutomine(false)
    try {
      expect((await untilUnknown(body, await feeOf(buyer))).status).toBe(503)
      const other = await refused(buyer, await fundingOf(buyer), await feeOf(buyer))
      expect([other.status, other.body.details]).toEqual([
        400,
        'the wallet does not hold the amount and the price together',
      ])
    } finally {
      await shop.world.chain.setAutomine(true)
      await shop.world.chain.mine()
    }
  })

  it('[FUND-011] has one fee also if it was found to have landed before the request came again', async () => {
    const buyer = await shop.buyer()
    const body = await fundingOf(buyer)
    const fee = await feeOf(buyer)
    await shop.world.chain.setAutomine(false)
    try {
      expect((await untilUnknown(body, fee)).status).toBe(503)
    } finally {
      await shop.world.chain.setAutomine(true)
      await shop.world.chain.mine()
    }
    // The gateway's own look at the chain may have come first.
    for (const record of await recordsOf('settling')) await shop.ledger.resolve(record)
    expect(await recordsOf('settling')).toEqual([])
    const { done, spent, earned } = await moved({ buyer, ...body }, () => fund(body, fee))
    expect([done.status, spent, earned]).toEqual([200, FEE, FEE])
    expect(await shop.world.chain.balanceOf(body.recipient)).toBe(DEPOSIT)
  })
})

describe('a gateway that cannot send', () => {
  it('[FUND-023] is 503, and the deposit can be made once it can, with any fee', async () => {
    const buyer = await shop.buyer()
    const body = await fundingOf(buyer)
    const fee = await feeOf(buyer)
    const commit = shop.store.commit
    shop.store.commit = (changes, how) =>
      changes.some(change => 'doc' in change && isIntent(change.doc as PaymentRecord))
        ? Promise.reject(new StoreUnavailable('away'))
        : commit.call(shop.store, changes, how)
    try {
      expect((await refused(buyer, body, fee)).status).toBe(503)
    } finally {
      shop.store.commit = commit
    }
    const { done, ...flows } = await moved({ buyer, ...body }, async () =>
      fund(body, await feeOf(buyer)),
    )
    expect(done.status).toBe(200)
    expect(flows).toEqual({ spent: DEPOSIT + FEE, earned: FEE, deposited: DEPOSIT })
  })
})

describe('redelivery', () => {
  it('[FUND-014] [FUND-017] a caller that left gets the same reply for the same header', async () => {
    const buyer = await shop.buyer()
    const body = await fundingOf(buyer)
    const fee = await feeOf(buyer)
    await leaveDuring(body, fee)
    const { done, ...flows } = await moved({ buyer, recipient: newWallet() }, () =>
      call(shop.url, { method: 'POST', path: FUND, body, headers: { 'x-payment': fee } }),
    )
    expect([done.status, flows.spent]).toEqual([200, 0n])
    expect(done.body.deposit.txHash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(done.headers['x-deposit-tx']).toBe(done.body.deposit.txHash)
    expect(done.headers['x-payment-receipt']).toBe(done.body.fee.txHash)
    expect(done.body.deposit.recipient).toBe(body.recipient)
    expect((await refused(buyer, body, fee)).status).toBe(402)
  })
})

/** Sends, leaves before the reply, and waits until both transfers are recorded. */
async function leaveDuring(body: Funding, fee: string): Promise<void> {
  const release = shop.taps.bridge.hold()
  const controller = new AbortController()
  const sent = fetch(shop.url + FUND, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-payment': fee },
    signal: controller.signal,
  }).catch(() => undefined)
  await expect.poll(() => shop.taps.bridge.seen.length).toBeGreaterThan(0)
  controller.abort()
  await sent
  release()
  await expect
    .poll(async () => (await recordsOf('settled')).some(({ delivered }) => delivered === false))
    .toBe(true)
}
