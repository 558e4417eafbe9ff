/** README and CONTRIBUTING are correct: their settings, commands, files and transcripts exist. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import { settingRows, upstreamRows, withTables } from '../../scripts/readme-tables.ts'
import { startUpstreams } from '../../scripts/devnet/upstreams/index.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import { hints } from '../../scripts/world/hints.ts'
import type { World } from '../../scripts/world/world.ts'

const readme = readFileSync('README.md', 'utf8')

it('lists every setting and every upstream, as the code reads them', async () => {
  const tables = await withTables(readme, catalog)
  const rows = tables.replaceAll(/ +\|/g, ' |')
  for (const row of [...settingRows(), ...upstreamRows(catalog)])
    expect(rows).toContain(row.replaceAll(/ +\|/g, ' |'))
  if (CATALOG === 'catalog')
    expect(readme === tables, 'README.md is not up to date: run "npm run generate"').toBe(true)
})

it.each(['README.md', 'CONTRIBUTING.md'])('%s names only commands and files that exist', name => {
  const text = readFileSync(name, 'utf8')
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const commands = [...text.matchAll(/npm run ([a-z-]+)/g)].map(match => match[1]!)
  expect(commands.filter(command => !Object.hasOwn(scripts, command))).toEqual([])
  const files = [
    ...text.matchAll(
      /\]\(([^)#:]+)[^)]*\)|`((?:runtime|generator|scripts|catalog|test)\/[\w./-]+\.\w+)`/g,
    ),
  ].map(match => match[1] ?? match[2]!)
  expect(files.filter(file => !existsSync(file))).toEqual([])
})

it('holds real transcripts', () => {
  expect(readme).not.toContain('<!--')
  expect(readme).toMatch(/402 Payment Required: 0\.022 USDC/)
  expect(readme).toMatch(/transaction 0x[0-9a-f]{64}/)
})

it('lists the purchases that npm start proposes, and every local upstream', async () => {
  const printed = hints(
    { upstreams: { control: '' }, network: { chain: {}, buyer: { key: '' } }, env: {} } as World,
    'http://127.0.0.1:4020',
  )
  const purchases = printed.filter(line => line.startsWith('  npm run buy'))
  expect(purchases.length).toBeGreaterThan(8)
  expect(purchases.filter(line => !readme.includes(`\n${line}\n`))).toEqual([])
  const started = / upstreams {2}(.*);/.exec(readme)![1]!.split(', ')
  const upstreams = await startUpstreams()
  await upstreams.stop()
  expect(started.sort()).toEqual([...upstreams.names].sort())
})
