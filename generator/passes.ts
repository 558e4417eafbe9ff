/** The first two passes over all files: read and shape. */
import { readFile, type ReadFile } from './read/document.ts'
import type { ShapedFile } from './resolve/definitions.ts'
import { shapeFile } from './shape/shape.ts'
import type { Checked, SourceFile } from './types.ts'

/** Parses all files. */
export function readAll(files: readonly SourceFile[]): Checked<ReadFile[]> {
  const results = files.map(readFile)
  return {
    value: results.map(result => result.value),
    problems: results.flatMap(result => result.problems),
  }
}

/** Compares all files with the schemas of their kinds. */
export function shapeAll(documents: readonly ReadFile[]): Checked<ShapedFile[]> {
  const results = documents.map(shapeFile)
  return {
    value: results.flatMap(result => (result.value ? [result.value] : [])),
    problems: results.flatMap(result => result.problems),
  }
}
