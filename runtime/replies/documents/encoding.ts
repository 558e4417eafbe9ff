/** Chooses a content encoding by `Accept-Encoding` (RFC 9110, 12.5.3). */
import { remembering } from '../../lib/cache.ts'

/** A supported encoding; `identity` means none. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** Supported encodings, best first. */
const SERVED: readonly Encoding[] = ['br', 'gzip', 'identity']
/** Longest header that is parsed. */
const LONGEST = 1000

/** Chooses the encoding that the caller prefers; among equals, the one with the smallest result. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined || acceptEncoding.length > LONGEST) return 'identity'
  return preferred(acceptEncoding)
}

const preferred = remembering((acceptEncoding): Encoding => {
  const weights = weightsOf(acceptEncoding)
  // Uncompressed content is always acceptable, and is the fallback.
  const others = (encoding: Encoding): number =>
    encoding === 'identity' ? 0.0001 : (weights.get('*') ?? 0)
  const weight = (encoding: Encoding): number => weights.get(encoding) ?? others(encoding)
  const best = SERVED.reduce((a, b) => (weight(b) > weight(a) ? b : a))
  return weight(best) > 0 ? best : 'identity'
})

/**
 * Returns the weights by name: `gzip;q=0.5` is 0.5, a bare name is 1, an unreadable weight is 0.
 */
function weightsOf(header: string): Map<string, number> {
  return new Map(
    header.split(',').map(part => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const q = parameters.find(one => one.startsWith('q='))?.slice(2)
      return [name === 'x-gzip' ? 'gzip' : name, q === undefined ? 1 : Number(q) || 0] as const
    }),
  )
}
