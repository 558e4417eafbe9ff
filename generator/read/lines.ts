/** Converts offsets to lines and columns. */
import type { Place, SourceFile } from '../types.ts'

/** Offsets at which the lines of a text start. */
export function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The line (from 0) that holds an offset, by binary search. */
export function lineOf(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** The position of an offset for people: line and column from 1, columns in UTF-16 units. */
export interface Position {
  line: number
  col: number
}

/** Finds positions in a set of files; lines of a file are counted on first use. */
export function locator(files: readonly SourceFile[]): (file: string, offset: number) => Position {
  const texts = new Map(files.map(file => [file.path, file.text]))
  const starts = new Map<string, number[]>()
  return (file, offset) => {
    let lines = starts.get(file)
    if (!lines) starts.set(file, (lines = lineStarts(texts.get(file) ?? '')))
    const line = lineOf(lines, offset)
    return { line: line + 1, col: offset - lines[line]! + 1 }
  }
}

/**
 * Writes places as `file:line` or `file:line:col`, for marks in generated code and for messages.
 */
export function placeWriter(
  files: readonly SourceFile[],
): (place: Place, column?: boolean) => string {
  const find = locator(files)
  return (place, column) => {
    const { line, col } = find(place.file, place.start)
    return column ? `${place.file}:${line}:${col}` : `${place.file}:${line}`
  }
}
