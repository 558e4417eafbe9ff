/** Versions of the files of a catalog, for the keys of the values that are built from them. */
import { keyOf } from '../memory.ts'
import { kindOf, type Kind } from '../shape/kinds.ts'
import type { SourceFile } from '../types.ts'

/**
 * Kinds of files of which a route depends on some at most: on its own file and on the tables that
 * it reads. Answers are added to built routes.
 */
const APART: ReadonlySet<Kind | undefined> = new Set<Kind>([
  'routes',
  'models',
  'answers',
  'accepted',
])

/** The versions of files: equal ones have the same path and the same text. */
export interface Versions {
  /** The version of a file; undefined if there is none. */
  of(path: string): string | undefined
  /** The version of all files on which every route depends. */
  shared: string
}

/** The versions of the files of one compilation. */
export function versionsOf(files: Iterable<SourceFile>): Versions {
  const all = new Map([...files].map(({ path, text }) => [path, `${path} ${keyOf(text)}`]))
  const shared = [...all].filter(([path]) => !APART.has(kindOf(path)?.kind))
  return {
    of: path => all.get(path),
    shared: keyOf(
      shared
        .map(([, version]) => version)
        .sort()
        .join('\n'),
    ),
  }
}
