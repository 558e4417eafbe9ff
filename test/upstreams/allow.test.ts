/** `allow:` of a call: which members of a request may reach its upstream. */
import { describe, expect, it } from 'vitest'
import { isAllowed, onlyAllowed } from '../../runtime/upstream/allow.ts'

const PATHS = [
  'model',
  'thinking.type',
  'messages.role',
  'messages.content',
  'deep',
  'deep.inside',
] as const

describe('a request with nothing but what may pass', () => {
  it('[V13] loses names that are not listed, at any depth, also in the elements of lists', () => {
    const request = {
      model: 'm',
      search: true,
      thinking: { type: 'enabled', more: 1 },
      messages: [{ role: 'user', content: [{ any: 1 }], audio: { id: 1 } }, 'text'],
      deep: { inside: { all: 1 }, beside: 2 },
    }
    expect(onlyAllowed(request, PATHS)).toEqual({
      model: 'm',
      thinking: { type: 'enabled' },
      messages: [{ role: 'user', content: [{ any: 1 }] }, 'text'],
      deep: { inside: { all: 1 }, beside: 2 },
    })
  })

  it('keeps what is no object as it is', () => {
    for (const value of [null, 7, 'text', true]) expect(onlyAllowed(value, PATHS)).toBe(value)
    expect(onlyAllowed({ thinking: null, messages: 'text' }, PATHS)).toEqual({
      thinking: null,
      messages: 'text',
    })
  })

  it('takes no inherited name for a listed one', () => {
    const request = JSON.parse(
      '{"__proto__":{"search":true},"constructor":1,"toString":2,"model":"m"}',
    )
    const made = onlyAllowed(request, PATHS) as any
    expect([Object.keys(made), made.search, Object.getPrototypeOf(made)]).toEqual([
      ['model'],
      undefined,
      Object.prototype,
    ])
  })

  it('says of a single path whether it may pass', () => {
    const passes = (path: string) => isAllowed(path.split('.'), PATHS)
    expect(['model', 'model.any', 'thinking', 'thinking.type', 'deep.x'].map(passes)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ])
    expect(['search', 'thinking.more', 'messages.audio', 'constructor'].map(passes)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
