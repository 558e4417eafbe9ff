/** Which records a call reads, and how it changes them. */
import { describe, expect, it } from 'vitest'
import type { Call } from '../../runtime/call.ts'
import {
  effectsOf,
  readAgain,
  readForChecks,
  readForGates,
} from '../../runtime/calls/stages/records.ts'
import { RecordBusy } from '../../runtime/owned/record-busy.ts'
import { fakeCall, saidIn, type Parts } from './desk.ts'

const ROWS: Record<string, object> = { a: { row: { n: 1 }, version: 3, made: 'by' } }

/** A call of a route with these reads; `own` is the record of its payment. */
function callOf(
  reads: object[],
  { own, busy, ...more }: Parts & { own?: object; busy?: string } = {},
) {
  const requests: unknown[][] = []
  const owned = {
    get: async (kind: string, key: string) => {
      if (key === busy) throw new RecordBusy(kind, key)
      return ROWS[key]
    },
    of: async (...of: unknown[]) => {
      requests.push(of)
      return ['rows']
    },
  }
  const made = fakeCall({
    route: { reads },
    context: { owned, ledger: { get: async () => own }, inFlight: new Map() },
    fingerprint: 'f',
    ...more,
  })
  return { ...made, requests }
}
const one = (name: string, key: string | undefined, when = 'request') => ({
  when,
  name,
  kind: 'thing',
  key: () => key,
})

describe('records', () => {
  it('of the request are read before the gates, those of the payer before the checks', async () => {
    const { call } = callOf([one('x', 'a'), one('y', 'a', 'payer')])
    expect(await readForGates(call)).toBe(undefined)
    expect(call.scope.read).toEqual({ x: { n: 1 } })
    expect(await readForChecks(call)).toBe(undefined)
    expect(call.scope.read).toEqual({ x: { n: 1 }, y: { n: 1 } })
  })

  it('that do not exist, or have no key, are undefined', async () => {
    const { call } = callOf([one('x', 'b'), one('y', undefined)])
    await readForGates(call)
    expect(call.scope.read).toEqual({ x: undefined, y: undefined })
    expect([...call.readVersions!]).toEqual([])
  })

  it('of an owner are a list, without those that the catalog skips; nobody owns none', async () => {
    const skip = () => 2
    const all = { when: 'request', name: 'all', kind: 'thing', of: () => 'ann', skip }
    const none = { when: 'request', name: 'none', kind: 'thing', of: () => undefined }
    const { call, requests } = callOf([all, none])
    await readForGates(call)
    expect([call.scope.read, requests]).toEqual([
      { all: ['rows'], none: [] },
      [['thing', 'ann', 2]],
    ])
  })

  it('are not read where the route names none', () => {
    const { call } = callOf([])
    expect([readForGates(call), readForGates(fakeCall().call)]).toEqual([undefined, undefined])
  })

  it('are read again with their new versions', async () => {
    const { call } = callOf([one('x', 'a'), one('y', 'c')])
    ROWS.c = { row: 'old', version: 1 }
    await readForGates(call)
    delete ROWS.c
    await readAgain(call)
    expect([...call.readVersions!]).toEqual([['thing/a', { version: 3, made: 'by' }]])
    expect(call.scope.read).toEqual({ x: { n: 1 }, y: undefined })
  })

  it('cannot be read from a catalog that has none', async () => {
    const { call } = callOf([one('x', 'a')], { context: {} })
    await expect(readForGates(call)).rejects.toThrow('the catalog has no records')
  })
})

describe('a record that another call changes', () => {
  it('refuses the call for a moment, uncharged', async () => {
    const { call } = callOf([one('x', 'a')], { busy: 'a' })
    expect(saidIn((await readForGates(call)) ?? undefined)).toEqual({
      kind: 'busy',
      details: 'Another call changes the same record now. Nothing was charged; send it again.',
      retry_after: 1,
    })
  })

  const payment = { authorization: { key: 'k' } }
  const record = { key: 'k', fingerprint: 'other', payer: 'ann', state: 'settled' }

  it('by the payment of this very call is answered by what that payment bought', async () => {
    const { call } = callOf([one('x', 'a')], { busy: 'a', payment, own: record })
    expect(saidIn((await readForGates(call)) ?? undefined).kind).toBe('payment_replay')
  })

  it('is busy for a payment that is not on record, or was released', async () => {
    for (const own of [undefined, { ...record, state: 'released' }]) {
      const { call } = callOf([one('x', 'a')], { busy: 'a', payment, own })
      expect(saidIn((await readForGates(call)) ?? undefined).kind).toBe('busy')
    }
  })

  it('is not confused with a store that fails', async () => {
    const { call } = callOf([one('x', 'a')])
    call.context.owned!.get = () => Promise.reject(new Error('away'))
    await expect(readForGates(call)).rejects.toThrow('away')
  })
})

describe('the changes of a call', () => {
  const change = (how: string, key = 'a', kind = 'thing') => ({ do: how, kind, key })
  const changesOf = (effects: object[] | undefined, readVersions?: Call['readVersions']) =>
    effectsOf(fakeCall({ route: { effects: () => effects }, readVersions }).call)

  it('apply only to the version that it has read, of the record that it has read', () => {
    const seen = new Map([['thing/a', { version: 3, made: 'by' }]])
    expect(changesOf([change('put'), change('put', 'b')], seen)).toEqual([
      { ...change('put'), seen: 3, seenMade: 'by' },
      change('put', 'b'),
    ])
  })

  it('set only what exists: what was absent when it was read stays so', () => {
    expect(changesOf([change('set')], new Map())).toEqual([{ ...change('set'), seen: 0 }])
    expect(changesOf([change('set')])).toEqual([{ ...change('set'), seen: 0 }])
  })

  it('are none where the route has none', () => {
    expect(effectsOf(fakeCall().call)).toBe(undefined)
    expect(changesOf(undefined)).toBe(undefined)
  })

  it('must have keys, and change each record once', () => {
    expect(() => changesOf([change('put', '')])).toThrow('a change of thing has no key')
    expect(() => changesOf([change('put'), change('set')])).toThrow(
      'two effects of a call change the same record',
    )
    expect(changesOf([change('put', 'a', 'x'), change('put', 'a', 'y')])).toHaveLength(2)
  })
})
