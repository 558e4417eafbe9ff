/**
 * Bundles TypeScript modules into one file: many small modules load in a tenth of the time.
 * Packages stay outside.
 */
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Modules find their neighbours (templates, worker files) by their own address, which is that of
 * the source, not of the bundle.
 */
const ownAddress = edit => ({
  name: 'own-address',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = edit(path, readFileSync(path, 'utf8'))
      return {
        loader: 'ts',
        contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
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
 * Bundles an entry module into one text.
 * @param {string} entry file to start from
 * @param {(path: string, text: string) => string} edit gives each module's text as it is to be
 * bundled
 * @returns {Promise<{ text: string, inputs: string[] }>} the bundle, and the files it was made of,
 * below the project's folder
 */
export async function bundle(entry, edit = asItIs) {
  const { build } = await import('esbuild')
  const made = await build({
    ...options,
    plugins: [ownAddress(edit)],
    entryPoints: [entry],
    sourcemap: 'inline',
    outfile: 'bundle.mjs',
  })
  return { text: made.outputFiles[0].text, inputs: Object.keys(made.metafile.inputs) }
}

/**
 * Bundles an entry module into a few files: what is imported on demand stays a file of its own, and
 * so do source maps, which are read only when an error is printed.
 * @param {string} entry file to start from
 * @returns {Promise<{ files: { name: string, text: string }[], inputs: string[] }>} the files, the
 * entry (`main.mjs`) last
 */
export async function bundleInParts(entry) {
  const { build } = await import('esbuild')
  const made = await build({
    ...options,
    plugins: [ownAddress(asItIs)],
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
