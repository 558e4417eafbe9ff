/**
 * Keeps parsed files from one command to the next, because parsing takes a third of the time of
 * `check`. Only files without problems are kept. The cache can be deleted at any time.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { replaceFile } from '../write/replace.ts'
import { canPack, packed, unpacked, type Packed } from './packed.ts'
import type { Raw, SourceFile } from '../types.ts'

/** The most files in the cache; the last used ones stay. */
const MOST = 500

interface Stored {
  version: string
  files: [hash: string, raw: Packed][]
}

/** The parsed files of a command and of earlier ones. */
export interface ParseCache {
  /** The parsed value of a text; undefined if it is not cached. */
  get(file: SourceFile): Raw | undefined
  /** Adds the parsed value of a file without problems. */
  put(file: SourceFile, raw: Raw): void
  /** Writes the cache if it has new entries. Throws the errors of the file system. */
  save(): void
}

/** Opens a cache. Entries of another `version` of the reader are ignored. */
export function openParseCache(path: string, version: string): ParseCache {
  const files = new Map(stored(path, version))
  let isNew = false
  return {
    get(file) {
      const hash = hashOf(file)
      const known = files.get(hash)
      if (known === undefined) return undefined
      files.delete(hash)
      files.set(hash, known)
      return unpacked(known, file)
    },
    put(file, raw) {
      if (!canPack(raw)) return
      files.set(hashOf(file), packed(raw))
      isNew = true
    },
    save() {
      if (!isNew) return
      const text = JSON.stringify({ version, files: [...files].slice(-MOST) } satisfies Stored)
      replaceFile(path, text)
    },
  }
}

function stored(path: string, version: string): Stored['files'] {
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as Stored
    return read.version === version ? read.files : []
  } catch {
    return []
  }
}

const hashOf = ({ text }: SourceFile): string =>
  createHash('sha256').update(text).digest('base64url')
