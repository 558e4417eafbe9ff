/** `check` compares with the last commit where there is one. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { repository, type Repository } from './repository.ts'

let repo: Repository
beforeEach(() => {
  repo = repository()
})
afterEach(() => repo.remove())

const MODELS = 'tools/things.models.yaml'
/** A price that no example names, ten times too high. */
const slip = (): void => repo.change(MODELS, 'rate: 0.05', 'rate: 0.5')
const noExample = (): void =>
  repo.change('tools/things.routes.yaml', '    - { model: large, count: 2, usd: 0.106 }\n', '')

it('a price that slipped is an error until it is committed', async () => {
  noExample()
  repo.git('commit', '-qam', 'second')
  slip()
  const { code, out } = await repo.run('check')
  expect(out).toContain('large rate went from 0.05 to 0.5 USD, 10 times as much')
  expect(out).toContain(`${repo.catalog}/tools/things.models.yaml:6:`)
  expect(code).toBe(1)
  repo.git('commit', '-qam', 'third')
  expect((await repo.run('check')).code).toBe(0)
  expect((await repo.run('check', '--against', 'HEAD~1')).code).toBe(1)
})

it('without a repository, or with an ignored folder, nothing is compared', async () => {
  const bare = repository({ bare: true })
  bare.change('tools/things.routes.yaml', '    - { model: large, count: 2, usd: 0.106 }\n', '')
  bare.change(MODELS, 'rate: 0.05', 'rate: 0.5')
  expect(await bare.run('check')).toMatchObject({ code: 0, err: '' })
  bare.git('init', '-q')
  expect(await bare.run('check')).toMatchObject({ code: 0, err: '' })
  bare.remove()
})

it('in a shallow clone of one commit it compares with that', async () => {
  noExample()
  repo.git('commit', '-qam', 'second')
  repo.git('clone', '-q', '--depth', '1', `file://${repo.dir}`, 'shallow')
  expect(repo.git('-C', 'shallow', 'rev-list', '--count', 'HEAD')).toBe('1')
  slip()
  expect((await repo.run('check')).code).toBe(1)
})

it('--all lists the examples that one number makes wrong', async () => {
  repo.change('gateway.yaml', 'fee: 0.001', 'fee: 0.002')
  const { out } = await repo.run('check')
  expect(out).toContain('1 problem')
  expect(out).not.toContain('this example should cost')
  const all = await repo.run('check', '--all')
  expect(all.out.match(/this example should cost/g)).toHaveLength(2)
  expect(all.code).toBe(1)
})

it('a commit whose catalog has errors is a warning, because no price is compared', async () => {
  repo.change('gateway.yaml', 'fee:', 'fe:')
  repo.git('commit', '-qam', 'second')
  repo.change('gateway.yaml', 'fe:', 'fee:')
  const { code, out } = await repo.run('check')
  expect(out).toMatch(
    /gateway\.yaml:\S+ warning\[not-compared\]: prices are not compared, because the catalog of HEAD itself has errors/,
  )
  expect(out).toMatch(/the first is gateway\.yaml:3: .*`fe`/s)
  expect(code).toBe(0)
  expect((await repo.run('check', '--strict')).code).toBe(1)
})

it('a commit that does not exist is said', async () => {
  const { code, err } = await repo.run('check', '--against', 'nowhere')
  expect(err).toMatch(/^nowhere is neither a commit nor a folder/)
  expect(code).toBe(2)
})

it('a deleted row is reported also where a list still names it and nothing can be built', async () => {
  repo.change(
    'networks/base.yaml',
    '  asset:',
    '  only: { things.models: [small, large] }\n  asset:',
  )
  repo.git('commit', '-qam', 'second')
  repo.change(MODELS, '  small: { rate: 0.01 }\n', '')
  const { code, out } = await repo.run('check')
  expect(out).toMatch(/things\.models\.yaml:\S+ error\[removed\]: the row small is deleted/)
  expect(out).toContain('put the row small back, with: retired: { since: 1970-01-31, use: large }')
  expect(out).toContain('there is no row `small`')
  expect(code).toBe(1)
})

it('a deleted row is reported at the most similar one, and a row in other capitals as such', async () => {
  repo.change(MODELS, '  large: { rate: 0.05, most: 5 }\n', '')
  expect((await repo.run('check')).out).toMatch(
    /things\.models\.yaml:5:3: error\[removed\]: the row large is deleted/,
  )
  repo.git('checkout', '-q', '.')
  repo.change(MODELS, '  large:', '  Large:')
  const { out } = await repo.run('check')
  expect(out).toMatch(/things\.models\.yaml:6:3: error\[removed\]: the row large is deleted/)
  expect(out).toContain('Large differs from large only in its capitals: write large again')
})

it('the deleted last row of a family is reported, beside the family', async () => {
  repo.change(MODELS, 'rows:\n', 'families:\n  tiny: { rate: 0.01 }\nrows:\n')
  repo.change(MODELS, '  small: { rate: 0.01 }\n', '  small: { like: tiny }\n')
  repo.git('commit', '-qam', 'second')
  repo.change(MODELS, '  small: { like: tiny }\n', '')
  const { code, out } = await repo.run('check')
  expect(out).toMatch(/error\[removed\]: the row small is deleted/)
  expect(out).toMatch(/error\[unused\]: no row is `like: tiny`/)
  expect(code).toBe(1)
})

it('a date in the past that is new is an error', async () => {
  repo.change(
    'gateway.yaml',
    'fee: 0.001',
    'fee: 0.001\ndated: [{ from: 1969-12-01, fee: 0.0011, because: x }]',
  )
  const { code, out } = await repo.run('check')
  expect(out).toMatch(
    /gateway\.yaml:\S+ error\[past\]: this entry changes `fee` from 1969-12-01 on/,
  )
  expect(out).toContain('write `from: 1970-01-02` or a later time')
  expect(code).toBe(1)
})
