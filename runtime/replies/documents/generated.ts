/**
 * Reads generated documents. Those of the first network are at the top of `generated/`; the others
 * have folders of their own, with patches for JSON documents; styles, scripts, icons and the client
 * are the same for all. What differs from a date of the catalog on is in that date's folder.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Catalog } from '../../contract.ts'
import { applyPatch, type PatchStep } from './patch.ts'
import { CLIENT } from './tarball.ts'

type Read = (name: string) => Promise<string>

const GENERATED = new URL('../../../generated/', import.meta.url)

/** Where files are read, and when they were made (Unix ms), as far as that is known. */
interface Origin {
  read: Read
  made?: number
}

/** Reads a document as it is from a date of the catalog on. */
export interface DocumentReader {
  (name: string, since?: number): string | Promise<string>
  /** When the documents were made, Unix ms; undefined if nobody knows. */
  made?: number
}

/**
 * The folder of this installation. The times of its files differ on each machine, so nobody knows
 * when it was made.
 */
const onDisk = (): Origin => ({ read: name => readFile(new URL(name, GENERATED), 'utf8') })

/** The reader for a network; `since` is a date of the catalog. */
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

/** Reads files as they are from a date on. */
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
