/** Bundles the script of the pages from `browser/`, and their styles from `styles/`. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const STYLES = fileURLToPath(new URL('./styles/pages.css', import.meta.url))
const SCRIPT = fileURLToPath(new URL('./browser/pages.ts', import.meta.url))
/** Supported browsers: those of the last three years. */
const TARGET = ['chrome111', 'firefox111', 'safari16.4']

// Loaded by name, because it finds its program beside itself and cannot be bundled.
const esbuild = () => createRequire(import.meta.url)('esbuild') as typeof import('esbuild')

const bundled = new Map<string, string>()

/** The script for browsers: one file without imports, the same for all catalogs. */
export const pageScript = (): string => bundle(SCRIPT)

/** The styles for browsers: minified, and without nesting. */
export const pageStyles = (): string => bundle(STYLES)

function bundle(entry: string): string {
  const known = bundled.get(entry)
  if (known !== undefined) return known
  const made = esbuild().buildSync({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: TARGET,
    charset: 'utf8',
    write: false,
    logLevel: 'silent',
  }).outputFiles[0]!.text
  bundled.set(entry, made)
  return made
}
