/** How data of upstreams are read whose form nobody guarantees. */
import { expect, it } from 'vitest'
import {
  argumentsOf,
  countOf,
  errorTextOf,
  eventMembers,
  membersOf,
  objectsOf,
  textOf,
} from '../../runtime/protocols/json.ts'
import { Malformed } from '../../runtime/protocols/types.ts'

it('only objects have members', () => {
  expect(membersOf({ a: 1 })).toEqual({ a: 1 })
  for (const value of [undefined, null, [], 'a', 1]) expect(membersOf(value)).toBe(undefined)
})

it('of a list only its objects are read, and nothing of another value', () => {
  expect(objectsOf([{ a: 1 }, null, 'b', [], { c: 2 }])).toEqual([{ a: 1 }, { c: 2 }])
  for (const value of [undefined, null, { 0: {} }, 'a']) expect(objectsOf(value)).toEqual([])
})

it('an empty text is no text', () => {
  expect(textOf(' ')).toBe(' ')
  for (const value of ['', 1, null, ['a']]) expect(textOf(value)).toBe(undefined)
})

it('a count is a positive whole number', () => {
  expect([countOf(1), countOf(7)]).toEqual([1, 7])
  for (const value of [0, -1, 1.5, '7', null, 2 ** 53, Infinity]) expect(countOf(value)).toBe(0)
})

it.each([
  ['{"a":', 'an event of the stream is no JSON'],
  ['', 'an event of the stream is no JSON'],
  ['5', 'an event of the stream is no object'],
  ['[]', 'an event of the stream is no object'],
  ['null', 'an event of the stream is no object'],
])('an event with the data %j is malformed: %s', (data, reason) => {
  expect(() => eventMembers({ data })).toThrow(new Malformed(reason))
})

it.each<[unknown, object]>([
  ['broke', { message: 'broke' }],
  [{ message: 'broke' }, { message: 'broke' }],
  [
    { message: 'broke', type: 't', status: 's', code: 'c' },
    { message: 'broke', type: 't' },
  ],
  [
    { status: 's', code: 'c' },
    { message: 'The upstream failed', type: 's' },
  ],
  [
    { type: '', code: 'c' },
    { message: 'The upstream failed', type: 'c' },
  ],
  [{ message: 5, code: 500 }, { message: 'The upstream failed' }],
  ['', { message: 'The upstream failed' }],
  [undefined, { message: 'The upstream failed' }],
])('the error %j is reported as %j', (error, reported) => {
  expect(errorTextOf(error)).toEqual(reported)
})

it.each<[string | undefined, object]>([
  ['{"a":1}', { a: 1 }],
  ['', {}],
  [' \n', {}],
  [undefined, {}],
  ['5', { arguments: '5' }],
  ['[1]', { arguments: '[1]' }],
  ['{"a"', { arguments: '{"a"' }],
])('the arguments %j of a call are sent as %j', (text, sent) => {
  expect(argumentsOf(text)).toEqual(sent)
})
