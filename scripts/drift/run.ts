/** One run of `npm run drift`, with everything from outside given to it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCatalog } from '../../generator/compile.ts'
import { readBook } from './book.ts'
import { compare } from './compare.ts'
import { writeEdits } from './edit.ts'
import { marginsOf } from './margins.ts'
import { observe, type Get } from './observe.ts'
import type { Failure, Reading, Report } from './types.ts'

/** The dependencies of a run. */
export interface DriftOptions {
  /** The catalog's folder. */
  catalog: string
  get: Get
  now(): Date
  /** Percent that a price may rise without a person. */
  rise: number
  /** The upstreams to ask; all unless given. */
  upstreams?: readonly string[]
  write?: boolean
  /** Keeps what the upstreams list as `observed/lists/<upstream>.json`. */
  record?: boolean
}

/** Exit codes: nothing has drifted; something has. */
const SAME = 0
const DRIFTED = 1
/** Exit code if no upstream answered. */
export const BLIND = 2

/**
 * Reads the lists, compares them with the rows, and writes the changes if the options say so and at
 * least one upstream answered.
 */
export async function drift(options: DriftOptions): Promise<Report> {
  const { catalog, upstreams, rise, now } = options
  const book = readBook(readCatalog(catalog))
  const unknown = upstreams?.find(name => book.lists.every(list => list.upstream !== name))
  if (unknown !== undefined) throw new Error(`the catalog has no lists: of an upstream ${unknown}`)
  const lists = book.lists.filter(list => upstreams?.includes(list.upstream) ?? true)
  const results = await Promise.all(lists.map(list => observe(list, options)))
  const readings = results.filter((one): one is Reading => 'entries' in one)
  const failures = results.filter((one): one is Failure => 'why' in one)
  const isAsked = ({ list }: Reading | Failure): boolean => 'get' in list.from
  const blind = !readings.some(isAsked) && (failures.some(isAsked) || readings.length === 0)
  const today = now().toISOString().slice(0, 10)
  const { findings, waiting } = compare(book, blind ? [] : readings, { rise, today })
  const margins = marginsOf(book.files, findings)
  if (options.write && findings.some(({ edit }) => edit)) {
    writeEdits(catalog, book.files, findings)
    for (const finding of findings)
      if (finding.edit) finding.written = finding.kind === 'new' ? 'proposed' : 'changed'
  }
  if (options.record) for (const reading of readings.filter(isAsked)) record(catalog, reading)
  return {
    read: readings.map(({ list: { upstream }, source, at, entries }) => ({
      upstream,
      source,
      at,
      models: entries.size,
    })),
    failed: failures.map(({ list: { upstream }, source, why }) => ({ upstream, source, why })),
    findings,
    margins,
    waiting,
    blind,
  }
}

/** The exit code of a run. */
export function exitCodeOf({ blind, findings }: Report): number {
  if (blind) return BLIND
  return findings.length > 0 ? DRIFTED : SAME
}

function record(catalog: string, { list, source, at, reply }: Reading): void {
  const folder = join(catalog, 'observed', 'lists')
  mkdirSync(folder, { recursive: true })
  const text = JSON.stringify({ source, date: at, reply }, null, 2)
  writeFileSync(join(folder, `${list.upstream}.json`), `${text}\n`)
}
