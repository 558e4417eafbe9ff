/** Replaces files of a cache, which several commands read and write. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a file in one step: readers find the old content or the new one. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const staged = `${path}.${process.pid}`
  try {
    writeFileSync(staged, content)
    renameSync(staged, path)
  } catch (error) {
    rmSync(staged, { force: true })
    throw error
  }
}
