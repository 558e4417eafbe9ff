/**
 * Formats documents as `npm run format` does. Prettier takes seconds for all of them, so each result
 * is kept with what it was made from.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const sha256 = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** All that a formatted text depends on. */
function keyOf(name: string, text: string, parser: string): string {
  const { version } = createRequire(import.meta.url)('prettier/package.json') as { version: string }
  const config = readFileSync(join(root, '.prettierrc.json'), 'utf8')
  return sha256(version, config, name, parser, text)
}

/** The kept text, unless it is of something else or damaged. */
function kept(file: string, key: string): string | undefined {
  try {
    const { text, digest } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    return digest === sha256(key, text!) ? text : undefined
  } catch {
    return undefined
  }
}

/** Keeps a text for the next run, which also works without. */
function keep(file: string, key: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    const own = `${file}.${process.pid}`
    writeFileSync(own, JSON.stringify({ text, digest: sha256(key, text) }))
    renameSync(own, file)
  } catch {
    // The folder cannot be written.
  }
}

/**
 * A document's text, formatted.
 * @param name its path below the project's root
 * @param folder where results are kept
 */
export async function formatted(
  name: string,
  text: string,
  parser: 'markdown' | 'yaml',
  folder = join(root, 'node_modules', '.cache', 'farebox', 'formatted'),
): Promise<string> {
  const key = keyOf(name, text, parser)
  const file = join(folder, `${name.replaceAll('/', '-')}.json`)
  const known = kept(file, key)
  if (known !== undefined) return known
  const { format, resolveConfig } = await import('prettier')
  const made = await format(text, { ...(await resolveConfig(join(root, name))), parser })
  keep(file, key, made)
  return made
}
