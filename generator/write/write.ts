/**
 * Writes generated files to disk: only the changed ones, each in one step. Deletes only files that
 * an earlier run wrote.
 */
import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Manifest, MANIFEST } from '../emit/manifest.ts'
import { byCodePoint, type OutFile } from '../emit/out-file.ts'

/** The result of a run. Paths are below the output folder. */
export interface Written {
  written: string[]
  deleted: string[]
  unchanged: number
}

/**
 * Makes `dir` equal to these files. New texts are staged first and moved into place one by one, the
 * manifest last. If anything fails, moved files are restored, so that the folder is unchanged.
 * Throws the errors of the file system.
 */
export function write(files: ReadonlyMap<string, OutFile>, dir: string): Written {
  const before = new Map([...files.keys()].map(path => [path, read(dir, path)]))
  const changed = [...files.values()]
    .filter(file => before.get(file.path) !== file.text)
    .sort(manifestLast)
  const orphans = orphansIn(files, dir)
  for (const path of orphans) before.set(path, read(dir, path))
  const staging = join(dir, `.staging-${process.pid}`)
  const touched: string[] = []
  try {
    for (const [i, file] of changed.entries()) writeText(join(staging, String(i)), file.text)
    for (const path of orphans) {
      touched.push(path)
      remove(dir, path)
    }
    for (const [i, file] of changed.entries()) {
      touched.push(file.path)
      place(join(staging, String(i)), join(dir, file.path))
    }
  } catch (error) {
    for (const path of touched) restore(dir, path, before.get(path))
    throw error
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
  return {
    written: changed.map(f => f.path),
    deleted: orphans,
    unchanged: files.size - changed.length,
  }
}

function place(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  renameSync(from, to)
}

function restore(dir: string, path: string, text: string | undefined): void {
  if (read(dir, path) === text) return
  if (text === undefined) remove(dir, path)
  else writeText(join(dir, path), text)
}

/** The text of a generated file on disk; undefined if it does not exist. */
export function read(dir: string, path: string): string | undefined {
  try {
    return readFileSync(join(dir, path), 'utf8')
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined
    throw error
  }
}

/** Files in the manifest on disk that still exist and are no longer generated. */
export function orphansIn(files: ReadonlyMap<string, OutFile>, dir: string): string[] {
  return listed(dir).filter(path => !files.has(path) && read(dir, path) !== undefined)
}

/** The paths of the manifest on disk. Paths outside the folder are ignored. */
function listed(dir: string): string[] {
  const text = read(dir, MANIFEST)
  if (text === undefined) return []
  try {
    const outputs = (JSON.parse(text) as Partial<Manifest>).outputs ?? {}
    return Object.keys(outputs)
      .filter(path => /^[\w][^\\]*$/.test(path) && !path.split('/').includes('..'))
      .sort(byCodePoint)
  } catch {
    return []
  }
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function remove(dir: string, path: string): void {
  rmSync(join(dir, path))
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(join(dir, folder))
    } catch {
      return
    }
  }
}

function manifestLast(a: OutFile, b: OutFile): number {
  return Number(a.path === MANIFEST) - Number(b.path === MANIFEST) || byCodePoint(a.path, b.path)
}
