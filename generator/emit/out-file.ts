/** The generated files, as text. */

/**
 * One generated file. `path` is below the output folder; `from` names the catalog files it depends
 * on, sorted.
 */
export interface OutFile {
  path: string
  text: string
  from: readonly string[]
}

/** Orders by code point, so that output does not depend on a locale. */
export function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The distinct names in code point order. */
export function sorted(names: Iterable<string>): string[] {
  return [...new Set(names)].sort(byCodePoint)
}

/**
 * Whether a catalog file belongs to every family (templates, flows, hooks, schemas), so that a
 * family's file does not name it.
 */
export function isShared(file: string): boolean {
  return /^catalog\/(?:[^/]+|schemas\/.+|.+\/templates\.yaml)$/.test(file)
}

/** First line of generated code, in the form that tools recognise. */
export function mark(from: readonly string[]): string {
  const own = from.filter(file => !isShared(file))
  const named = own.length > 0 ? own : from
  const list = named.join(', ')
  const shown = list.length > 41 ? folderOf(named) : list
  return `// Code generated from ${shown} by "npm run generate". DO NOT EDIT.`
}

/** The folder that holds all of some files. */
function folderOf(files: readonly string[]): string {
  const parts = files.map(file => file.split('/').slice(0, -1))
  const same = parts[0]!.filter((_, i) =>
    parts.every(one => one.slice(0, i + 1).join('/') === parts[0]!.slice(0, i + 1).join('/')),
  )
  return `${same.join('/')}/`
}

/** A code file with its mark. */
export function code(path: string, from: Iterable<string>, body: string): OutFile {
  const files = sorted(from)
  return { path, text: `${mark(files)}\n${body.trimEnd()}\n`, from: files }
}

/** A JSON file with two spaces and members in the given order; bigint as a decimal string. */
export function json(path: string, from: Iterable<string>, value: unknown): OutFile {
  const text = JSON.stringify(
    value,
    (_, v: unknown) => (typeof v === 'bigint' ? v.toString() : v),
    2,
  )
  return { path, text: `${text}\n`, from: sorted(from) }
}

/** A JSON Patch with one step on a line, so that a change of one step changes one line. */
export function steps(path: string, from: Iterable<string>, patch: readonly object[]): OutFile {
  const lines = patch.map(step => `  ${JSON.stringify(step)}`)
  return {
    path,
    text: lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`,
    from: sorted(from),
  }
}
