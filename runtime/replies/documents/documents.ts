/** Serves generated documents with the caller's origin and the gateway's wallet filled in. */
import { generationCache } from '../../lib/cache.ts'
import { once } from '../../lib/once.ts'
import { makeContent, type Content } from './content.ts'
import { escaped } from './escaped.ts'
import { pageHeaders } from './page-headers.ts'
import { partOf, tagsOf, type OpenApi } from './part.ts'
import { RENDERER, renderer } from './renderer.ts'
import { packClient } from './tarball.ts'
import { typeOfDocument } from './types.ts'

/** The source of the documents' texts, and the wallet that is filled in. */
export interface DocumentOptions {
  read(name: string, at?: number): string | Promise<string>
  /** The instants at which documents change, in ascending order (Unix ms). */
  dates?: readonly number[]
  /** When they were made, Unix ms; undefined if unknown. */
  made?: number
  payTo: string
}

/** A tag that a document does not have, and the tags that it has. */
export interface UnknownTag {
  tags: readonly string[]
}

/**
 * Returns a document as it is at an instant, for an origin; for an OpenAPI document, optionally
 * only the part of a tag. Rejects if there is no document of that name.
 */
export interface Documents {
  (name: string, origin: string, at: number): Promise<Content>
  (name: string, origin: string, at: number, tag: string | undefined): Promise<Content | UnknownTag>
}

/** Maximum number of cached copies; each Host header of a caller makes new ones. */
const COPIES = 32

/** Files without placeholders: one copy serves all hosts. */
const SHARED: ReadonlySet<string> = new Set(['css', 'js', 'svg'])

/** The typed client as an npm package, the same for all hosts and dates. */
const TARBALL = 'client.tgz'

/** Months for which the contact of a `security.txt` is valid; RFC 9116 recommends less than 12. */
const GOOD_FOR = 6

/**
 * Creates the function that serves documents. The placeholders are `{origin}`, `{origin.reversed}`
 * (its host, last name first), `{payTo}`, `{expires}` (some months later), and
 * `{document.updated}`: when the document was made, or the date of the catalog that last changed
 * it.
 */
export function makeDocuments(parts: DocumentOptions): Documents {
  const copies = generationCache<Content>(COPIES)
  const texts = makeTexts(parts)
  const client = once(async () =>
    makeContent(await packClient(parts.read), typeOfDocument(TARBALL)),
  )
  const documents = async (
    name: string,
    origin: string,
    at: number,
    tag?: string,
  ): Promise<Content | UnknownTag> => {
    const since = parts.dates?.findLast(one => one <= at)
    const extension = name.slice(name.lastIndexOf('.') + 1)
    const type = typeOfDocument(name)
    if (name === RENDERER) return renderer()
    if (name === TARBALL) return client()
    const expires = name === 'security.txt' ? expiry(at) : ''
    const own = SHARED.has(extension) ? '' : `${origin}${expires}`
    const key = `${since ?? ''} ${name} ${own}${tag === undefined ? '' : ` #${tag}`}`
    const known = copies.get(key)
    if (known !== undefined) return known
    const found =
      tag === undefined ? await texts.whole(name, since) : await texts.part(name, since, tag)
    if (typeof found !== 'string') return found
    const text = SHARED.has(extension)
      ? found
      : found
          .replaceAll('{origin}', () => (MARKUP.has(extension) ? escaped(origin) : origin))
          .replaceAll('{expires}', expires)
          .replaceAll('{origin.reversed}', () => reversed(origin))
    const content = makeContent(Buffer.from(text), type, pageHeaders(name))
    copies.set(key, content)
    return content
  }
  return documents as Documents
}

const MARKUP: ReadonlySet<string> = new Set(['html', 'xml'])

/**
 * Returns the first day of a month, some months after an instant, so that the document rarely
 * changes.
 */
function expiry(at: number): string {
  const now = new Date(at)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + GOOD_FOR, 1)).toISOString()
}

/** Returns the host of an origin as a namespace: `https://api.example.com` is `com.example.api`. */
function reversed(origin: string): string {
  const host = /^\w+:\/\/(\[[^\]]*\]|[^:/]*)/.exec(origin)?.[1] ?? ''
  return host
    .replace(/[^a-zA-Z0-9.-]/g, '-')
    .split('.')
    .reverse()
    .join('.')
}

const UPDATED = '{document.updated}'

/** Sets since when a JSON document is current; a member with an unknown time is left out. */
function withUpdated(text: string, made?: number, since?: number): unknown {
  if (!text.includes(UPDATED)) return JSON.parse(text)
  const known = [made, since].filter(one => one !== undefined)
  const updated = known.length === 0 ? undefined : new Date(Math.max(...known)).toISOString()
  return JSON.parse(text, (_, value: unknown) => (value === UPDATED ? updated : value))
}

/** The tag of all operations: the document with everything, such as example answers. */
const ALL = 'all'

/** The texts of documents and of their parts, read and computed once, without the origin. */
interface Texts {
  whole(name: string, since: number | undefined): Promise<string>
  part(name: string, since: number | undefined, tag: string): Promise<string | UnknownTag>
}

function makeTexts(parts: Pick<DocumentOptions, 'read' | 'payTo' | 'made'>): Texts {
  const texts = new Map<string, string>()
  const tags = new Map<string, readonly string[]>()
  const whole: Texts['whole'] = async (name, since) => {
    const key = `${since ?? ''} ${name}`
    const known = texts.get(key)
    if (known !== undefined) return known
    const text = (await parts.read(name, since)).replaceAll('{payTo}', parts.payTo)
    const json = name.endsWith('.json') ? withUpdated(text, parts.made, since) : undefined
    const compact = json === undefined ? text : JSON.stringify(json)
    texts.set(key, compact)
    return compact
  }
  const part: Texts['part'] = async (short, since, tag) => {
    const name = short.replace(/\.json$/, '.full.json')
    const key = `${since ?? ''} ${name}`
    const known = texts.get(`${key} #${tag}`)
    if (known !== undefined) return known
    const all = tags.get(key)
    // Releases of earlier versions have the short document only.
    const full = (): Promise<string> => whole(name, since).catch(() => whole(short, since))
    if (tag === ALL) return full()
    if (all?.includes(tag) === false) return { tags: [ALL, ...all] }
    const document = JSON.parse(await full()) as OpenApi
    const found = tagsOf(document)
    tags.set(key, found)
    if (!found.includes(tag)) return { tags: [ALL, ...found] }
    const text = JSON.stringify(partOf(document, tag))
    texts.set(`${key} #${tag}`, text)
    return text
  }
  return { whole, part }
}
