/** The command `plan`: what it compares with, its exit codes, and its three forms. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freeRoute } from '../checks/small-catalog.ts'
import { repository, type Repository } from './repository.ts'

let repo: Repository
beforeEach(() => {
  repo = repository()
})
afterEach(() => repo.remove())

const MODELS = 'tools/things.models.yaml'
const ROUTES = 'tools/things.routes.yaml'
const tenfold = (): void => repo.change(MODELS, 'rate: 0.01', 'rate: 0.1')

describe('it compares with', () => {
  it('HEAD where files differ from it', async () => {
    tenfold()
    const { code, out } = await repo.run('plan')
    expect(out).toMatch(/^Plan: \S+ against HEAD \([0-9a-f]{7}\), 1 file changed; prices on base\n/)
    expect(code).toBe(3)
  })

  it('HEAD where there are new files', async () => {
    repo.write('flows.yaml', 'free: {}\ninline: {}\n')
    repo.write('tools/views.routes.yaml', freeRoute('views'))
    const { out } = await repo.run('plan')
    expect(out).toContain('2 files changed')
    expect(out).toContain('GET /api/v1/views is new')
  })

  it('the commit before, where nothing differs', async () => {
    tenfold()
    repo.git('commit', '-qam', 'second')
    const { code, out } = await repo.run('plan')
    expect(out).toContain('against HEAD~1 (')
    expect(code).toBe(3)
  })

  it('where the branch left origin/main', async () => {
    repo.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    tenfold()
    repo.git('commit', '-qam', 'second')
    repo.git('commit', '-q', '--allow-empty', '-m', 'third')
    const { code, out } = await repo.run('plan')
    expect(out).toContain('against the merge base with origin/main (')
    expect(code).toBe(3)
  })

  it('a commit or a folder that is named', async () => {
    repo.git('tag', 'v1')
    tenfold()
    repo.git('commit', '-qam', 'second')
    expect((await repo.run('plan', '--against', 'v1')).code).toBe(3)
    expect((await repo.run('plan', '--against', 'HEAD')).out).toContain('ALLOW: nothing changes')
    expect((await repo.run('plan', '--against', 'test/golden/_base/catalog')).code).toBe(3)
  })
})

describe('it says what to do', () => {
  it('where there is no such commit', async () => {
    const { code, err } = await repo.run('plan', '--against', 'nowhere')
    expect(err).toBe('nowhere is neither a commit nor a folder with a gateway.yaml\n')
    expect(code).toBe(2)
  })

  it('where there is no earlier commit', async () => {
    const { code, err } = await repo.run('plan')
    expect(err).toMatch(/^there is no earlier commit to compare with/)
    expect(code).toBe(2)
  })

  it('outside of a repository', async () => {
    const bare = repository({ bare: true })
    const { code, err } = await bare.run('plan')
    expect(err).toMatch(/is not in a git repository; name a folder to compare with/)
    expect(code).toBe(2)
    bare.remove()
  })

  it('where the committed catalog itself has errors', async () => {
    repo.change('gateway.yaml', 'fee:', 'fe:')
    repo.git('commit', '-qam', 'second')
    repo.change('gateway.yaml', 'fe:', 'fee:')
    const { code, err } = await repo.run('plan')
    expect(err).toMatch(
      /^the catalog of HEAD \([0-9a-f]{7}\) itself has errors, so its prices are not known\. The first is gateway\.yaml:3: .*`fe`.*; choose another commit with --against\n$/s,
    )
    expect(code).toBe(2)
  })

  it('where the catalog has errors', async () => {
    repo.change('gateway.yaml', 'fee:', 'fe:')
    const { code, err } = await repo.run('plan')
    expect(err).toContain('unknown-key')
    expect(code).toBe(1)
  })
})

it('it says on which network prices are, and shows those of another one', async () => {
  const other = `other:
  kind: evm
  scheme: exact
  chain: eip155:10
  label: other
  only: { things.models: [large] }
  asset: { symbol: USDC, address: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", decimals: 6, name: USD Coin, version: "2" }
`
  repo.write('networks/other.yaml', other)
  repo.git('add', '.')
  repo.git('commit', '-qm', 'second network')
  tenfold()
  const usual = await repo.run('plan')
  expect(usual.out).toContain('; prices on base (--network shows those on other)\n')
  expect(usual.out).toContain('0.0115 -> 0.106')
  const there = await repo.run('plan', '--network', 'other')
  expect(there.out).toContain('; prices on other\n')
  // The row is not sold there.
  expect(there.out).not.toContain('0.0115 -> 0.106')
  const wrong = await repo.run('plan', '--network', 'others')
  expect([wrong.code, wrong.err]).toEqual([
    2,
    'there is no network others; networks are base, other\n',
  ])
})

it('it works before the examples have the new price, and says so', async () => {
  repo.change(MODELS, 'rate: 0.01', 'rate: 0.011')
  const { code, out } = await repo.run('plan')
  expect(out).toContain('note: 1 price of an example is out of date')
  expect(out).toContain('ALLOW: 1 change')
  expect(code).toBe(0)
})

it('it says which examples are refused now, apart from those with another price', async () => {
  repo.change(ROUTES, 'count: integer 1..10', 'count: integer 1..1')
  const { out } = await repo.run('plan')
  expect(out).toContain('note: 1 example does not hold any more: what they ask for is refused now')
  expect(out).not.toContain('the new price yet')
})

describe('its forms', () => {
  it('text shows what customers pay, and the entry to paste', async () => {
    tenfold()
    const { out } = await repo.run('plan')
    expect(out).toContain('BLOCK  small rate 0.01 -> 0.1 USD, 10 times as much\n')
    expect(out).toMatch(/POST \/api\/v1\/things {2,}0\.0115 -> 0\.106 {2}\+822 %/)
    expect(out).toContain(
      '- { finding: price-raised, subject: small rate, old: 0.01, new: 0.1, because: WHY }',
    )
  })

  it('Markdown begins with the verdict and folds the tables', async () => {
    tenfold()
    const { code, out } = await repo.run('plan', '--format', 'markdown')
    expect(out.split('\n')[2]).toMatch(/^\*\*BLOCK: 1 change must be reverted/)
    expect(out.match(/<details>/g)).toHaveLength(out.match(/<\/details>/g)!.length)
    expect(out).toMatch(/\| POST \/api\/v1\/things \| +\| +\| 0\.0115 \| 0\.106 \| \+822 % \|/)
    expect(code).toBe(3)
  })

  it('JSON has ids and amounts', async () => {
    tenfold()
    const { out } = await repo.run('plan', '--format=json')
    const plan = JSON.parse(out) as { verdict: string; findings: Record<string, unknown>[] }
    expect(plan.verdict).toBe('block')
    expect(plan.findings[0]).toMatchObject({
      id: 'price-raised',
      subject: 'small rate',
      old: '0.01',
      new: '0.1',
    })
  })
})

it('recorded purchases are replayed, and a line that cannot be read is named', async () => {
  tenfold()
  const file = join(repo.dir, 'purchases.jsonl')
  writeFileSync(file, '{"route":"/api/v1/things","request":{"body":{"model":"small"}},"count":2}\n')
  expect((await repo.run('plan', '--purchases', file)).out).toContain(
    'Recorded purchases: 2 purchases, 0.023 USD before, 0.212 USD now, +822 %',
  )
  writeFileSync(file, 'x\n')
  const { code, err } = await repo.run('plan', '--purchases', file)
  expect(err).toContain('line 1')
  expect(code).toBe(2)
})

it('sales lines are replayed as `npm run sales -- --lines` prints them', async () => {
  repo.change(MODELS, 'rate: 0.01', 'rate: 0.011')
  const line = {
    key: '1-a-2',
    at: 1_766_000_000_000,
    outcome: 'charged',
    route: 'post_things',
    wallet: '0xa',
    network: 'eip155:8453',
    quoted: '11500',
    charged: '11500',
    model: 'small',
    inputs: { 'body.count': 1 },
  }
  const file = join(repo.dir, 'sales.jsonl')
  writeFileSync(file, `${JSON.stringify(line)}\n`)
  expect((await repo.run('plan', '--purchases', file)).out).toContain(
    'Recorded purchases: 1 purchase, 0.0115 USD before, 0.01255 USD now, +9.1 %',
  )
})
