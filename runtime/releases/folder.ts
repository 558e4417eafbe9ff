/**
 * Documents in a folder, for gateways with the embedded store: only their own process can open
 * that. Each version is a file; a new one is linked under its name, which fails if another process
 * was first. What was written is on disk before a commit resolves, and a crash leaves either the
 * old version or the new one.
 */
import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stored } from '../store/store.ts'
import type { Documents } from './releases.ts'

/** The content of a file. */
interface File {
  doc: unknown
  tag: string
  expires?: number
}

/** A version of a document. */
interface Version {
  version: number
  path: string
}

/** Code of an error of the file system. */
const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** Opens the documents in a folder, which the first commit creates. */
export function createFolder(dir: string, clock: { now(): number }): Documents {
  const read = async (key: string): Promise<Stored<never> | undefined> => {
    const newest = (await versions(dir, key))[0]
    if (newest === undefined) return undefined
    const { doc, tag, expires } = JSON.parse(await readFile(newest.path, 'utf8')) as File
    if (expires === undefined || expires > clock.now())
      return { doc: doc as never, tag, version: newest.version }
    await removeAll([newest])
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
      const all = await versions(dir, key)
      const newest = all[0]?.version ?? 0
      if (change!.do === 'remove') {
        await removeAll(all)
        return true
      }
      const known = await get(key)
      if (change!.do === 'insert' ? known !== undefined : known?.version !== change!.version)
        return false
      const { doc, tag = '', expires } = change!
      const path = join(dir, `${nameOf(key)}.${newest + 1}.json`)
      if (!(await linkNew(dir, path, JSON.stringify({ doc, tag, expires })))) return false
      await removeAll(all)
      return true
    },
  }
}

const nameOf = (key: string): string => encodeURIComponent(key)
const keyOf = (name: string): string => decodeURIComponent(name.replace(/\.\d+\.json$/, ''))

async function namesIn(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).filter(name => /\.\d+\.json$/.test(name))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** The versions of a document, the newest first. A crash may leave more than one. */
async function versions(dir: string, key: string): Promise<Version[]> {
  const own = (await namesIn(dir)).filter(name => keyOf(name) === key)
  return own
    .map(name => ({
      version: Number(/\.(\d+)\.json$/.exec(name)![1]),
      path: join(dir, name),
    }))
    .sort((a, b) => b.version - a.version)
}

/** Writes a file under a name that must be new. Returns false if it is not. */
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

async function removeAll(all: readonly Version[]): Promise<void> {
  for (const { path } of all)
    await unlink(path).catch(error => {
      if (codeOf(error) !== 'ENOENT') throw error
    })
}
