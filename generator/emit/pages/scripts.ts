/** Bundles the script of the pages from `browser/`, and their styles from `styles/`. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { remembered } from '../../memory.ts'
import { folderKey } from '../folder.ts'

const FOLDER = fileURLToPath(new URL('./', import.meta.url))
const STYLES = fileURLToPath(new URL('./styles/pages.css', import.meta.url))
const SCRIPT = fileURLToPath(new URL('./browser/pages.ts', import.meta.url))
/** Supported browsers: those of the last three years. */
const TARGET = ['chrome111', 'firefox111', 'safari16.4']

// Loaded by name, because it finds its program beside itself and cannot be bundled.
const esbuild = () => createRequire(import.meta.url)('esbuild') as typeof import('esbuild')

/** The script for browsers: one file without imports, the same for all catalogs. */
export const pageScript = (): string => bundle(SCRIPT)

/** The styles for browsers: minified, and without nesting. */
export const pageStyles = (): string => bundle(STYLES)

/** Entries import only modules of this folder. */
const bundle = (entry: string): string =>
  remembered(`bundle ${entry} ${folderKey(FOLDER)}`, () => built(entry))

function built(entry: string): string {
  return esbuild().buildSync({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: TARGET,
    charset: 'utf8',
    write: false,
    logLevel: 'silent',
  }).outputFiles[0]!.text
}
