/** The code of what is no route: rows, the gateway, hooks, envelopes, the manifest. */
import { describe, expect, it } from 'vitest'
import { printFile } from '../../generator/emit/code/file.ts'
import { emitErrors } from '../../generator/emit/errors.ts'
import type { Emitter, Facts } from '../../generator/emit/facts.ts'
import { emitGateway } from '../../generator/emit/gateway.ts'
import { emitHooks } from '../../generator/emit/hooks.ts'
import { manifestFile } from '../../generator/emit/manifest.ts'
import { emitModels } from '../../generator/emit/models.ts'
import { perNetwork, textsPerNetwork } from '../../generator/emit/overlay.ts'
import type { CatalogIR, Column, RowIR } from '../../generator/ir.ts'
import type { Type } from '../../generator/types.ts'
import { code, fixture } from './fixture.ts'
import { here, place, STRING } from './fixture-routes.ts'

const ir = { ...fixture(), at: () => 'here' }
const facts = { print: printFile, shared: ['catalog/gateway.yaml'] } as unknown as Facts
const textsOf = (emit: Emitter, more: object = {}): Map<string, string> =>
  new Map([...emit({ ...ir, ...more } as CatalogIR, facts)].map(({ path, text }) => [path, text]))

describe('the rows of a table', () => {
  const [table] = ir.tables
  const [one] = table!.rows as [RowIR]
  const models = (more: object): string =>
    textsOf(emitModels, { tables: [{ ...table, ...more }] }).get('media/pictures.models.ts')!
  const column = (type: Type, more: Partial<Column> = {}): string => {
    const columns = [{ name: 'rate', type, optional: false, place: here, ...more }]
    const [, text] = /interface PicturesRow extends Row \{\n([^]*?)\n\}/.exec(
      models({ columns, rows: [] }),
    )!
    return text!
  }

  it('have their columns, with what these mean', () => {
    const usd = (den: bigint): Type => ({ kind: 'decimal', den, usd: true })
    expect(column(STRING)).toBe('  readonly rate: string')
    expect(column(STRING, { optional: true, doc: 'its name' })).toBe(
      '  /** its name */\n  readonly rate?: string',
    )
    expect(column(usd(1000n), { doc: 'A price.' })).toBe(
      '  /** A price. In units of 1/1000 USD. */\n  readonly rate: bigint',
    )
    expect(column(usd(1_000_000n))).toContain('/** In micro-USD. */')
    expect(column({ kind: 'decimal', den: 1_000_000n })).toContain('/** In units of 1/1000000. */')
    expect(column({ kind: 'decimal', den: 1n })).toBe('  readonly rate: bigint')
    for (const of of ['table', 'list'] as const)
      expect(column({ kind: of, of: usd(100n) } as Type)).toContain('In units of 1/100 USD.')
  })

  it('have long choices on lines that fit', () => {
    const choices = (length: number): Type => ({
      kind: 'string',
      choices: ['a'.repeat(40), 'b'.repeat(length)],
    })
    const fits = 100 - "  readonly rate?: '' | ''".length - 40
    expect(column(choices(fits)).split('\n')).toHaveLength(1)
    expect(column(choices(fits + 1)).split('\n').length).toBeGreaterThan(1)
    const list: Type = { kind: 'list', of: choices(fits) }
    expect(column(list).split('\n')).toHaveLength(1)
  })

  it('have their names and cells, also those that are gone', () => {
    const text = models({ gone: [{ ...one, id: 'maker/old', retired: { use: 'x', place: here } }] })
    expect(text).toMatch(/id: 'maker\/one',\s+aliases: \['one'\],\s+title: 'One',\s/)
    expect(text).toMatch(/id: 'maker\/two',\s+title: 'Two',\s/)
    expect(text).toContain("id: 'maker/old'")
    expect(text).toContain("retired: [{ id: 'maker/old', use: 'x' }]")
    expect(text).not.toContain('dated')
    expect(models({})).not.toContain('retired')
  })

  it('have their periods, and when they are retired', () => {
    const then = { ...one, cells: { ...one.cells, title: 'Then' } }
    const dated = [
      { from: 1, because: [], changed: [], row: then },
      { from: 2, until: 3, because: [], changed: [], row: then },
    ]
    const retired = { since: 5, use: 'y', place: here }
    const text = models({ rows: [{ ...one, dated, retired }] }).replace(/\s+/g, ' ')
    expect(text).toMatch(
      /dated: \[ \{ \/\/ here from: 1, row: \{ id: 'maker\/one', [^}]*title: 'Then'/,
    )
    expect(text).toContain('{ // here from: 2, until: 3, row: {')
    expect(text).toContain("retired: [{ id: 'maker/one', use: 'y', since: 5 }]")
  })

  it('are none of a family without tables', () => {
    expect(textsOf(emitModels, { tables: [] })).toEqual(new Map())
  })
})

describe('the gateway', () => {
  const gateway = (more: object = {}): string =>
    textsOf(emitGateway, { gateway: { ...ir.gateway, ...more } }).get('gateway.ts')!

  it('has its settings, and those that are set', () => {
    expect(gateway().replace(/\s+/g, ' ')).toContain(
      "gateway: GatewaySpec = { name: 'Shop', summary: 'A shop.', media: '/media', " +
        "metrics: '/metrics', slack: 6000, envelope: 'native', }",
    )
    for (const name of ['unsecured', 'absorbed', 'uncharged', 'canary', 'paywall']) {
      expect(gateway({ [name]: 7 })).toMatch(new RegExp(`slack: 6000,\\s+${name}: 7,\\s`))
      expect(gateway()).not.toContain(name)
    }
  })

  it('has its networks, the default first, and its limits', () => {
    const text = gateway({ networks: ['test', 'main'] })
    expect(text.indexOf("name: 'test'")).toBeLessThan(text.indexOf("name: 'main'"))
    expect(text).toContain('/** Gateway addresses by name; the first is the default. */')
    expect(text).toContain('/** Limits by name; `per` is in milliseconds. */')
    expect(text).toMatch(/limits: Readonly<Record<string, LimitSpec>> = \{\n {2}lists: \{/)
    expect(text).not.toContain('place')
    expect(text).toMatch(/^\/\/ Code generated from catalog\/networks\/nets\.yaml by/)
  })
})

describe('hooks', () => {
  it('are an interface, with what they do and where they are declared', () => {
    const files = textsOf(emitHooks)
    expect(files.get('hooks.ts')).toContain(
      '  /**\n   * What a wallet holds\n   * @see here\n   */\n' +
        '  held: (a0: string) => Promise<bigint>',
    )
    expect(files.get('hooks.ts')).toContain(
      'Call<\n  Body = undefined,\n  Path = {},\n  R extends Row = never,\n' +
        '  Query = Record<string, any>,\n  Values = {}\n>',
    )
    expect(files.get('hooks.ts')).not.toContain('Fetched')
    expect(files.get('hooks.check.ts')).toContain(
      'provided: (...parts: Parameters<typeof createHooks>) => Hooks = createHooks',
    )
    expect(textsOf(emitHooks, { hooks: [] }).get('hooks.ts')).toContain(
      'Code generated from catalog/gateway.yaml',
    )
  })

  it('are beside fetched tables', () => {
    const fetched = [{ name: 'feeds', type: { kind: 'list', of: STRING } }]
    const text = textsOf(emitHooks, { fetched }).get('hooks.ts')!
    expect(text).toContain('export type Fetched = { feeds: readonly string[] }')
    expect(text).toContain('Scope<Body, Query, Path, R, Hooks, Values> & { fetched: Fetched }')
  })
})

describe('an envelope', () => {
  const [native] = ir.envelopes
  const busy = {
    status: code('503'),
    headers: code("{ 'Retry-After': retry_after }"),
    body: code('{ error: message }'),
    place: place('catalog/errors/native.yaml'),
  }

  const at = (p: { start: number }) => `line ${p.start}`
  const outcomeAt = (start: number, file = busy.place.file) => ({
    ...busy,
    place: { file, start, end: start },
  })
  const first = { ...native!, outcomes: { busy, internal: outcomeAt(5) } }
  const errors = (...others: object[]): Map<string, string> =>
    textsOf(emitErrors, { envelopes: [...others, first], at })

  it('has a function for each outcome', () => {
    const files = errors()
    expect([...files.keys()]).toEqual(['errors/native.ts', 'errors.ts'])
    expect(files.get('errors/native.ts')!.replace(/\s+/g, ' ')).toContain(
      'native: Envelope = { busy: ({ message, retry_after }) => // line 0 ' +
        "({ status: 503, headers: { 'Retry-After': retry_after }, body: { error: message } }), " +
        'internal: ({ message, retry_after }) => // line 5 ',
    )
  })

  it('takes the outcomes of the one that it is like, but for its own', () => {
    const outcomes = { busy, internal: outcomeAt(9) }
    const files = errors({ ...native!, name: 'other', like: 'native', outcomes })
    expect(files.get('errors/other.ts')).toContain("import { native } from './native.ts'")
    const text = files.get('errors/other.ts')!.replace(/\s+/g, ' ')
    expect(text).toContain('{ ...native, internal: ({ message, retry_after }) => // line 9 ')
    expect(text).not.toContain('busy')
    expect(files.get('errors/native.ts')).not.toContain('other')
    expect(files.get('errors.ts')).toContain('= { other, native }')
  })

  it('has its own outcome also where another file has one at the same place', () => {
    const outcomes = { busy, internal: outcomeAt(5, 'catalog/errors/other.yaml') }
    const files = errors({ ...native!, name: 'other', like: 'native', outcomes })
    expect(files.get('errors/other.ts')).toContain('...native,\n  internal: ')
  })
})

describe('the manifest', () => {
  it('has the hash of each file, and what it was made from', () => {
    const file = (path: string, from: string[]) => ({ path, text: 'x', from })
    const all = ir.sources.map(({ path }) => path)
    const shared = all.filter(path => !/media|networks|errors|upstreams/.test(path))
    const made = JSON.parse(
      manifestFile(ir, 'abc', [
        file('b.ts', [...shared, 'catalog/networks/nets.yaml']),
        file('a.ts', all),
        file('c.ts', ['catalog/networks/nets.yaml']),
      ]).text,
    )
    expect(made).toMatchObject({ catalog: 'abc', shared: shared.sort() })
    expect(Object.keys(made.outputs)).toEqual(['a.ts', 'b.ts', 'c.ts'])
    expect(Object.keys(made.inputs)).toEqual([...all].sort())
    expect(Object.values(made.outputs).map((one: any) => one.from)).toEqual([
      ['all'],
      ['shared', 'catalog/networks/nets.yaml'],
      ['catalog/networks/nets.yaml'],
    ])
    expect(made.outputs['a.ts'].sha256).toMatch(/^2d711642b726b044/)
  })
})

describe('the documents of networks', () => {
  it('are whole for the first one, and patches for others', () => {
    const files = [...perNetwork(ir, 'a.json', ({ name }) => ({ name, gone: undefined }))]
    expect(files.map(({ path, text }) => [path, JSON.parse(text)])).toEqual([
      ['a.json', { name: 'main' }],
      ['networks/test/a.patch.json', [{ op: 'replace', path: '/name', value: 'test' }]],
    ])
    expect(files[0]!.from).toEqual(ir.sources.map(({ path }) => path).sort())
    expect([...perNetwork({ ...ir, networks: [] }, 'a.json', () => ({}))]).toEqual([])
  })

  it('are patched by lines where they are texts; those that the first one lacks are empty', () => {
    const file = (path: string, text: string) => ({ path, text, from: ['x'] })
    const files = [
      ...textsPerNetwork(ir, ({ name }) => [
        file('a.txt', `one\n${name}\n`),
        ...(name === 'test' ? [file('b.txt', 'own')] : []),
      ]),
    ]
    expect(files.map(({ path, text }) => [path, text])).toEqual([
      ['a.txt', 'one\nmain\n'],
      ['b.txt', ''],
      ['networks/test/a.txt.patch.json', '[\n  {"op":"replace","path":"/1","value":"test"}\n]\n'],
      ['networks/test/b.txt.patch.json', '[\n  {"op":"replace","path":"/0","value":"own"}\n]\n'],
    ])
    expect([...textsPerNetwork({ ...ir, networks: [] }, () => [])]).toEqual([])
  })
})
