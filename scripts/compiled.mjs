/**
 * Loads modules with the code that V8 compiled in an earlier run. Compiling them takes longer than
 * most commands run.
 */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import vm from 'node:vm'

/** Packages that consist of a few large files, which take long to compile. */
const LARGE = /[\\/]node_modules[\\/](?:@ts-morph|ts-morph)[\\/].*\.js$/

const digestOf = data => createHash('sha256').update(data).digest('hex')

/** A text that changes when the file changes. */
function stampOf(path) {
  const { mtimeMs, size } = statSync(path)
  return `${path} ${mtimeMs}/${size}`
}

/** The compiled code of an earlier run by the stamp of its source; none if it is damaged. */
function read(file) {
  try {
    const bytes = readFileSync(file)
    const [digest, body] = [bytes.toString('latin1', 0, 64), bytes.subarray(64)]
    return digestOf(body) === digest ? deserialize(body) : new Map()
  } catch {
    return new Map()
  }
}

/**
 * Loads CommonJS modules with the compiled code stored in a file. V8 checks that the code fits its
 * own version and flags.
 * @param {string} file where the compiled code is stored
 * @param {RegExp} packages the paths of required modules whose code is stored, too
 * @returns {{ load(path: string): any, made(): Buffer | undefined }} `load` returns the
 * exports of a module; `made` returns the new content of the file, undefined if it is complete
 */
export function compiledModules(file, packages = LARGE) {
  const kept = read(file)
  const scripts = new Map()
  const modules = new Map()
  let isNew = false

  const compile = path => {
    // Before the source is read: code of a source that changes meanwhile is not found again.
    const stamp = stampOf(path)
    const source = readFileSync(path, 'utf8')
    // As in Node's own wrapper, the source begins on the first line.
    const text = `(function (exports, require, module, __filename, __dirname) { ${source}\n})`
    const script = new vm.Script(text, { filename: path, cachedData: kept.get(stamp) })
    isNew ||= !kept.has(stamp) || script.cachedDataRejected === true
    scripts.set(stamp, script)
    return script.runInThisContext()
  }

  const load = path => {
    const known = modules.get(path)
    if (known) return known.exports
    const module = new Module(path)
    modules.set(path, module)
    compile(path)(module.exports, requireFrom(path), module, path, dirname(path))
    return module.exports
  }

  const requireFrom = path => {
    const own = createRequire(path)
    const find = id => {
      // So that packages that are loaded on demand come from here, too.
      if (id === 'node:module') return { ...Module, createRequire: requireFrom }
      const found = own.resolve(id)
      return packages.test(found) ? load(found) : own(id)
    }
    return Object.assign(find, own)
  }

  const made = () => {
    if (!isNew) return undefined
    const entries = [...scripts].map(([stamp, script]) => [stamp, script.createCachedData()])
    const body = serialize(new Map(entries))
    return Buffer.concat([Buffer.from(digestOf(body), 'latin1'), body])
  }
  return { load, made }
}
