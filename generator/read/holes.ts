/**
 * Hints for texts with `{holes}` inside { }, where YAML reads the brace as a map: `{ a: Bearer
 * {key} }`.
 */
import type { Trap } from './hints.ts'

/** An entry in braces whose value has a brace in its middle. */
const INSIDE = /([\w.-]+|"[^"]*"):[ \t]+([^\s"'{}[\],=][^"'{}[\],]*\{[\w.]+\}[^"'{}[\],]*)/

/** An entry on a line of its own whose text begins with a hole. */
const FIRST = /^[ \t]*(?:- )*([\w.-]+):[ \t]+(\{[\w.]+\}[^"\n]*[^"\s])[ \t]*$/

/** A text with a hole and without quotes. */
export const hole: Trap = ({ error, line, lineStart }) => {
  if (!/^(?:UNEXPECTED_TOKEN|MISSING_CHAR)$/.test(error.code)) return undefined
  const found = FIRST.exec(line) ?? INSIDE.exec(line)
  if (!found) return undefined
  const [whole, name, text] = found as unknown as [string, string, string]
  const start = lineStart + found.index + whole.lastIndexOf(text)
  return {
    code: 'yaml-comma',
    message: 'a text with { } needs quotes here',
    hint: `write ${name}: "${text.trim()}"`,
    start,
    end: start + text.trimEnd().length,
  }
}
