/**
 * Bundles TypeScript modules into few files, which load ten times as fast as many small modules.
 * Packages are not bundled.
 */
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The project's root folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Replaces `import.meta.url` with the URL of the source file and `import.meta.dirname` with its
 * folder, because modules find their templates and worker files relative to them.
 */
const ownAddress = edit => ({
  name: 'own-address',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = edit(path, readFileSync(path, 'utf8'))
      return {
        loader: 'ts',
        contents: text
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
      }
    })
  },
})

const asItIs = (_path, text) => text

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  write: false,
  metafile: true,
  logLevel: 'error',
}

/**
 * Leaves out what the runtime imports on demand. Scripts only read what the runtime says of itself:
 * they open no network, and its packages would make a script five times as large.
 */
const runtimeOnDemand = {
  name: 'runtime-on-demand',
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      const isLeftOut = kind === 'dynamic-import' && resolveDir.startsWith(join(root, 'runtime'))
      return isLeftOut ? { path: join(resolveDir, path), external: true } : undefined
    })
  },
}

const scriptOptions = {
  ...options,
  format: 'cjs',
  packages: 'bundle',
  outdir: join(root, 'out'),
  outExtension: { '.js': '.cjs' },
}

/**
 * Bundles an entry module and its packages into one CommonJS script (`main.cjs`). Packages that are
 * loaded through `createRequire` stay outside, and so does what the runtime imports on demand.
 * @param {string} entry path of the entry module
 * @param {(path: string, text: string) => string} edit changes a module's text before it is bundled
 * @returns {Promise<{ files: { name: string, text: string }[], inputs: string[] }>}
 */
export async function bundleScript(entry, edit = asItIs) {
  const { build } = await import('esbuild')
  const made = await build({
    ...scriptOptions,
    plugins: [ownAddress(edit), runtimeOnDemand],
    entryPoints: { main: entry },
  })
  const files = made.outputFiles.map(({ path, text }) => ({ name: basename(path), text }))
  return { files, inputs: Object.keys(made.metafile.inputs) }
}

/**
 * Bundles a module that serves into one CommonJS script, with what the runtime imports on demand.
 * For processes that are started often: such a script runs from code that was compiled before.
 * @param {string} entry path of the entry module
 * @param {(path: string, text: string) => string} edit changes a module's text before it is bundled
 * @returns {Promise<string>} the script
 */
export async function bundleGateway(entry, edit) {
  const { build } = await import('esbuild')
  const made = await build({
    ...scriptOptions,
    // They find native code beside them.
    external: ['libsql', 'sharp'],
    // Less to read and to check at each start; names stay, for errors.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    plugins: [ownAddress(edit)],
    entryPoints: { main: entry },
  })
  return made.outputFiles[0].text
}

/**
 * Bundles an entry module into a few files. Modules that are imported on demand get files of their
 * own, and so do source maps, which are read only to print an error.
 * @param {string} entry path of the entry module
 * @param {(path: string, text: string) => string} edit changes a module's text before it is bundled
 * @returns {Promise<{ files: { name: string, text: string }[], inputs: string[] }>} the files, the
 * entry (`main.mjs`) last
 */
export async function bundleInParts(entry, edit = asItIs) {
  const { build } = await import('esbuild')
  const made = await build({
    ...options,
    plugins: [ownAddress(edit)],
    entryPoints: { main: entry },
    splitting: true,
    sourcemap: 'linked',
    outdir: join(root, 'out'),
    outExtension: { '.js': '.mjs' },
    chunkNames: 'part-[hash]',
  })
  const files = made.outputFiles.map(({ path, text }) => ({ name: basename(path), text }))
  const isEntry = ({ name }) => name === 'main.mjs'
  return {
    files: [...files.filter(file => !isEntry(file)), ...files.filter(isEntry)],
    inputs: Object.keys(made.metafile.inputs),
  }
}
