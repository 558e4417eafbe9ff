import { describe, expect, it } from 'vitest'
import { line } from '../../generator/js/flat.ts'
import { lowerFormula } from '../../generator/formula/lower.ts'
import { lowerTree } from '../../generator/notation/tree.ts'
import { at, compile, entries, items, js, load, models, type Surroundings } from './routes.ts'
import { BOOLEAN, good, INTEGER, JSON_TYPE, record, STRING, text } from './world.ts'
import type { Names, Raw, Type } from '../../generator/types.ts'

const hook = (...takes: Type[]): Names[string] => ({
  code: 'hook',
  type: { kind: 'hook', takes, gives: INTEGER, wait: false },
})
const FIXTURES = 'test/formula/fixtures'
const micro = (usd: string): bigint =>
  BigInt(usd.split('.')[0]! + (usd.split('.')[1] ?? '').padEnd(6, '0'))

/** Every example of a route: what it must cost or answer, and what the compiled formulas say. */
function examples(
  path: string,
  around: Surroundings,
  hooks: (sent: any) => Record<string, unknown>,
): {
  compiled: number
  rows: { name: string; want: string; got: string }[]
} {
  const route = items(load(path))[0]!
  const compiled = compile(route, around)
  const rows = items(at(route, 'examples')).map(example => {
    const {
      usd: _usd,
      about: _about,
      refused,
      tokens: _tokens,
      network,
      body,
      ...sent
    } = js(example)
    const input = body ?? sent
    const id =
      network ?? input.model ?? (at(route, 'body', 'model') as any)?.text.text.split('= ')[1]
    const model = around.models?.rows.find(row => row.id === id)
    const got =
      around.models && !model
        ? 'refused 400'
        : compiled.quote(model, { body: input, path: { network }, ...hooks(js(example)) })
    const money = (at(example, 'usd') ?? at(example, 'about')) as any
    const want = refused ? `refused ${refused}` : String(micro(money.text.text))
    const about = at(example, 'about') !== undefined
    return {
      name: JSON.stringify(input).slice(0, 60),
      want,
      got: about ? String((BigInt(got) / 1000n) * 1000n) : String(got),
    }
  })
  return { compiled: compiled.formulas, rows }
}

const message = { schema: {}, type: record({ role: STRING, content: JSON_TYPE }) }
const schemas = new Map([
  ['message', message],
  ['search_parameters', { schema: {}, type: JSON_TYPE }],
])

describe('every formula of the catalogs compiles for every row, and its examples cost what the specification says', () => {
  it('images', () => {
    const { compiled, rows } = examples(
      `${FIXTURES}/images.routes.yaml`,
      {
        models: models('catalog/media/images.models.yaml'),
      },
      () => ({}),
    )
    expect(compiled).toBeGreaterThan(50)
    expect(rows.filter(row => row.want.startsWith('refused')).length).toBeGreaterThan(1)
    // `n: 11` is refused by the shape of the body, before any formula.
    expect(rows.filter(row => row.got !== row.want && !row.name.includes('"n":11'))).toEqual([])
  })

  it('images: 0.022, 0.127, 0.526 and 0.01675 are among them', () => {
    const wanted = items(at(items(load(`${FIXTURES}/images.routes.yaml`))[0], 'examples')).map(
      example => (at(example, 'usd') as any)?.text.text,
    )
    expect(wanted).toEqual(expect.arrayContaining(['0.022', '0.127', '0.526', '0.01675']))
  })

  it('videos: three ways of billing, one of them by tokens', () => {
    const { rows } = examples(
      `${FIXTURES}/videos.routes.yaml`,
      {
        models: models(`${FIXTURES}/videos.models.yaml`),
        hooks: {
          decodesToImage: {
            code: 'decodes',
            type: { kind: 'hook', takes: [STRING], gives: { kind: 'boolean' }, wait: false },
          },
        },
      },
      () => ({ decodes: () => true }),
    )
    expect(rows.length).toBeGreaterThan(12)
    expect(rows.filter(row => row.got !== row.want)).toEqual([])
    expect(rows.map(row => row.got)).toContain('8176454')
  })

  it('chat: tokens with a long tier, a floor, flat and free rows', () => {
    const { rows } = examples(
      `${FIXTURES}/chat.routes.yaml`,
      {
        models: models(`${FIXTURES}/chat.models.yaml`),
        schemas,
        hooks: {
          estimateTokens: hook(JSON_TYPE, JSON_TYPE),
          liveSearchSources: {
            code: 'sourcesOf',
            type: { kind: 'hook', takes: [JSON_TYPE], gives: INTEGER, wait: false },
          },
        },
      },
      sent => ({ hook: () => sent.tokens, sourcesOf: () => 0 }),
    )
    expect(rows.filter(row => row.got !== row.want)).toEqual([])
    expect(rows.map(row => row.got)).toEqual(expect.arrayContaining(['8181', '502500']))
  })

  it('rpc: an element of a batch is a call', () => {
    const { rows } = examples(
      'catalog/tools/rpc.routes.yaml',
      {
        models: models('catalog/tools/rpc.models.yaml'),
        body: JSON_TYPE,
        hooks: { hot: { code: 'hot', type: { kind: 'list', of: STRING, set: true } } },
      },
      () => ({}),
    )
    // `sol` is an alias, which this file does not know.
    expect(
      rows.filter(row =>
        row.want.startsWith('refused') ? false : row.got !== row.want && row.got !== 'refused 400',
      ),
    ).toEqual([])
    expect(rows.map(row => row.got)).toEqual(expect.arrayContaining(['4000', '8000']))
  })

  it('pm: a constant is folded', () => {
    const route = items(load('catalog/data/pm.routes.yaml'))[0]!
    const compiled = compile(route, {})
    expect(compiled.quote(undefined, {})).toBe(8500n)
    expect(compiled.codes.map(code => line(code.js))).toContain('8500n')
  })

  it('records: what a wallet owns', () => {
    const row = record({ phone_number: STRING, owner: STRING, chain: STRING, expires_at: INTEGER })
    const names: Names = {
      phone_numbers: {
        code: 'phone_numbers',
        type: { kind: 'table', of: row, open: true },
      },
      number: { code: 'number', type: row, optional: true },
      mine: {
        code: 'mine',
        type: { kind: 'list', of: row },
      },
      found: { code: 'found', type: JSON_TYPE },
      payer: { code: 'payer', type: STRING },
      now: { code: 'now', type: INTEGER },
      body: {
        code: 'body',
        type: record({
          phoneNumber: STRING,
          to: STRING,
          from: { type: STRING, optional: true },
          voicemail_action: { kind: 'string', choices: ['hangup', 'leave_message', 'ignore'] },
        }),
      },
      tables: {
        code: 'tables',
        type: record({ emergency_numbers: { kind: 'list', of: STRING, set: true } }),
      },
    }
    const lower = (formula: string): string => line(good(lowerFormula(text(formula), names)).js)
    expect(lower('phone_numbers[body.phoneNumber]')).toBe('entry(phone_numbers, body.phoneNumber)')
    expect(lower('has(number) && number.owner == payer && number.expires_at > now')).toBe(
      'number !== undefined && number.owner === payer && number.expires_at > now',
    )
    expect(lower('phone_numbers.where(owner == payer, expires_at > now)')).toBe(
      'Object.values(phone_numbers).filter(row => row.owner === payer && row.expires_at > now)',
    )
    expect(lower('has(body.from) || size(mine) == 1')).toBe(
      'body.from !== undefined || mine.length === 1',
    )
    expect(
      lower(
        'mine.map(n, { phone_number: n.phone_number, expires_at: iso(n.expires_at), active: n.expires_at > now })',
      ),
    ).toBe(
      'mine.map(n => ({ phone_number: n.phone_number, expires_at: iso(n.expires_at), active: n.expires_at > now }))',
    )
    expect(lower('now + 30d')).toBe('now + 2_592_000')
    for (const formula of [
      'size(found.numbers) == 0',
      'found.numbers[0].phone_number',
      'first(body.from, mine[0].phone_number)',
      '!(body.to in tables.emergency_numbers)',
      'body.voicemail_action == "leave_message"',
    ])
      lower(formula)
  })
})

describe('the rest of the catalog', () => {
  const FACTS: Names = Object.fromEntries([
    ...[
      'challenge',
      'price',
      'payment_info',
      'details',
      'issues',
      'extra',
      'upstream',
      'job',
      'result',
      'cache',
      'payment',
      'reply',
      'body',
      'health',
    ].map(name => [name, { code: name, type: JSON_TYPE }]),
    ...['message', 'code', 'payer', 'source', 'free_limit'].map(name => [
      name,
      { code: name, type: STRING, optional: true },
    ]),
    ...['status', 'limit', 'retry_after'].map(name => [name, { code: name, type: INTEGER }]),
    [
      'route',
      {
        code: 'route',
        type: record({ path: STRING, method: STRING, summary: STRING, rest: STRING }),
      },
    ],
    ['network', { code: 'network', type: record({ label: STRING, asset: STRING }) }],
    ['query', { code: 'query', type: record({ address: STRING }) }],
    ['held', { code: 'held', type: { kind: 'decimal', den: 1_000_000n, usd: true } }],
    ['resolution', { code: 'resolution', type: { kind: 'table', of: STRING } }],
    [
      'healthOf',
      {
        code: 'hooks.healthOf',
        type: { kind: 'hook', takes: [STRING], gives: JSON_TYPE, wait: true },
      },
    ],
  ])
  const FORMULA_KEYS = new Set(['when', 'pass_when', 'keep_when', 'charge_if'])

  /** Lowers each tree below a value, and each condition on the way. */
  function lowerAll(raw: Raw, names: Names, found: string[]): void {
    for (const entry of entries(raw)) {
      if (FORMULA_KEYS.has(entry.key))
        found.push(line(good(lowerFormula((entry.value as any).text, names, BOOLEAN)).js))
      else if (
        [
          'body',
          'send',
          'give',
          'reply',
          'accepted',
          'pending',
          'failed',
          'challenge',
          'details',
        ].includes(entry.key)
      )
        found.push(treeCode(entry.value, names))
      else if (entry.value.kind === 'map') lowerAll(entry.value, names, found)
      else items(entry.value).forEach(item => lowerAll(item, names, found))
    }
  }
  const treeCode = (raw: Raw, names: Names): string => {
    if (raw.kind === 'scalar' && raw.value === 'verbatim') return ''
    const { value, problems } = lowerTree(raw, names, { messages: true })
    expect(problems).toEqual([])
    return line(value.js)
  }

  // Calls and templates that read `let:` values of routes, and lists of other tables, are compiled
  // with their routes: see test/language.
  it.each([
    ...['vendor-e', 'nodes', 'predex'].map(name => `catalog/upstreams/${name}.yaml`),
    'catalog/errors/native.yaml',
    'catalog/errors/openai.yaml',
    'catalog/errors/messages.yaml',
    `${FIXTURES}/images.routes.yaml`,
  ])('%s', path => {
    const table = models('catalog/media/images.models.yaml')
    const names = {
      ...FACTS,
      model: { code: 'model', type: table.type },
      models: { code: 'models', type: { kind: 'models', row: table.type } },
    } as Names
    const found: string[] = []
    const raw = load(path)
    if (raw.kind === 'list') items(raw).forEach(item => lowerAll(item, names, found))
    else lowerAll(raw, names, found)
    // What is lowered is code that runs, whatever it finds.
    for (const code of found.filter(one => one !== ''))
      expect(() => new Function(`return async () => (${code})`)).not.toThrow()
  })
})
