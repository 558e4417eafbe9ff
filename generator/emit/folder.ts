/** Makes keys of the contents of folders, for results that depend on all of their files. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The key of each folder. A process reads a folder once, as it loads a module once. */
const known = new Map<string, string>()

/** A key that changes with the name or the content of any file below a folder. */
export function folderKey(folder: string): string {
  const key = known.get(folder) ?? hashOf(folder)
  known.set(folder, key)
  return key
}

function hashOf(folder: string): string {
  const hash = createHash('sha256')
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
  for (const name of names.sort()) hash.update(`${name}\n`).update(readFileSync(name))
  return hash.digest('base64url')
}
