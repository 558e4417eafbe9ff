/** The small pieces of emitters: names, literals, imports, types. */
import { describe, expect, it } from 'vitest'
import { imports } from '../../generator/emit/code/imports.ts'
import { cell, literal, quote } from '../../generator/emit/code/literal.ts'
import { line } from '../../generator/js/flat.ts'
import type { Type } from '../../generator/types.ts'
import { camel, importPath, pascal, rowName, unique } from '../../generator/emit/code/names.ts'
import { brokenType } from '../../generator/emit/code/type-lines.ts'
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
    expect(importPath('shapes.ts', '../runtime/contract.ts')).toBe('../runtime/contract.ts')
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
    const rates: Type = { kind: 'table', of: { kind: 'decimal', den: 1000n, usd: true } }
    expect(line(cell({ '1024x1024': 20n }, rates))).toBe("{ '1024x1024': 20n }")
    expect(line(cell(['a', 'b'], { kind: 'list', of: { kind: 'string' }, set: true }))).toBe(
      "new Set(['a', 'b'])",
    )
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

describe('long types', () => {
  const long = 'A'.repeat(60)

  it('have a line for each part of their last brackets', () => {
    expect(brokenType(`Call<${long}, { a: string; b: [x, y] }, any>`, 2, 30)).toBe(
      ['Call<', `    ${long},`, '    { a: string; b: [x, y] },', '    any', '  >'].join('\n'),
    )
    expect(brokenType(`Call<any> & { args: { ${long}: 1 }; settings: '<;>' }`, 2)).toBe(
      ['Call<any> & {', `    args: { ${long}: 1 }`, `    settings: '<;>'`, '  }'].join('\n'),
    )
  })

  it('have lines within their parts, too', () => {
    expect(brokenType(`Call<() => void, Other<${long}, ${long}>>`, 0)).toBe(
      ['Call<', '  () => void,', '  Other<', `    ${long},`, `    ${long}`, '  >', '>'].join('\n'),
    )
  })

  it('stay on one line where they fit, or have no brackets', () => {
    expect(brokenType('Call<any, any>', 2)).toBe('Call<any, any>')
    expect(brokenType(`${long} | ${long}`, 2)).toBe(`${long} | ${long}`)
  })
})
