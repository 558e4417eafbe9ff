/**
 * Remembers the hashes of generated files, so that a command makes none of them while neither the
 * catalog nor the emitters have changed.
 */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { keyOf, recall, remember } from '../memory.ts'
import { folderKey } from '../emit/folder.ts'
import type { OutFile } from '../emit/out-file.ts'
import type { SourceFile } from '../types.ts'
import { present } from './drift.ts'
import { read } from './write.ts'

/** Emitters read templates, styles and scripts of this folder when they run. */
const EMIT = fileURLToPath(new URL('../emit/', import.meta.url))

type Hashes = ReadonlyMap<string, string>

/** The hashes of the files that an earlier command made of these sources, by path. */
export const knownHashes = (sources: readonly SourceFile[]): Hashes | undefined =>
  recall<Hashes>(keyFor(sources))

/** Notes the files that were made of these sources. */
export function noteFiles(
  sources: readonly SourceFile[],
  files: ReadonlyMap<string, OutFile>,
): void {
  const hashes = [...files.values()].map(({ path, text }): [string, string] => [path, keyOf(text)])
  remember(keyFor(sources), new Map(hashes))
}

/** Whether a folder has exactly these files. */
export function isCurrent(hashes: Hashes, dir: string): boolean {
  const there = present(dir, '')
  return (
    there.length === hashes.size &&
    there.every(path => hashes.get(path) === keyOf(read(dir, path) ?? ''))
  )
}

function keyFor(sources: readonly SourceFile[]): string {
  const hash = createHash('sha256').update(folderKey(EMIT))
  for (const { path, text } of sources) hash.update(`${path}\n${text.length}\n${text}`)
  return `generated ${hash.digest('base64url')}`
}
