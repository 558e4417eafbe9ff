/** Which reservations stay after a claim: those that an open claim needs, of any call. */
import { describe, expect, it } from 'vitest'
import { claimWith } from '../../runtime/calls/stages/claim.ts'

interface World {
  /** Whether this call reserved the amount, or an earlier call with the same payment. */
  reserved: 'added' | 'known'
  /** What the ledger answers; an error leaves unknown whether the payment is claimed. */
  claimed: { fresh: boolean; state: string } | Error
}

/** Claims once; whether its reservation stays, and whether the call is served. */
async function claim({ reserved, claimed }: World) {
  const dropped: unknown[] = []
  const record = claimed instanceof Error ? undefined : { state: claimed.state, claim: 'c1' }
  const call: any = {
    fingerprint: 'this request',
    payer: 'ann',
    compiled: { route: { id: 'r', authorization: 60_000 } },
    facts: { path: '/r' },
    scope: {},
    quote: { amount: 5n, encoded: { accepts: [{}] } },
    charge: { move: () => undefined },
    payment: {
      authorization: { key: 'k', from: 'ann', value: 5n, validBefore: 2_000n },
      scheme: { owns: () => true },
    },
    context: {
      clock: { now: () => 1_000_000 },
      readiness: { problem: async () => undefined },
      inFlight: new Map(),
      reservations: {
        add: async () => reserved,
        drop: async (one: unknown) => void dropped.push(one),
      },
      ledger: {
        claim: async () => {
          if (claimed instanceof Error) throw claimed
          return { fresh: claimed.fresh, record }
        },
      },
    },
  }
  const job: any = { id: 'j', poll_url: '/p', expires: 1, sale: {} }
  // How a repeated payment is answered is not the subject here.
  const end = await claimWith(call, { changes: [], job }).catch(error => error as unknown)
  return { stays: dropped.length === 0, isServed: end === undefined, dropped }
}

describe('the reservation of a call', () => {
  it('stays if its claim is fresh', async () => {
    const claimed = { fresh: true, state: 'claimed' }
    expect(await claim({ reserved: 'added', claimed })).toMatchObject({
      stays: true,
      isServed: true,
    })
  })

  it.each(['claimed', 'settling'])(
    'stays if another call has the payment, and it is %s',
    async state => {
      const claimed = { fresh: false, state }
      for (const reserved of ['added', 'known'] as const)
        expect(await claim({ reserved, claimed })).toMatchObject({ stays: true, isServed: false })
    },
  )

  it.each(['settled', 'failed'])('is dropped if the payment is %s', async state => {
    const claimed = { fresh: false, state }
    for (const reserved of ['added', 'known'] as const)
      expect((await claim({ reserved, claimed })).dropped).toEqual([{ key: 'k', payer: 'ann' }])
  })

  it('is dropped if nobody knows whether the payment is claimed, unless another call made it', async () => {
    const claimed = new Error('the store is away')
    expect((await claim({ reserved: 'added', claimed })).stays).toBe(false)
    expect((await claim({ reserved: 'known', claimed })).stays).toBe(true)
  })
})
