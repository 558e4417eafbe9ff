/** Poll addresses that carry what was billed: how they are written, and which one is right. */
import { describe, expect, it } from 'vitest'
import {
  checkSignedPolls,
  createSigner,
  isSignedPoll,
  pollUrl,
} from '../../runtime/jobs/signed-poll.ts'
import type { Signer } from '../../runtime/seams.ts'

/** A signer whose signatures show what was signed. */
const shown: string[] = []
const SIG = 'S'.repeat(43)
const signer: Signer = {
  sign: text => {
    shown.push(text)
    return SIG
  },
  verify: (text, sig) => {
    shown.push(text)
    return sig === SIG
  },
}
const spec = (signed?: object) =>
  ({ poll: '/films/{id}', signed: signed && (() => signed) }) as never
const urlOf = (signed?: object) => {
  shown.length = 0
  return pollUrl(signer, spec(signed), { id: 'j1', scope: {} as never })
}

describe('the address of a poll', () => {
  it('is the path, if its route signs nothing', () => {
    expect([urlOf(), shown]).toEqual(['/films/j1', []])
  })

  it('has the values that there are, in their order, and a signature over path, id and query', () => {
    expect(urlOf({ model: 'a b', gone: undefined, n: '2' })).toBe(
      `/films/j1?model=a%20b&n=2&sig=${SIG}`,
    )
    expect(shown).toEqual(['/films/{id}\nj1\nmodel=a%20b&n=2'])
  })

  it('encodes every mark that clients may write in two ways', () => {
    expect(urlOf({ 'a(': "!'()*&=?#/+ü" })).toBe(
      `/films/j1?a%28=%21%27%28%29%2A%26%3D%3F%23%2F%2B%C3%BC&sig=${SIG}`,
    )
  })

  it('has only the signature, if there are no values', () => {
    expect([urlOf({}), shown]).toEqual([`/films/j1?sig=${SIG}`, ['/films/{id}\nj1\n']])
  })
})

describe('a signed address', () => {
  const isRight = (search: string): boolean => {
    shown.length = 0
    return isSignedPoll(signer, { pattern: '/films/{id}', id: 'j1', search })
  }

  it('is right if its signature is that of its path, id and query', () => {
    expect([isRight(`model=a&sig=${SIG}`), shown]).toEqual([true, ['/films/{id}\nj1\nmodel=a']])
    expect([isRight(`sig=${SIG}`), shown]).toEqual([true, ['/films/{id}\nj1\n']])
  })

  it.each(['', 'model=a', `xsig=${SIG}`, `sig=${SIG}&x=1`, `sig=${SIG.slice(1)}`, `sig=${SIG}S`])(
    'is wrong without a signature at its end (%s)',
    search => {
      expect([isRight(search), shown]).toEqual([false, []])
    },
  )

  it('is wrong with another signature', () => {
    expect(isRight(`sig=${'T'.repeat(43)}`)).toBe(false)
  })
})

describe('the routes of one poll path', () => {
  const route = (id: string, job?: object) => ({ id, origin: `${id}.yaml:1`, job }) as never
  const signed = () => ({})
  const [films, songs] = [{ poll: '/films/{id}' }, { poll: '/songs/{id}' }]

  it('may all be signed, or none; other paths and routes without jobs do not matter', () => {
    expect(() =>
      checkSignedPolls([
        route('a', { ...films, signed }),
        route('b', { ...films, signed }),
        route('c', songs),
        route('d', songs),
        route('e'),
      ]),
    ).not.toThrow()
  })

  it.each([
    [{ signed }, {}],
    [{}, { signed }],
  ])('may not differ (%o, %o)', (one, two) => {
    expect(() =>
      checkSignedPolls([route('a', { ...films, ...one }), route('b', { ...films, ...two })]),
    ).toThrow('b.yaml:1: polls at /films/{id} are signed by only one of a and b')
  })
})

describe('the signer', () => {
  it('signs with its first key, takes every key, and no other text or spelling', () => {
    const [both, old] = [createSigner(['new', 'old']), createSigner(['old'])]
    const sig = both.sign('text')
    expect(sig).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect([
      both.verify('text', sig),
      both.verify('text', old.sign('text')),
      old.verify('text', sig),
    ]).toEqual([true, true, false])
    for (const other of ['', sig.slice(1), `${sig}=`, `${sig} `, sig.toLowerCase()])
      expect(both.verify('text', other)).toBe(false)
    expect(both.verify('texts', sig)).toBe(false)
    // The last character stands for four bits and two that mean nothing; only one spelling of them
    // is right.
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    expect([...last].filter(mark => both.verify('text', sig.slice(0, -1) + mark))).toEqual([
      sig.at(-1),
    ])
  })

  it('is none without a key', () => {
    expect(() => createSigner([])).toThrow('key')
  })
})
