/** Compares the files on disk with the generated ones, without changing them. */
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { byCodePoint, type OutFile } from '../emit/out-file.ts'
import { firstHunk } from './hunk.ts'
import { orphansIn, read } from './write.ts'

/** The command that fixes all but strays. */
const MEND = 'npm run generate'

/**
 * Differences by kind; paths are below the output folder. `hunk` is the first difference of the
 * first changed file.
 */
export interface Drift {
  clean: boolean
  changed: string[]
  missing: string[]
  /** Files that an earlier run made, and that are not made any more. */
  orphaned: string[]
  /** Other files, which no run deletes. */
  strays: string[]
  hunk?: string
  /** The commands that fix all of it. */
  mend: string[]
}

/**
 * Compares files with a folder, byte for byte. Any other file in the folder is left over, except
 * dot files.
 */
export function drift(files: ReadonlyMap<string, OutFile>, dir: string): Drift {
  const changed: string[] = []
  const missing: string[] = []
  let hunk: string | undefined
  for (const file of files.values()) {
    const there = read(dir, file.path)
    if (there === undefined) missing.push(file.path)
    else if (there !== file.text) {
      changed.push(file.path)
      hunk ??= firstHunk({ path: join(dir, file.path), before: there, after: file.text })
    }
  }
  const orphaned = orphansIn(files, dir)
  const strays = straysIn(files, dir).filter(path => !orphaned.includes(path))
  const isStale = changed.length + missing.length + orphaned.length > 0
  const mend = [...(isStale ? [MEND] : []), ...(strays.length > 0 ? [removal(strays, dir)] : [])]
  const found = { changed, missing, orphaned, strays, mend }
  return { clean: mend.length === 0, ...found, ...(hunk === undefined ? {} : { hunk }) }
}

/** The files in a folder that are not among the generated ones, except dot files. */
export const straysIn = (files: ReadonlyMap<string, OutFile>, dir: string): string[] =>
  present(dir, '')
    .filter(path => !files.has(path))
    .sort(byCodePoint)

/** The command that deletes files that `generate` did not make. */
export function removal(paths: readonly string[], dir: string): string {
  const all = paths.map(path => relative('.', join(dir, path)))
  return `rm ${all.map(quoted).join(' ')}`
}

/** A path as a shell reads it. */
const quoted = (path: string): string =>
  /^[\w./][\w./-]*$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`

/** The paths of all files below a folder, except dot files. */
export function present(dir: string, below: string): string[] {
  try {
    return readdirSync(join(dir, below), { withFileTypes: true })
      .filter(e => !e.name.startsWith('.'))
      .flatMap(e => {
        const path = below === '' ? e.name : `${below}/${e.name}`
        return e.isDirectory() ? present(dir, path) : [path]
      })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
