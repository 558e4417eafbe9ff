/**
 * Copies results from upstreams to the gateway's media store, so that callers get lasting URLs. If
 * the copy fails, callers get the original address if they can use it.
 */
import type { Scope } from '../contract.ts'
import type { Observe } from '../observe/types.ts'
import { inParallel } from '../lib/in-parallel.ts'
import type { RequestIds } from '../lib/trace.ts'
import type { Clock, MediaStore, StoredMedia } from '../seams.ts'
import type { Settings } from '../settings/types.ts'
import { addressOf as placeOf, parseBase } from '../lib/upstream-address.ts'
import type { Upstreams } from '../upstream/types.ts'
import { addressOf, restOf, sourceOf, type Asset, type RawAsset, type Source } from './assets.ts'
import { download, storeBytes, SILENCE, type Download } from './download.ts'
import {
  createPublicFetch,
  FetchRefused,
  type FetchOptions,
  type PublicFetch,
} from './fetch-public.ts'

export { rawAssets, type Asset, type RawAsset } from './assets.ts'

/** The dependencies of the mirror. */
export interface MirrorOptions {
  media: MediaStore
  /** Path under which media are served, e.g. `/media`. */
  mediaPath: string
  observe: Observe
  clock: Clock
  /** Maximum file size. */
  maxBytes: number
  /** Ms for one file, with all attempts. */
  timeout: number
  /** Private hosts that may be fetched (development). */
  allowHosts?: readonly string[]
  resolve?: FetchOptions['resolve']
  /** Opens files below an upstream's base; without it, assets with a `path` have no content. */
  upstreams?: Pick<Upstreams, 'open'>
  /** The upstreams' addresses, to show where a file came from. */
  upstreamSettings?: Settings['upstreams']
}

/** The upstream whose reply is mirrored, and the call's scope for the holes of its base. */
export interface From {
  name: string
  scope: Scope
}

/** One mirroring. `origin` begins the new URLs; `upstream` is required for assets with a `path`. */
export interface MirrorRequest {
  origin: string
  signal?: AbortSignal
  upstream?: From
  /** The request whose result is mirrored; its trace is passed on to the upstream alone. */
  ids?: RequestIds
}

/** The mirror of one gateway. */
export interface Mirror {
  /**
   * Mirrors every asset, in order. Leaves out assets without content, so an empty result means that
   * there is no content. Also leaves out files that could not be copied and need the upstream's
   * key, because a caller cannot use them. Never rejects. When the signal fires, assets that are
   * not copied keep their own address.
   */
  mirror(assets: readonly RawAsset[], request: MirrorRequest): Promise<Asset[]>
  close(): Promise<void>
}

const AT_ONCE = 4
/**
 * Pauses in ms before a public address is tried again; its result can be delivered without a copy.
 */
const SOON = [500, 2000]
/** Pauses in ms before another attempt at a file that callers cannot get without a copy. */
const PATIENT = [500, 1000, 2000, 4000, 8000, 16_000, 32_000]
const PUBLIC_ERRORS = new Set(['FetchRefused', 'MediaRefused', 'MediaStoreFailed'])

/** Returns why something was not mirrored, without any address. */
function reasonOf(error: Error & { code?: string }): string {
  return PUBLIC_ERRORS.has(error.name) ? error.message : (error.code ?? error.name)
}

/**
 * Whether another attempt may help: no answer, busy, or a broken connection. A refusal is final.
 */
function isTransient(error: Error): boolean {
  if (error.name === 'MediaRefused') return false
  return (
    error.name !== 'FetchRefused' ||
    /^an answer with status (?:408|425|429|5\d\d)$/.test(error.message)
  )
}

/** Returns a file's origin as shown to callers: never with its query, which may contain keys. */
function shownPath(path: string, base: string | undefined): string {
  const plain = path.replace(/[?#].*$/s, '')
  try {
    const { origin, path: below } = placeOf(parseBase(base ?? ''), {
      path: plain,
      query: '',
      holes: {},
    })
    return origin + below
  } catch {
    // The base depends on the call or on its key.
    return plain
  }
}

/** Returns where an asset's content came from, as callers may see it. */
function shownOf(source: Source, base: string | undefined): string {
  if (source.kind === 'bytes') return `data:${source.type}`
  return source.kind === 'url' ? source.url : shownPath(source.path, base)
}

/** The dependencies of one mirror. */
interface Mirroring {
  options: MirrorOptions
  fetcher: PublicFetch
}

/** Returns how to request a file, and how often. Throws if a path has no upstream. */
function requestFor(
  source: Exclude<Source, { kind: 'bytes' }>,
  how: Mirroring & { from?: From; ids?: RequestIds },
): Pick<Download, 'open' | 'pauses' | 'again'> {
  const {
    fetcher,
    options: { upstreams },
    from,
    ids,
  } = how
  if (source.kind === 'url')
    return { open: signal => fetcher.get(source.url, signal), pauses: SOON, again: isTransient }
  if (!upstreams || !from) throw new FetchRefused('a path without an upstream')
  const open: Download['open'] = signal =>
    upstreams.open(from.name, source.path, { scope: from.scope, signal, timeout: SILENCE, ids })
  return { open, pauses: PATIENT, again: error => error.name !== 'MediaRefused' }
}

/** Copies the content of one asset. */
async function copy(
  mirroring: Mirroring,
  source: Source,
  { upstream, signal, ids }: MirrorRequest,
): Promise<StoredMedia> {
  const { options } = mirroring
  if (source.kind === 'bytes') return storeBytes(options, source, signal)
  return download(options, {
    ...requestFor(source, { ...mirroring, from: upstream, ids }),
    mime: source.mime,
    signal,
  })
}

/** Returns one asset in its mirrored form, or unmirrored; undefined if a caller cannot use it. */
async function one(
  mirroring: Mirroring,
  asset: RawAsset,
  request: MirrorRequest,
): Promise<Asset | undefined> {
  const { upstreamSettings = {}, observe, mediaPath } = mirroring.options
  const { origin, upstream } = request
  const source = sourceOf(asset)
  if (!source) return undefined
  const shown = shownOf(
    source,
    upstream && Object.hasOwn(upstreamSettings, upstream.name)
      ? upstreamSettings[upstream.name]?.url
      : undefined,
  )
  const rest = restOf(asset)
  try {
    const { name } = await copy(mirroring, source, request)
    return { url: `${origin}${mediaPath}/${name}`, source_url: shown, backed_up: true, ...rest }
  } catch (error) {
    const url = addressOf(source)
    observe.log.warn(
      { reason: reasonOf(error as Error & { code?: string }), lost: url === undefined },
      'media not mirrored',
    )
    return url === undefined ? undefined : { url, source_url: shown, backed_up: false, ...rest }
  }
}

/** Makes the mirror of one gateway. */
export function createMirror(options: MirrorOptions): Mirror {
  const fetcher = createPublicFetch({
    allowHosts: options.allowHosts ?? [],
    resolve: options.resolve,
  })
  const mirroring = { options, fetcher }
  return {
    async mirror(assets, request) {
      const mirrorOne = (asset: RawAsset) => one(mirroring, asset, request)
      const mirrored = await inParallel(assets, { atOnce: AT_ONCE }, mirrorOne)
      return mirrored.filter(asset => asset !== undefined)
    },
    close: () => fetcher.close(),
  }
}
