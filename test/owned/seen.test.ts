/** What a call has seen of a record decides whether it may change it. */
import { expect, it } from 'vitest'
import { effectsOf, readAgain } from '../../runtime/calls/stages/records.ts'
import { lockChange } from '../../runtime/owned/effects.ts'
import { RecordBusy } from '../../runtime/owned/record-busy.ts'
import type { Seen } from '../../runtime/owned/types.ts'

it('a record that is gone when it is read again counts as absent, not as changed', async () => {
  let stored: Seen | undefined = { row: { owner: 'ann' }, version: 3, made: 'by a payment' }
  const route = {
    reads: [{ name: 'number', kind: 'numbers', key: () => '+1', when: 'payer' }],
    effects: () => [{ do: 'put', kind: 'numbers', key: '+1', when: 'settled', row: {} }],
  }
  const call: any = {
    context: { owned: { get: async () => stored } },
    compiled: { route },
    scope: {},
  }
  await readAgain(call)
  expect([call.scope.read.number, effectsOf(call)![0]!.seen]).toEqual([{ owner: 'ann' }, 3])
  stored = undefined
  await readAgain(call)
  expect([call.scope.read.number, effectsOf(call)![0]!.seen]).toEqual([undefined, undefined])
})

it('a record that was absent when it was read is not set, though another call makes it meanwhile', async () => {
  const route = {
    reads: [{ name: 'number', kind: 'numbers', key: () => '+1', when: 'payer' }],
    effects: () => [{ do: 'set', kind: 'numbers', key: '+1', when: 'settled', row: {} }],
  }
  const call: any = {
    context: { owned: { get: async () => undefined } },
    compiled: { route },
    scope: {},
  }
  await readAgain(call)
  const [effect] = effectsOf(call)!
  const kind = { name: 'numbers', key: 'number', owner: 'owner' }
  const place = { kind, key: '+1', stored: { doc: { row: { owner: 'bob' } }, version: 1, tag: '' } }
  expect(() => lockChange(effect!, place, 'lock', 0)).toThrow(RecordBusy)
})

it('two effects never change the same record, which one commit writes once', () => {
  const effect = { do: 'add', kind: 'numbers', key: '+1', when: 'settled', row: { uses: 1 } }
  const callWith = (...effects: object[]): any => ({
    compiled: { route: { effects: () => effects } },
    scope: {},
  })
  expect(effectsOf(callWith(effect, { ...effect, key: '+2' }))).toHaveLength(2)
  expect(() => effectsOf(callWith(effect, { ...effect, when: 'done' }))).toThrow('the same record')
})
