/** `npm run sales`: reads the store of a gateway that is running, and adds up its lines. */
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import type { Pointer, Release } from '../../runtime/releases/types.ts'
import { dayOf, lineChange, SALES } from '../../runtime/sales/line.ts'
import type { KeyedLine } from '../../runtime/sales/read.ts'
import type { SaleLine } from '../../runtime/sales/types.ts'
import { createEmbeddedStore } from '../../runtime/store/embedded.ts'
import { folderOf, prefixOf } from '../../runtime/store/open.ts'
import type { Store } from '../../runtime/store/store.ts'
import { compareBooks, type Books } from '../../scripts/reports/books.ts'
import { knownCatalogs } from '../../scripts/reports/catalogs.ts'
import { readReportOptions, timeOf } from '../../scripts/reports/options.ts'
import { noted, unknownRoute } from '../../scripts/reports/routes.ts'
import { show } from '../../scripts/reports/show.ts'
import { tally } from '../../scripts/reports/tally.ts'
import { childEnv } from '../helpers/catalogs.ts'
import { tempDir } from '../helpers/store.ts'

const NOW = Date.UTC(2026, 10, 23, 12)
const DAY = 86_400_000

let count = 0
const line = (more: Partial<SaleLine>): KeyedLine => {
  const facts: SaleLine = {
    at: NOW,
    outcome: 'charged',
    route: 'post_images',
    model: 'a/one',
    wallet: '0xAnn',
    network: 'eip155:8453',
    scheme: 'exact',
    quoted: '1000000',
    charged: '1000000',
    catalog: 'c1',
    ...more,
  }
  return { key: `${facts.at}-${++count}`, line: facts }
}
const failed = { charged: '0' } as const
/** What else is known of a release. */
const SIGNED = { quotes: 1, jobs: 1, signature: 's' }

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all
}
const sum = (all: KeyedLine[], args: string[], known?: ReadonlyMap<string, string>) => {
  const names = ['by', 'since', 'until', 'route', 'wallet', 'csv', 'json'] as const
  const options = readReportOptions(args, { name: 'npm run sales', known: names }, NOW + 1)
  return tally(each(all), options).then(report => show(report, options, known))
}

/** The books of a store that has only these lines. */
function booksOf(all: KeyedLine[]): Promise<Books> {
  const store = {
    list: async (collection: string, tag: string) =>
      all
        .filter(({ line }) => collection === SALES && tag === dayOf(line.at))
        .map(({ key, line: doc }) => ({ key, stored: { doc, version: 1, tag } })),
    get: async () => undefined,
  }
  return compareBooks(store as never, { since: NOW - DAY, until: NOW + 1 })
}

describe('the report', () => {
  it('shows sums, shares and failures', async () => {
    const all = [
      line({}),
      line({ charged: '2000000', model: 'b/two' }),
      line({ ...failed, outcome: 'failed', reason: 'upstream_timeout', model: 'b/two' }),
      line({ ...failed, outcome: 'rejected', reason: 'payment_invalid', model: undefined }),
      line({ ...failed, outcome: 'absorbed', quoted: '11000', model: 'b/two' }),
    ]
    expect(await sum(all, ['--by', 'model'])).toBe(
      [
        'Sales by model, from 2026-11-16T12:00Z to now (7d; --since chooses another period)',
        '',
        'model  charges   usd   share  failed  unpaid  rejected  other  absorbed usd',
        '-----  -------  ----  ------  ------  ------  --------  -----  ------------',
        'b/two        1  2.00   66.7%       1       1         0      0         0.011',
        'a/one        1  1.00   33.3%       0       0         0      0',
        '-            0  0.00    0.0%       0       0         1      0',
        '-----  -------  ----  ------  ------  ------  --------  -----  ------------',
        'total        2  3.00  100.0%       1       1         1      0         0.011',
      ].join('\n'),
    )
  })

  it('does not count a line that a later one corrects, under whatever name it was', async () => {
    const unpaid = line({ ...failed, outcome: 'unpaid', reason: 'payment_refused', at: NOW - DAY })
    const { outcome, reason } = unpaid.line
    const late = line({ corrects: { key: unpaid.key, outcome, reason } })
    for (const by of ['model', 'day', 'outcome']) {
      const text = await sum([unpaid, late], ['--by', by, '--csv'])
      const rows = text.split('\n').slice(1)
      expect([rows.length, rows[0]!.split(',').slice(1, 6)]).toEqual([
        1,
        ['1', '1.00', '100.0%', '0', '0'],
      ])
    }
    expect(await sum([late], ['--since', '12h', '--csv'])).toContain('a/one,1,1.00')
  })

  it('compares catalogs by the hash that they have in logs', async () => {
    const hash = 'a'.repeat(40)
    const all = [line({ catalog: hash }), line({ ...failed, catalog: hash }), line({})]
    const rows = (await sum(all, ['--by', 'catalog', '--csv'])).split('\n').slice(1)
    expect(rows.map(row => row.split(',')[0])).toContain('a'.repeat(12))
    expect(rows).toHaveLength(2)
  })

  it('says of catalogs what the releases in the store know', async () => {
    const hashes = ['a', 'b', 'c', 'd', 'e', 'f'].map(digit => digit.repeat(64))
    const releaseOf = (n: number, commit?: string, by?: string): Release =>
      ({ hash: `h${n}`, catalog: hashes[n]!, made: NOW, commit, by, ...SIGNED }) as Release
    const pointer: Pointer = {
      generation: 9,
      current: { release: releaseOf(0, `${'0123456789'.repeat(4)}+changes`), from: NOW },
      history: [
        { release: releaseOf(1, undefined, 'Ada\u001b[1m'), from: NOW - DAY, until: NOW },
        { catalogs: [hashes[2]!], from: 0, until: NOW - DAY },
      ],
      canary: { release: releaseOf(3), percent: 5, from: NOW },
      tried: [{ release: releaseOf(4, 'rm -rf'), from: NOW - DAY, until: NOW }],
    }
    const documents = { get: async () => ({ version: 1, doc: { text: JSON.stringify(pointer) } }) }
    const known = await knownCatalogs(documents as never, hashes[5]!)
    expect([...known.values()]).toEqual([
      'canary of 5 % since 2026-11-23T12:00:00Z, made 2026-11-23T12:00:00Z',
      'live since 2026-11-23T12:00:00Z, commit 0123456789+changes',
      'live 2026-11-22T12:00:00Z until 2026-11-23T12:00:00Z, made 2026-11-23T12:00:00Z, by Ada1m',
      'live until 2026-11-22T12:00:00Z, as processes were started',
      'canary 2026-11-22T12:00:00Z until 2026-11-23T12:00:00Z, made 2026-11-23T12:00:00Z',
      'generated/ here, not deployed',
    ])
    const all = [line({ catalog: hashes[0]! }), line({ catalog: 'unknown' })]
    const text = await sum(all, ['--by', 'catalog'], known)
    expect(text).toMatch(/^aaaaaaaaaaaa +1 .* 0 {2}live since .*\+changes$/m)
    expect(text).toMatch(/^unknown +1 +1\.00 +50\.0%( +0){4}$/m)
    expect(await sum(all, ['--by', 'catalog', '--csv'], known)).toMatch(
      /,margin_usd,about\naaaaaaaaaaaa,.*,"live since .*\+changes"\n/,
    )
    const none = await knownCatalogs({ get: async () => undefined }, hashes[0]!)
    expect([...none]).toEqual([['aaaaaaaaaaaa', 'generated/ here, not deployed']])
  })

  it('counts the usage of a corrected line once', async () => {
    const usage = { input: 100, output: 50 }
    const unpaid = line({ ...failed, outcome: 'unpaid', usage })
    const late = line({ usage, corrects: { key: unpaid.key, outcome: 'unpaid' } })
    const other = line({ usage: { input: 1 } })
    const all = [unpaid, late, other]
    const total = { input: 101, output: 50 }
    expect(JSON.parse(await sum(all, ['--json']))).toMatchObject({ usage: total })
    expect((await booksOf(all)).usage.get('a/one')).toEqual(total)
  })

  it('shows what is known of costs and margins', async () => {
    const all = [
      line({ cost: '400000' }),
      line({ model: 'b/two', charged: '100000', cost: '300000' }),
      line({ model: 'b/two', ...failed, outcome: 'uncharged', cost: '300000' }),
      line({ model: 'c/three' }),
    ]
    const rows = JSON.parse(await sum(all, ['--json'])).rows
    expect(rows.map((row: any) => [row.name, row.cost_usd, row.margin_usd])).toEqual([
      ['a/one', '0.40', '0.60'],
      ['c/three', '', ''],
      ['b/two', '0.60', '-0.50'],
    ])
    expect((await sum(all, [])).split('\n')[2]).toMatch(/other {2}cost usd {2}margin usd$/)
    const csv = await sum(all, ['--csv'])
    expect(csv.split('\n')[0]).toMatch(/,cost_usd,margin_usd$/)
    expect(csv).toMatch(/\nb\/two,.*,0\.60,-0\.50$/m)
  })

  it('counts the cost of a job, and of what is corrected, once', async () => {
    const unpaid = { ...failed, outcome: 'unpaid', cost: '70' } as const
    const former = line({ ...unpaid, at: NOW - DAY })
    const late = line({
      cost: '70',
      corrects: { key: former.key, outcome: 'unpaid', at: NOW - DAY },
    })
    const job = [line({ ...unpaid, job: 'j' }), line({ cost: '70', job: 'j' })]
    const report = JSON.parse(await sum([former, late, ...job], ['--json', '--by', 'day']))
    expect(report.rows).toHaveLength(1)
    expect(report.total).toMatchObject({ charges: 2, cost_usd: '0.00014', margin_usd: '1.99986' })
    const books = await booksOf([former, late, ...job])
    expect(books.costed).toMatchObject({ cost: 140n, charged: 2_000_000n })
  })

  it('counts what was delivered once', async () => {
    const units = { images: 2 }
    const unpaid = line({ ...failed, outcome: 'unpaid' })
    const late = line({ units, corrects: { key: unpaid.key, outcome: 'unpaid' } })
    const absorbed = line({ ...failed, outcome: 'absorbed', units })
    const later = line({ units, corrects: { key: absorbed.key, outcome: 'absorbed' } })
    const all = [unpaid, late, absorbed, later, line({ usage: { input: 3 } })]
    const total = { images: 4, input: 3 }
    expect(JSON.parse(await sum(all, ['--json'])).usage).toEqual(total)
    expect((await booksOf(all)).usage.get('a/one')).toEqual(total)
  })

  it('takes nothing back if the corrected line is gone', async () => {
    const late = line({ corrects: { key: `${NOW - DAY}-gone-1`, outcome: 'unpaid' } })
    const { total } = JSON.parse(await sum([late], ['--json']))
    expect(total).toMatchObject({ charges: 1, unpaid: 0, other: 0 })
  })

  it('counts each end of a line that stands for several', async () => {
    const many = line({ ...failed, outcome: 'failed', reason: 'invalid_input', times: 60 })
    const { total } = JSON.parse(await sum([many], ['--json']))
    expect(total).toMatchObject({ charges: 0, failed: 60, other: 0 })
  })

  it('writes no formula into CSV', async () => {
    const names = ['=HYPERLINK("http://x","y")', '+1', '-1', '@sum', '\tx', '\rx', 'a\rb', '-']
    const csv = await sum(
      names.map(model => line({ model })),
      ['--csv'],
    )
    for (const cell of [
      `"'=HYPERLINK(""http://x"",""y"")",1,1.00,`,
      "\n'+1,1,1.00,",
      "\n'-1,1,1.00,",
      "\n'@sum,1,1.00,",
      "\n'\tx,1,1.00,",
      `\n"'\rx",1,1.00,`,
      '\n"a\rb",1,1.00,',
    ])
      expect(csv).toContain(cell)
  })

  it('filters by route and wallet', async () => {
    const all = [line({}), line({ route: 'get_x' }), line({ wallet: '0xBob' })]
    const json = JSON.parse(
      await sum(all, ['--route', 'post_images', '--wallet', '0xann', '--json']),
    )
    expect(json.total).toMatchObject({ charges: 1, usd: '1.00' })
    expect(json).toMatchObject({ since: '2026-11-16T12:00:00.001Z' })
    const text = await sum(all, [
      '--route',
      'get_x',
      '--since',
      '2026-11-01',
      '--until',
      '2026-12-01',
    ])
    expect(text.split('\n')[0]).toBe(
      'Sales by model, route get_x, from 2026-11-01T00:00Z to 2026-12-01T00:00Z',
    )
  })

  it('knows the routes that are sold and those in the lines, and names the nearest', async () => {
    const sold = async () => [
      { id: 'post_images', method: 'POST', path: '/api/v1/images' },
      { id: 'get_x', method: 'GET', path: '/x' },
    ]
    const routes = new Set<string>()
    for await (const _ of noted(each([line({ route: 'get_former' })]), routes));
    const wrong = (asked?: string) => unknownRoute(asked, routes, sold)
    for (const known of [undefined, 'post_images', 'get_former'])
      expect(await wrong(known)).toBeUndefined()
    expect(await wrong('post_image')).toBe(
      'there is no route "post_image"; did you mean post_images?',
    )
    expect(await wrong('/api/v1/images')).toContain('did you mean post_images?')
    expect(await wrong('POST /api/v1/imagse')).toContain('did you mean post_images?')
    expect(await wrong('get_formr')).toContain('did you mean get_former?')
    expect(await wrong('zzzzzzzzzzzz')).toContain('--by route lists')
  })
})

describe('the arguments', () => {
  it('take times before now, days and ISO times', () => {
    expect(timeOf('7d', NOW)).toBe(NOW - 7 * DAY)
    expect(timeOf('90m', NOW)).toBe(NOW - 5_400_000)
    expect(timeOf('2026-11-01', NOW)).toBe(Date.UTC(2026, 10, 1))
    expect(timeOf('2026-11-01T12:00:00Z', NOW)).toBe(Date.UTC(2026, 10, 1, 12))
  })

  it.each([
    [['--since', 'monday'], '"monday" is not a time'],
    [['--by', 'hour'], '--by is one of model, route'],
    [['--sicne', '7d'], 'Did you mean --since? "npm run sales -- --help" lists the options'],
    [['--since', '1d', '--until', '2d'], '--since is not before --until'],
  ])('%j is refused', (args, words) => {
    const command = { name: 'npm run sales', known: ['by', 'since', 'until'] as const }
    expect(() => readReportOptions(args, command, NOW)).toThrow(words)
  })
})

describe('the command', () => {
  let dir: string
  let store: Store
  const run = (args: string[], env: Record<string, string> = {}) =>
    new Promise<{ code: number; out: string; err: string }>(resolve =>
      execFile(
        process.execPath,
        ['--import', 'tsx', 'scripts/sales.ts', ...args],
        { env: { PATH: process.env.PATH, ...childEnv(), DATA_DIR: dir, ...env } },
        (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
      ),
    )

  beforeAll(async () => {
    dir = tempDir('sales')
    const { gateway } = await import('../../generated/gateway.ts')
    const folder = folderOf(dir, prefixOf({ gateway }, 'base'))
    store = await createEmbeddedStore({ dir: folder, clock: systemClock })
    const at = systemClock.now()
    for (const { key, line: doc } of [line({ at }), line({ at: at - 30 * DAY })])
      await store.commit([lineChange(key, doc, 400 * DAY)])
  })
  afterAll(async () => {
    await store.close()
    rmSync(dir, { recursive: true, force: true })
  })

  it('reads a store that is in use, and leaves it to its owner', async () => {
    const { code, out } = await run(['--by', 'wallet'])
    expect([code, out.split('\n')[4]]).toEqual([0, expect.stringMatching(/^0xAnn +1 +1\.00 +100/)])
    expect(await store.commit([lineChange('x', line({}).line, DAY)])).toBe(true)
  })

  it('refuses a route that does not exist, and names the nearest', async () => {
    const { code, out, err } = await run(['--route', 'post_images_generation'])
    expect([code, out, err]).toEqual([
      2,
      '',
      'there is no route "post_images_generation"; did you mean post_images_generations?\n',
    ])
  })

  it('says where it has looked if there is no store', async () => {
    const { code, err } = await run([], { DATA_DIR: join(dir, 'nowhere') })
    expect([code, err]).toEqual([2, expect.stringContaining('there is no store in')])
  })
})
