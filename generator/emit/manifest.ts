/**
 * Emits `manifest.json`: the sources of each file, so that drift is noticed at once and only
 * generated files are ever deleted.
 */
import type { CatalogIR } from '../ir.ts'
import { GENERATOR_VERSION, sha256 } from './facts.ts'
import { byCodePoint, isShared, sorted, type OutFile } from './out-file.ts'

/** The path of the manifest, below the generated folder. */
export const MANIFEST = 'manifest.json'

/**
 * The manifest as stored. `outputs[path].from` names its catalog files: `all` of them, or those of
 * its own and the `shared` ones, which belong to every family.
 */
export interface Manifest {
  generator: string
  catalog: string
  inputs: Record<string, string>
  shared: readonly string[]
  outputs: Record<string, { sha256: string; from: readonly string[] }>
}

/** The manifest of these files. It does not name itself. */
export function manifestFile(ir: CatalogIR, hash: string, files: readonly OutFile[]): OutFile {
  const inputs = [...ir.sources]
    .sort((a, b) => byCodePoint(a.path, b.path))
    .map(s => [s.path, sha256(s.text)])
  const paths = inputs.map(([path]) => path!)
  const shared = paths.filter(isShared)
  const outputs = [...files]
    .sort((a, b) => byCodePoint(a.path, b.path))
    .map(f => [f.path, { sha256: sha256(f.text), from: named(f.from, paths, shared) }])
  const manifest: Manifest = {
    generator: GENERATOR_VERSION,
    catalog: hash,
    inputs: Object.fromEntries(inputs),
    shared,
    outputs: Object.fromEntries(outputs),
  }
  return { path: MANIFEST, text: print(manifest), from: sorted(paths) }
}

/** The files that one was made from, with a word for all of them, and for all that are shared. */
function named(
  from: readonly string[],
  all: readonly string[],
  shared: readonly string[],
): readonly string[] {
  if (from.length === all.length) return ['all']
  if (shared.length === 0 || !shared.every(path => from.includes(path))) return from
  return ['shared', ...from.filter(path => !shared.includes(path))]
}

/** The manifest as JSON with one file on a line, so that a change of one file changes one line. */
function print(manifest: Manifest): string {
  const members = Object.entries(manifest).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${printMember(value)}`,
  )
  return `{\n${members.join(',\n')}\n}\n`
}

function printMember(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const lines = Object.entries(value).map(
    ([name, one]) => `    ${isList ? '' : `${JSON.stringify(name)}: `}${JSON.stringify(one)}`,
  )
  return `${isList ? '[' : '{'}\n${lines.join(',\n')}\n  ${isList ? ']' : '}'}`
}
