/** Decimal amounts, computed exactly. */
import { describe, expect, it } from 'vitest'
import {
  addDecimals,
  compareDecimals,
  decimalOf,
  exactMicro,
  fromMicro,
  multiplyDecimals,
  parseDecimal,
  wholeMicro,
} from '../../runtime/lib/decimal.ts'

const read = (text: string) => parseDecimal(text)!

describe('micro-USD as a value', () => {
  it.each([
    [11_000n, '0.011'],
    [1n, '0.000001'],
    [1_000_000n, '1'],
    [10_500_000n, '10.5'],
    [0n, '0'],
    [123_456_789_012_345_678n, '123456789012.345678'],
  ])('%s is written %s, and read again', (micro, text) => {
    expect(decimalOf(micro)).toBe(text)
    expect(exactMicro(read(text))).toBe(micro)
  })
})

describe('a value', () => {
  it.each(['', ' 1', '1 ', '+1', '.5', '5.', '1e', '1e1000', '0x1', 'NaN', '1_0', '1'.repeat(121)])(
    '%j is none',
    text => expect(parseDecimal(text)).toBeUndefined(),
  )
  it.each([undefined, null, 1, 1n, {}, ['1']])('%s is none, as it is no text', value =>
    expect(parseDecimal(value)).toBeUndefined(),
  )
  it.each([
    ['1e-2', '0.01'],
    ['1E+2', '100'],
    ['11e-3', '0.011000'],
    ['-0', '0'],
    ['0.0000000000000000000000000', '0'],
    ['9999999999999999e80', `9999999999999999${'0'.repeat(80)}`],
  ])('%s equals %s', (a, b) => expect(compareDecimals(read(a), read(b))).toBe(0))
  it.each([
    ['0.1', '0.10000000000000001'],
    ['9007199254740992', '9007199254740993'],
    ['-1', '0'],
    ['1e-81', '1e-80'],
  ])('%s is less than %s', (a, b) => {
    expect(compareDecimals(read(a), read(b))).toBeLessThan(0)
    expect(compareDecimals(read(b), read(a))).toBeGreaterThan(0)
  })
  it('adds and multiplies', () => {
    expect(compareDecimals(addDecimals(read('0.1'), read('0.2')), read('0.3'))).toBe(0)
    expect(compareDecimals(multiplyDecimals(read('0.1'), read('1.005')), read('0.1005'))).toBe(0)
  })
  it('is rounded down to micro-USD, or refused', () => {
    expect(wholeMicro(read('0.0000019'))).toBe(1n)
    expect(exactMicro(read('0.0000019'))).toBeUndefined()
    expect(exactMicro(read('0.0000010'))).toBe(1n)
    expect(wholeMicro(read('-0.5'))).toBeUndefined()
    expect(fromMicro(5n)).toEqual({ digits: 5n, scale: 6 })
  })
})
