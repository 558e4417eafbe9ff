/** Published comments: `##` after an entry or on the lines above it. `#` alone stays private. */
import { lineOf } from './lines.ts'
import type { CST } from 'yaml'

/** Finds the published comment of an entry that starts at an offset. */
export type Docs = (offset: number) => string | undefined

interface Comment {
  text: string
  offset: number
  alone: boolean
}

/** Collects the comments of a parsed file once, and returns the look-up by entry. */
export function collectDocs(
  root: CST.Token | undefined,
  text: string,
  starts: readonly number[],
): Docs {
  const byLine = new Map<number, Comment>()
  if (root && text.includes('##'))
    walk(root, token => {
      const line = lineOf(starts, token.offset)
      if (token.source.startsWith('##')) byLine.set(line, comment(token, text, starts[line]!))
    })
  if (byLine.size === 0) return () => undefined
  return offset => docOf(lineOf(starts, offset), { byLine, starts, offset })
}

function comment(token: CST.SourceToken, text: string, lineStart: number): Comment {
  return {
    text: token.source.replace(/^##+\s*/, '').trimEnd(),
    offset: token.offset,
    alone: text.slice(lineStart, token.offset).trim() === '',
  }
}

/**
 * The comment on lines above at the entry's own indentation, then on the rest of its line, then on
 * further lines indented deeper.
 */
function docOf(
  line: number,
  from: { byLine: Map<number, Comment>; starts: readonly number[]; offset: number },
): string | undefined {
  const { byLine, starts, offset } = from
  const indent = offset - starts[line]!
  const parts: string[] = []
  for (let above = line - 1; ; above--) {
    const found = byLine.get(above)
    if (!found?.alone || found.offset - starts[above]! !== indent) break
    parts.unshift(found.text)
  }
  const own = byLine.get(line)
  if (own && !own.alone) {
    parts.push(own.text)
    for (
      let below = line + 1;
      byLine.get(below)?.alone && byLine.get(below)!.offset - starts[below]! > indent + 2;
      below++
    ) {
      parts.push(byLine.get(below)!.text)
    }
  }
  return parts.length > 0 ? parts.join(' ') : undefined
}

type Tokens = readonly (CST.Token | CST.SourceToken)[] | undefined

function walk(token: CST.Token, found: (comment: CST.SourceToken) => void): void {
  const each = (tokens: Tokens): void =>
    tokens?.forEach(one => {
      if (one.type === 'comment') found(one as CST.SourceToken)
    })
  if ('props' in token) each(token.props)
  if ('items' in token) {
    for (const item of token.items) {
      each(item.start)
      each(item.sep)
      if (item.key) walk(item.key, found)
      if (item.value) walk(item.value, found)
    }
  }
  if ('end' in token) each(token.end)
}
