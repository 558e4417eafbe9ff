/** The small catalog of the golden cases, with edits, for tests of single rules. */
import { compile, readCatalog } from '../../generator/compile.ts'
import type { Problem, SourceFile } from '../../generator/types.ts'

const base = readCatalog('test/golden/_base/catalog')

/** Files that tests name in short. */
const SHORT: Readonly<Record<string, string>> = {
  routes: 'catalog/tools/things.routes.yaml',
  models: 'catalog/tools/things.models.yaml',
  upstream: 'catalog/upstreams/maker.yaml',
  gateway: 'catalog/gateway.yaml',
  network: 'catalog/networks/base.yaml',
  errors: 'catalog/errors/native.yaml',
  flows: 'catalog/flows.yaml',
}

/** An edit: replaces text of a file (which must be there), or writes a whole file. */
export type Edit = { in: string; replace: string; by: string } | { write: string; text: string }

/** Replaces text in a file, named in short (`routes`) or by its path below `catalog/`. */
export const edit = (name: string, replace: string, by: string): Edit => ({
  in: SHORT[name] ?? `catalog/${name}`,
  replace,
  by,
})

/** Adds or replaces a whole file, by its path below `catalog/`. */
export const file = (path: string, text: string): Edit => ({ write: `catalog/${path}`, text })

/** The catalog with edits. An edit that finds nothing to replace is a mistake of the test. */
export function edited(edits: readonly Edit[], files: readonly SourceFile[] = base): SourceFile[] {
  const all = new Map(files.map(one => [one.path, one.text]))
  for (const one of edits) {
    if ('write' in one) all.set(one.write, one.text)
    else {
      const text = all.get(one.in)
      if (!text?.includes(one.replace))
        throw new Error(`${one.in} does not hold ${JSON.stringify(one.replace)}`)
      all.set(
        one.in,
        text.replace(one.replace, () => one.by),
      )
    }
  }
  return [...all].map(([path, text]) => ({ path, text })).sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Problems of the catalog with edits. */
export function problemsOf(...edits: readonly Edit[]): Problem[] {
  return compile(edited(edits)).problems
}

/** Their codes. */
export function codesOf(...edits: readonly Edit[]): string[] {
  return problemsOf(...edits).map(problem => problem.code)
}

/** Another route of the small catalog: free, at `/api/v1/<name>`, with more lines. */
export const freeRoute = (name: string, more = ''): string =>
  `- route: GET /api/v1/${name}\n  summary: A free view\n  flow: free\n  reply: { ok: true }\n${more}`

/** The flow `free`, which the small catalog does not use by itself. */
export const freeFlow: Edit = file('flows.yaml', 'free: {}\ninline: {}\n')
