/** Bundles the script of the pages from `browser/`. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const ENTRY = fileURLToPath(new URL('../../../browser/pages.ts', import.meta.url))
let made: string | undefined

/** The script as browsers run it: one file without imports, the same for all catalogs. */
export function pageScript(): string {
  // Asked for by name, because esbuild finds its program beside itself and cannot be bundled.
  made ??= (createRequire(import.meta.url)('esbuild') as typeof import('esbuild')).buildSync({
    entryPoints: [ENTRY],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    write: false,
    logLevel: 'silent',
  }).outputFiles[0]!.text
  return made
}
