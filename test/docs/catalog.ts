/** The catalog of the test, compiled and generated once for the tests of its documents. */
import { resolve } from 'node:path'
import { CATALOG } from '../helpers/catalogs.ts'
import { compile, readCatalog } from '../../generator/compile.ts'
import { generate, type OutFile } from '../../generator/generate.ts'
import type { CatalogIR } from '../../generator/ir.ts'

export const root = resolve(import.meta.dirname, '../..')

/** The catalog's IR and its files. Fails with the catalog's own problems when it has any. */
export async function realCatalog(): Promise<{ ir: CatalogIR; files: Map<string, OutFile>; json(path: string): any }> {
  const { value: ir, problems } = compile(readCatalog(resolve(root, CATALOG)))
  const errors = problems.filter((p) => p.severity === 'error').map((p) => `${p.place.file}: ${p.message}`)
  if (ir === undefined || errors.length > 0) throw new Error(errors.join('\n'))
  const files = await generate(ir)
  return { ir, files, json: (path) => JSON.parse(files.get(path)!.text) as unknown }
}

/** A document as the gateway serves it: its holes filled. */
export function served(text: string): string {
  return text.replaceAll('{origin}', 'https://gateway.test').replaceAll('{payTo}', '0x00000000000000000000000000000000000000Aa')
}
