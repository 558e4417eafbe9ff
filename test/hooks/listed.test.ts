import { describe, expect, it } from 'vitest'
import { createBegunHere, noteBegun } from '../../runtime/hooks/begun.ts'
import { createIsListed } from '../../runtime/hooks/listed.ts'
import { manualClock } from '../helpers/clock.ts'
import { embeddedStore } from '../helpers/store.ts'

const WALLET = '0x00000000000000000000000000000000000000AA'

describe('isListed', () => {
  const isListed = createIsListed({ early: [WALLET], constructor: [] })

  it('knows a wallet on the list, however it is written, and no other', () => {
    expect([WALLET, WALLET.toLowerCase(), '0x01'].map(wallet => isListed(wallet, 'early'))).toEqual(
      [true, true, false],
    )
  })

  it('takes a list that is not there for empty', () => {
    expect(['late', 'constructor', 'toString'].map(list => isListed(WALLET, list))).toEqual([
      false,
      false,
      false,
    ])
    expect(createIsListed()(WALLET, 'early')).toBe(false)
  })
})

describe('begunHere', () => {
  it('knows what was begun with this store, for two days, however often it was noted', async () => {
    const clock = manualClock()
    const { store, stop } = await embeddedStore(clock)
    const begunHere = createBegunHere(store)
    await noteBegun({ store, clock }, 'resp_1')
    await noteBegun({ store, clock }, 'resp_1')
    expect([await begunHere('resp_1'), await begunHere('resp_2')]).toEqual([true, false])
    await clock.advance(48 * 3_600_000 + 1)
    expect(await begunHere('resp_1')).toBe(false)
    await stop()
  })
})
