/** Edits the files of a catalog at exact places; comments and layout stay. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flatten } from '../../generator/compile.ts'
import { hasErrors } from '../../generator/problems/order.ts'
import type { SourceFile } from '../../generator/types.ts'
import type { Edit, Finding } from './types.ts'

/** The files with edits in them; files without an edit are left out. */
export function edited(files: readonly SourceFile[], edits: readonly Edit[]): SourceFile[] {
  return files.flatMap(({ path, text }) => {
    // From the end, so that the places of the others stay right.
    const own = edits.filter(edit => edit.file === path).sort((a, b) => b.start - a.start)
    const made = own.reduce(
      (now, edit) => now.slice(0, edit.start) + edit.text + now.slice(edit.end),
      text,
    )
    return own.length === 0 ? [] : [{ path, text: made }]
  })
}

/**
 * Writes the edits of the findings. Throws, and writes nothing, where a file was changed meanwhile
 * or would be no catalog any more.
 */
export function writeEdits(
  catalog: string,
  files: readonly SourceFile[],
  findings: readonly Finding[],
): string[] {
  const made = edited(
    files,
    findings.flatMap(({ edit }) => edit ?? []),
  )
  const after = files.map(file => made.find(one => one.path === file.path) ?? file)
  if (hasErrors(flatten(after).problems)) throw new Error('the edited catalog would have errors')
  const pathOf = (path: string): string => join(catalog, path.replace(/^catalog\//, ''))
  for (const { path } of made) {
    const before = files.find(file => file.path === path)!.text
    if (readFileSync(pathOf(path), 'utf8') !== before)
      throw new Error(`${path} was changed meanwhile: run it again`)
  }
  for (const { path, text } of made) {
    writeFileSync(`${pathOf(path)}.new`, text)
    renameSync(`${pathOf(path)}.new`, pathOf(path))
  }
  return made.map(file => file.path)
}
