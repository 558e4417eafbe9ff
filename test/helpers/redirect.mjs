/**
 * Makes code that names `generated/` use the generated code of another catalog: imports and
 * documents alike. The same replacement is made for tests (vite), for bundles of child processes
 * (esbuild) and for child processes that run the sources (a loader of Node's).
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const ADDRESS = /(['"`])(?:\.\.\/)+generated\//g
/** Where the code stands that names `generated/`. */
const isOurs = path =>
  /^(runtime|scripts|test)\/.*\.ts$/.test(path.startsWith(ROOT) ? path.slice(ROOT.length) : '')
const names = text => text.includes('../generated/')
const redirected = (text, folder) => text.replace(ADDRESS, `$1${folder}/`)

/** For vite. `folder` is the other folder's absolute path. */
export const redirect = folder => ({
  name: 'generated-code-of-another-catalog',
  enforce: 'pre',
  transform: (text, id) =>
    isOurs(id) && names(text) ? { code: redirected(text, folder), map: null } : undefined,
  // The kept form of a module that is changed holds for this folder only.
  configureVitest: ({ experimental_defineCacheKeyGenerator: addToKey }) =>
    addToKey(({ id, sourceCode }) => (isOurs(id) && names(sourceCode) ? folder : undefined)),
})

/** The same for the text of a module that is bundled. */
export const redirectText = (folder, path, text) => (isOurs(path) ? redirected(text, folder) : text)

/** What to add to the environment of a child process that runs the sources, or bundles of them. */
export const redirectEnv = folder => ({
  FAREBOX_TEST_GENERATED: folder,
  FAREBOX_TEST_BUNDLES: import.meta.url,
  NODE_OPTIONS: `--import "data:text/javascript,import{register}from'node:module';register('${import.meta.url}')"`,
})

const { FAREBOX_TEST_GENERATED: given } = process.env
/**
 * For the bundles of a child process: where they are kept, which is beside the generated code.
 * @public
 */
export const cache = given && join(given, '../bundles')
/**
 * The change of a module that is bundled.
 * @public
 */
export const edit = (path, text) => redirectText(given, path, text)

/**
 * The loader: Node calls it for each module of a child process.
 * @public
 */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context)
  const path = url.startsWith('file:') ? fileURLToPath(url.replace(/\?.*/, '')) : ''
  if (!isOurs(path) || !loaded.source) return loaded
  return {
    ...loaded,
    source: redirected(Buffer.from(loaded.source).toString(), given),
  }
}
