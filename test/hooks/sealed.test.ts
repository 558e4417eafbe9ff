/** Handles: what they look like, and that only what was sealed here opens. */
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSealer, digest } from '../../runtime/hooks/sealed.ts'

const random = { hex: (bytes: number) => randomBytes(bytes).toString('hex') }
const sealerOf = (...keys: string[]) => createSealer(keys, random)
const sealer = sealerOf('newest')

const GROUP = '538fec68-938d-4d15-a49a-c7be5b2f1755'
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The character with another place in the alphabet, so many further. */
const shifted = (character: string, by: number): string =>
  DIGITS[(DIGITS.indexOf(character) + by) % DIGITS.length]!

describe('a handle', () => {
  it('[FACE-008] begins with its prefix, and has the same length for every text', () => {
    for (const text of ['', 'g', GROUP, 'é'.repeat(64)]) {
      const handle = sealer.seal('rf1', text)
      expect(handle).toMatch(/^rf1_[A-Za-z0-9_-]+$/)
      expect(handle).toHaveLength(214)
      expect(sealer.unseal('rf1', handle)).toBe(text)
    }
  })

  it('is not made for a text that does not fit', () => {
    expect(() => sealer.seal('rf1', 'é'.repeat(65))).toThrow(/130 bytes/)
  })

  it('[FACE-009] of the same text is another one each time, without a common part', () => {
    const [one, two] = [sealer.seal('rf1', GROUP), sealer.seal('rf1', GROUP)]
    expect(one).not.toBe(two)
    const same = one.split('').filter((character, i) => i > 3 && character === two[i])
    expect(same.length).toBeLessThan(30)
    expect(one).not.toContain(GROUP.slice(0, 8))
  })

  it('[FACE-009] does not open after a change of any of its characters', () => {
    const handle = sealer.seal('rf1', GROUP)
    for (let at = 0; at < handle.length; at++) {
      for (const by of [1, 16, 32]) {
        const character = handle[at]!
        const changed = handle.slice(0, at) + shifted(character, by) + handle.slice(at + 1)
        expect([at, by, sealer.unseal('rf1', changed)]).toEqual([at, by, ''])
      }
    }
  })

  it('[FACE-009] does not open cut short, made longer, or spelt otherwise', () => {
    const handle = sealer.seal('rf1', GROUP)
    const inner = handle.slice(4)
    const bytes = Buffer.from(inner, 'base64url')
    const others = [
      '',
      'rf1',
      'rf1_',
      inner,
      handle.slice(0, -1),
      handle.slice(0, 60),
      `${handle}A`,
      `${handle}=`,
      `${handle}\n`,
      ` ${handle}`,
      `RF1_${inner}`,
      `rf1_${bytes.toString('base64')}`,
      `rf1_${Buffer.alloc(bytes.length).toString('base64url')}`,
      `rf1_${Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64url')}`,
    ]
    for (const other of others) expect([other, sealer.unseal('rf1', other)]).toEqual([other, ''])
  })

  it('does not open when only the unused bits of its last character differ', () => {
    const handle = sealer.seal('rf1', GROUP)
    const last = DIGITS.indexOf(handle.at(-1)!)
    const twins = [...DIGITS].filter(
      (digit, at) =>
        at !== last &&
        Buffer.from(`${handle.slice(4, -1)}${digit}`, 'base64url').equals(
          Buffer.from(handle.slice(4), 'base64url'),
        ),
    )
    expect(twins.length).toBeGreaterThan(0)
    for (const twin of twins) expect(sealer.unseal('rf1', handle.slice(0, -1) + twin)).toBe('')
  })

  it('does not open under another prefix, not even when its own is replaced', () => {
    const handle = sealer.seal('rf1', GROUP)
    expect(sealer.unseal('tg1', handle)).toBe('')
    expect(sealer.unseal('tg1', `tg1_${handle.slice(4)}`)).toBe('')
  })
})

describe('keys', () => {
  const [old, both] = [sealerOf('old'), sealerOf('newest', 'old')]

  it('the newest key seals, and older ones open', () => {
    expect(both.unseal('rf1', old.seal('rf1', GROUP))).toBe(GROUP)
    expect(sealer.unseal('rf1', both.seal('rf1', GROUP))).toBe(GROUP)
    expect(old.unseal('rf1', both.seal('rf1', GROUP))).toBe('')
  })

  it('a key that is gone opens nothing any more', () => {
    expect(sealer.unseal('rf1', old.seal('rf1', GROUP))).toBe('')
  })

  it('there is no sealer without a key', () => {
    expect(() => sealerOf()).toThrow('a sealer needs a key')
  })
})

it('[FACE-038] a digest is 32 hex digits: the same for the same text', () => {
  expect(digest('asset-1')).toMatch(/^[0-9a-f]{32}$/)
  expect(digest('asset-1')).toBe(digest('asset-1'))
  expect(digest('asset-1')).not.toBe(digest('asset-2'))
})
