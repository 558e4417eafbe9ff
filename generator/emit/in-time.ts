/**
 * Emits the served documents for each date of the catalog: `dated/<instant>/`, as patches of those
 * of the list. Patches of networks are complete.
 */
import { allPrices } from '../examples/prices.ts'
import { patchName } from '../../runtime/replies/documents/patch.ts'
import { catalogAt, instantsOf, isAsListed } from '../catalog/in-time.ts'
import { shownInstant } from '../../runtime/lib/instant.ts'
import type { CatalogDate } from '../../runtime/contract.ts'
import type { CatalogIR } from '../ir.ts'
import { differences, lineDifferences } from './differences.ts'
import { emitAgentCard } from './documents/agent-card.ts'
import { emitContents } from './documents/contents.ts'
import { emitLlms } from './documents/llms.ts'
import { emitLlmsFull } from './documents/llms-full.ts'
import { emitMcp } from './documents/mcp.ts'
import { emitPricing } from './documents/pricing.ts'
import { emitTools } from './documents/tools.ts'
import { emitX402 } from './documents/x402.ts'
import type { Emitter, Facts } from './facts.ts'
import { emitOpenapi } from './openapi/document.ts'
import { steps, type OutFile } from './out-file.ts'
import { emitSite } from './pages/site.ts'

/** Emitters of documents that show prices or the offer. */
export const OFFER: readonly Emitter[] = [
  emitOpenapi,
  emitX402,
  emitPricing,
  emitContents,
  emitLlms,
  emitLlmsFull,
  emitTools,
  emitAgentCard,
  emitMcp,
  emitSite,
]
/** The only file of these emitters that is not served. */
const OPERATORS = 'pricing.md'

/** The files for the dates of a catalog, and the dates for the gateway. */
export interface DatedDocuments {
  files: readonly OutFile[]
  dates: readonly CatalogDate[]
}

/** The documents of each date that differ from those of the list, which are among `files`. */
export function datedDocuments(
  ir: CatalogIR,
  facts: Facts,
  files: readonly OutFile[],
): DatedDocuments {
  const list = new Map(files.map(file => [file.path, file]))
  const made = instantsOf(ir).map(since => {
    const then = catalogAt(ir, since)
    const folder = `dated/${shownInstant(since).replaceAll(':', '')}`
    if (isAsListed(then, { list: ir, at: since }))
      return { files: [], date: { since, folder, files: [] } }
    const at = { ...facts, prices: allPrices(then) }
    const changed = OFFER.flatMap(emit => [...emit(then, at)]).filter(
      ({ path, text }) => path !== OPERATORS && list.get(path)!.text !== text,
    )
    const own = changed.map(file => inFolder(folder, list.get(file.path)!, file))
    const names = own.map(({ path }) => path.slice(folder.length + 1))
    return { files: own, date: { since, folder, files: names } }
  })
  return { files: made.flatMap(one => one.files), dates: made.map(one => one.date) }
}

/** The document of a date as a patch of the list's; a network's patch is complete. */
function inFolder(folder: string, list: OutFile, file: OutFile): OutFile {
  const { path, from, text } = file
  if (path.includes('/')) return { ...file, path: `${folder}/${path}` }
  const patch = path.endsWith('.json')
    ? differences(JSON.parse(list.text), JSON.parse(text))
    : lineDifferences(list.text, text)
  return steps(`${folder}/${patchName(path)}`, from, patch)
}
