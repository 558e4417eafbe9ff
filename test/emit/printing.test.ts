/** The small pieces of the printer: names, literals, layout, reading of expressions. */
import { describe, expect, it } from 'vitest'
import { imports } from '../../generator/emit/code/imports.ts'
import { layout } from '../../generator/emit/code/layout.ts'
import { cell, literal, object, quote } from '../../generator/emit/code/literal.ts'
import { camel, importPath, pascal, rowName, unique } from '../../generator/emit/code/names.ts'
import { not } from '../../generator/emit/code/function.ts'
import { freeNames, pieces } from '../../generator/emit/code/scan.ts'
import { typeText } from '../../generator/emit/code/type-text.ts'
import { mark } from '../../generator/emit/out-file.ts'

describe('names', () => {
  it('route ids become camelCase constants and never a reserved word', () => {
    expect(camel('post_images_generations')).toBe('postImagesGenerations')
    expect(camel('vendor_a.images')).toBe('vendorAImages')
    expect(camel('delete')).toBe('delete_')
    expect(pascal('3d/models')).toBe('N3DModels')
    expect(rowName('images.models')).toBe('ImagesRow')
  })
  it('equal names get numbers', () => {
    expect([...unique(['a_b', 'a.b', 'c'], camel).values()]).toEqual(['aB', 'aB2', 'c'])
  })
  it('modules import each other by relative path', () => {
    expect(importPath('media/images.ts', 'media/images.models.ts')).toBe('./images.models.ts')
    expect(importPath('media/images.ts', 'upstreams.ts')).toBe('../upstreams.ts')
    expect(importPath('index.ts', 'media/images.ts')).toBe('./media/images.ts')
    expect(importPath('media/images.ts', '../runtime/contract.ts')).toBe(
      '../../runtime/contract.ts',
    )
  })
})

describe('literals', () => {
  it('strings survive whatever they hold', () => {
    for (const text of ["it's", 'a "b"', 'line\nbreak', '\u2028', '`${x}`', '\\', '*/'])
      expect(new Function(`return ${quote(text)}`)()).toBe(text)
  })
  it('a member named __proto__ stays a member', () => {
    const made = new Function(
      `return ${literal(JSON.parse('{"__proto__": 1, "a-b": [true, null]}'))}`,
    )() as object
    expect(Object.keys(made)).toEqual(['__proto__', 'a-b'])
  })
  it('money cells are bigint and set columns are sets', () => {
    expect(
      cell({ '1024x1024': 20n }, { kind: 'table', of: { kind: 'decimal', den: 1000n, usd: true } }),
    ).toBe("{ '1024x1024': 20n }")
    expect(cell(['a', 'b'], { kind: 'list', of: { kind: 'string' }, set: true })).toBe(
      "new Set(['a', 'b'])",
    )
  })
  it('objects use shorthand where key and value are one name', () => {
    expect(object({ body: 'body', n: '1', gone: undefined })).toBe('{ body, n: 1 }')
  })
})

describe('reading expressions', () => {
  it('free names leave out members, keys and parameters', () => {
    const code =
      "models.rows.map((m) => ({ id: m.id, price: first(m.sizes, body.size), x: { y: now } })) ? `a ${query.b} ${{ c: path }.c}` : 'model'"
    expect([...freeNames(code)].sort()).toEqual(['body', 'first', 'models', 'now', 'path', 'query'])
  })
  it('a conditional is not an object key', () => {
    expect([...freeNames('a ? b : c')].sort()).toEqual(['a', 'b', 'c'])
    expect([...freeNames('{ k: a ? b : c, d }')].sort()).toEqual(['a', 'b', 'c', 'd'])
  })
  it('template literals are one piece, holes and all', () => {
    expect(pieces('`a ${`b ${c}`} }` + d').map(p => p.text)).toEqual([
      '`a ${`b ${c}`} }`',
      '+',
      'd',
    ])
  })
})

describe('layout', () => {
  it('short text stays on its line', () => {
    expect(layout('{ a: 1, b: 2 }', '')).toBe('{ a: 1, b: 2 }')
  })
  it('long text breaks at the widest outer bracket and means the same', () => {
    const value = {
      first: 'x'.repeat(60),
      second: ['y'.repeat(50), { third: 'z,({'.repeat(20) }],
      fourth: 4,
    }
    const text = layout(literal(value), '  ')
    expect(text.split('\n').length).toBeGreaterThan(4)
    expect(new Function(`return (${text})`)()).toEqual(value)
  })
  it('brackets around one operand are not broken', () => {
    const code = `(${'a'.repeat(100)} + ${'b'.repeat(60)})`
    expect(layout(code, '')).toBe(code)
  })
  it('conditions break at their operators, functions at what they yield, and mean the same', () => {
    const words = Array.from({ length: 12 }, (_, i) => `'a long word ${i}'`).join(', ')
    const code = `x.some(i => i === 'q') && [${words}].includes(y) || x.map(i => ({ [i]: [${words}], more: i.length })).length > 5`
    const text = layout(code, '  ', 10)
    expect(Math.max(...text.split('\n').map(line => line.length))).toBeLessThanOrEqual(132)
    for (const [x, y] of [
      [['q'], 'a long word 3'],
      [['q'], ''],
      [[...'abcdef'], ''],
    ] as const) {
      const run = (source: string) => new Function('x', 'y', `return ${source}`)(x, y) as unknown
      expect(run(text)).toBe(run(code))
    }
  })
  it('text that has lines already moves to the indent', () => {
    expect(layout('{\n  a,\n}', '  ')).toBe('{\n    a,\n  }')
  })
})

describe('conditions', () => {
  it('negation adds brackets only where they are needed', () => {
    expect(not('a.b')).toBe('!a.b')
    expect(not('f(a && b).c')).toBe('!f(a && b).c')
    expect(not('!has(a)')).toBe('has(a)')
    expect(not('a && b')).toBe('!(a && b)')
    expect(not('!a && b')).toBe('!(!a && b)')
    expect(not("f('a b')")).toBe("!f('a b')")
  })
})

describe('types', () => {
  it('types of formulas print as TypeScript', () => {
    expect(typeText({ kind: 'table', of: { kind: 'decimal', den: 100n } })).toBe(
      'Readonly<Record<string, bigint>>',
    )
    expect(typeText({ kind: 'list', of: { kind: 'string', choices: ['a', 'b'] } })).toBe(
      "readonly ('a' | 'b')[]",
    )
    expect(
      typeText({
        kind: 'record',
        fields: {
          a: { type: { kind: 'integer' }, optional: true },
          'b-c': { type: { kind: 'json' } },
        },
      }),
    ).toBe("{ a?: number; 'b-c': any }")
    expect(
      typeText({
        kind: 'hook',
        takes: [{ kind: 'string' }],
        gives: { kind: 'decimal', den: 1n },
        wait: true,
      }),
    ).toBe('(a0: string) => Promise<bigint>')
  })
})

describe('files', () => {
  it('import statements hold what was used, types marked', () => {
    const used = imports()
    used.type('./b.ts', 'T')
    used.value('./a.ts', 'v')
    used.type('./a.ts', 'U')
    used.value('./a.ts', 'v')
    expect(used.list()).toEqual([
      {
        from: './a.ts',
        types: false,
        names: [
          { name: 'U', type: true },
          { name: 'v', type: false },
        ],
      },
      { from: './b.ts', types: true, names: [{ name: 'T', type: false }] },
    ])
  })
  it('the mark names the family files and says not to edit', () => {
    expect(mark(['catalog/gateway.yaml', 'catalog/media/images.routes.yaml'])).toBe(
      '// Code generated from catalog/media/images.routes.yaml by "npm run generate". DO NOT EDIT.',
    )
    expect(mark(['catalog/gateway.yaml'])).toContain('from catalog/gateway.yaml by')
  })
})

it.each([
  ["xs.some(m => m.role !== 'system')", "!xs.some(m => m.role !== 'system')"],
  ["a.b === 'x === y'", "a.b !== 'x === y'"],
  ["x === 'a' && y === 'b'", "!(x === 'a' && y === 'b')"],
  ['f(a === b) === g(c)', 'f(a === b) !== g(c)'],
  ['!has(x)', 'has(x)'],
])('the opposite of %s is %s', (condition, opposite) => {
  expect(not(condition)).toBe(opposite)
})
