/**
 * Loads a command of the project as a bundle. A command is many small modules, and loading them one
 * by one takes longer than what it does, and more memory; so they are bundled once, and again only
 * when one of them has changed.
 */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleInParts, root } from './bundle.mjs'

const cache = join(root, 'node_modules', '.cache', 'farebox')

/** What a file system answers where nothing may be written. */
const READ_ONLY = new Set(['EACCES', 'EPERM', 'EROFS'])

/** What distinguishes one state of a file from another. */
function stamp(path) {
  const { mtimeMs, size } = statSync(join(root, path))
  return `${mtimeMs}/${size}`
}

/** Whether the bundle was made of the files as they are now. */
function isFresh(folder) {
  try {
    const made = JSON.parse(readFileSync(join(folder, 'inputs.json'), 'utf8'))
    return Object.entries(made).every(([path, state]) => stamp(path) === state)
  } catch {
    return false
  }
}

/** Puts a file in place in one step, so that two commands at once do not disturb each other. */
function put(path, text) {
  writeFileSync(`${path}.${process.pid}`, text)
  renameSync(`${path}.${process.pid}`, path)
}

/** Makes the bundle anew; the list of inputs comes last, because it says that the rest is there. */
async function refresh(folder, entry) {
  const { files, inputs } = await bundleInParts(join(root, entry))
  const list = JSON.stringify(Object.fromEntries(inputs.map(path => [path, stamp(path)])))
  mkdirSync(folder, { recursive: true })
  for (const { name, text } of files) put(join(folder, name), text)
  put(join(folder, 'inputs.json'), list)
}

/**
 * Imports an entry module from its cached bundle; module by module where no cache can be written.
 * @param {string} entry path of the module below the project's folder
 * @param {string} name name of the bundle in the cache
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
