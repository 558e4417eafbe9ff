/** Copies what suppliers made to our own media store, so that callers get lasting URLs. A copy that fails never costs the result. */
import type { Json } from '../contract.ts'
import type { Observe } from '../observe/types.ts'
import type { Clock, MediaStore } from '../seams.ts'
import { createPublicFetch, FetchRefused, type FetchOptions } from './fetch-public.ts'

/** What the mirror needs. */
export interface MirrorOptions {
  media: MediaStore
  /** Path under which the media are served, e.g. `/media`. */
  mediaPath: string
  observe: Observe
  clock: Clock
  /** Largest file. */
  maxBytes: number
  /** ms for one file. */
  timeout: number
  /** Private hosts that may be fetched from (development). */
  allowHosts?: readonly string[]
  resolve?: FetchOptions['resolve']
}

/** One result: `{url | b64, mime, …}` before, `{url, source_url, backed_up, …}` after. */
export type Asset = { readonly [key: string]: Json | undefined }

/** The mirror of one gateway. */
export interface Mirror {
  /**
   * Mirrors every asset, in order; `origin` begins the new URLs. Assets without any content are left out, so an empty answer means
   * that there is no result. Never rejects; where the signal fires, what is not copied keeps its own address.
   */
  mirror(assets: readonly Asset[], options: { origin: string; signal?: AbortSignal }): Promise<Asset[]>
  close(): Promise<void>
}

/** Where an asset's bytes are, and how it is told where they came from. */
interface Source { url?: string; bytes?: Buffer; mime?: string; raw: string; shown: string }

const AT_ONCE = 4
const DATA_URI = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.+-]+)*;base64,/i

/** Bytes in base64, declared as some type. Only the type is ever shown as their source. */
function inline(b64: string, mime: string): Source {
  return { bytes: Buffer.from(b64, 'base64'), mime, raw: `data:${mime};base64,${b64}`, shown: `data:${mime}` }
}

/** Where the content of an asset is; undefined where it has none. */
function sourceOf(asset: Asset): Source | undefined {
  const { url, b64, mime } = asset
  const declared = typeof mime === 'string' && mime !== '' ? mime : undefined
  if (typeof url === 'string' && url !== '') {
    const data = DATA_URI.exec(url)
    if (data) return inline(url.slice(data[0].length), data[1] ?? declared ?? 'application/octet-stream')
    return { url, mime: declared, raw: url, shown: url }
  }
  return typeof b64 === 'string' && b64 !== '' ? inline(b64, declared ?? 'application/octet-stream') : undefined
}

/** Runs `one` over a list, a few at a time, keeping the order. */
async function each<A, B>(list: readonly A[], one: (item: A) => Promise<B>): Promise<B[]> {
  const results: B[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (next < list.length) {
      const place = next++
      results[place] = await one(list[place] as A)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, list.length) }, work))
  return results
}

/** One chunk as a stream. */
async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> { yield bytes }

/** Why something was not mirrored, without any address. */
function reasonOf(error: Error & { code?: string }): string {
  return ['FetchRefused', 'MediaRefused'].includes(error.name) ? error.message : error.code ?? error.name
}

/** Makes the mirror of one gateway. */
export function createMirror(options: MirrorOptions): Mirror {
  const { media, observe, clock, maxBytes, timeout } = options
  const fetcher = createPublicFetch({ allowHosts: options.allowHosts ?? [], resolve: options.resolve })

  const download = async (source: Source, outer?: AbortSignal): Promise<{ name: string; type: string }> => {
    const stop = new AbortController()
    const done = new AbortController()
    clock.sleep(timeout, done.signal).then(() => stop.abort(new FetchRefused(`not complete within ${timeout} ms`)), () => undefined)
    try {
      const signal = outer ? AbortSignal.any([stop.signal, outer]) : stop.signal
      const { type, length, body, cancel } = await fetcher.get(source.url as string, signal)
      if (length !== undefined && length > maxBytes) {
        cancel()
        throw new FetchRefused(`a file of more than ${maxBytes} bytes`)
      }
      return await media.put(body, { hint: type ?? source.mime, maxBytes })
    } finally {
      done.abort()
    }
  }

  const copy = async (source: Source, signal?: AbortSignal): Promise<string> => {
    const stored = source.bytes ? await media.put(only(source.bytes), { hint: source.mime, maxBytes }) : await download(source, signal)
    if (!/^(?:image|video|audio)\//.test(stored.type)) throw new FetchRefused('a file that is no image, video or sound')
    return `${options.mediaPath}/${stored.name}`
  }

  const one = async (asset: Asset, options: { origin: string; signal?: AbortSignal }): Promise<Asset | undefined> => {
    const source = sourceOf(asset)
    if (!source) return undefined
    const { url: _url, b64: _b64, mime: _mime, ...said } = asset
    const rest = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))
    try {
      return { url: options.origin + await copy(source, options.signal), source_url: source.shown, backed_up: true, ...rest }
    } catch (error) {
      observe.log.warn({ reason: reasonOf(error as Error & { code?: string }) }, 'media not mirrored')
      return { url: source.raw, source_url: source.shown, backed_up: false, ...rest }
    }
  }

  return {
    mirror: async (assets, options) => (await each(assets, (asset) => one(asset, options))).filter((asset) => asset !== undefined),
    close: () => fetcher.close(),
  }
}
