/** Serves generated documents with the caller's origin and the gateway's wallet filled in. */
import { generationCache } from '../../lib/cache.ts'
import { makeContent, type Content } from './content.ts'

/** Where the texts of documents come from, and the wallet that is filled in. */
export interface DocumentOptions {
  read(name: string, at?: number): string | Promise<string>
  /** The instants from which on documents differ, in ascending order (Unix ms). */
  dates?: readonly number[]
  payTo: string
}

/** Returns a document as it is at an instant, for an origin. Rejects if there is none of that name. */
export type Documents = (name: string, origin: string, at: number) => Promise<Content>

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
  const textOf = async (name: string, since: number | undefined): Promise<string> => {
    const key = `${since ?? ''} ${name}`
    const known = texts.get(key)
    if (known !== undefined) return known
    const text = (await parts.read(name, since)).replaceAll('{payTo}', parts.payTo)
    const compact = name.endsWith('.json') ? JSON.stringify(JSON.parse(text)) : text
    texts.set(key, compact)
    return compact
  }
  return async (name, origin, at) => {
    const since = parts.dates?.findLast(one => one <= at)
    const key = `${since ?? ''} ${name} ${origin}`
    const known = copies.get(key)
    if (known !== undefined) return known
    const text = (await textOf(name, since)).replaceAll('{origin}', origin)
    const extension = name.slice(name.lastIndexOf('.') + 1)
    const content = makeContent(Buffer.from(text), TYPES[extension] ?? 'text/plain; charset=utf-8')
    copies.set(key, content)
    return content
  }
}
