/**
 * What the video upstreams share: sizes of films, temporary addresses for them, and their
 * downloads.
 */
import { film } from './media/mp4.ts'
import type { FilmSpec } from './media/mp4.ts'
import { seedOf } from './pictures.ts'
import type { UpstreamReply, UpstreamRequest } from './contract.ts'

const LIFETIME_S = 24 * 3600
const FILE = /^\/files\/([0-9a-f]{16})-(\d{2,4})x(\d{2,4})-(\d{1,2})s\.mp4$/
const SHORT_SIDE: Readonly<Record<string, number>> = {
  '480p': 480,
  '720p': 720,
  '1080p': 1080,
  '4k': 2160,
}

/**
 * Pixels of a resolution such as `720p` in a ratio such as `16:9`; even numbers. Ratios without
 * numbers are 16:9.
 */
export function filmSize(resolution: string, ratio: string): { width: number; height: number } {
  const [w = 16, h = 9] = /^\d+:\d+$/.test(ratio) ? ratio.split(':').map(Number) : []
  const short = SHORT_SIDE[resolution.toLowerCase()] ?? 720
  const even = (side: number) => Math.round(side / 2) * 2
  return w >= h
    ? { width: even((short * w) / h), height: short }
    : { width: short, height: even((short * h) / w) }
}

/** An address at which the film of a prompt can be fetched for a day. */
export function filmUrl(
  origin: string,
  prompt: string,
  { width, height, seconds }: FilmSpec,
): string {
  const expires = Math.floor(Date.now() / 1000) + LIFETIME_S
  return `${origin}/files/${seedOf(prompt)}-${width}x${height}-${seconds}s.mp4?Expires=${expires}`
}

/** Answers the downloads of `filmUrl`; undefined when the path is something else. */
export function filmFile(request: UpstreamRequest): UpstreamReply | undefined {
  const match = FILE.exec(request.path)
  if (!match || request.method !== 'GET') return undefined
  const [width, height, seconds] = match.slice(2).map(Number) as [number, number, number]
  if (!(Number(request.query.get('Expires')) > Date.now() / 1000)) return expired()
  return {
    status: 200,
    type: 'video/mp4',
    raw: film(match[1]!, { width, height, seconds: Math.max(1, seconds) }),
  }
}

/** What a file host says of an address whose time is over. */
export const expired = (): UpstreamReply => ({
  status: 403,
  type: 'application/xml',
  raw: '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
})
