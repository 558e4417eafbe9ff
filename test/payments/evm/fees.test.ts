/** What a transaction of the relayer pays for gas, and what one pays that replaces it. */
import { describe, expect, it } from 'vitest'
import type { Node } from '../../../runtime/payments/evm/node.ts'
import { createFees, raised } from '../../../runtime/payments/evm/relayer/fees.ts'
import { manualClock } from '../../helpers/clock.ts'

const LIMITS = { minTip: 10n, maxFee: 1_000n }

/** Fees of a chain with this base fee and suggested tip. */
function desk(baseFee: bigint, tip: bigint | Error, limits = LIMITS) {
  const clock = manualClock()
  const chain = { baseFee }
  let asked = 0
  const node = {
    block: async () => {
      asked += 1
      return { ...chain }
    },
    rpc: {
      call: async (method: string) => {
        expect(method).toBe('eth_maxPriorityFeePerGas')
        if (tip instanceof Error) throw tip
        return `0x${tip.toString(16)}`
      },
    },
  } as never as Node
  return { chain, clock, fees: createFees(node, clock, limits), asked: () => asked }
}

describe('the fees', () => {
  it.each([
    ['twice the base fee and the tip', 100n, 20n, { tip: 20n, maxFee: 220n }],
    ['at least the least tip, on top of the base fee', 100n, 4n, { tip: 10n, maxFee: 210n }],
    ['the least tip, if the node suggests none', 100n, new Error('no'), { tip: 10n, maxFee: 210n }],
    ['no more than the limit', 490n, 30n, { tip: 30n, maxFee: 1_000n }],
    ['with a tip no more than the limit', 0n, 5_000n, { tip: 1_000n, maxFee: 1_000n }],
    ['exactly the limit, if they reach it', 490n, 20n, { tip: 20n, maxFee: 1_000n }],
  ])('are %s', async (_, baseFee, tip, fees) => {
    expect(await desk(baseFee, tip).fees()).toEqual(fees)
  })

  it('are read again after two seconds', async () => {
    const { asked, chain, clock, fees } = desk(100n, 20n)
    const first = await fees()
    chain.baseFee = 200n
    await clock.advance(2_000)
    expect([await fees(), asked()]).toEqual([first, 1])
    await clock.advance(1)
    expect([await fees(), asked()]).toEqual([{ tip: 20n, maxFee: 420n }, 2])
  })
})

describe('the fees of a replacement', () => {
  const old = { tip: 40n, maxFee: 400n }

  it('are a quarter more, and at least those of now', () => {
    expect(raised(old, { tip: 1n, maxFee: 1n }, LIMITS)).toEqual({ tip: 51n, maxFee: 501n })
    expect(raised(old, { tip: 52n, maxFee: 502n }, LIMITS)).toEqual({ tip: 52n, maxFee: 502n })
    expect(raised(old, { tip: 51n, maxFee: 600n }, LIMITS)).toEqual({ tip: 51n, maxFee: 600n })
  })

  it('are none above the limit', () => {
    expect(raised(old, old, { ...LIMITS, maxFee: 501n })).toEqual({ tip: 51n, maxFee: 501n })
    expect(raised(old, old, { ...LIMITS, maxFee: 500n })).toBeUndefined()
  })
})
