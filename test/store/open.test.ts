/** Which store the settings mean, and where it is. */
import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { folderOf, openStore, prefixOf } from '../../runtime/store/open.ts'
import { manualClock } from '../helpers/clock.ts'
import { spawnRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'
import { freshPrefix, tempDir } from '../helpers/store.ts'

const clock = manualClock()

it('gateways of several names and networks have prefixes and folders of their own', () => {
  const prefix = prefixOf({ gateway: { name: 'Farebox' } } as never, 'base')
  expect(prefix).toBe('farebox:base')
  expect(folderOf('/data', prefix)).toBe('/data/farebox-base')
  expect(folderOf('/data', 'a::b/../c_d-e')).toBe('/data/a-b-c_d-e')
})

it.each([
  [true, 'store.db'],
  [false, join('farebox-base', 'store.db')],
  [undefined, join('farebox-base', 'store.db')],
])(
  'without Redis it is in the folder, which is for its user only, or below it if others are there too (isFolder: %s)',
  async (isFolder, file) => {
    const dir = tempDir('open')
    const store = await openStore({ store: { dir } }, { clock, prefix: 'farebox:base', isFolder })
    const path = join(dir, file)
    expect([store.shared, store.clock.now(), existsSync(path)]).toEqual([false, clock.now(), true])
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    await store.close()
    rmSync(dir, { recursive: true })
  },
)

suitesWith('redis', 'own').it('with Redis it is there, under the prefix', async () => {
  const redis = await spawnRedis({
    args: ['--appendonly', 'no', '--maxmemory-policy', 'allkeys-lru'],
  })
  const prefix = freshPrefix()
  const warnings: string[] = []
  const open = () =>
    openStore({ store: { redis: `unix:${redis.path}` } } as never, {
      clock,
      prefix,
      warn: text => warnings.push(text),
    })
  const store = await open()
  expect([store.shared, warnings]).toEqual([
    true,
    [
      'Redis runs without appendonly: its records are lost when it stops',
      'Redis may evict payment records (maxmemory-policy allkeys-lru); set noeviction',
    ],
  ])
  await store.commit([{ do: 'insert', in: 'jobs', key: 'a', doc: 1 }])
  const same = await open()
  expect((await same.get('jobs', 'a'))?.doc).toBe(1)
  await same.close()
  await store.close()
  await redis.stop()
})
