/** Formats documents as `npm run format` does. */
import { readFileSync } from 'node:fs'
import type { FormatConfig } from 'oxfmt'

/** The options of `.oxfmtrc.json`, which apply to all documents that are made. */
function options(): FormatConfig {
  const text = readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8')
  const { overrides, ignorePatterns, ...shared } = JSON.parse(
    text.replace(/^\s*\/\/.*$/gm, ''),
  ) as {
    [name: string]: unknown
  }
  return shared
}

/**
 * A document's text, formatted by the language of its name. Rejects if it cannot be read.
 * @param name its path below the project's root
 */
export async function formatted(name: string, text: string): Promise<string> {
  const { format } = await import('oxfmt')
  const { code, errors } = await format(name, text, options())
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]!.message}`)
  return code
}
