/** Compares the files on disk with the generated ones, without changing them. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { byCodePoint, type OutFile } from '../emit/out-file.ts'
import { firstHunk } from './hunk.ts'
import { read } from './write.ts'

/** The command that fixes any drift. */
const MEND = 'npm run generate'

/**
 * Differences by kind; paths are below the output folder. `hunk` is the first difference of the
 * first changed file.
 */
export interface Drift {
  clean: boolean
  changed: string[]
  missing: string[]
  orphaned: string[]
  hunk?: string
  mend: string
}

/**
 * Compares files with a folder, byte for byte. Any other file in the folder is an orphan, except
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
  const orphaned = present(dir, '')
    .filter(path => !files.has(path))
    .sort(byCodePoint)
  const clean = changed.length + missing.length + orphaned.length === 0
  return { clean, changed, missing, orphaned, ...(hunk === undefined ? {} : { hunk }), mend: MEND }
}

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
