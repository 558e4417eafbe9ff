/** Patches of generated documents: what the generator finds, the gateway applies. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differences, lineDifferences } from '../../generator/emit/differences.ts'
import { perNetwork, textsPerNetwork } from '../../generator/emit/overlay.ts'
import type { CatalogIR } from '../../generator/ir.ts'
import { applyPatch, patchText, type PatchStep } from '../../runtime/replies/documents/patch.ts'

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
const patched = (from: unknown, to: unknown): unknown =>
  applyPatch(copy(from), copy(differences(from, to)) as PatchStep[])
const changeAny = (of: fc.Arbitrary<unknown>): void =>
  fc.assert(fc.property(of, of, (from, to) => void expect(patched(from, to)).toEqual(to)))

describe('differences', () => {
  it('change any document into any other', () => {
    changeAny(fc.jsonValue({ maxDepth: 4 }).map(copy))
  })

  it('change any list of items into any other with some of the items', () => {
    const item = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), n: fc.nat(3) })
    changeAny(fc.array(item, { maxLength: 9 }))
  })

  it('of a list without some of its items are a step for each that is gone', () => {
    const from = ['a', 'b', 'c', 'd', 'e'].map(id => ({ id, price: 1 }))
    const to = from.filter(({ id }) => id !== 'b' && id !== 'c')
    expect(differences(from, to)).toEqual([
      { op: 'remove', path: '/1' },
      { op: 'remove', path: '/1' },
    ])
  })

  it('of a list with an item more are a step for it, and one for each member that changed', () => {
    const from = [{ id: 'a' }, { id: 'b', at: { price: 1 } }]
    const to = [{ id: 'new' }, { id: 'a' }, { id: 'b', at: { price: 2 } }]
    expect(differences(from, to)).toEqual([
      { op: 'add', path: '/0', value: { id: 'new' } },
      { op: 'replace', path: '/2/at/price', value: 2 },
    ])
  })

  it('change any text into any other', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '\n', '\r\n', ''), { maxLength: 12 })
    const texts = text.map(parts => parts.join(''))
    fc.assert(
      fc.property(texts, texts, (from, to) => {
        expect(patchText('a.txt', from, JSON.stringify(lineDifferences(from, to)))).toBe(to)
      }),
    )
  })

  it('of a text without one of its sections are steps for the lines of that section', () => {
    const section = (name: string) => [`# ${name}`, 'Price: fixed', `Buys ${name}`, '']
    const [from, to] = [
      ['a', 'b', 'c'],
      ['a', 'c'],
    ].map(all => all.flatMap(section).join('\n'))
    expect(lineDifferences(from!, to!)).toEqual(Array(4).fill({ op: 'remove', path: '/4' }))
  })

  it('of texts are steps for their lines', () => {
    const steps = lineDifferences('a\nb\nc\n', 'a\nB\nc\nd\n')
    expect(steps).toEqual([
      { op: 'replace', path: '/1', value: 'B' },
      { op: 'add', path: '/3', value: 'd' },
    ])
    expect(patchText('a.txt', 'a\nb\nc\n', JSON.stringify(steps))).toBe('a\nB\nc\nd\n')
  })
})

it('a step names a member by a JSON pointer', () => {
  expect(differences({ 'a/b~c': { '~1': 1 } }, { 'a/b~c': { '~1': 2 } })).toEqual([
    { op: 'replace', path: '/a~1b~0c/~01', value: 2 },
  ])
  expect(differences({ a: 1 }, [1])).toEqual([{ op: 'replace', path: '', value: [1] }])
  expect(differences([1], { a: 1 })).toEqual([{ op: 'replace', path: '', value: { a: 1 } }])
  expect(differences({ a: null }, { a: {} })).toEqual([{ op: 'replace', path: '/a', value: {} }])
})

describe('the documents of networks', () => {
  const ir = {
    sources: [{ path: 'catalog/b.yaml' }, { path: 'catalog/a.yaml' }],
    gateway: { networks: ['main', 'test'] },
    networks: [{ name: 'test' }, { name: 'main' }, { name: 'unused' }],
  } as unknown as CatalogIR
  const from = ['catalog/a.yaml', 'catalog/b.yaml']
  const none = { ...ir, gateway: { networks: [] } } as unknown as CatalogIR

  it('are whole for the first one, and patches for the others', () => {
    const made = perNetwork(ir, 'a.json', ({ name }) => ({ name, none: undefined, same: 1 }))
    expect([...made]).toEqual([
      { path: 'a.json', from, text: '{\n  "name": "main",\n  "same": 1\n}\n' },
      {
        path: 'networks/test/a.patch.json',
        from,
        text: '[\n  {"op":"replace","path":"/name","value":"test"}\n]\n',
      },
    ])
  })

  it('are empty for the first one, if only others have them', () => {
    const file = (path: string, text: string) => ({ path, text, from })
    const made = textsPerNetwork(ir, ({ name }) => [
      file('a.txt', `${name}\n`),
      ...(name === 'test' ? [file('b.txt', 'b')] : []),
    ])
    const patch = (value: string) => `[\n  {"op":"replace","path":"/0","value":"${value}"}\n]\n`
    expect([...made]).toEqual([
      file('a.txt', 'main\n'),
      file('b.txt', ''),
      file('networks/test/a.txt.patch.json', patch('test')),
      file('networks/test/b.txt.patch.json', patch('b')),
    ])
  })

  it('are none without networks', () => {
    const fail = () => expect.unreachable()
    expect([...perNetwork(none, 'a.json', fail), ...textsPerNetwork(none, fail)]).toEqual([])
  })
})

it.each([
  { op: 'remove', path: '/a/3' },
  { op: 'add', path: '/a/4', value: 1 },
  { op: 'replace', path: '/b', value: 1 },
] as const)('a step at a place that is not there is refused: $op $path', step => {
  expect(() => applyPatch({ a: [1, 2, 3] }, [step])).toThrow('a patch changes')
})
