/**
 * Prints the hand-written part of the client, which is the same for all catalogs: JavaScript with
 * types.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { remembered } from '../../memory.ts'
import { folderKey } from '../folder.ts'
import { byCodePoint } from '../out-file.ts'
import { erase } from './erase.ts'

/** Modules with types only, and modules whose exports are part of the client's. */
const TYPES = 'types.ts'
const EXPORTED = 'errors.ts'

const FOLDER = fileURLToPath(new URL('./transport/', import.meta.url))

/** The modules of `transport/`, with the declarations for callers, by paths in the package. */
export const transportFiles = (): ReadonlyMap<string, string> =>
  remembered(`transport ${folderKey(FOLDER)}`, () => new Map(allFiles()))

function* allFiles(): Generator<[string, string]> {
  const { ts } = createRequire(import.meta.url)('ts-morph') as typeof import('ts-morph')
  for (const name of readdirSync(FOLDER).sort(byCodePoint)) {
    const source = readFileSync(join(FOLDER, name), 'utf8')
      .replaceAll('\r\n', '\n')
      .replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'")
    const base = `transport/${name.replace(/\.ts$/, '')}`
    if (name === TYPES) yield [`${base}.d.ts`, source]
    else yield [`${base}.js`, erase(source, ts)]
    const options = { fileName: name, compilerOptions: { isolatedDeclarations: true } }
    if (name === EXPORTED)
      yield [`${base}.d.ts`, ts.transpileDeclaration(source, options).outputText]
  }
}
