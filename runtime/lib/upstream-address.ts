/**
 * Builds the address of a call: the upstream's base with its holes filled, the call's path below
 * it, and the query. No address can leave the base.
 */

/** A place to send a request to. */
export interface Address {
  origin: string
  path: string
}

/** A path or host that must not be called. `caller` is true if the caller's own path caused it. */
export class BadAddress extends Error {
  caller: boolean
  constructor(message: string, caller: boolean) {
    super(message)
    this.caller = caller
  }
}

const HOST = /^[a-z0-9.-]+(?::\d+)?$/i

/** A parsed base URL: `https://{host}.nodes.example/v2`. */
interface Base {
  scheme: string
  host: string
  path: string
  holes: boolean
}

/** Parses a base URL, at start. Throws on anything but http and https. */
export function parseBase(url: string): Base {
  const found = /^(https?):\/\/([^/?#]+)([^?#]*)$/i.exec(url)
  if (!found) throw new BadAddress('the base must be http(s)://host/path, without a query', false)
  return {
    scheme: found[1] as string,
    host: found[2] as string,
    path: (found[3] as string).replace(/\/+$/, ''),
    holes: url.includes('{'),
  }
}

/** Fills `{…}` holes with values. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([^{}]+)\}/g, (_, hole: string) => {
    const name = hole.trim()
    if (!Object.hasOwn(values, name))
      throw new BadAddress('the base has a hole that the call does not fill', false)
    return encodeURIComponent(values[name] as string)
  })
}

/** Percent-encodes characters that are invalid in a URL; keeps existing encodings. */
function encode(text: string): string {
  return text.replace(/%(?![0-9a-f]{2})|[^\w.~!$&'()*+,;=:@/?%-]/giu, part =>
    part === '%' ? '%25' : encodeURIComponent(part),
  )
}

/** Encodes the characters that would end the query or its line, and changes nothing else. */
function unbroken(query: string): string {
  return query.replace(/[^\x21-\x7e]|#/gu, encodeURIComponent)
}

/** Whether a server would read a segment as `.` or `..`, encoded or not. */
function moves(segment: string): boolean {
  const plain = segment.replace(/%2e/gi, '.').replace(/%5c|\\/gi, '/')
  return plain.split(/\/|%2f/i).some(part => part === '..' || part === '.')
}

/** Splits the path of a call below its base. Throws BadAddress if it would leave the base. */
function below(base: string, path: string): { path: string; query: string } {
  const mark = path.indexOf('?')
  const own = mark < 0 ? path : path.slice(0, mark)
  if (own.includes('#') || own.split('/').some(moves)) throw new BadAddress('Invalid path', true)
  const joined =
    own === '' || own === '/' ? `${base}/` : `${base}${own.startsWith('/') ? '' : '/'}${own}`
  return { path: encode(joined), query: mark < 0 ? '' : encode(path.slice(mark + 1)) }
}

/** The path, query and hole values that a call adds to its base. */
export interface Route {
  path: string
  query: string
  holes: Readonly<Record<string, string>>
}

/** Builds the address of one call. Throws BadAddress. */
export function addressOf(base: Base, route: Route): Address {
  const host = base.holes ? fill(base.host, route.holes) : base.host
  if (!HOST.test(host)) throw new BadAddress('the base has no valid host', false)
  const { path, query } = below(base.holes ? fill(base.path, route.holes) : base.path, route.path)
  const whole = [query, unbroken(route.query)].filter(part => part !== '').join('&')
  return { origin: `${base.scheme}://${host}`, path: whole === '' ? path : `${path}?${whole}` }
}

export type { Base }
