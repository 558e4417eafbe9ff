import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemClock } from '../../runtime/clock.ts'
import { createDiskMedia } from '../../runtime/media/disk.ts'
import { readRange } from '../../runtime/media/serve.ts'
import { systemRandom } from '../../runtime/random.ts'
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
  for (const hostile of ['../outside.png', 'outside.png', `${hash}.html`]) expect(await media.open(hostile), hostile).toBeUndefined()
  await rm(dir, { recursive: true })
})

it('a range of an empty file is outside', () => { expect(readRange('bytes=0-', 0)).toBe('bad') })
