/**
 * Runs the bundle of `child.ts`, whose path is the first argument. The first process keeps the code
 * that V8 compiled of it until it served, with which the next ones start in half the time.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { compiledModules } from '../../scripts/compiled.mjs'

const bundle = process.argv[2]
const file = `${bundle}.code`
const { load, made } = compiledModules(file, /[\\/]node_modules[\\/].*\.js$/)

const url = await load(bundle).url
const code = made()
if (code) {
  // Several start at the same time.
  writeFileSync(`${file}.${process.pid}`, code)
  renameSync(`${file}.${process.pid}`, file)
}
// Last, because whoever hears it may kill this process.
process.send({ url })
