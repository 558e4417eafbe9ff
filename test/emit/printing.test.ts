/** The small pieces of emitters: names, literals, imports, types. */
import { describe, expect, it } from 'vitest'
import { docText, rows } from '../../generator/emit/code/comments.ts'
import { imports } from '../../generator/emit/code/imports.ts'
import { cell, literal, quote } from '../../generator/emit/code/literal.ts'
import { line } from '../../generator/js/flat.ts'
import type { Type } from '../../generator/types.ts'
import { camel, importPath, pascal, rowName, unique } from '../../generator/emit/code/names.ts'
import { brokenType } from '../../generator/emit/code/type-lines.ts'
import { typeText } from '../../generator/emit/code/type-text.ts'
import { code, json, mark, steps } from '../../generator/emit/out-file.ts'

describe('names', () => {
  it('route ids become camelCase constants and never a reserved word', () => {
    expect(camel('post_images_generations')).toBe('postImagesGenerations')
    expect(camel('vendor_a.images')).toBe('vendorAImages')
    for (const word of ['break', 'delete', 'extends', 'instanceof', 'new', 'while', 'with'])
      expect(camel(word)).toBe(`${word}_`)
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
    const set: Type = { kind: 'list', of: { kind: 'string' }, set: true }
    expect(line(cell(['a', 'b'], set))).toBe("new Set(['a', 'b'])")
    expect(line(cell(['a'], { kind: 'list', of: { kind: 'string' } }))).toBe("['a']")
    expect(line(cell([['a']], { kind: 'list', of: set }))).toBe("[new Set(['a'])]")
    expect(line(cell({ a: ['b'] }, { kind: 'table', of: set }))).toBe("{ a: new Set(['b']) }")
    const fields = { b: { type: set } }
    expect(line(cell({ a: ['x'], b: ['y'] }, { kind: 'record', fields }))).toBe(
      "{ a: ['x'], b: new Set(['y']) }",
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

  const CHOICE: Type = { kind: 'string', choices: ['a', 'b'] }
  const RECORD: Type = { kind: 'record', name: 'row', fields: { a: { type: CHOICE } } }
  it.each<[Type, string]>([
    [{ kind: 'boolean' }, 'boolean'],
    [{ kind: 'null' }, 'null'],
    [{ kind: 'number' }, 'number'],
    [{ kind: 'none' }, 'undefined'],
    [{ kind: 'string', choices: [] }, 'string'],
    [{ kind: 'list', of: CHOICE, set: true }, "ReadonlySet<'a' | 'b'>"],
    [{ kind: 'list', of: { kind: 'list', of: CHOICE } }, "readonly (readonly ('a' | 'b')[])[]"],
    [{ kind: 'list', of: RECORD }, "readonly { a: 'a' | 'b' }[]"],
    [{ kind: 'record', fields: {} }, '{}'],
    [{ kind: 'models', row: RECORD } as Type, "Models<{ a: 'a' | 'b' }>"],
    [{ kind: 'hook', takes: [], gives: { kind: 'json' }, wait: false }, '() => any'],
  ])('%j is %s', (type, text) => expect(typeText(type)).toBe(text))

  it('records that have a name are printed as that', () => {
    const named = (name: string) => (name === 'row' ? 'Row' : undefined)
    const other: Type = { ...RECORD, name: 'other' }
    const table: Type = { kind: 'table', of: { kind: 'list', of: RECORD } }
    const all: Type = { kind: 'record', fields: { table: { type: table }, other: { type: other } } }
    expect(typeText(all, named)).toBe(
      "{ table: Readonly<Record<string, readonly Row[]>>; other: { a: 'a' | 'b' } }",
    )
    const hook: Type = { kind: 'hook', takes: [RECORD], gives: RECORD, wait: false }
    expect(typeText(hook, named)).toBe('(a0: Row) => Row')
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
  it.each([
    [['catalog/a/x.routes.yaml', 'catalog/a/y.yaml'], 'catalog/a/x.routes.yaml, catalog/a/y.yaml'],
    [['catalog/media/films.routes.yaml', 'catalog/media/films.models.yaml'], 'catalog/media/'],
    [['catalog/media/films.routes.yaml', 'catalog/people/faces.routes.yaml'], 'catalog/'],
    [['catalog/a.yaml', 'catalog/schemas/b.yaml'], 'catalog/a.yaml, catalog/schemas/b.yaml'],
    [['catalog/a/templates.yaml', 'catalog/a/x.yaml'], 'catalog/a/x.yaml'],
  ])('the mark of %j names %s', (files, shown) =>
    expect(mark(files)).toBe(`// Code generated from ${shown} by "npm run generate". DO NOT EDIT.`),
  )
  it('name each file once that they were made from, in order', () => {
    const from = ['catalog/b.yaml', 'catalog/a.yaml', 'catalog/b.yaml']
    const wanted = ['catalog/a.yaml', 'catalog/b.yaml']
    expect(code('x.ts', from, 'let a\n\n')).toEqual({
      path: 'x.ts',
      text: `${mark(wanted)}\nlet a\n`,
      from: wanted,
    })
    expect(json('x.json', from, { a: 12n, b: 'c' })).toEqual({
      path: 'x.json',
      text: '{\n  "a": "12",\n  "b": "c"\n}\n',
      from: wanted,
    })
    const step = { op: 'remove', path: '/a' }
    const line = JSON.stringify(step)
    expect(steps('x.json', from, [step, step])).toEqual({
      path: 'x.json',
      text: `[\n  ${line},\n  ${line}\n]\n`,
      from: wanted,
    })
    expect(steps('x.json', from, []).text).toBe('[]\n')
  })
})

describe('comments', () => {
  it('stand on one line where they fit, and cannot be ended by their words', () => {
    expect(docText('  what\nis */ here ')).toBe('/** what is *\u200b/ here */')
    const fits = 'w'.repeat(93)
    expect(docText(fits)).toBe(`/** ${fits} */`)
    expect(docText(`${fits}w`)).toBe(`/**\n * ${fits}w\n */`)
  })
  it('have as many words on a line as fit', () => {
    expect(rows(['aa', 'bb', 'cc', 'a-long-word', 'd'], '* ', 8)).toEqual([
      '* aa bb',
      '* cc',
      '* a-long-word',
      '* d',
    ])
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
