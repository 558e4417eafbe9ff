/**
 * Reads generated documents. Those of the first network are at the top of `generated/`; the other
 * networks have their own folders, with patches for JSON documents. Styles, scripts, icons and the
 * client are the same for all. Files that change at a date of the catalog are in that date's
 * folder.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Catalog } from '../../contract.ts'
import { applyPatch, type PatchStep } from './patch.ts'
import { CLIENT } from './tarball.ts'

type Read = (name: string) => Promise<string>

const GENERATED = new URL('../../../generated/', import.meta.url)

/** The source of the files, and when they were made (Unix ms), if known. */
interface Origin {
  read: Read
  made?: number
}

/** Reads a document as of a date of the catalog. */
export interface DocumentReader {
  (name: string, since?: number): string | Promise<string>
  /** When the documents were made, Unix ms; undefined if unknown. */
  made?: number
}

/**
 * The folder of this installation. Its file times differ on each machine, so the time of its making
 * is unknown.
 */
const onDisk = (): Origin => ({ read: name => readFile(new URL(name, GENERATED), 'utf8') })

/** Returns the reader for a network; `since` is a date of the catalog. */
export function documentReader(
  catalog: Pick<Catalog, 'networks' | 'dates'>,
  network: string,
  { read, made }: Origin = onDisk(),
): DocumentReader {
  const isFirst = network === Object.keys(catalog.networks)[0]
  const reader = (name: string, since?: number): Promise<string> => {
    if (name.startsWith(CLIENT)) return read(name)
    const file = basename(name)
    if (/\.(?:css|js|svg)$/.test(file)) return read(file)
    const then = since === undefined ? read : readerAt(catalog, since, read)
    return isFirst ? then(file) : ofNetwork(file, `networks/${network}`, then)
  }
  return Object.assign(reader, { made })
}

async function ofNetwork(file: string, folder: string, read: Read): Promise<string> {
  if (!file.endsWith('.json')) return read(`${folder}/${file}`)
  return patched(read(file), read(`${folder}/${patchName(file)}`))
}

/** Returns a function that reads files as of a date. */
function readerAt({ dates = [] }: Pick<Catalog, 'dates'>, since: number, read: Read): Read {
  const date = dates.find(one => one.since === since)
  if (date === undefined) return read
  const { folder, files } = date
  return name => {
    if (files.includes(name)) return read(`${folder}/${name}`)
    const steps = patchName(name)
    return name.endsWith('.json') && files.includes(steps) && steps !== name
      ? patched(read(name), read(`${folder}/${steps}`))
      : read(name)
  }
}

const patchName = (name: string): string => name.replace(/(?:\.patch)?\.json$/, '.patch.json')

async function patched(whole: Promise<string>, steps: Promise<string>): Promise<string> {
  const [document, patch] = await Promise.all([whole, steps])
  return JSON.stringify(applyPatch(JSON.parse(document), JSON.parse(patch) as PatchStep[]))
}
