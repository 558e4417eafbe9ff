/** Random texts. */
import fc from 'fast-check'

/**
 * Any character of Unicode, for `fc.string`. Its own `unit: 'binary'` lists all of them first,
 * which takes longer than most tests.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10_ffff - 0x800 })
  // Not half of a pair of UTF-16.
  .map(point => String.fromCodePoint(point < 0xd800 ? point : point + 0x800))
