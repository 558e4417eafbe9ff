/** Every order of events that calls with a transfer can have, walked through on each run. */
import { describe, expect, it } from 'vitest'
import { RECORD } from '../../runtime/payments/transitions.ts'
import { transferModel, type TransferShape } from './walk/transfers.ts'
import { walk } from './walk/walk.ts'

const rules = { RECORD, isOwn: true, waits: true }

const shapes: Record<string, TransferShape> = {
  'the same request at two processes, with crashes and repeats': {
    requests: [
      { fee: 0, process: 0 },
      { fee: 0, process: 1 },
    ],
    crashes: 2,
    repeats: 1,
  },
  'one transfer with two fees, with crashes and repeats': {
    requests: [
      { fee: 0, process: 0 },
      { fee: 1, process: 1 },
    ],
    crashes: 2,
    repeats: 1,
  },
  'one transfer with two fees, one of them sent twice': {
    requests: [
      { fee: 0, process: 0 },
      { fee: 0, process: 1 },
      { fee: 1, process: 1 },
    ],
    crashes: 1,
    repeats: 0,
  },
}
const two = shapes['one transfer with two fees, with crashes and repeats']!

describe('calls with a transfer', () => {
  it.each(Object.entries(shapes))(
    '[FUND-011] [FUND-026] have one fee at most, and none without a transfer: %s',
    (_name, shape) => {
      const { fault, states, steps } = walk(transferModel(shape, rules))
      expect(fault).toBeUndefined()
      expect(states).toBeGreaterThan(1000)
      for (const step of ['lands', 'reverts', 'sweeps', 'crash', 'gives_up', 'hears'])
        expect([...steps]).toContain(step)
    },
  )

  it('the walk notices a transfer that serves any fee', () => {
    const { fault } = walk(transferModel(two, { ...rules, isOwn: false }))
    expect(fault).toMatch(/^two fees for one transfer after: /)
  })

  it('the walk notices a fee that does not wait', () => {
    const { fault } = walk(transferModel(two, { ...rules, waits: false }))
    expect(fault).toMatch(/^a fee without a transfer after: /)
  })

  it('the walk notices a claim of a dead process that nobody releases', () => {
    const { release: _, ...claimed } = RECORD.claimed.to as Record<string, string>
    const table = { ...RECORD, claimed: { ...RECORD.claimed, to: claimed } } as typeof RECORD
    const { fault } = walk(transferModel(two, { ...rules, RECORD: table }))
    expect(fault).toMatch(/^never ends after: /)
  })
})
