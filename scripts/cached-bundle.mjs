/**
 * Loads a command of the project from a cached bundle. A command consists of many small modules;
 * loading them one by one takes longer than running it, and more memory. The bundle is made once,
 * and again only when one of its modules has changed.
 */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleInParts, bundleScript, root } from './bundle.mjs'
import { compiledModules } from './compiled.mjs'

/**
 * Where bundles are kept, and what is changed in a module before it is bundled. Tests name a module
 * with another answer, to bundle the generated code of another catalog.
 */
const { cache, edit } = process.env.FAREBOX_TEST_BUNDLES
  ? await import(process.env.FAREBOX_TEST_BUNDLES)
  : { cache: join(root, 'node_modules', '.cache', 'farebox') }

/** The versions of the bundles that this process runs. */
const loaded = new Map()

/** Error codes of a read-only file system. */
const READ_ONLY = new Set(['EACCES', 'EPERM', 'EROFS'])

/** A text that changes when the file changes. */
function stamp(path) {
  const { mtimeMs, size } = statSync(join(root, path))
  return `${mtimeMs}/${size}`
}

/** Whether none of the bundle's sources has changed or moved since it was made. */
function isFresh(folder) {
  try {
    const made = JSON.parse(readFileSync(join(folder, 'inputs.json'), 'utf8'))
    if (made.root !== root) return false
    return Object.entries(made.stamps).every(([path, state]) => stamp(path) === state)
  } catch {
    return false
  }
}

/** Writes a file atomically, so that two commands can run at once. */
function put(path, text) {
  writeFileSync(`${path}.${process.pid}`, text)
  renameSync(`${path}.${process.pid}`, path)
}

/** Makes the bundle. Writes the list of inputs last, because it marks the bundle as complete. */
async function refresh(folder, entry, bundle) {
  const begun = Date.now()
  const { files, inputs } = await bundle(join(root, entry), edit)
  // Packages that are not bundled have the versions of the lock file.
  const sources = [...inputs, 'scripts/bundle.mjs', 'package-lock.json']
  const stamps = Object.fromEntries(sources.map(path => [path, stamp(path)]))
  // The bundle may have the old text of a source that was saved meanwhile.
  const saved = sources.find(path => statSync(join(root, path)).mtimeMs >= begun)
  if (saved !== undefined) stamps[saved] = 'saved while it was bundled'
  mkdirSync(folder, { recursive: true })
  for (const { name, text } of files) put(join(folder, name), text)
  // Bundles hold the absolute paths of their modules, so a moved checkout makes new ones.
  put(join(folder, 'inputs.json'), JSON.stringify({ root, stamps }))
}

/**
 * Brings a bundle up to date.
 * @returns {Promise<boolean>} whether it is; false where no cache can be written
 */
async function settle(folder, entry, bundle) {
  try {
    if (!isFresh(folder)) await refresh(folder, entry, bundle)
    return true
  } catch (error) {
    if (!READ_ONLY.has(error.code)) throw error
    return false
  }
}

/** Keeps compiled code for the next run. The command has done its work, whether this succeeds. */
function keep(file, code) {
  try {
    if (code) put(file, code)
  } catch (error) {
    console.error(`cannot write ${file}: ${error.message}`)
  }
}

async function fromSource(entry) {
  await import('tsx')
  return import(pathToFileURL(join(root, entry)).href)
}

/**
 * Imports an entry module from its cached bundle. Where no cache can be written, imports the
 * sources.
 * @param {string} entry path of the module relative to the project's root
 * @param {string} name the bundle's name in the cache
 * @returns {Promise<any>} the module
 */
export async function loadBundle(entry, name) {
  const folder = join(cache, name)
  return (await settle(folder, entry, bundleInParts))
    ? import(pathToFileURL(join(folder, 'main.mjs')).href)
    : fromSource(entry)
}

/**
 * Brings a bundle up to date, for a later `loadBundle`.
 * @param {string} entry path of the module relative to the project's root
 * @param {string} name the bundle's name in the cache
 */
export async function makeBundle(entry, name) {
  await settle(join(cache, name), entry, bundleInParts)
}

/**
 * Like `loadBundle`, for commands that end soon. The code that the command compiled is kept when
 * the process ends.
 * @param {string} entry path of the module relative to the project's root
 * @param {string} name the bundle's name in the cache
 * @param {string} use what the command does; other uses run other code
 * @returns {Promise<any>} the module
 */
export async function loadScript(entry, name, use) {
  const folder = join(cache, name)
  if (!(await settle(folder, entry, bundleScript))) return fromSource(entry)
  loaded.set(name, stamp(relative(root, join(folder, 'main.cjs'))))
  const file = join(folder, `${use}.code`)
  const { load, made } = compiledModules(file)
  process.once('exit', () => keep(file, made()))
  return load(join(folder, 'main.cjs'))
}

/**
 * Where a command may keep data that only its present bundle can read.
 * @param {string} name the bundle's name in the cache
 * @returns {{ folder: string, version: string } | undefined} `version` names the bundle; nothing
 * where the command runs from its sources
 */
export function besideBundle(name) {
  const version = loaded.get(name)
  return version === undefined ? undefined : { folder: join(cache, name), version }
}
