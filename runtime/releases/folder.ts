/**
 * Stores documents in a folder, for gateways with the embedded store, because only their own
 * process can open that store. Each version is a file; a new one is linked under its name, which
 * fails if another process was first. Data is on disk before a commit resolves, and a crash leaves
 * either the old version or the new one. A file that holds no document is an unusable version: its
 * `doc` is undefined.
 */
import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Change, Stored } from '../store/store.ts'
import type { Documents } from './releases.ts'

/** The content of a file. */
interface File {
  doc: unknown
  tag: string
  expires?: number | undefined
}

/** A version of a document. */
interface Version {
  version: number
  path: string
}

/**
 * How long the newest version of a document stays after its end, in ms. So its number is not reused
 * while a process may still refer to the old document.
 */
const STAYS = 86_400_000

/** Returns the code of a file system error. */
const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** Opens the documents in a folder, which the first commit creates. */
export function createFolder(dir: string, clock: { now(): number }): Documents {
  const read = async (key: string): Promise<Stored<never> | undefined> => {
    const all = await versions(dir, key)
    const [newest] = all
    if (newest === undefined) return undefined
    const { doc, tag, expires = Infinity } = parsed(await readFile(newest.path, 'utf8'))
    if (expires > clock.now()) return { doc: doc as never, tag, version: newest.version }
    if (expires + STAYS <= clock.now()) await removeAll(all)
    return undefined
  }
  // A version can be replaced between its listing and its reading.
  const get = async (key: string): Promise<Stored<never> | undefined> => {
    for (let tries = 0; ; tries++) {
      try {
        return await read(key)
      } catch (error) {
        if (codeOf(error) !== 'ENOENT' || tries > 9) throw error
      }
    }
  }
  return {
    get: (_collection, key) => get(key),
    async list(_collection, tag, limit) {
      const keys = new Set((await namesIn(dir)).map(name => keyOf(name)))
      const found = await Promise.all([...keys].map(async key => ({ key, stored: await get(key) })))
      return found
        .filter((one): one is { key: string; stored: Stored<never> } => one.stored?.tag === tag)
        .slice(0, limit)
    },
    async commit([change, ...others]) {
      if (others.length > 0) throw new Error('a folder takes one change at a time')
      const { key } = change!
      // The order matters: a version written between these two steps is not overwritten.
      const all = await versions(dir, key)
      const known = await get(key)
      if (!isPossible(change!, known)) return false
      if (change!.do === 'remove' && known === undefined) return true
      const next = (all[0]?.version ?? 0) + 1
      const path = join(dir, `${nameOf(key)}.${next}.json`)
      if (!(await linkNew(dir, path, JSON.stringify(fileOf(change!, clock.now()))))) return false
      // Other processes may have made and removed this number, and made the next one, since the
      // listing.
      const isLate = (await versions(dir, key)).some(({ version }) => version > next)
      await removeAll(isLate ? [{ version: next, path }] : all)
      return !isLate
    },
  }
}

/** Whether a change may be made to the current version. */
function isPossible(change: Change, known: { version: number } | undefined): boolean {
  if (change.do === 'insert') return known === undefined
  if (change.do === 'remove' && change.version === undefined) return true
  return known?.version === change.version
}

/** Returns the file of a change. A removed document leaves an expired file. */
const fileOf = (change: Change, now: number): Partial<File> =>
  change.do === 'remove'
    ? { expires: now }
    : { doc: change.doc, tag: change.tag ?? '', expires: change.expires }

const nameOf = (key: string): string => encodeURIComponent(key)
const keyOf = (name: string): string => decodeURIComponent(name.replace(/\.\d+\.json$/, ''))

/** Whether a file belongs to a document. */
function isOwn(name: string): boolean {
  if (!/\.\d{1,15}\.json$/.test(name)) return false
  try {
    return keyOf(name) !== ''
  } catch {
    return false // Not an encoding that this folder writes.
  }
}

/** Parses a file; a damaged file counts as a version without a document. */
function parsed(text: string): File {
  try {
    const { doc, tag, expires } = JSON.parse(text) as Partial<File>
    return { doc, tag: tag ?? '', ...(expires === undefined ? {} : { expires }) }
  } catch {
    return { doc: undefined, tag: '' }
  }
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).filter(isOwn)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** Lists the versions of a document, newest first. A crash may leave more than one. */
async function versions(dir: string, key: string): Promise<Version[]> {
  const own = (await namesIn(dir)).filter(name => keyOf(name) === key)
  return own
    .map(name => ({
      version: Number(/\.(\d+)\.json$/.exec(name)![1]),
      path: join(dir, name),
    }))
    .sort((a, b) => b.version - a.version)
}

/** Writes a file under a name that must be new. Returns false if the name exists. */
async function linkNew(dir: string, path: string, text: string): Promise<boolean> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const draft = join(dir, `new-${randomBytes(8).toString('hex')}`)
  try {
    await writeDurably(draft, text)
    await link(draft, path)
    const folder = await open(dir)
    await folder.sync().finally(() => folder.close())
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Removes versions, oldest first: a crash in between must not uncover an older one. */
async function removeAll(all: readonly Version[]): Promise<void> {
  for (const { path } of all.toReversed())
    await unlink(path).catch(error => {
      if (codeOf(error) !== 'ENOENT') throw error
    })
}
