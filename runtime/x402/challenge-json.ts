/**
 * Writes challenges: whole for bodies, and short enough for headers. A challenge stands in three
 * headers of one reply, and a proxy takes 4,096 bytes of head at most; what crawlers can do without
 * is left out of headers first, in a fixed order.
 */
import type { Json, Route } from '../contract.ts'
import { premade } from './premade-json.ts'

/** CDP's crawler refuses longer descriptions. */
const LONGEST_DESCRIPTION = 500

/** Stands for the values of the path in prepared text. */
const HOLE = '\0'
const HOLE_TEXT = JSON.stringify(HOLE)

/** What a route says of itself in challenges. */
type Described = Pick<Route, 'summary' | 'bazaar'>

type Members = { readonly [key: string]: Json }

/** The address asked for, the values of its path, and the JSON of `accepts`. */
export interface At {
  url: string
  path?: object
  accepts: string
}

/**
 * What a challenge says besides price and address. `bytes` counts its text; `after` follows the
 * values of the path.
 */
interface Rung {
  resource: string
  before: string
  after?: string
  bytes: number
}

/**
 * The challenge of a route, ready but for price and address. Rungs say less and less; the first one
 * that fits is sent.
 */
export interface ChallengeText {
  rungs: readonly Rung[]
  /** The rungs without discovery metadata, for polls. */
  bare: readonly Rung[]
  resource: Members
  extensions?: { readonly bazaar: Members }
}

/** Prepares the challenge of a route. Clients refuse nulls, so there are none. */
export function challengeText({ summary, bazaar: given }: Described): ChallengeText {
  const resource = {
    description: summary.slice(0, LONGEST_DESCRIPTION),
    mimeType: 'application/json',
  }
  const { description } = resource
  const bare = [rung(resource), rung({ description }), rung({})]
  if (given === undefined) return { rungs: bare, bare, resource }
  const bazaar = withoutNulls(given) as Members
  const short = shortest(bazaar)
  const outlined = [4, 3, 2, 1, 0].map(depth =>
    rung(resource, { ...bazaar, schema: outline(bazaar.schema, depth) }),
  )
  const cut = [rung(resource, short), rung({ description }, short), rung({}, short), rung({})]
  return {
    rungs: [...outlined, ...cut],
    bare,
    resource,
    extensions: premade({ bazaar }),
  }
}

/**
 * The challenge for headers, in at most `room` bytes of JSON. An address that is too long by itself
 * is cut.
 */
export function headerJson(rungs: readonly Rung[], at: At, room: number): string {
  const size = sizeAt(at)
  const fits = rungs.find(one => size(one) <= room)
  if (fits !== undefined) return written(fits, at)
  const last = rungs.at(-1)!
  const excess = size(last) - room
  return written(last, { ...at, url: at.url.slice(0, Math.max(0, at.url.length - excess)) })
}

/**
 * Bytes of a route's challenge in headers with the description and how to call the route, and no
 * more: what is left out beyond that is for very long addresses only.
 */
export function neededBytes({ summary, bazaar }: Described, at: At): number {
  const { info, routeTemplate } = (bazaar ?? {}) as { info?: Json; routeTemplate?: Json }
  const description = summary.slice(0, LONGEST_DESCRIPTION)
  if (info === undefined) return sizeAt(at)(rung({ description }))
  return sizeAt(at)(
    rung({ description }, shortest(withoutNulls({ info, routeTemplate }) as Members)),
  )
}

/** `resource` and `extensions` of a reply's body: all that is known. */
export function bodyParts(
  { resource, extensions }: ChallengeText,
  at: Pick<At, 'url' | 'path'>,
): { resource: Members; extensions?: Members } {
  const said = { url: at.url, ...resource }
  const bazaar = extensions && located(extensions.bazaar, at.path)
  if (bazaar === extensions?.bazaar) return { resource: said, extensions }
  return { resource: said, extensions: premade({ bazaar: bazaar! }) }
}

/** The metadata with the values of the path asked for. */
function located(bazaar: Members, path: object | undefined): Members {
  const info = bazaar.info as Members | undefined
  const input = info?.input as Members | undefined
  if (path === undefined || input?.pathParams === undefined) return bazaar
  return { ...bazaar, info: { ...info, input: { ...input, pathParams: path as Json } } }
}

const OPEN = '{"x402Version":2,"resource":{"url":'
const FRAME = Buffer.byteLength(`${OPEN}},"accepts":,"extensions":}`)

/** How many bytes a challenge has at an address. */
function sizeAt({ url, accepts, path }: At): (one: Rung) => number {
  const own = FRAME + Buffer.byteLength(JSON.stringify(url)) + Buffer.byteLength(accepts)
  const values = Buffer.byteLength(JSON.stringify(path ?? {}))
  return one => own + one.bytes + (one.after === undefined ? 0 : values)
}

function written(one: Rung, { url, accepts, path }: At): string {
  const extensions =
    one.after === undefined ? one.before : one.before + JSON.stringify(path ?? {}) + one.after
  const resource = `${OPEN}${JSON.stringify(url)}${one.resource}}`
  return `${resource},"accepts":${accepts},"extensions":${extensions}}`
}

function rung(resource: Members, bazaar?: Members): Rung {
  const said = Object.keys(resource).length === 0 ? '' : `,${JSON.stringify(resource).slice(1, -1)}`
  const text =
    bazaar === undefined
      ? '{}'
      : JSON.stringify({ bazaar: located(bazaar, HOLE as unknown as object) })
  const [before = '', after] = text.split(HOLE_TEXT)
  return { resource: said, before, after, bytes: Buffer.byteLength(said + before + (after ?? '')) }
}

/**
 * How the route is called, and no schema but one that everything fits. Members that say nothing are
 * left out.
 */
function shortest({ info, routeTemplate }: Members): Members {
  const input = Object.entries((info as { input: Members }).input).filter(
    ([, value]) => JSON.stringify(value) !== '{}',
  )
  const said = { info: { input: Object.fromEntries(input) }, schema: { type: 'object' } }
  return routeTemplate === undefined ? said : { ...said, routeTemplate }
}

/** Types, names and required members of a schema, so many levels deep. */
function outline(schema: Json | undefined, depth: number): Json {
  const { type, properties, required } = (schema ?? {}) as {
    type?: Json
    properties?: Members
    required?: Json
  }
  const own: Members = typeof type === 'string' ? { type } : {}
  if (depth === 0 || properties === undefined) return own
  const members = Object.entries(properties).map(([name, one]) => [name, outline(one, depth - 1)])
  const asked = Array.isArray(required) && required.length > 0 ? { required } : {}
  return { ...own, properties: Object.fromEntries(members), ...asked }
}

function withoutNulls(value: Json | undefined): Json | undefined {
  if (Array.isArray(value))
    return value.filter(item => item !== null).map(item => withoutNulls(item) as Json)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(
    ([, member]) => member !== null && member !== undefined,
  )
  return Object.fromEntries(entries.map(([name, member]) => [name, withoutNulls(member)]))
}
