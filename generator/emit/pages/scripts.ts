/** Bundles the script of the pages from `browser/`, and writes their styles for all browsers. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const ENTRY = fileURLToPath(new URL('./browser/pages.ts', import.meta.url))
/** Browsers that are served: those of the last three years. */
const TARGET = ['chrome111', 'firefox111', 'safari16.4']

// Asked for by name, because it finds its program beside itself and cannot be bundled.
const esbuild = () => createRequire(import.meta.url)('esbuild') as typeof import('esbuild')

let script: string | undefined

/** The script as browsers run it: one file without imports, the same for all catalogs. */
export function pageScript(): string {
  script ??= esbuild().buildSync({
    entryPoints: [ENTRY],
    bundle: true,
    minify: true,
    format: 'iife',
    target: TARGET,
    charset: 'utf8',
    write: false,
    logLevel: 'silent',
  }).outputFiles[0]!.text
  return script
}

const known = new Map<string, string>()

/** Styles as browsers read them: short, and without nesting. */
export function plainStyles(text: string): string {
  const made =
    known.get(text) ??
    esbuild().transformSync(text, { loader: 'css', minify: true, target: TARGET }).code
  known.set(text, made)
  return made
}
