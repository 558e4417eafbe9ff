/** The command line: verbs, options, exit codes, what is printed. */
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { main } from '../../generator/cli.ts'
import { parseOptions } from '../../generator/commands/options.ts'
import { watch } from '../../generator/commands/watch.ts'
import { CODES } from '../../generator/problems/codes.ts'

const SMALL = 'test/golden/_base/catalog'
let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'farebox-cli-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** A terminal that remembers. */
function terminal(color = false) {
  const said = { out: '', err: '' }
  return {
    said,
    out: (text: string) => {
      said.out += text
    },
    err: (text: string) => {
      said.err += text
    },
    color,
    now: () => Date.UTC(2026, 10, 23),
  }
}

async function command(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const screen = terminal()
  const code = await main(args, screen)
  return { code, ...screen.said }
}

/** A copy of the small catalog with one text replaced. */
function broken(path: string, replace: string, by: string): string {
  const catalog = join(dir, 'catalog')
  cpSync(SMALL, catalog, { recursive: true })
  const text = readFileSync(join(catalog, path), 'utf8')
  writeFileSync(join(catalog, path), text.replace(replace, by))
  return catalog
}

/** A promotion of the small catalog; `more` is written into its entry. */
const promotion = (more = '', next = ''): string => {
  const entry = `{ from: 2026-12-01, until: 2026-12-08, discount: 20 %, because: launch${more} }`
  const rows = `small: { rate: 0.01, dated: [${entry}${next}] }`
  return broken('tools/things.models.yaml', 'small: { rate: 0.01 }', rows)
}

describe('check of a promotion', () => {
  it.each([
    ['today', [], 0],
    ['before it', ['--at', '2026-11-30'], 0],
    ['more than three days before its end', ['--at', '2026-12-04T23:59:59Z'], 0],
    ['three days before its end', ['--at', '2026-12-05'], 1],
    ['a moment before its end', ['--at=2026-12-07T23:59:59Z'], 1],
    ['after it', ['--at', '2026-12-08'], 0],
  ])('%s', async (_, at, wanted) => {
    const { code, out } = await command('check', '--catalog', promotion(), ...at)
    expect(code).toBe(wanted)
    if (wanted === 0) return
    expect(out).toMatch(
      /models\.yaml:5:\d+: error\[promotion-ends\]: the promotion of small ends on 2026-12-08/,
    )
    expect(out).toMatch(/these differ from the list:\n  small: 20 % off until 2026-12-08/)
  })

  it.each([
    ['that returns to the list on purpose', ', then: list', ''],
    [
      'that another one follows',
      '',
      ', { from: 2026-12-08, until: 2026-12-20, discount: 5 %, because: encore }',
    ],
  ])('%s is not reported', async (_, more, next) => {
    const catalog = promotion(more, next)
    expect((await command('check', '--catalog', catalog, '--at', '2026-12-07')).code).toBe(0)
  })

  it('has the notice that gateway.yaml says', async () => {
    const catalog = promotion()
    const file = join(catalog, 'gateway.yaml')
    writeFileSync(file, `${readFileSync(file, 'utf8')}\npromotion_notice: 1h\n`)
    const at = async (day: string) =>
      (await command('check', '--catalog', catalog, '--at', day)).code
    expect([await at('2026-12-07T22:59:59Z'), await at('2026-12-07T23:00:00Z')]).toEqual([0, 1])
  })

  it('warns of one that is over, with its entry and its examples', async () => {
    const catalog = promotion()
    const file = join(catalog, 'tools/things.routes.yaml')
    const example = '    - { model: small, at: 2026-12-03, usd: 0.0094 }\n'
    writeFileSync(file, `${readFileSync(file, 'utf8').trimEnd()}\n${example}`)
    const at = ['--catalog', catalog, '--at', '2026-12-08']
    const { code, out } = await command('check', ...at)
    expect(code).toBe(0)
    expect(out).toMatch(
      /models\.yaml:5:\d+: warning\[promotion-over\]: the promotion of small from 2026-12-01 to 2026-12-08 is over/,
    )
    expect(out).toContain('remove this entry, and the examples of its days; if another year')
    expect(out).toMatch(/an example of its days: \S+routes\.yaml:\d+/)
    expect((await command('check', '--strict', ...at)).code).toBe(1)
    expect((await command('check', '--catalog', catalog, '--at', '2026-11-30')).out).not.toContain(
      'promotion-over',
    )
  })

  it('refuses a day that does not exist', async () => {
    const { code, err } = await command('check', '--catalog', SMALL, '--at', '2026-02-30')
    expect(code).toBe(2)
    expect(err).toContain('--at is a date such as 2026-12-01 (midnight in UTC)')
  })

  it('does not depend on the day in `generate`', async () => {
    const late = { ...terminal(), now: () => Date.UTC(2026, 11, 7) }
    expect(
      await main(['generate', '--catalog', promotion(), '--out', join(dir, 'out')], late),
    ).toBe(0)
  })
})

describe('check --at', () => {
  const rows = (dated: string): string =>
    broken(
      'tools/things.models.yaml',
      'small: { rate: 0.01 }',
      `small: { rate: 0.01, dated: [${dated}], retired: { since: 2027-02-01, use: large } }`,
    )
  const dearer = '{ from: 2027-01-01, rate: 0.012, because: the upstream charges more }'
  const on = (catalog: string, ...day: string[]) => command('check', '--catalog', catalog, ...day)

  it('says what is other than in the list', async () => {
    const catalog = rows(dearer)
    const at = async (day: string): Promise<string[]> =>
      (await on(catalog, '--at', day)).out.split('\n').slice(0, -2)
    expect([await at('2026-12-31'), await at('2027-01-01'), await at('2027-02-01')]).toEqual([
      ['On 2026-12-31 everything equals the list.'],
      [
        'On 2027-01-01, these differ from the list:',
        '  small: another rate: the upstream charges more',
      ],
      ['On 2027-02-01, these differ from the list:', '  small: retired; its refusal names large'],
    ])
    expect((await on(catalog)).out).not.toContain('list')
  })

  it('checks the catalog of that day alone', async () => {
    const catalog = rows('{ from: 2027-01-01, most: 0, because: nothing is left }')
    expect((await on(catalog)).code).toBe(1)
    expect((await on(catalog, '--at', '2026-12-31')).code).toBe(0)
    const then = await on(catalog, '--at', '2027-01-15')
    expect([then.code, then.out]).toEqual([1, expect.stringContaining('error[')])
    expect((await on(catalog, '--at', '2027-02-01')).code).toBe(0)
  })

  it('leaves out the examples of what is retired by then', async () => {
    const catalog = rows(dearer)
    const file = join(catalog, 'tools/things.routes.yaml')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace('model: small, usd: 0.0115', 'model: small, usd: 0.5'))
    expect((await on(catalog, '--at', '2027-01-31')).out).toContain('should cost 0.5 USD')
    expect((await on(catalog, '--at', '2027-02-01')).out).not.toContain('should cost')
  })

  it('says what it does in --help', async () => {
    expect((await command('check', '--help')).out).toContain('the catalog as it is on a day')
  })
})

describe('check', () => {
  it('prints one line and ends with 0 where all is well', async () => {
    const { code, out } = await command('check', '--catalog', SMALL)
    expect(code).toBe(0)
    expect(out).toMatch(/^1 route, 2 models, 1 upstream: no problems \(\d+\.\d\d s\)\n$/)
  })

  it('prints problems with paths that can be opened, and ends with 1', async () => {
    const catalog = broken('gateway.yaml', 'fee:', 'fe:')
    const { code, out } = await command('check', `--catalog=${catalog}`)
    expect(code).toBe(1)
    expect(out).toContain(`${catalog}/gateway.yaml:3:1: error[unknown-key]: unknown key \`fe\``)
    expect(out).toContain('= help: did you mean `fee`?')
    expect(out).toMatch(/\n\n7 files: 1 problem \(/)
  })

  it('speaks JSON and GitHub, and nothing else then', async () => {
    const catalog = broken('gateway.yaml', 'fee:', 'fe:')
    const json = await command('check', '--catalog', catalog, '--format', 'json')
    expect(JSON.parse(json.out)).toMatchObject([
      { code: 'unknown-key', line: 3, col: 1, endCol: 3, severity: 'error' },
    ])
    const github = await command('check', '--catalog', catalog, '--format', 'github')
    expect(github.out).toContain(
      `::error file=${catalog}/gateway.yaml,line=3,col=1,endColumn=3,title=unknown-key::unknown key \`fe\`%0Adid you mean`,
    )
    const well = await command('check', '--catalog', SMALL, '--format', 'json')
    expect(well).toMatchObject({ code: 0, out: '[]\n' })
  })

  it('uses colours only where the terminal has them', async () => {
    const catalog = broken('gateway.yaml', 'fee:', 'fe:')
    const [plain, bright] = [terminal(), terminal(true)]
    await main(['check', '--catalog', catalog], plain)
    await main(['check', '--catalog', catalog], bright)
    expect(plain.said.out).not.toContain('\u001b[')
    expect(stripVTControlCharacters(bright.said.out).replace(/\(\d+\.\d+ s\)/, '')).toBe(
      plain.said.out.replace(/\(\d+\.\d+ s\)/, ''),
    )
    expect(bright.said.out).toContain('\u001b[')
  })

  it('reports a folder that cannot be read', async () => {
    const { code, err } = await command('check', '--catalog', join(dir, 'none'))
    expect(code).toBe(2)
    expect(err).toContain('ENOENT')
  })
})

describe('generate', () => {
  it('writes, is then up to date, and sees drift, missing and left-over files', async () => {
    const out = join(dir, 'generated')
    expect((await command('generate', '--catalog', SMALL, '--out', out)).code).toBe(0)
    expect(await command('generate', '--check', '--catalog', SMALL, '--out', out)).toMatchObject({
      code: 0,
    })
    writeFileSync(join(out, 'tools/things.ts'), 'changed\n')
    rmSync(join(out, 'gateway.ts'))
    writeFileSync(join(out, 'left.ts'), '')
    const drift = await command('generate', '--check', '--catalog', SMALL, '--out', out)
    expect(drift.code).toBe(1)
    expect(drift.out).toMatch(/differs: +.*tools\/things\.ts\n/)
    expect(drift.out).toMatch(/missing: +.*gateway\.ts\n/)
    expect(drift.out).toMatch(/left over: +.*left\.ts\n/)
    expect(drift.out).toMatch(/fix with: npm run generate\nfix with: rm .*left\.ts\n/)
  }, 120_000)

  it('leaves everything as it was where the catalog has an error', async () => {
    const catalog = broken('gateway.yaml', 'fee:', 'fe:')
    const out = join(dir, 'generated')
    expect((await command('generate', '--catalog', catalog, '--out', out)).code).toBe(1)
    expect(() => readFileSync(join(out, 'manifest.json'))).toThrow('ENOENT')
  })
})

describe('explain', () => {
  it.each(Object.keys(CODES))('%s has a wrong and a right example', async code => {
    const { code: exit, out } = await command('explain', code)
    expect(exit).toBe(0)
    expect(out).toMatch(/^\S+: \S.*\n\n\S[^]*\n\n {2}wrong\n {4}\S[^]*\n\n {2}right\n {4}\S[^]*\n$/)
    expect(CODES[code]!.bad).not.toBe(CODES[code]!.good)
  })

  it.each([
    ['model-retired', /^model-retired: a row is retired, with a successor\.\n\nIt is a WARN if/],
    ['price-raised', /^price-raised: a price is higher\.\n\nHow much it changes decides/],
    ['model-removed', /\n\nIt breaks callers, so the plan says BLOCK .* catalog\/accepted\.yaml/],
    ['gate-changed', /\n\nIt may break some callers, so it is a WARN/],
    ['model-added', /\n\nIt breaks no caller/],
  ])('says of %s, which only the plan prints, what to do', async (code, text) =>
    expect(await command('explain', code)).toMatchObject({
      code: 0,
      out: expect.stringMatching(text),
    }),
  )

  it('lists all codes, and suggests the nearest', async () => {
    expect((await command('explain')).out.trim().split('\n')).toHaveLength(
      Object.keys(CODES).length,
    )
    expect(await command('explain', 'yaml-tga')).toMatchObject({
      code: 2,
      err: 'there is no code yaml-tga, did you mean yaml-tag?\n',
    })
  })
})

describe('watch', () => {
  it('checks at once, and again after a change', async () => {
    const catalog = broken('gateway.yaml', 'fee:', 'fee:')
    const screen = terminal()
    const stop = new AbortController()
    const options = parseOptions(['--catalog', catalog], ['--catalog'])
    if ('misuse' in options) throw new Error(options.misuse)
    const ended = watch(options, screen, stop.signal)
    expect(screen.said.out).toContain('no problems')
    const text = readFileSync(join(catalog, 'gateway.yaml'), 'utf8')
    // The watcher needs a moment to be in place; writing until it answers makes the test
    // independent of how long that is.
    for (let i = 0; i < 60 && !screen.said.out.includes('error[unknown-key]'); i++) {
      writeFileSync(join(catalog, 'gateway.yaml'), text.replace('fee:', 'fe:'))
      await wait(150)
    }
    expect(screen.said.out).toContain('error[unknown-key]')
    // Many editors put a new file in place of the old one.
    for (const name of ['fa', 'fb', 'fc']) {
      writeFileSync(join(catalog, 'new'), text.replace('fee:', `${name}:`))
      renameSync(join(catalog, 'new'), join(catalog, 'gateway.yaml'))
      await expect.poll(() => screen.said.out).toContain(`\`${name}\``)
    }
    stop.abort()
    expect(await ended).toBe(0)
  }, 120_000)
})

it.each(['./catalog/', 'catalog//', 'tools/../catalog'])('%s is the folder `catalog`', name => {
  expect(parseOptions(['--catalog', name], ['--catalog'])).toMatchObject({ catalog: 'catalog' })
})

describe('wrong use ends with 2', () => {
  it.each([
    [['chek'], 'unknown command chek, did you mean check?'],
    [[], 'say what to do'],
    [['check', '--fromat', 'json'], 'unknown option --fromat, did you mean --format?'],
    [['check', '--format', 'xml'], '--format is one of pretty, json, github, not xml'],
    [['check', '--catalog'], '--catalog needs a value'],
    [['check', 'images'], 'check does not take `images`'],
    [['explain', '--check'], 'unknown option --check'],
  ])('%j', async (args, message) => {
    const { code, err } = await command(...args)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })

  it.each(['check', 'generate', 'watch', 'explain'])('%s --help says how', async verb => {
    expect(await command(verb, '--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`  ${verb}`),
    })
  })
})
