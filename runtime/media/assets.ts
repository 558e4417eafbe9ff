/** Result assets before they are mirrored: where their content is, and their unmirrored form. */
import type { Json } from '../contract.ts'
import { isMedia, typeOf } from './file-types.ts'

/**
 * One asset as an upstream call's `give` maps it. Its content is an address at the upstream (`url`,
 * fetched without the upstream's key), base64 (`b64`), the reply's own bytes (`bytes`), or a path
 * below the upstream's base address (`path`, fetched with its key). `mime` is the declared type.
 * `mirror` replaces these members with `{url, source_url, backed_up, …}` and keeps all others.
 */
export type RawAsset = { readonly [key: string]: Json | Uint8Array | undefined }

/**
 * An asset as callers see it: `{url, source_url, backed_up, …}` if mirrored, `{url, …}` otherwise.
 */
export type Asset = { readonly [key: string]: Json | undefined }

/**
 * Where an asset's content is. For content in memory, `type` is its declared or detected MIME type.
 */
export type Source =
  | { kind: 'url'; url: string; mime?: string }
  | { kind: 'path'; path: string; mime?: string }
  | { kind: 'bytes'; bytes: Uint8Array; type: string }

const DATA_URI = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.+-]+)*;base64,/i
const NOTHING = new Uint8Array()
const CONTENT = new Set(['url', 'b64', 'bytes', 'path', 'mime'])

/** Returns a string that is not empty. */
const filled = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/**
 * Returns content in memory; undefined if it is empty. Uses a declared media type without its
 * parameters, and otherwise detects the type.
 */
function inMemory(bytes: Uint8Array, declared: string | undefined): Source | undefined {
  if (bytes.length === 0) return undefined
  const type = /^[\w.+-]+\/[\w.+-]+/.exec(declared ?? '')?.[0]
  return {
    kind: 'bytes',
    bytes,
    type: type !== undefined && isMedia(typeOf(NOTHING, type).type) ? type : typeOf(bytes).type,
  }
}

/** Returns where an asset's content is; undefined if it has none. */
export function sourceOf(asset: RawAsset): Source | undefined {
  const { bytes } = asset
  const [url, b64, path, mime] = [
    filled(asset.url),
    filled(asset.b64),
    filled(asset.path),
    filled(asset.mime),
  ]
  if (url !== undefined) {
    const data = DATA_URI.exec(url)
    return data
      ? inMemory(Buffer.from(url.slice(data[0].length), 'base64'), data[1] ?? mime)
      : { kind: 'url', url, mime }
  }
  if (b64 !== undefined) return inMemory(Buffer.from(b64, 'base64'), mime)
  if (bytes instanceof Uint8Array) return inMemory(bytes, mime)
  return path === undefined ? undefined : { kind: 'path', path, mime }
}

/** Returns the members of an asset other than its content, without nulls. */
export function restOf(asset: RawAsset): Asset {
  return Object.fromEntries(
    Object.entries(asset).filter(([name, value]) => !CONTENT.has(name) && value !== null),
  ) as Asset
}

/** Returns an address that a caller can use directly; undefined if it needs the upstream's key. */
export function addressOf(source: Source): string | undefined {
  if (source.kind === 'url') return source.url
  if (source.kind === 'path') return undefined
  const { buffer, byteOffset, length } = source.bytes
  return `data:${source.type};base64,${Buffer.from(buffer, byteOffset, length).toString('base64')}`
}

/**
 * Returns unmirrored assets, for replies with the model's raw output: the upstream's address, or a
 * data URI. Leaves out assets without content that a caller can use.
 */
export function rawAssets(assets: readonly RawAsset[]): Asset[] {
  return assets.flatMap(asset => {
    const source = sourceOf(asset)
    const url = source && addressOf(source)
    return url === undefined ? [] : [{ url, ...restOf(asset) }]
  })
}
