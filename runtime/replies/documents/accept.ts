/** Chooses between JSON and HTML by `Accept` (RFC 9110, 12.5.1). */
import { remembering } from '../../lib/cache.ts'

/** Longest header that is parsed. */
const LONGEST = 1000

const HTML = ['text/html', 'application/xhtml+xml']
const JSON_TYPES = ['application/json', 'application/*']

/**
 * Whether the caller prefers a page: it names HTML, with a higher weight than JSON. Callers that
 * accept anything are programs.
 */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || accept.length > LONGEST || !/html/i.test(accept)) return false
  return isPreferred(accept)
}

const isPreferred = remembering(accept => {
  const weights = weightsOf(accept)
  const most = (types: readonly string[]): number =>
    Math.max(0, ...types.map(type => weights.get(type) ?? 0))
  const html = most(HTML)
  return html > most(JSON_TYPES) && html >= most(['*/*'])
})

/**
 * Returns the weights by type: `text/html;q=0.5` is 0.5, a bare type is 1, an unreadable weight is
 * 0.
 */
function weightsOf(header: string): Map<string, number> {
  return new Map(
    header.split(',').map(part => {
      const [type = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const q = parameters.find(one => one.startsWith('q='))?.slice(2)
      return [type, q === undefined ? 1 : Number(q) || 0] as const
    }),
  )
}
