/**
 * Turns a checked catalog into files. The same catalog gives the same bytes in every folder, locale
 * and time zone.
 */
import { allPrices } from './examples/prices.ts'
import { clientFiles } from './emit/client/package.ts'
import { printFile } from './emit/code/file.ts'
import { emitErrors } from './emit/errors.ts'
import { emitFamilies } from './emit/family.ts'
import { emitPages } from './emit/documents/family-page.ts'
import { type Emitter, type Facts, factsOf } from './emit/facts.ts'
import { emitGateway } from './emit/gateway.ts'
import { emitHooks } from './emit/hooks.ts'
import { emitIndex } from './emit/index.ts'
import { datedDocuments, OFFER } from './emit/in-time.ts'
import { manifestFile } from './emit/manifest.ts'
import { emitModels } from './emit/models.ts'
import { byCodePoint, type OutFile } from './emit/out-file.ts'
import { requestTypes } from './emit/requests.ts'
import { shapesOf } from './emit/shapes.ts'
import { emitSchemas } from './emit/schemas.ts'
import { emitUpstreams } from './emit/upstreams.ts'
import type { CatalogIR } from './ir.ts'

export type { OutFile } from './emit/out-file.ts'

const EMITTERS: readonly Emitter[] = [
  emitGateway,
  emitHooks,
  emitErrors,
  emitModels,
  emitUpstreams,
  emitFamilies,
  ...OFFER,
  emitPages,
  emitSchemas,
]

/**
 * All files of a checked catalog by path below the output folder, in code point order, including
 * `manifest.json`. Reads and writes nothing on disk.
 */
export async function generate(ir: CatalogIR): Promise<Map<string, OutFile>> {
  const shapes = shapesOf(ir)
  const requests = await requestTypes(ir, shapes)
  const facts: Facts = factsOf(ir, { print: printFile, requests, shapes, prices: allPrices(ir) })
  const list = [...requests.files, ...EMITTERS.flatMap(emit => [...emit(ir, facts)])]
  const dated = datedDocuments(ir, facts, list)
  const index = emitIndex(ir, { ...facts, dates: dated.dates })
  const client = clientFiles(ir, facts, list)
  const files = [...list, ...dated.files, ...index, ...client]
  const all = [...files, manifestFile(ir, facts.hash, files)]
  return new Map(all.sort((a, b) => byCodePoint(a.path, b.path)).map(file => [file.path, file]))
}
