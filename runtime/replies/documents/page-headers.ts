/** Headers of pages: what a browser may load and do on them. */
import type { GatewayContext } from '../../context.ts'

type Headers = Readonly<Record<string, string>>

const OWN = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]

/** Pages on which the renderer writes inline styles and fonts. */
const RENDERED: ReadonlySet<string> = new Set(['docs.html'])

/** Returns the headers of a page; none for other documents. */
export function pageHeaders(name: string): Headers {
  if (!name.endsWith('.html')) return {}
  const styles = RENDERED.has(name)
    ? ["style-src 'self' 'unsafe-inline'", "font-src 'self' data:"]
    : ["style-src 'self'"]
  return {
    'content-security-policy': [...OWN, ...styles].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  }
}

/** Link relations (RFC 8288, RFC 8631) of documents that describe a gateway. */
const RELATIONS: Readonly<Record<string, string>> = {
  'openapi.json': 'rel="service-desc"; type="application/json"',
  'docs.html': 'rel="service-doc"; type="text/html"',
  'llms.txt': 'rel="describedby"; type="text/plain"',
  'client.tgz': 'rel="related"; type="application/gzip"',
}

type Served = Pick<GatewayContext, 'routes'>
const known = new WeakMap<Served, string>()

/** Returns the `Link` header that names the documents of a gateway, made once. */
export function linksOf(context: Served): string {
  const links = known.get(context) ?? linksTo(context)
  known.set(context, links)
  return links
}

function linksTo({ routes }: Served): string {
  return [...routes.values()]
    .flatMap(({ route: { document = '', path } }) => {
      const relation = RELATIONS[document]
      return relation === undefined ? [] : [`<${path}>; ${relation}`]
    })
    .join(', ')
}
