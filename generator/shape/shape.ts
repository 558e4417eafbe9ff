/** The shape pass: checks each file against the schema of its kind. */
import { problem } from '../read/access.ts'
import type { ReadFile } from '../read/document.ts'
import type { ShapedFile } from '../resolve/definitions.ts'
import type { Checked, Problem, Raw } from '../types.ts'
import { FILE_KINDS, kindOf } from './kinds.ts'
import { checkShape } from './walk.ts'

/** The problems of files that were checked before and are still in memory. */
const known = new WeakMap<Raw, Problem[]>()

/** A file with its kind; undefined if it is empty or of no kind, after reporting it. */
export function shapeFile(file: ReadFile): Checked<ShapedFile | undefined> {
  const start = { file: file.path, start: 0, end: 0 }
  const kind = kindOf(file.path)
  if (!kind) {
    const renamed = file.path.replace(/\.yml$/, '.yaml')
    const hint = kindOf(renamed)
      ? `rename it to ${renamed.slice(renamed.lastIndexOf('/') + 1)}`
      : `files of the catalog: ${FILE_KINDS.map(one => one.files).join(', ')}`
    return {
      value: undefined,
      problems: [
        problem('unknown-file', start, 'the name and folder of this file match no known kind', {
          hint,
        }),
      ],
    }
  }
  if (!file.raw)
    return {
      value: undefined,
      problems: [problem('unknown-file', start, 'this file is empty', { hint: 'remove it' })],
    }
  let problems = known.get(file.raw)
  if (!problems) known.set(file.raw, (problems = checkShape(file.raw, kind.schema)))
  return { value: { path: file.path, kind: kind.kind, raw: file.raw }, problems }
}
