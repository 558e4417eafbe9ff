/** The paths of a routes file, read from the YAML itself: what an upstream has to answer. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { CATALOG } from './catalogs.ts'

interface Entry {
  prefix?: string
  suspended?: string
  retired?: number
  routes?: Record<string, unknown> | string[]
}

/**
 * GET paths below their prefix, without those that are gone or suspended; `file` is below the
 * catalog's folder.
 */
export async function loadPaths(file: string): Promise<string[]> {
  const entries = parse(await readFile(join(CATALOG, file), 'utf8')) as Entry[]
  return entries
    .filter(
      entry => !entry.retired && !entry.suspended && entry.routes && !Array.isArray(entry.routes),
    )
    .flatMap(entry => Object.keys(entry.routes as object))
    .filter(key => key.startsWith('/'))
}
