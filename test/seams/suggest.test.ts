/** Which name was meant. */
import { describe, expect, it } from 'vitest'
import { didYouMean } from '../../runtime/lib/suggest.ts'

const NAMES = ['vendorA/chat-6', 'vendorA/chat-6-mini', 'vendorB/flash-3', 'sarah', 'vendorC/x']

describe('didYouMean', () => {
  it.each([
    ['chat-6', 'vendorA/chat-6'],
    ['VendorA/Chat-6-mimi', 'vendorA/chat-6-mini'],
    ['vendorX/flash-3', 'vendorB/flash-3'],
    ['flash3', 'vendorB/flash-3'],
    ['sara', 'sarah'],
  ])('%s: %s', (text, name) => expect(didYouMean(text, NAMES)).toBe(` Did you mean ${name}?`))

  it.each(['', 'y', 'gpt-5', 'vendorZ/none', 'a'.repeat(101), `${'a'.repeat(5000)}/chat-6`])(
    'nothing near: %s',
    text => expect(didYouMean(text, NAMES)).toBe(''),
  )

  it('looks among texts only, and finds nothing among none', () => {
    expect(didYouMean('sara', [7, null, 'sarah'] as never)).toBe(' Did you mean sarah?')
    expect(didYouMean('sara', [])).toBe('')
  })
})
