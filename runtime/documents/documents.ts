/** Generated documents with the caller's origin and the gateway's wallet filled in. */
import { generationCache } from '../http/cache.ts'

/** What documents are made of. */
export interface DocumentParts { read(name: string): string | Promise<string>; payTo: string }

/** A filled document, or undefined when there is none of that name. */
export type Documents = (name: string, origin: string) => Promise<{ type: string; bytes: Buffer }>

/** Filled copies kept at a time; a stranger's Host header makes new ones. */
const COPIES = 32

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8', md: 'text/markdown; charset=utf-8', txt: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8', yaml: 'application/yaml; charset=utf-8',
}

/** Makes the reader of documents. `{origin}` and `{payTo}` are the only holes. */
export function makeDocuments(parts: DocumentParts): Documents {
  const copies = generationCache<{ type: string; bytes: Buffer }>(COPIES)
  return async (name, origin) => {
    const key = `${name} ${origin}`
    const known = copies.get(key)
    if (known !== undefined) return known
    const text = (await parts.read(name)).replaceAll('{origin}', origin).replaceAll('{payTo}', parts.payTo)
    const extension = name.slice(name.lastIndexOf('.') + 1)
    const made = { type: TYPES[extension] ?? 'text/plain; charset=utf-8', bytes: Buffer.from(text) }
    copies.set(key, made)
    return made
  }
}
