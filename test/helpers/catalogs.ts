/**
 * The catalogs that tests sell. The specification is tested with a copy of the catalog, so that the
 * live one may change; what holds for any catalog is tested with the live one, or with the one in
 * the folder that the environment variable CATALOG names.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { redirectEnv } from './redirect.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
/** What tests keep between runs; a file or folder there is removed when it is a day old. */
export const CACHE = join(ROOT, '.farebox/test')
const DAY = 86_400_000

/**
 * The catalog of the specification's tests, below the project's folder; `npm run freeze` makes it.
 */
export const FROZEN = 'test/fixtures/catalog'
/**
 * The folder of the catalog that this test sells; the project that the test belongs to names it
 * (`vitest.config.ts`).
 */
export const CATALOG = process.env.CATALOG ?? 'catalog'

/**
 * What a child process that runs the sources needs in its environment to serve the catalog of this
 * test.
 */
export function childEnv(): Record<string, string> {
  return CATALOG === 'catalog' ? {} : redirectEnv(process.env.GENERATED!)
}

/** Adds what the files below a folder hold to a hash. */
function feed(hash: ReturnType<typeof createHash>, folder: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry =>
    entry.isFile(),
  )
  for (const path of files.map(entry => join(entry.parentPath, entry.name)).sort())
    hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
}

/**
 * Where the generated code of a catalog stands, or will: another folder for each state of the
 * catalog and of what reads it.
 */
export function generatedFolder(catalog: string): string {
  if (catalog === 'catalog') return join(ROOT, 'generated')
  const hash = createHash('sha256')
  for (const folder of [catalog, 'generator', 'runtime']) feed(hash, resolve(ROOT, folder))
  return join(CACHE, hash.digest('hex').slice(0, 16), 'generated')
}

/**
 * Writes the generated code of a catalog to its folder unless it is there. Throws with the
 * catalog's problems.
 */
export function generateOnce(catalog: string, folder: string): void {
  if (existsSync(folder)) return
  mkdirSync(CACHE, { recursive: true })
  const made = mkdtempSync(join(CACHE, 'new-'))
  const args = [
    'generator/run.mjs',
    'generate',
    '--catalog',
    resolve(ROOT, catalog),
    '--out',
    join(made, 'generated'),
  ]
  const run = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`${catalog} does not compile:\n${run.stdout}${run.stderr}`)
  symlinkSync(join(ROOT, 'runtime'), join(made, 'runtime'))
  putInPlace(made, join(folder, '..'))
  forgetOld()
}

/** Moves a finished folder to its place; another run may have been first. */
function putInPlace(made: string, place: string): void {
  try {
    renameSync(made, place)
  } catch (error) {
    rmSync(made, { recursive: true })
    if (!existsSync(place)) throw error
  }
}

/** Removes what no run of the last day made. */
function forgetOld(): void {
  for (const name of readdirSync(CACHE)) {
    const path = join(CACHE, name)
    if (Date.now() - statSync(path).mtimeMs > DAY) rmSync(path, { recursive: true, force: true })
  }
}
