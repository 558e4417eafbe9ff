/** What is read of a message's content. */
import { expect, it } from 'vitest'
import { Unusable } from '../../runtime/lib/unusable-input.ts'
import { budgetWithin } from '../../runtime/protocols/budget.ts'
import {
  imageOf,
  partsOf,
  textIn,
  turnStart,
  unsupportedPart,
} from '../../runtime/protocols/parts.ts'
import type { Message } from '../../runtime/protocols/types.ts'

it('a text is one part, and an empty one none', () => {
  expect(partsOf('a')).toEqual([{ type: 'text', text: 'a' }])
  for (const nothing of ['', null, undefined]) expect(partsOf(nothing)).toEqual([])
})

it('the text of parts is joined, without what is no text', () => {
  const image = { type: 'image_url', image_url: { url: 'https://x/y.png' } }
  expect(textIn([{ type: 'text', text: 'a' }, image, { type: 'text', text: 'b' }])).toBe('ab')
})

const image = (url: unknown) => imageOf({ type: 'image_url', image_url: url })
const inline = (url: string) => image(url).inline

it('an image is an address, on its own or as a member', () => {
  for (const url of ['https://x/y.png', 'HTTP://x'])
    for (const written of [url, { url }]) expect(image(written)).toEqual({ url })
})

it.each([
  [undefined, 'An image has no address.'],
  ['', 'An image has no address.'],
  [{ url: '' }, 'An image has no address.'],
  ['xhttps://a', 'The image must be an https URL or a data URI.'],
  ['ftp://a', 'The image must be an https URL or a data URI.'],
  ['https://', 'The image must be an https URL or a data URI.'],
  ['xdata:image/png;base64,AA', 'The image must be an https URL or a data URI.'],
])('%j is no image: %s', (url, reason) => {
  expect(() => image(url)).toThrow(new Unusable(reason))
})

it('a data URI may have parameters, in a prefix of at most 512 characters', () => {
  const type = 'image/png'
  expect(inline('data:image/png;a=b;c=d;base64,AAAA')).toEqual({ type, base64: 'AAAA' })
  expect(inline('DATA:image/JPG;base64,AAAA')).toEqual({ type: 'image/jpeg', base64: 'AAAA' })
  const prefix = (length: number): string =>
    'data:image/png'.padEnd(length - 8, `;name=${'v'.repeat(90)}`) + ';base64,'
  expect(inline(`${prefix(512)}AAAA`)).toEqual({ type, base64: 'AAAA' })
  for (const uri of [
    `${prefix(513)}AAAA`,
    'data:image/png,AAAA',
    'data:image/png;base64;AAAA',
    'data:;base64,AAAA',
    'data:image/svg+xml;base64,AAAA',
    'data:image/png;=b;base64,AAAA',
    'data:image/png;a=;base64,AAAA',
  ])
    expect(() => inline(uri)).toThrow(
      new Unusable('The data URI must hold a PNG, JPEG, GIF, WEBP, HEIC or HEIF in base64.'),
    )
})

it('the type of an unsupported part is named, at most 40 characters of it', () => {
  expect(unsupportedPart({ type: 'x'.repeat(41) }).message).toBe(
    `Content of the type "${'x'.repeat(40)}" cannot be given to this model.`,
  )
})

it('a turn starts after the last message of the user', () => {
  const roles = (...all: Message['role'][]) => turnStart(all.map(role => ({ role })))
  expect(roles('user', 'assistant', 'user', 'assistant', 'tool')).toBe(3)
  expect([roles(), roles('system', 'assistant')]).toEqual([0, 0])
})

it.each([
  [2000, 3000, 2000],
  [2000, 2001, 2000],
  [2000, 2000, 1999],
  [2000, 1025, 1024],
  [2000, 1024, undefined],
  [500, 1024, 500],
  [2000, undefined, 2000],
])('of %s tokens for thoughts in an answer of %s, %s are requested', (wanted, most, budget) => {
  expect(budgetWithin(wanted, most)).toBe(budget)
})
