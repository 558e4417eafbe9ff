/** Production randomness: every draw is of the asked size, and no byte is drawn twice. */
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../runtime/lib/random.ts'

describe('randomness', () => {
  it('gives as many bytes as asked, as lower-case hex, also more than are fetched at once', () => {
    for (const bytes of [0, 1, 2, 7, 32, 4095, 4096, 4097, 20_000])
      expect(systemRandom.hex(bytes)).toMatch(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))
  })

  it('never repeats itself, whatever sizes are drawn one after the other', () => {
    const seen = new Set<string>()
    const sizes = [8, 9, 13, 32, 100, 4090]
    for (let i = 0; i < 30_000; i++)
      seen.add(systemRandom.hex(sizes[i % (i % 500 === 0 ? 6 : 5)]!).slice(0, 16))
    expect(seen.size).toBe(30_000)
  })

  it('never hands out what was wiped', () => {
    for (let i = 0; i < 5000; i++) expect(systemRandom.hex(16)).not.toMatch(/^0{8}|0{8}$/)
  })

  it('has all bytes about equally often', () => {
    const counts = Array.from({ length: 256 }, () => 0)
    for (let i = 0; i < 8000; i++)
      for (const byte of Buffer.from(systemRandom.hex(32), 'hex')) counts[byte]! += 1
    expect(Math.min(...counts)).toBeGreaterThan(800)
    expect(Math.max(...counts)).toBeLessThan(1200)
  })
})
