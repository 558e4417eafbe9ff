/**
 * Writes the JSON of challenges: complete for bodies, shortened for headers. A reply carries the
 * challenge in three headers, and proxies accept 4,096 bytes of head at most. So headers leave out,
 * in a fixed order, the members that crawlers need least.
 */
import type { Json, Route } from '../contract.ts'
import { premade } from './premade-json.ts'

/** CDP's crawler refuses longer descriptions. */
const LONGEST_DESCRIPTION = 500

/** Placeholder for the path parameters in the prepared text. */
const PLACEHOLDER = '\0'
const PLACEHOLDER_JSON = JSON.stringify(PLACEHOLDER)

/** The members of a route that its challenge contains. */
type Described = Pick<Route, 'summary' | 'bazaar'>

type Members = { readonly [key: string]: Json }

/**
 * The requested address, its path parameters, the JSON of `accepts`, and the JSON of the extensions
 * that the offers declare.
 */
export interface ChallengeAddress {
  url: string
  path?: object
  accepts: string
  declared?: string
}

/**
 * The text of a challenge without price and address. `bytes` is its length; `after` is the text
 * after the path parameters.
 */
interface ChallengeVariant {
  resource: string
  before: string
  after?: string
  bytes: number
}

/**
 * The challenge of a route, prepared except for price and address. Each variant is shorter than the
 * one before; headers use the first that fits.
 */
export interface ChallengeText {
  variants: readonly ChallengeVariant[]
  /** Variants without discovery metadata, for polls. */
  bare: readonly ChallengeVariant[]
  resource: Members
  extensions?: { readonly bazaar: Members }
}

/** Prepares the challenge of a route. It has no null members, because clients refuse them. */
export function challengeText({ summary, bazaar: metadata }: Described): ChallengeText {
  const resource = {
    description: summary.slice(0, LONGEST_DESCRIPTION),
    mimeType: 'application/json',
  }
  const { description } = resource
  const bare = [variant(resource), variant({ description }), variant({})]
  if (metadata === undefined) return { variants: bare, bare, resource }
  const bazaar = withoutNulls(metadata) as Members
  const short = shortest(bazaar)
  const outlined = [4, 3, 2, 1, 0].map(depth =>
    variant(resource, { ...bazaar, schema: outline(bazaar.schema, depth) }),
  )
  const cut = [
    variant(resource, short),
    variant({ description }, short),
    variant({}, short),
    variant({}),
  ]
  return {
    variants: [...outlined, ...cut],
    bare,
    resource,
    extensions: premade({ bazaar }),
  }
}

/**
 * Writes the challenge for headers, in at most `room` bytes of JSON. An address that alone is too
 * long is cut.
 */
export function headerJson(
  variants: readonly ChallengeVariant[],
  at: ChallengeAddress,
  maxBytes: number,
): string {
  const size = sizeAt(at)
  const fits = variants.find(one => size(one) <= maxBytes)
  if (fits !== undefined) return challengeJson(fits, at)
  const last = variants.at(-1)!
  const excess = size(last) - maxBytes
  return challengeJson(last, { ...at, url: at.url.slice(0, Math.max(0, at.url.length - excess)) })
}

/**
 * Returns the bytes that a route's challenge needs in headers with its description and call
 * information. Shorter variants are only for very long addresses.
 */
export function neededBytes({ summary, bazaar }: Described, at: ChallengeAddress): number {
  const { info, routeTemplate } = (bazaar ?? {}) as { info?: Json; routeTemplate?: Json }
  const description = summary.slice(0, LONGEST_DESCRIPTION)
  if (info === undefined) return sizeAt(at)(variant({ description }))
  return sizeAt(at)(
    variant({ description }, shortest(withoutNulls({ info, routeTemplate }) as Members)),
  )
}

/** Builds `resource` and `extensions` for the body of a 402, complete. */
export function bodyParts(
  { resource, extensions }: ChallengeText,
  at: Pick<ChallengeAddress, 'url' | 'path'>,
): { resource: Members; extensions?: Members } {
  const located = { url: at.url, ...resource }
  const bazaar = extensions && withPath(extensions.bazaar, at.path)
  if (bazaar === extensions?.bazaar) return { resource: located, extensions }
  return { resource: located, extensions: premade({ bazaar: bazaar! }) }
}

/** Returns the metadata with the path parameters of the request. */
function withPath(bazaar: Members, path: object | undefined): Members {
  const info = bazaar.info as Members | undefined
  const input = info?.input as Members | undefined
  if (path === undefined || input?.pathParams === undefined) return bazaar
  return { ...bazaar, info: { ...info, input: { ...input, pathParams: path as Json } } }
}

const OPEN = '{"x402Version":2,"resource":{"url":'
const FRAME = Buffer.byteLength(`${OPEN}},"accepts":,"extensions":}`)

/** Returns the function that computes the bytes of a variant at an address. */
function sizeAt(at: ChallengeAddress): (one: ChallengeVariant) => number {
  const { url, accepts, path, declared = '' } = at
  const own = FRAME + Buffer.byteLength(JSON.stringify(url)) + Buffer.byteLength(accepts + declared)
  const values = Buffer.byteLength(JSON.stringify(path ?? {}))
  return one => own + one.bytes + (one.after === undefined ? 0 : values)
}

function challengeJson(one: ChallengeVariant, at: ChallengeAddress): string {
  const { url, accepts, path, declared } = at
  const own =
    one.after === undefined ? one.before : one.before + JSON.stringify(path ?? {}) + one.after
  const extensions = declared === undefined ? own : merged(declared, own)
  const resource = `${OPEN}${JSON.stringify(url)}${one.resource}}`
  return `${resource},"accepts":${accepts},"extensions":${extensions}}`
}

/** Merges two JSON objects into one. */
const merged = (one: string, other: string): string =>
  other === '{}' ? one : `${one.slice(0, -1)},${other.slice(1)}`

function variant(resource: Members, bazaar?: Members): ChallengeVariant {
  const members =
    Object.keys(resource).length === 0 ? '' : `,${JSON.stringify(resource).slice(1, -1)}`
  const text =
    bazaar === undefined
      ? '{}'
      : JSON.stringify({ bazaar: withPath(bazaar, PLACEHOLDER as unknown as object) })
  const [before = '', after] = text.split(PLACEHOLDER_JSON)
  return {
    resource: members,
    before,
    after,
    bytes: Buffer.byteLength(members + before + (after ?? '')),
  }
}

/**
 * Returns the shortest metadata: how to call the route, with a schema that accepts everything.
 * Empty members are left out.
 */
function shortest({ info, routeTemplate }: Members): Members {
  const input = Object.entries((info as { input: Members }).input).filter(
    ([, value]) => JSON.stringify(value) !== '{}',
  )
  const short = { info: { input: Object.fromEntries(input) }, schema: { type: 'object' } }
  return routeTemplate === undefined ? short : { ...short, routeTemplate }
}

/** Returns the types, names and required members of a schema, down to `depth` levels. */
function outline(schema: Json | undefined, depth: number): Json {
  const { type, properties, required } = (schema ?? {}) as {
    type?: Json
    properties?: Members
    required?: Json
  }
  const own: Members = typeof type === 'string' ? { type } : {}
  if (depth === 0 || properties === undefined) return own
  const members = Object.entries(properties).map(([name, one]) => [name, outline(one, depth - 1)])
  const requiredPart = Array.isArray(required) && required.length > 0 ? { required } : {}
  return { ...own, properties: Object.fromEntries(members), ...requiredPart }
}

/** Returns a value without null members and items, which clients refuse. */
export function withoutNulls(value: Json | undefined): Json | undefined {
  if (Array.isArray(value))
    return value.filter(item => item !== null).map(item => withoutNulls(item) as Json)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(
    ([, member]) => member !== null && member !== undefined,
  )
  return Object.fromEntries(entries.map(([name, member]) => [name, withoutNulls(member)]))
}
