/**
 * What the image upstreams share: pictures as base64, temporary addresses for them, and the word
 * that moderation refuses.
 */
import { createHash } from 'node:crypto'
import { picture } from './png.ts'
import type { UpstreamReply, UpstreamRequest } from './contract.ts'

const LIFETIME_S = 3600
const FILE = /^\/files\/([0-9a-f]{16})-(\d{1,5})x(\d{1,5})\.png$/

/** A prompt with this word in it is refused by the moderation of every local image upstream. */
const FORBIDDEN = 'forbidden'

/** Whether moderation refuses a prompt. */
export const refusedByPrompt = (prompt: unknown): boolean =>
  typeof prompt === 'string' && prompt.toLowerCase().includes(FORBIDDEN)

/** The n-th picture of a prompt, base64. */
export function pictureBase64(
  prompt: string,
  size: { width: number; height: number },
  n = 0,
): string {
  return picture(seedOf(prompt, n), size.width, size.height).toString('base64')
}

/** An address at which the n-th picture of a prompt can be fetched for an hour. */
export function pictureUrl(
  origin: string,
  prompt: string,
  size: { width: number; height: number; n?: number },
): string {
  const expires = Math.floor(Date.now() / 1000) + LIFETIME_S
  return `${origin}/files/${seedOf(prompt, size.n ?? 0)}-${size.width}x${size.height}.png?Expires=${expires}`
}

/** Answers the downloads of `pictureUrl`; undefined when the path is something else. */
export function pictureFile(request: UpstreamRequest): UpstreamReply | undefined {
  const match = FILE.exec(request.path)
  if (!match || request.method !== 'GET') return undefined
  const [, seed, width, height] = match
  const expires = Number(request.query.get('Expires'))
  if (!(expires > Date.now() / 1000))
    return { status: 403, type: 'application/xml', raw: '<Error><Code>AccessDenied</Code></Error>' }
  return {
    status: 200,
    type: 'image/png',
    raw: picture(seed!, Math.min(Number(width), 4096), Math.min(Number(height), 4096)),
  }
}

/** `1024x768` as numbers; undefined when it does not look so. */
export function parseSize(text: unknown): { width: number; height: number } | undefined {
  const match = typeof text === 'string' ? /^(\d{2,5})x(\d{2,5})$/.exec(text) : null
  return match ? { width: Number(match[1]), height: Number(match[2]) } : undefined
}

/** Names that the local upstreams do not know, to try an unknown model. */
export const unknownModel = (model: unknown): boolean =>
  typeof model !== 'string' || model === '' || model.startsWith('no-such')

/** Name of the n-th thing made from a prompt. */
export function seedOf(prompt: string, n = 0): string {
  return createHash('sha256').update(`${n}:${prompt}`).digest('hex').slice(0, 16)
}
