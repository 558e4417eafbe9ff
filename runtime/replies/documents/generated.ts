/**
 * Reads generated documents. Those of the first network are at the top of `generated/`; the other
 * networks have their own folders, with patches for them. Styles, scripts, icons and the client are
 * the same for all. Files that change at a date of the catalog are in that date's folder.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Catalog } from '../../contract.ts'
import { patchName, patchText } from './patch.ts'
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
    return isFirst ? then(file) : patched(file, `networks/${network}/${patchName(file)}`, then)
  }
  return Object.assign(reader, { made })
}

/** Returns a function that reads files as of a date. */
function readerAt({ dates = [] }: Pick<Catalog, 'dates'>, since: number, read: Read): Read {
  const date = dates.find(one => one.since === since)
  if (date === undefined) return read
  const { folder, files } = date
  return name => {
    if (files.includes(name)) return read(`${folder}/${name}`)
    const patch = patchName(name)
    return files.includes(patch) ? patched(name, `${folder}/${patch}`, read) : read(name)
  }
}

async function patched(name: string, patchPath: string, read: Read): Promise<string> {
  const [document, patch] = await Promise.all([read(name), read(patchPath)])
  return patchText(name, document, patch)
}
