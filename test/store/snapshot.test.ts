/** A copy of a store that a gateway is using: whole, or none. */
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyEmbedded } from '../../runtime/store/snapshot.ts'
import { tempDir } from '../helpers/store.ts'

/** Runs after each copy of the database, before its log is copied. */
const after = vi.hoisted(() => ({ copy: async (): Promise<unknown> => undefined }))
vi.mock('node:fs/promises', async original => {
  const real = await original<typeof import('node:fs/promises')>()
  const copyFile: typeof real.copyFile = async (from, to, mode) => {
    await real.copyFile(from, to, mode)
    if (String(from).endsWith('store.db')) await after.copy()
  }
  return { ...real, copyFile }
})

/** A log whose header has these salts. */
const logOf = (salts: string, rest = 'pages'): string => `${'h'.repeat(16)}${salts}${rest}`
const [ONE, TWO] = ['11111111', '22222222']

let root: string
let dir: string
let [db, log]: string[] = []
beforeEach(async () => {
  root = tempDir('snapshot')
  dir = join(root, 'store')
  await mkdir(dir)
  await mkdir(join(root, 'tmp'))
  vi.stubEnv('TMPDIR', join(root, 'tmp'))
  ;[db, log] = [join(dir, 'store.db'), join(dir, 'store.db-wal')]
  await writeFile(db, 'database')
  after.copy = async () => undefined
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

/** The files of a copy, with their contents. */
async function filesOf(copy: string): Promise<Record<string, string>> {
  const names = await readdir(copy)
  const texts = await Promise.all(names.map(name => readFile(join(copy, name), 'utf8')))
  return Object.fromEntries(names.map((name, i) => [name, texts[i]!]))
}
const copies = () => readdir(join(root, 'tmp'))

describe('a copy', () => {
  it('has the database, and its log if there is one, in a folder of its own', async () => {
    const bare = await copyEmbedded(dir)
    expect(await filesOf(bare)).toEqual({ 'store.db': 'database' })
    await writeFile(log!, logOf(ONE))
    const copy = await copyEmbedded(dir)
    expect(await filesOf(copy)).toEqual({ 'store.db': 'database', 'store.db-wal': logOf(ONE) })
    expect(await copies()).toHaveLength(2)
    expect(copy.startsWith(join(root, 'tmp', 'farebox-copy-'))).toBe(true)
  })

  it('has what was added to the log meanwhile', async () => {
    await writeFile(log!, logOf(ONE))
    after.copy = () => appendFile(log!, ' more')
    expect((await filesOf(await copyEmbedded(dir)))['store.db-wal']).toBe(logOf(ONE, 'pages more'))
  })

  it.each([
    ['restarts', () => writeFile(log!, logOf(TWO)), { 'store.db-wal': logOf(TWO) }],
    ['goes', () => rm(log!), {}],
  ])('is made again if the log %s meanwhile', async (_, change, files) => {
    await writeFile(log!, logOf(ONE))
    let times = 0
    after.copy = async () => {
      times += 1
      if (times > 1) return
      await change()
      await writeFile(db!, 'database with the log')
    }
    const copy = await copyEmbedded(dir)
    expect(await filesOf(copy)).toEqual({ 'store.db': 'database with the log', ...files })
    expect(times).toBe(2)
  })

  it('leaves out a log that an earlier try has copied and that is gone', async () => {
    await writeFile(log!, logOf(ONE))
    const changes = [() => writeFile(log!, logOf(TWO)), () => rm(log!)]
    after.copy = async () => changes.shift()?.()
    expect(Object.keys(await filesOf(await copyEmbedded(dir)))).toEqual(['store.db'])
  })
})

describe('no copy', () => {
  it('is made, and nothing stays behind, of a store that changes all the time', async () => {
    let times = 0
    after.copy = () => writeFile(log!, logOf(String((times += 1) + 10_000_000)))
    await expect(copyEmbedded(dir)).rejects.toThrow(
      `the store in ${dir} changes too fast to be copied`,
    )
    expect([times, await copies()]).toEqual([10, []])
  })

  it('is made, and nothing stays behind, where there is no store', async () => {
    await rm(db!)
    await expect(copyEmbedded(dir)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await copies()).toEqual([])
  })

  it('is made of a log that cannot be read', async () => {
    await mkdir(log!)
    await expect(copyEmbedded(dir)).rejects.toMatchObject({ code: 'EISDIR' })
    expect(await copies()).toEqual([])
  })
})
