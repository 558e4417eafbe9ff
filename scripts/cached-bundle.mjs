/**
 * Loads a command of the project from a cached bundle. A command consists of many small modules;
 * loading them one by one takes longer than running it, and more memory. The bundle is made once,
 * and again only when one of its modules has changed.
 */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleInParts, root } from './bundle.mjs'

const cache = join(root, 'node_modules', '.cache', 'farebox')

/** Error codes of a read-only file system. */
const READ_ONLY = new Set(['EACCES', 'EPERM', 'EROFS'])

/** A text that changes when the file changes. */
function stamp(path) {
  const { mtimeMs, size } = statSync(join(root, path))
  return `${mtimeMs}/${size}`
}

/** Whether none of the bundle's sources has changed since it was made. */
function isFresh(folder) {
  try {
    const made = JSON.parse(readFileSync(join(folder, 'inputs.json'), 'utf8'))
    return Object.entries(made).every(([path, state]) => stamp(path) === state)
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
async function refresh(folder, entry) {
  const { files, inputs } = await bundleInParts(join(root, entry))
  const list = JSON.stringify(Object.fromEntries(inputs.map(path => [path, stamp(path)])))
  mkdirSync(folder, { recursive: true })
  for (const { name, text } of files) put(join(folder, name), text)
  put(join(folder, 'inputs.json'), list)
}

/**
 * Imports an entry module from its cached bundle. Where no cache can be written, imports the sources.
 * @param {string} entry path of the module relative to the project's root
 * @param {string} name the bundle's name in the cache
 * @returns {Promise<any>} the module
 */
export async function loadBundle(entry, name) {
  const folder = join(cache, name)
  try {
    if (!isFresh(folder)) await refresh(folder, entry)
  } catch (error) {
    if (!READ_ONLY.has(error.code)) throw error
    await import('tsx')
    return import(pathToFileURL(join(root, entry)).href)
  }
  return import(pathToFileURL(join(folder, 'main.mjs')).href)
}
