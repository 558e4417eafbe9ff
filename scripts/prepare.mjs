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

/** Packages may be installed without those for developers, or with only a part of the sources. */
const has = path => existsSync(join(root, path))

const bundle = async name => {
  const { makeBundle } = await import('./cached-bundle.mjs')
  await makeBundle(`scripts/${name}.ts`, name)
}

/** The longest time of a command in ms. */
const TIMEOUT = 120_000

/** Runs a command. Its result does not matter here, because the user runs it again. */
const run = (script, ...args) =>
  spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: 'ignore',
    timeout: TIMEOUT,
  })

try {
  if (has('generated/index.ts')) for (const name of ['start', 'serve']) await bundle(name)
  if (has('catalog') && has('node_modules/ts-morph')) {
    run('generator/run.mjs', 'check')
    run('scripts/generate.mjs', 'generate', '--check')
  }
} catch (error) {
  console.error(`not prepared: ${error.message}`)
}
