/** Finds the files of a catalog. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { SourceFile } from '../types.ts'

/**
 * Reads every YAML file below a folder, sorted by code point. Paths start with `catalog/` whatever
 * the folder's name, so that the output does not depend on the catalog's folder. Throws if the
 * folder cannot be read.
 */
export function readCatalog(dir: string): SourceFile[] {
  const names = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map(entry => relative(dir, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  return names
    .sort(byCodePoint)
    .map(name => ({ path: `catalog/${name}`, text: readFileSync(join(dir, name), 'utf8') }))
}

/** Compares texts by code point, in the same order on every machine. */
export function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
