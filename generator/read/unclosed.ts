/**
 * Finds the quote or bracket behind an error: YAML reports the place where the closing one is
 * missing, which is mostly the end of the file.
 */
import { Parser, type CST } from 'yaml'
import { lineOf } from './lines.ts'

/** A quote or bracket that is not closed, or a quote that is closed by one of another line. */
export interface Opened {
  offset: number
  char: string
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/**
 * The innermost quote or bracket that opens before an offset and is not closed where it should be.
 */
export function openedBefore(
  text: string,
  at: number,
  starts: readonly number[],
): Opened | undefined {
  const found: Opened[] = []
  const look = (token: CST.Token | CST.SourceToken): void => {
    if (token.type === 'double-quoted-scalar' || token.type === 'single-quoted-scalar') {
      const end = token.offset + token.source.length
      const runsOn = token.source.includes('\n') && lineOf(starts, at) <= lineOf(starts, end)
      if (token.offset < at && (runsOn || !isClosed(token.source)))
        found.push({ offset: token.offset, char: token.source[0]! })
    }
    if (
      token.type === 'flow-collection' &&
      token.start.offset < at &&
      !token.end.some(one => one.source === CLOSING[token.start.source])
    ) {
      found.push({ offset: token.start.offset, char: token.start.source })
    }
    for (const part of partsOf(token)) look(part)
  }
  for (const token of new Parser().parse(text)) look(token)
  return found.find(one => /["']/.test(one.char)) ?? found.at(-1)
}

function isClosed(source: string): boolean {
  return source.length > 1 && source.endsWith(source[0]!)
}

function partsOf(token: CST.Token | CST.SourceToken): (CST.Token | CST.SourceToken)[] {
  const items = 'items' in token ? token.items.flatMap(item => [item.key, item.value]) : []
  const own = token.type === 'document' ? [token.value] : []
  return [...own, ...items].filter(one => one !== undefined && one !== null)
}
