/** When a stream is paid for, what is stored of it, and what its wallet may owe afterwards. */
import { describe, expect, it } from 'vitest'
import { paymentOf } from '../../runtime/calls/streams/payment.ts'
import type { Credit } from '../../runtime/limits/credit.ts'
import type { Terms } from '../../runtime/limits/terms.ts'
import type { Settlement } from '../../runtime/payments/settlement.ts'
import { NotSent } from '../../runtime/payments/not-sent.ts'
import { saidIn, type Parts } from '../stages/desk.ts'
import { FAILED, LANDED, MAY_LAND, streamCall, termsFor, UNKNOWN, VALID } from './desk.ts'

const RECEIPT = { settled: true, transaction: '0x1', network: 'net' }
const USAGE = { uncached: 1, cacheRead: 0, cacheWrite: 0, output: 7, reasoning: 0 }
const part = (goesOn: boolean) => ({ body: goesOn ? 'part' : 'whole' })

/** Begins a stream on these terms, whose payment ends like this. */
function begun(
  when: Terms['when'],
  ends?: readonly (Settlement | Error)[],
  more: Parts & { isMetered?: boolean; credit?: Credit; paid?: Terms['paid'] } = {},
) {
  const made = streamCall(ends, more)
  const { terms, ends: ended } = termsFor(when, { credit: more.credit, paid: more.paid })
  let refused = 0
  const payment = paymentOf(made.call, terms, () => void (refused += 1))
  payment.follow({
    progress: ({ goesOn }) => part(goesOn) as never,
    usage: () => USAGE,
    reported: () => USAGE,
  })
  return { ...made, payment, ended, refused: () => refused }
}

describe('a stream that is paid for at its end', () => {
  it('is settled once, with its whole reply, if it was served', async () => {
    const { payment, did, ended, paid } = begun('last')
    expect(await payment.begin()).toBe(undefined)
    expect(did).toEqual([])
    expect(await payment.end(true, 'the stream ended')).toEqual(RECEIPT)
    expect(await payment.end(false, 'the caller left')).toEqual(RECEIPT)
    await payment.done
    expect(did).toEqual([['settle', part(false), { goesOn: false, amount: undefined }]])
    expect([ended, await paid(), payment.isCredited()]).toEqual([[false], 500, false])
  })

  it('is released if it was not served', async () => {
    const { payment, did, ended, paid, charge } = begun('last')
    expect(await payment.end(false, 'no answer')).toBe(undefined)
    await payment.done
    expect([did, ended, await paid(), charge.state]).toEqual([
      [['release', 'no answer']],
      [false],
      undefined,
      'released',
    ])
  })

  it('whose payment failed has no history any more, and is counted as unpaid', async () => {
    const { payment, ended, store, paid } = begun('last', [FAILED])
    await store.commit([
      { do: 'insert', in: 'gateway.history', key: 'paid|ann', doc: { paid: 900 } },
    ])
    expect(await payment.end(true, '')).toEqual({
      settled: false,
      network: 'net',
      error_class: 'settlement_failed',
    })
    await payment.done
    expect([ended, await paid()]).toEqual([[true], 0])
  })

  it('whose payment is in doubt adds nothing to the history', async () => {
    const { payment, ended, paid } = begun('last', [UNKNOWN])
    expect(await payment.end(true, '')).toEqual({
      settled: false,
      network: 'net',
      error_class: 'settlement_pending',
    })
    await payment.done
    expect([ended, await paid()]).toEqual([[false], undefined])
  })

  it('whose settlement threw is settled again, and is not over before', async () => {
    const { payment, clock, names, did } = begun('last', [new Error('away'), LANDED])
    expect((await payment.end(true, ''))!.error_class).toBe('settlement_pending')
    let isOver = false
    void payment.done.then(() => (isOver = true))
    await clock.advance(4_999)
    expect([isOver, names()]).toEqual([false, ['settle']])
    await clock.advance(1)
    expect([isOver, names()]).toEqual([true, ['settle', 'settle']])
    expect(did[1]).toEqual(did[0])
  })

  it('counts in the free quota of its wallet only if it was served', async () => {
    for (const isServed of [true, false]) {
      const { payment, call } = begun('last')
      Object.assign(call, { freePlaces: {} })
      await payment.end(isServed, '')
      expect(call.freePlaces!.isResult).toBe(isServed)
    }
  })

  it('is charged by its use if that is metered, and not at all for none', async () => {
    const price = { decimals: 6, actual: (c: any) => BigInt(c.usage.output) }
    const metered = begun('last', [LANDED], { isMetered: true, route: { price } })
    await metered.payment.end(true, '')
    await metered.payment.done
    expect([metered.did[0]![2].amount, await metered.paid()]).toEqual([7n, 7])
    const none = begun('last', [LANDED], {
      isMetered: true,
      route: { price: { ...price, actual: () => 0n } },
    })
    expect(await none.payment.end(true, '')).toBe(undefined)
    expect([none.names(), none.charge.state]).toEqual([['fail'], 'waived'])
  })
})

describe('a stream that lasts as long as its authorization', () => {
  const BEFORE = (VALID - 20) * 1000

  it('is settled 20 s before that ends, with what was sent so far', async () => {
    const { payment, clock, did, credits, names } = begun('last')
    await clock.advance(BEFORE - 1)
    expect(did).toEqual([])
    await clock.advance(1)
    expect(did).toEqual([['settle', part(true), { goesOn: true, amount: undefined }]])
    expect(await credits()).toEqual([[500, false]])
    expect(await payment.end(true, '')).toEqual(RECEIPT)
    await payment.done
    expect([names(), did[1], await credits()]).toEqual([
      ['settle', 'keep'],
      ['keep', part(false)],
      [],
    ])
  })

  it('leaves its wallet a credit if it breaks off then', async () => {
    const { payment, clock, credits, paid } = begun('last')
    await clock.advance(BEFORE)
    expect(await payment.end(false, 'it broke off')).toEqual(RECEIPT)
    await payment.done
    expect([await credits(), payment.isCredited(), await paid()]).toEqual([
      [[500, true]],
      true,
      undefined,
    ])
  })

  it.each<[string, Settlement, number, boolean, unknown[]]>([
    ['certainly failed', FAILED, 1, false, []],
    ['failed, but may land', MAY_LAND, 1, true, [[500, true]]],
    ['is in doubt', UNKNOWN, 0, true, [[500, true]]],
  ])('whose payment %s', async (_, end, refusals, isKept, credits) => {
    const made = begun('last', [end])
    await made.clock.advance(BEFORE)
    expect(made.refused()).toBe(refusals)
    await made.payment.end(false, 'it broke off')
    await made.payment.done
    expect([
      made.names().includes('keep'),
      await made.credits(),
      made.payment.isCredited(),
    ]).toEqual([isKept, credits, false])
  })

  it('is not settled in time once it has ended, nor if it was paid for before', async () => {
    const over = begun('last')
    await over.payment.end(true, '')
    expect(over.clock.sleepers()).toBe(0)
    expect(begun('first').clock.sleepers()).toBe(0)
    const unclaimed = streamCall()
    unclaimed.charge.move('release')
    paymentOf(unclaimed.call, termsFor('last').terms, () => undefined)
    expect(unclaimed.clock.sleepers()).toBe(0)
  })

  it('logs that the rest of it could not be stored', async () => {
    const { payment, clock, call, lines } = begun('last')
    call.context.ledger.keep = () => Promise.reject(new Error('away'))
    await clock.advance(BEFORE)
    await payment.end(true, '')
    await payment.done
    expect(lines).toEqual([
      [{ err: new Error('away') }, 'the rest of a stream could not be stored'],
    ])
  })

  it('is charged its maximum then, if it is metered', async () => {
    const price = { decimals: 6, actual: (c: any) => BigInt(c.usage.output) }
    const { clock, did, call } = begun('last', [LANDED], { isMetered: true, route: { price } })
    await clock.advance(BEFORE)
    expect(did[0]![2].amount).toBe(undefined)
    expect(call.charge.record).toMatchObject({ sale: { usage: { output: 7 } } })
  })
})

describe('a stream that is paid for before its first word', () => {
  it('begins once its payment has landed, and holds its price as a credit meanwhile', async () => {
    const { payment, did, credits, charge } = begun('first')
    expect(await payment.begin()).toBe(undefined)
    expect([did, await credits(), charge.transaction]).toEqual([
      [['settle', undefined, { goesOn: true, amount: undefined }]],
      [[500, false]],
      '0x1',
    ])
  })

  it('has no credit left once it was served, and is stored as a whole', async () => {
    const { payment, did, credits, paid } = begun('first')
    await payment.begin()
    expect(await payment.end(true, '')).toEqual(RECEIPT)
    await payment.done
    expect([did.slice(1), await credits(), await paid()]).toEqual([
      [['keep', part(false)]],
      [],
      500,
    ])
  })

  it('leaves a credit if it was not served', async () => {
    const { payment, credits, paid } = begun('first')
    await payment.begin()
    expect(await payment.end(false, '')).toEqual(RECEIPT)
    await payment.done
    expect([await credits(), payment.isCredited(), await paid()]).toEqual([
      [[500, true]],
      true,
      undefined,
    ])
  })

  it.each<[string, Settlement | Error, string, unknown[], string[]]>([
    ['failed', FAILED, 'settlement_failed', [], ['settle']],
    ['failed, but may land', MAY_LAND, 'settlement_failed', [[500, true]], ['settle']],
    ['is in doubt', UNKNOWN, 'settlement_pending', [[500, true]], ['settle', 'delivered']],
  ])('does not begin if its payment %s', async (_, end, kind, credits, names) => {
    const made = begun('first', [end])
    expect(saidIn(await made.payment.begin()).kind).toBe(kind)
    expect([await made.credits(), made.names()]).toEqual([credits, names])
    await made.payment.end(false, 'no payment')
    await made.payment.done
    expect(made.ended).toEqual([kind === 'settlement_failed'])
  })

  it('does not begin, and settles nothing, if no credit can be written', async () => {
    const made = begun('first')
    made.store.commit = () => Promise.reject(new Error('away'))
    const reply = await made.payment.begin()
    expect([saidIn(reply).kind, made.did]).toEqual([
      'internal',
      [['release', 'no credit could be written']],
    ])
  })

  it('leaves a credit only if its payment may have been sent', async () => {
    const unsent = begun('first', [new NotSent('no relayer')])
    await unsent.payment.begin()
    expect([await unsent.credits(), unsent.names()]).toEqual([[], ['settle', 'release']])
    const unclear = begun('first', [new Error('away')])
    await unclear.payment.begin()
    expect([await unclear.credits(), unclear.names()]).toEqual([
      [[500, true]],
      ['settle', 'delivered'],
    ])
  })

  it('that was never begun is released, however it ends', async () => {
    const { payment, did } = begun('first')
    await payment.end(true, 'no payment')
    expect(did).toEqual([['release', 'no payment']])
  })
})

describe('a stream that an earlier payment pays for', () => {
  const creditOf = (spent: (boolean | Error)[] = [true]) => {
    const log: unknown[] = []
    const credit: Credit = {
      transaction: '0x7',
      spend: async amount => {
        log.push(amount)
        const end = spent.length > 1 ? spent.shift()! : spent[0]!
        if (end instanceof Error) throw end
        return end
      },
      giveBack: async () => void log.push('back'),
    }
    return { credit, log }
  }

  it('spends the credit if it was served, and closes its own authorization', async () => {
    const { credit, log } = creditOf()
    const { payment, did, charge, paid } = begun('credit', [LANDED], { credit })
    expect(await payment.end(true, '')).toEqual({ ...RECEIPT, transaction: '0x7' })
    await payment.done
    expect([log, did, charge.isCovered, charge.transaction, await paid()]).toEqual([
      [500n],
      [['paidWith', '0x7', part(false)]],
      true,
      '0x7',
      undefined,
    ])
  })

  it('is paid for although the transaction of the credit is not known', async () => {
    const { credit } = creditOf()
    const { payment } = begun('credit', [LANDED], { credit: { ...credit, transaction: undefined } })
    expect(await payment.end(true, '')).toEqual({ ...RECEIPT, transaction: '' })
  })

  it('gives the credit back if it was not served', async () => {
    const { credit, log } = creditOf()
    const { payment, did } = begun('credit', [LANDED], { credit })
    expect([await payment.end(false, 'no answer'), log, did]).toEqual([
      undefined,
      ['back'],
      [['release', 'no answer']],
    ])
  })

  it('spends what it cost, if it is metered', async () => {
    const { credit, log } = creditOf()
    const price = { decimals: 6, actual: (c: any) => BigInt(c.usage.output) }
    const { payment } = begun('credit', [LANDED], { credit, isMetered: true, route: { price } })
    await payment.end(true, '')
    expect(log).toEqual([7n])
  })

  it('is settled as usual if another stream has used the credit', async () => {
    const { credit } = creditOf([false])
    const { payment, did } = begun('credit', [LANDED], { credit })
    expect(await payment.end(true, '')).toEqual(RECEIPT)
    expect(did).toEqual([['settle', part(false), { goesOn: false, amount: undefined }]])
  })

  it('counts as paid if an attempt to spend the credit got no answer', async () => {
    const { credit, log } = creditOf([new Error('away'), false])
    const { payment, clock } = begun('credit', [LANDED], { credit })
    const end = payment.end(true, '')
    await clock.advance(1_000)
    expect([(await end)!.transaction, log.length]).toEqual(['0x7', 2])
  })

  it('spends the credit later while the store is away, until the gateway closes', async () => {
    const { credit, log } = creditOf([...Array(5).fill(new Error('away')), true])
    const { payment, clock } = begun('credit', [LANDED], { credit })
    const end = payment.end(true, '')
    await clock.advance(2_000)
    expect([(await end)!.transaction, log.length]).toEqual(['0x7', 3])
    await clock.advance(9_999)
    expect(log).toHaveLength(3)
    await clock.advance(1)
    expect(log).toHaveLength(4)
    await clock.advance(100_000)
    expect([log.length, clock.sleepers()]).toEqual([6, 0])
    const closing = creditOf([new Error('away')])
    const other = begun('credit', [LANDED], { credit: closing.credit })
    void other.payment.end(true, '')
    await other.clock.advance(2_000)
    other.halt.abort(new Error('closing'))
    await other.clock.settle()
    expect(other.clock.sleepers()).toBe(0)
  })
})

it('the payment of a call without a claim ends without a receipt', async () => {
  const { call, charge, did } = streamCall()
  charge.move('release')
  const payment = paymentOf(call, termsFor('last').terms, () => undefined)
  payment.follow({ progress: () => undefined, usage: () => undefined, reported: () => undefined })
  expect([await payment.end(true, ''), did]).toEqual([undefined, []])
})

it('a claim that cannot be released is logged', async () => {
  const { payment, call, lines } = begun('last')
  call.context.ledger.release = () => Promise.reject(new Error('away'))
  expect(await payment.end(false, '')).toBe(undefined)
  expect(lines).toEqual([
    [{ route: 'r', err: new Error('away') }, 'a claim is not released before the next start'],
  ])
})
