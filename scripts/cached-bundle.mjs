/**
 * Loads a command of the project as one file. A command is many small modules, and loading them
 * one by one takes longer than what it does; so they are bundled once, and again only when one
 * of them has changed.
 */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle, root } from './bundle.mjs'

const folder = join(root, 'node_modules', '.cache', 'farebox')

/** What distinguishes one state of a file from another. */
function stamp(path) {
  const { mtimeMs, size } = statSync(join(root, path))
  return `${mtimeMs}/${size}`
}

/** Whether the bundle was made of the files as they are now. */
function isFresh(file, list) {
  try {
    const made = JSON.parse(readFileSync(list, 'utf8'))
    return Object.entries(made).every(([path, state]) => stamp(path) === state) && statSync(file).isFile()
  } catch {
    return false
  }
}

/** Puts a file in place in one step, so that two commands at once do not disturb each other. */
function put(path, text) {
  writeFileSync(`${path}.${process.pid}`, text)
  renameSync(`${path}.${process.pid}`, path)
}

/**
 * Imports an entry module from its cached bundle.
 * @param {string} entry path of the module below the project's folder
 * @param {string} name name of the bundle in the cache
 * @returns {Promise<any>} the module
 */
export async function loadBundle(entry, name) {
  const file = join(folder, `${name}.mjs`)
  const list = join(folder, `${name}.json`)
  if (!isFresh(file, list)) {
    const { text, inputs } = await bundle(join(root, entry))
    mkdirSync(folder, { recursive: true })
    put(file, text)
    put(list, JSON.stringify(Object.fromEntries(inputs.map(path => [path, stamp(path)]))))
  }
  return import(pathToFileURL(file).href)
}
