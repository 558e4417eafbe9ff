/**
 * Copies an embedded store that a gateway may be using, for reports that only read. A gateway locks
 * its store exclusively, so reports read a copy.
 *
 * Use this in a separate process: closing a file ends the locks that the same process has on it.
 */
import { constants } from 'node:fs'
import { copyFile, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Position of the salts in the header of a write-ahead log; they change when the log restarts. */
const SALTS = { position: 16, length: 8 }
const TRIES = 10

/** Returns the salts of a write-ahead log; empty if there is none. */
async function saltsOf(file: string): Promise<string> {
  try {
    const handle = await open(file)
    try {
      const { buffer } = await handle.read(
        Buffer.alloc(SALTS.length),
        0,
        SALTS.length,
        SALTS.position,
      )
      return buffer.toString('hex')
    } finally {
      await handle.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

async function copyIfPresent(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await rm(to, { force: true })
  }
}

/**
 * Copies the store of a folder to a new folder and returns it; the caller removes it. First the
 * database is copied and then its log. If the log has not restarted meanwhile, it has every page
 * written since, so the two together are consistent. Rejects if there is no store.
 */
export async function copyEmbedded(dir: string): Promise<string> {
  const to = await mkdtemp(join(tmpdir(), 'farebox-copy-'))
  const [db, log] = [join(dir, 'store.db'), join(dir, 'store.db-wal')]
  try {
    for (let i = 0; i < TRIES; i++) {
      const before = await saltsOf(log)
      await copyFile(db, join(to, 'store.db'), constants.COPYFILE_FICLONE)
      await copyIfPresent(log, join(to, 'store.db-wal'))
      if ((await saltsOf(join(to, 'store.db-wal'))) === before) return to
    }
    throw new Error(`the store in ${dir} changes too fast to be copied`)
  } catch (error) {
    await rm(to, { recursive: true, force: true })
    throw error
  }
}
