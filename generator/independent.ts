/**
 * Finds problems of later passes that do not depend on files with errors of an earlier pass. All
 * other problems might follow from these errors.
 */
import { buildCatalog } from './catalog/catalog.ts'
import { resolve } from './resolve/resolve.ts'
import type { ShapedFile } from './resolve/definitions.ts'
import { FILE_KINDS, kindOf, type Kind } from './shape/kinds.ts'
import type { Problem, SourceFile } from './types.ts'

/** Kinds of files whose definitions no formula of another file reads. */
const APART: ReadonlySet<Kind> = new Set<Kind>(['routes', 'answers', 'accepted'])

/**
 * Codes, each with the kinds of files that it depends on beside its own file. `shared` is every
 * kind that formulas may read. A code that is not listed may depend on any file.
 */
const DECIDED_BY: Readonly<Record<string, readonly Kind[] | 'shared'>> = {
  'formula-syntax': [],
  'formula-limit': [],
  'bad-number': [],
  'bad-duration': [],
  'bad-size': [],
  'bad-cell': [],
  'missing-cell': [],
  'unknown-column': [],
  'duplicate-id': [],
  dated: [],
  'unknown-template': ['templates'],
  'unknown-upstream': ['upstreams'],
  'unknown-call': ['upstreams'],
  'unknown-envelope': ['errors'],
  'unknown-network': ['networks'],
  'unknown-record': ['records'],
  'unknown-schema': ['schemas'],
  'unknown-limit': ['limits'],
  'unknown-table': ['models'],
  'unknown-row': ['models'],
  'unknown-route': ['routes'],
  'unknown-name': 'shared',
  'unknown-field': 'shared',
  'unknown-function': 'shared',
  'wrong-arguments': 'shared',
  'type-mismatch': 'shared',
  'bad-field': 'shared',
  'bad-message': 'shared',
  'bad-tree': 'shared',
}

/** The kinds of definitions in a file: all kinds if its own is not known. */
const kindsOf = (path: string): Kind[] => {
  const kind = kindOf(path)?.kind
  return kind === undefined ? FILE_KINDS.map(one => one.kind) : [kind]
}

/**
 * The errors of later passes in valid files that do not follow from invalid ones. `problems` are
 * the known ones; unreadable files are not in `shaped`.
 */
export function independent(
  shaped: readonly ShapedFile[],
  files: readonly SourceFile[],
  problems: readonly Problem[],
): Problem[] {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const wrong = new Set(errors.map(({ place }) => place.file))
  const kinds = new Set([...wrong].flatMap(kindsOf))
  const isApart = [...kinds].every(kind => APART.has(kind))
  const isSafe = ({ code, place, severity }: Problem): boolean => {
    const by = DECIDED_BY[code]
    if (severity !== 'error' || wrong.has(place.file) || by === undefined) return false
    return by === 'shared' ? isApart : !by.some(kind => kinds.has(kind))
  }
  const flat = resolve(shaped)
  const found = flat.problems.filter(isSafe)
  const built = buildCatalog(flat.value, files).problems.filter(isSafe)
  return [...found, ...built]
}
