/**
 * Emits `manifest.json`: the sources of each file, so that drift is noticed at once and only
 * generated files are ever deleted.
 */
import type { CatalogIR } from '../ir.ts'
import { sha256 } from './facts.ts'
import { byCodePoint, json, type OutFile } from './out-file.ts'

/** Version of the output format. Raise it when the same catalog gives other files. */
const GENERATOR_VERSION = '1'

/** The path of the manifest, below the generated folder. */
export const MANIFEST = 'manifest.json'

/** The manifest as stored. `outputs[path].from` names its catalog files. */
export interface Manifest {
  generator: string
  catalog: string
  inputs: Record<string, string>
  outputs: Record<string, { sha256: string; from: readonly string[] }>
}

/** The manifest of these files. It does not name itself. */
export function manifestFile(ir: CatalogIR, hash: string, files: readonly OutFile[]): OutFile {
  const inputs = [...ir.sources]
    .sort((a, b) => byCodePoint(a.path, b.path))
    .map(s => [s.path, sha256(s.text)])
  const outputs = [...files]
    .sort((a, b) => byCodePoint(a.path, b.path))
    .map(f => [f.path, { sha256: sha256(f.text), from: f.from }])
  const manifest: Manifest = {
    generator: GENERATOR_VERSION,
    catalog: hash,
    inputs: Object.fromEntries(inputs),
    outputs: Object.fromEntries(outputs),
  }
  return json(
    MANIFEST,
    ir.sources.map(s => s.path),
    manifest,
  )
}
