/**
 * Reads the content of stored files for replies that carry it: in base64 beside the address
 * (`embed`), or as the reply itself (`file`). Payments and jobs store only the addresses. The bytes
 * are read when a reply is rendered, so every reply has the stored bytes.
 */
import type { Call } from '../call.ts'
import type { Json, Scope } from '../contract.ts'
import { sourceOf, type RawAsset } from '../media/assets.ts'

/** One file of a result. */
export interface FileContent {
  bytes: Buffer
  type: string
}

type Files = Pick<Call, 'context' | 'compiled' | 'scope'>

/** Whether the reply carries the content of its files. */
export function carriesContent({
  compiled: { route },
  scope,
}: Pick<Call, 'compiled' | 'scope'>): boolean {
  return route.embed?.(scope) === true || route.file?.(scope) === true
}

/**
 * Whether a file can be read again for every reply: it is stored, or its bytes are part of the
 * result.
 */
export function isReadable(asset: RawAsset): boolean {
  return asset.backed_up === true || sourceOf(asset)?.kind === 'bytes'
}

/**
 * Returns the scope for rendering a reply; with `embed` each file has its content in `b64_json`.
 * Rejects if a file cannot be read.
 */
export async function withContent(call: Call): Promise<Scope> {
  const {
    compiled: { route },
    scope,
  } = call
  if (route.embed?.(scope) !== true) return scope
  const contents = await contentsOf(call)
  const assets = filesOf(call).map((asset, i) => ({
    ...asset,
    b64_json: contents[i]!.bytes.toString('base64'),
  }))
  return { ...scope, result: { ...scope.result, [route.mirror!]: assets as unknown as Json } }
}

/** Reads the first file of the result. Rejects if it cannot be read. */
export async function firstFile(call: Call): Promise<FileContent> {
  const [first] = await contentsOf(call)
  if (first === undefined) throw new Error('the result has no file')
  return first
}

/**
 * Reads the files once per call, because its reply is rendered before the settlement and again with
 * the receipt.
 */
async function contentsOf(call: Call): Promise<readonly FileContent[]> {
  call.contents ??= await Promise.all(filesOf(call).map(asset => read(call, asset)))
  return call.contents
}

function filesOf({ compiled, scope }: Files): readonly RawAsset[] {
  const files = scope.result?.[compiled.route.mirror!]
  return Array.isArray(files) ? (files as RawAsset[]) : []
}

async function read({ context }: Files, asset: RawAsset): Promise<FileContent> {
  const source = sourceOf(asset)
  if (source?.kind === 'bytes') return { bytes: Buffer.from(source.bytes), type: source.type }
  const name =
    asset.backed_up === true && source?.kind === 'url'
      ? source.url.slice(source.url.lastIndexOf('/') + 1)
      : undefined
  const file = name === undefined ? undefined : await context.media.open(name)
  if (file === undefined) throw new Error('a file of the result cannot be read')
  const pieces: Uint8Array[] = []
  for await (const piece of file.stream) pieces.push(piece)
  return { bytes: Buffer.concat(pieces), type: file.type }
}
