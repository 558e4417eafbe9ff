/**
 * Runs the generator's command line as one file. The generator is some two hundred small modules, and loading them one by one takes
 * longer than a check; so they are bundled once, and again only when one of them changed.
 */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle, root } from '../scripts/bundle.mjs'

const folder = join(root, 'node_modules', '.cache', 'farebox')
const file = join(folder, 'generator.mjs')
const list = join(folder, 'generator.json')

/** What tells one state of a file from another. */
function stamp(path) {
  const { mtimeMs, size } = statSync(join(root, path))
  return `${mtimeMs}/${size}`
}

/** Whether the bundle was made of the files as they are now. */
function isFresh() {
  try {
    const made = JSON.parse(readFileSync(list, 'utf8'))
    return Object.entries(made).every(([path, state]) => stamp(path) === state) && statSync(file).isFile()
  } catch {
    return false
  }
}

/** Puts a file in place in one step, so that two runs at once do not disturb each other. */
function put(path, text) {
  writeFileSync(`${path}.${process.pid}`, text)
  renameSync(`${path}.${process.pid}`, path)
}

if (!isFresh()) {
  const { text, inputs } = await bundle(join(root, 'generator', 'cli.ts'))
  mkdirSync(folder, { recursive: true })
  put(file, text)
  put(list, JSON.stringify(Object.fromEntries(inputs.map(path => [path, stamp(path)]))))
}
const { main, terminal } = await import(pathToFileURL(file).href)
process.exitCode = await main(process.argv.slice(2), terminal())
