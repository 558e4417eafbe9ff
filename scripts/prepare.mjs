/**
 * Runs after `npm ci` and `npm install`: bundles `npm start` and `npm run serve`, and checks the
 * catalog once, so that the first commands are as quick as later ones. Whatever cannot be prepared
 * is made when it is first needed, so nothing here fails an installation.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** An image may install packages before it copies the sources, or without those for developers. */
const has = path => existsSync(join(root, path))

const bundle = async name => {
  const { makeBundle } = await import('./cached-bundle.mjs')
  await makeBundle(`scripts/${name}.ts`, name)
}

const run = (script, ...args) =>
  spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'ignore' })

try {
  if (has('generated/index.ts')) for (const name of ['start', 'serve']) await bundle(name)
  if (has('catalog') && has('node_modules/ts-morph')) {
    run('generator/run.mjs', 'check')
    run('scripts/generate.mjs', 'generate', '--check')
  }
} catch (error) {
  console.error(`not prepared: ${error.message}`)
}
