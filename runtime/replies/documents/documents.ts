/** Serves generated documents with the caller's origin and the gateway's wallet filled in. */
import { generationCache } from '../../lib/cache.ts'
import { makeContent, type Content } from './content.ts'

/** Where the texts of documents come from, and the wallet that is filled in. */
export interface DocumentOptions {
  read(name: string): string | Promise<string>
  payTo: string
}

/** Returns a document with its placeholders filled in. Rejects if there is none of that name. */
export type Documents = (name: string, origin: string) => Promise<Content>

/** Maximum number of cached copies; each Host header of a caller makes new ones. */
const COPIES = 32

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
}

/** Creates the function that serves documents. The placeholders are `{origin}` and `{payTo}`. */
export function makeDocuments(parts: DocumentOptions): Documents {
  const copies = generationCache<Content>(COPIES)
  const texts = new Map<string, string>()
  const textOf = async (name: string): Promise<string> => {
    const known = texts.get(name)
    if (known !== undefined) return known
    const text = (await parts.read(name)).replaceAll('{payTo}', parts.payTo)
    const compact = name.endsWith('.json') ? JSON.stringify(JSON.parse(text)) : text
    texts.set(name, compact)
    return compact
  }
  return async (name, origin) => {
    const key = `${name} ${origin}`
    const known = copies.get(key)
    if (known !== undefined) return known
    const text = (await textOf(name)).replaceAll('{origin}', origin)
    const extension = name.slice(name.lastIndexOf('.') + 1)
    const content = makeContent(Buffer.from(text), TYPES[extension] ?? 'text/plain; charset=utf-8')
    copies.set(key, content)
    return content
  }
}
