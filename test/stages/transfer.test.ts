/** A call that moves its caller's money to a third party: what is sent, and how that ends. */
import { describe, expect, it } from 'vitest'
import { Charge } from '../../runtime/calls/stages/charge.ts'
import { transfer } from '../../runtime/calls/stages/transfer.ts'
import { NotSent } from '../../runtime/payments/not-sent.ts'
import { fakeCall, fakeScheme, HEADER, saidIn } from './desk.ts'

const refusal = (name: string) => ({ status: 400, message: name, code: name.toUpperCase() })
const SPEC = {
  payload: () => HEADER,
  micro: () => '7',
  to: () => 'charity',
  invalid: refusal('invalid'),
  used: refusal('used'),
  failed: refusal('failed'),
}
const PURPOSE = 'f own'
const RECORD = { key: 'k', amount: '7', requirements: { payTo: 'charity' }, fingerprint: PURPOSE }
const LANDED = { state: 'landed', transaction: '0x1' }

/** Makes a transfer; `earlier` is its record if it was made before. */
async function make(
  more: {
    spec?: object
    verdict?: object
    earlier?: object
    end?: object | Error
    reserved?: string
    claimed?: object | Error
    seconds?: number
    dropped?: string
  } = {},
) {
  const {
    verdict,
    earlier,
    end = LANDED,
    reserved = 'added',
    claimed = RECORD,
    seconds = 60,
  } = more
  const did: any[][] = []
  const given = <T>(value: T | Error): T => {
    if (value instanceof Error) throw value
    return value
  }
  const scheme = fakeScheme({ key: 'k', from: 'ann', value: 7n, validBefore: 2n ** 40n }, verdict)
  const charge = new Charge()
  charge.move('verify')
  charge.move('claim')
  charge.record = { key: 'own', requirements: { network: 'n' } } as never
  const made = fakeCall({
    route: { transfer: { ...SPEC, ...more.spec }, authorization: 60_000 },
    context: {
      offers: [scheme],
      catalog: { hash: 'h' },
      challenges: { get: () => ({ headers: {} }) },
      spec: { label: 'net' },
      ledger: {
        get: async (key: string) => (did.push(['get', key]), earlier),
        claim: async (_: unknown, facts: object) => {
          did.push(['claim', facts])
          return { record: given(claimed) }
        },
        settle: async (record: { key: string }) => {
          did.push(['settle', record.key])
          return { settlement: given(end) }
        },
        release: async (record: { key: string }, reason: string) =>
          void did.push(['release', record.key, reason]),
      },
      reservations: {
        add: async () => reserved,
        drop: async (claim: object) => void did.push(['drop', claim]),
      },
    },
    charge,
    quote: { amount: 1n, encoded: { accepts: [{ amount: '1' }] } },
    facts: { path: '/r' },
    ids: { request: 'one' },
    offering: { since: 0 },
    fingerprint: 'f',
    payer: 'ann',
  })
  const validBefore = BigInt(made.clock.now() / 1000 + seconds)
  Object.assign(made.call, {
    payment: {
      authorization: { key: 'own', validBefore },
      scheme: { ...scheme, owns: () => false },
    },
    quote: { ...made.call.quote, encoded: { accepts: [{ amount: '1' }] } },
  })
  const run = transfer(made.call)
  return { ...made, did, scheme, run, bodyOf: async () => saidIn((await run) ?? undefined) }
}
const RELEASED = ['release', 'own', 'the transfer was not made']

it('a call without a transfer makes none', async () => {
  expect(await transfer(fakeCall().call)).toBe(undefined)
})

describe('a transfer', () => {
  it('pays what the catalog says to whom it says, and is claimed for this very purchase', async () => {
    const { bodyOf, call, did, scheme } = await make()
    expect(await bodyOf()).toBe(undefined)
    expect(call.scope.transfer).toEqual({
      tx_hash: '0x1',
      amount_micro: '7',
      recipient: 'charity',
    })
    const requirements = { amount: '7', seconds: 60, payTo: 'charity' }
    expect(scheme.required).toEqual([requirements])
    expect(did).toMatchObject([
      ['get', 'k'],
      ['claim', { route: 'r', path: '/r', requirements, transfer: true, fingerprint: PURPOSE }],
      ['settle', 'k'],
    ])
  })

  it.each<[string, object, string, unknown]>([
    [
      'whose header cannot be read',
      { payload: () => '' },
      'invalid',
      'the payment header is empty',
    ],
    ['of no amount', { micro: () => '' }, 'invalid', 'the amount is not written in digits'],
    ['of -1', { micro: () => '-1' }, 'invalid', 'the amount is not written in digits'],
    ['of 1.5', { micro: () => '1.5' }, 'invalid', 'the amount is not written in digits'],
    [
      'of too much',
      { micro: () => '1'.repeat(79) },
      'invalid',
      'the amount is not written in digits',
    ],
  ])('%s is refused, uncharged', async (_, spec, code, details) => {
    const { bodyOf, did } = await make({ spec })
    expect(await bodyOf()).toEqual({
      kind: 'refused',
      ...refusal(code),
      extra: { details },
    })
    expect(did).toEqual([RELEASED])
  })

  it.each([
    ['PAYMENT_INVALID', 'invalid'],
    ['PAYMENT_REPLAY', 'used'],
  ])('that is not good (%s) is refused as %s', async (code, name) => {
    const { bodyOf, did } = await make({
      verdict: { ok: false, rejection: { code, details: 'why' } },
    })
    expect(await bodyOf()).toEqual({ kind: 'refused', ...refusal(name), extra: { details: 'why' } })
    expect(did.at(-1)).toEqual(RELEASED)
  })

  it('that cannot be verified now may be sent again', async () => {
    const rejection = { code: 'PAYMENT_VERIFICATION_UNAVAILABLE', details: 'no node' }
    const { bodyOf } = await make({ verdict: { ok: false, rejection } })
    expect(await bodyOf()).toEqual({ kind: 'busy', details: 'no node', retry_after: 5 })
  })

  it('is not begun unless the payment of the call is valid for 15 s more', async () => {
    expect((await (await make({ seconds: 15 })).bodyOf()).details).toMatch(
      /before the transfer is made/,
    )
    expect(await (await make({ seconds: 16 })).bodyOf()).toBe(undefined)
  })

  it('needs the amount and the price together', async () => {
    const { bodyOf, did } = await make({ reserved: 'overdrawn' })
    expect(await bodyOf()).toMatchObject({
      code: 'INVALID',
      extra: { details: 'the wallet does not hold the amount and the price together' },
    })
    expect(did.map(([name]) => name)).toEqual(['get', 'release'])
  })

  it('that cannot be claimed frees what it has reserved, and nothing that others have', async () => {
    for (const [reserved, drops] of [
      ['added', [['drop', { key: 'k', payer: 'ann' }]]],
      ['known', []],
    ] as const) {
      const { run, did } = await make({ claimed: new Error('away'), reserved })
      await expect(run).rejects.toThrow('away')
      expect(did.filter(([name]) => name === 'drop')).toEqual(drops)
    }
  })
})

describe('a transfer that was sent before', () => {
  it.each(['settling', 'settled', 'failed'])('and is %s is not sent again', async state => {
    const { bodyOf, did } = await make({ earlier: { ...RECORD, state } })
    expect([await bodyOf(), did.map(([name]) => name)]).toEqual([undefined, ['get', 'settle']])
  })

  it.each(['claimed', 'released'])('but is only %s is sent', async state => {
    const { bodyOf, did } = await make({ earlier: { ...RECORD, state } })
    expect([await bodyOf(), did.map(([name]) => name)]).toEqual([
      undefined,
      ['get', 'claim', 'settle'],
    ])
  })

  it('for another purchase is used', async () => {
    for (const fingerprint of ['f', 'f other', 'g own']) {
      const { bodyOf } = await make({ earlier: { ...RECORD, state: 'settled', fingerprint } })
      expect(await bodyOf()).toEqual({ kind: 'refused', ...refusal('used'), extra: {} })
    }
  })
})

describe('the outcome of a transfer', () => {
  it('that failed refuses the call with the reason', async () => {
    const { bodyOf, did } = await make({ end: { state: 'failed', reason: 'no money' } })
    expect(await bodyOf()).toEqual({
      kind: 'refused',
      ...refusal('failed'),
      extra: { details: 'no money' },
    })
    expect(did.at(-1)).toEqual(RELEASED)
  })

  it('that is not known makes the caller wait', async () => {
    for (const end of [{ state: 'unknown', reason: 'no node' }, new Error('broken')]) {
      const { bodyOf, lines } = await make({ end })
      expect((await bodyOf()).kind).toBe('settlement_pending')
      if (end instanceof Error)
        expect(lines).toEqual([
          [{ route: 'r', err: end }, 'the outcome of a transfer is not known'],
        ])
    }
  })

  it('is none if nothing was sent: its claim is released', async () => {
    const { run, did } = await make({ end: new NotSent('no relayer') })
    await expect(run).rejects.toThrow('no relayer')
    expect(did.at(-1)).toEqual(['release', 'k', 'the transfer could not be sent'])
  })
})
