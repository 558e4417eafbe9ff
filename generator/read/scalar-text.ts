/**
 * Finds the place in the file of each character of a scalar's value, so that a caret can point
 * inside a quoted or folded formula.
 */
import type { Place, Text } from '../types.ts'

/** The style of a scalar. */
export type Style = 'plain' | 'single' | 'double' | 'block'

/**
 * The text of a scalar with its map of offsets. The map is made on first use, except for one-line
 * plain scalars.
 */
export function scalarText(
  text: string,
  written: { style: Style; source: string; place: Place },
): Text {
  const { style, source, place } = written
  const raw = source.slice(place.start, place.end)
  if (style === 'plain' && !raw.includes('\n'))
    return { text, place, at: offset => place.start + Math.min(offset, raw.length) }
  let map: number[] | undefined
  return {
    text,
    place,
    at: offset => (map ??= align(text, raw, style, place.start))[Math.min(offset, text.length)]!,
  }
}

/**
 * The offsets of the characters of `text` and of its end, found by walking the value and its source
 * in parallel.
 */
function align(text: string, raw: string, style: Style, base: number): number[] {
  const map: number[] = []
  let at = style === 'block' ? endOfHeader(raw) : style === 'plain' ? 0 : 1
  for (let i = 0; i < text.length;) {
    const char = text[i]!
    if ((char === ' ' || char === '\n') && isFold(raw, at)) {
      const start = at
      while (/\s/.test(raw[at] ?? '')) at++
      while (i < text.length && /[ \n]/.test(text[i]!)) map[i++] = base + start
    } else {
      const width =
        style === 'double' ? escapeWidth(raw, at) : style === 'single' && raw[at] === "'" ? 2 : 1
      map[i++] = base + at
      at += width
    }
  }
  map[text.length] = base + Math.min(at, raw.length)
  return map
}

/** Whether only blanks follow on the line. */
function isFold(raw: string, at: number): boolean {
  while (raw[at] === ' ' || raw[at] === '\t') at++
  return raw[at] === '\n' || raw[at] === '\r' || at >= raw.length
}

function endOfHeader(raw: string): number {
  let at = raw.indexOf('\n') + 1
  while (/\s/.test(raw[at] ?? '')) at++
  return at
}

function escapeWidth(raw: string, at: number): number {
  if (raw[at] !== '\\') return 1
  return { x: 4, u: 6, U: 10 }[raw[at + 1] ?? ''] ?? 2
}
