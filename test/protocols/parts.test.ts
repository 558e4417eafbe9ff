/** What is read of a message's content. */
import { expect, it } from 'vitest'
import { partsOf, textIn } from '../../runtime/protocols/parts.ts'

it('a text is one part, and an empty one none', () => {
  expect(partsOf('a')).toEqual([{ type: 'text', text: 'a' }])
  for (const nothing of ['', null, undefined]) expect(partsOf(nothing)).toEqual([])
})

it('the text of parts is joined, without what is no text', () => {
  const image = { type: 'image_url', image_url: { url: 'https://x/y.png' } }
  expect(textIn([{ type: 'text', text: 'a' }, image, { type: 'text', text: 'b' }])).toBe('ab')
})
