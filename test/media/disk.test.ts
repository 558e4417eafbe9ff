import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { createDiskMedia } from '../../runtime/media/disk.ts'
import { readRange } from '../../runtime/media/serve.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import type { MediaStore } from '../../runtime/seams.ts'
import { tempDir } from '../helpers/store.ts'
import { chunks, mediaContract, PNG, type Tried } from './contract.ts'
import { servingContract } from './serving.ts'

const start = async (): Promise<Tried> => {
  const dir = tempDir('media')
  const media = await createDiskMedia({ dir, clock: systemClock, random: systemRandom })
  const leftovers = async (): Promise<number> => (await readdir(join(dir, 'tmp'))).length
  return { media, leftovers, stop: () => rm(dir, { recursive: true }) }
}
mediaContract('disk', start)
servingContract('disk', start)

const { synced } = vi.hoisted(() => ({ synced: [] as string[] }))
/** The file system itself, which shows whose content is made durable. */
vi.mock('node:fs/promises', async actual => {
  const real = await actual<typeof import('node:fs/promises')>()
  const open: typeof real.open = async (path, ...how) => {
    const file = await real.open(path, ...how)
    const sync = file.sync.bind(file)
    file.sync = async () => {
      await sync()
      synced.push(String(path))
    }
    return file
  }
  return { ...real, open }
})

describe('what a crash leaves', () => {
  const dir = tempDir('media')
  const opened = () => createDiskMedia({ dir, clock: systemClock, random: systemRandom })
  const put = async (media: MediaStore): Promise<{ folder: string; order: string[] }> => {
    synced.length = 0
    const { name } = await media.put(chunks(PNG), { maxBytes: 1000 })
    const folder = join(dir, name.slice(0, 2))
    return {
      folder,
      order: synced.map(path => (path.startsWith(join(dir, 'tmp')) ? 'the file' : path)),
    }
  }
  afterEach(() => rm(dir, { recursive: true, force: true }))

  it('is every file that was stored: its content, the folder of its hash in the store, and its name in that folder', async () => {
    const media = await opened()
    const { folder, order } = await put(media)
    expect(order).toEqual(['the file', dir, folder])
    expect((await put(media)).order).toEqual(['the file', folder])
    await rm(folder, { recursive: true })
    expect((await put(media)).order).toEqual(['the file', dir, folder])
  })

  it('also where the folder was made by a process that died before it could make it durable', async () => {
    await put(await opened())
    const { folder, order } = await put(await opened())
    expect(order).toEqual(['the file', dir, folder])
  })
})

it('removes what a dead process left, and nothing that may still be written', async () => {
  const dir = tempDir('media')
  await mkdir(join(dir, 'tmp'))
  await writeFile(join(dir, 'tmp', 'old'), 'x')
  await writeFile(join(dir, 'tmp', 'new'), 'x')
  await utimes(join(dir, 'tmp', 'old'), 1, 1)
  await createDiskMedia({ dir, clock: systemClock, random: systemRandom })
  expect(await readdir(join(dir, 'tmp'))).toEqual(['new'])
  await rm(dir, { recursive: true })
})

it('reaches no file beside its own', async () => {
  const dir = tempDir('media')
  const media = await createDiskMedia({ dir, clock: systemClock, random: systemRandom })
  const { name } = await media.put(chunks(PNG), { maxBytes: 1000 })
  const hash = name.slice(0, 64)
  await writeFile(join(dir, 'outside.png'), 'secret')
  await symlink('/etc/passwd', join(dir, hash.slice(0, 2), `${hash}.html`))
  for (const hostile of ['../outside.png', 'outside.png', `${hash}.html`])
    expect(await media.open(hostile), hostile).toBeUndefined()
  await rm(dir, { recursive: true })
})

it('a range of an empty file is outside', () => {
  expect(readRange('bytes=0-', 0)).toBe('bad')
})
