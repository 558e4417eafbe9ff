/** Prints one route as a typed constant made of small functions. */
import type { Block, CatalogIR, ExampleIR, JobIR, RouteIR } from '../../ir.ts'
import { functionText, REPLY, SCOPE, type Site } from './function.ts'
import { gatesText } from './gates.ts'
import { braces, type Member } from './members.ts'
import { laidOut, literal, number, quote } from './literal.ts'
import { microText } from './price.ts'

/** What a route's text needs of the file around it. */
export interface RouteSite {
  ir: CatalogIR
  /** Tables that the file declares once. */
  constants: ReadonlyMap<string, string>
  helper(name: string): void
  /** Names the constant of a call, or the table of all calls, and imports it. */
  call(id: string): string
  calls(): string
  /** Names the route's discovery metadata and imports it; undefined where it has none. */
  bazaar: string | undefined
  /** Names the route's translation; undefined where it has none. */
  translation: string | undefined
}

const IN = '  '

/** `{ id: ..., gates: ..., ... }` over several lines. */
export function routeText(route: RouteIR, at: RouteSite): string {
  return braces(members(route, at), '')
}

function members(route: RouteIR, at: RouteSite): Member[] {
  const text = (block: Block | undefined, roots: readonly string[] = SCOPE) =>
    block === undefined ? undefined : functionText(block, site(at, roots, IN))
  const place = (p: { place: RouteIR['place'] }) => at.ir.at(p.place)
  return [
    ...facts(route, at),
    ['pick', text(route.pick)],
    ['limit', optional(route.limit)],
    ['limits', limitsText(route, at)],
    ['authorization', number(route.authorization)],
    ['free', text(route.free)],
    ['unsettled', optional(route.unsettled)],
    ['redeliver', route.redeliver === undefined ? undefined : number(route.redeliver)],
    ['speaks', optional(route.speaks)],
    ['streams', text(route.streams)],
    ['fallback', text(route.fallback)],
    ['bodyLimit', number(route.bodyLimit)],
    ['body', input(route.body)],
    ['multipart', route.multipart ? 'true' : undefined],
    ['translate', at.translation],
    ['query', input(route.query)],
    ['aka', route.aka && laidOut(route.aka, IN, 5)],
    ['suspended', optional(route.suspended)],
    ['gone', optional(route.gone)],
    [
      'gates',
      route.gates.length === 0 ? undefined : gatesText(route.gates, site(at, SCOPE, IN), place),
    ],
    [
      'checks',
      route.checks === undefined ? undefined : gatesText(route.checks, site(at, SCOPE, IN), place),
    ],
    ['price', priceText(route, at)],
    ['show', text(route.show)],
    ['discoveryShow', text(route.discoveryShow)],
    ['failureReceipt', route.failureReceipt ? 'true' : undefined],
    ['probes', laidOut(probes(route), IN, 9)],
    ['bazaar', at.bazaar],
    ['upstream', upstreamText(route, at)],
    ['mirror', optional(route.mirror)],
    ['embed', text(route.embed)],
    ['file', text(route.file)],
    ['cache', cacheText(route, at)],
    ['headers', text(route.headers)],
    ['status', text(route.status)],
    ['reply', typeof route.reply === 'string' ? quote(route.reply) : text(route.reply)],
    ['fixed', route.fixed ? 'true' : undefined],
    ['document', optional(route.document)],
    ['job', route.job === undefined ? undefined : jobText(route.job, at)],
    ['chargeIf', text(route.chargeIf, REPLY)],
  ]
}

function facts(route: RouteIR, at: RouteSite): Member[] {
  return [
    ['id', quote(route.id)],
    ['origin', quote(at.ir.at(route.place))],
    ['family', quote(route.family)],
    ['method', quote(route.method)],
    ['path', quote(route.path)],
    ['also', laidOut(route.also, IN, 6)],
    ['prefix', quote(route.prefix)],
    ['summary', quote(route.summary)],
    ['tags', literal(route.tags)],
    ['flow', quote(route.flow)],
    ['networks', literal(route.networks)],
    ['envelope', quote(route.envelope)],
    ['challenge', quote(route.challenge)],
    ['discovery', quote(route.discovery)],
    ['table', optional(route.table)],
    ['lists', route.lists && literal(route.lists)],
  ]
}

/** Requests that stand for the route: its examples that are neither refused nor free. */
export function probes(route: RouteIR): { body?: unknown; query?: unknown; path?: unknown }[] {
  const free = ({ expect }: ExampleIR) =>
    route.free !== undefined && 'micro' in expect && expect.micro === 0n
  return route.examples
    .filter(e => !('refused' in e.expect || free(e)))
    .map(e => ({ body: e.body, query: e.query, path: e.path }))
}

function limitsText(route: RouteIR, at: RouteSite): string | undefined {
  const { limits } = route
  return (
    limits &&
    braces(
      [
        ['names', literal(limits.names)],
        ['when', functionText(limits.when, site(at, SCOPE, IN + IN))],
      ],
      IN,
    )
  )
}

function priceText(route: RouteIR, at: RouteSite): string | undefined {
  const price = route.price
  if (price === undefined) return undefined
  const inner = site(at, SCOPE, IN + IN)
  const where = (arm: { place: RouteIR['place'] }) => at.ir.at(arm.place)
  return braces(
    [
      [
        'micro',
        microText(price, inner, where),
        price.by === undefined ? where(price.arms[0]!) : undefined,
      ],
      ['decimals', String(price.decimals)],
      ['identify', String(price.identify)],
      ['show', price.show === undefined ? undefined : functionText(price.show, inner)],
    ],
    IN,
  )
}

function upstreamText(route: RouteIR, at: RouteSite): string | undefined {
  const block = route.upstream
  if (block === undefined) return undefined
  const fixed = /^(['"])([\w.-]+)\1$/.exec(block.code.code)?.[2]
  if (block.lets.length === 0 && fixed !== undefined) return `() => ${at.call(fixed)}`
  at.helper('at')
  // A column that only some rows have was proven by a gate.
  const id = block.code.optional ? `need(${block.code.code})` : block.code.code
  if (block.code.optional) at.helper('need')
  const chosen = { ...block.code, code: `at(${at.calls()}, ${id})` }
  return functionText({ lets: block.lets, code: chosen }, site(at, SCOPE, IN))
}

function cacheText(route: RouteIR, at: RouteSite): string | undefined {
  const cache = route.cache
  if (cache === undefined) return undefined
  const text = (block: Block | undefined, roots: readonly string[] = SCOPE) =>
    block === undefined ? undefined : functionText(block, site(at, roots, IN + IN))
  return braces(
    [
      ['when', text(cache.when)],
      ['key', text(cache.key)],
      ['for', number(cache.for)],
      ['keep', text(cache.keep, REPLY)],
      ['patch', text(cache.patch)],
    ],
    IN,
  )
}

function jobText(job: JobIR, at: RouteSite): string {
  const text = (block: Block | undefined) =>
    block === undefined ? undefined : functionText(block, site(at, SCOPE, IN + IN))
  return braces(
    [
      ['object', quote(job.object)],
      ['store', quote(job.store)],
      ['poll', quote(job.poll)],
      ['inline', optional(job.inline)],
      ['stall', number(job.stall)],
      ['keep', number(job.keep)],
      ['skipInline', text(job.skipInline)],
      ['echo', text(job.echo)],
      ['accepted', text(job.accepted)],
      ['pending', text(job.pending)],
      ['failed', text(job.failed)],
      ['completed', text(job.completed)],
      ['rawInline', job.rawInline ? 'true' : undefined],
      ['signed', text(job.signed)],
      ['challenge', text(job.challenge)],
    ],
    IN,
  )
}

/** A request shape as the runtime takes it. */
export function input(value: RouteIR['body']): string | undefined {
  if (
    value === undefined ||
    (value.unchecked && Object.keys(value.schema.properties ?? {}).length === 0)
  )
    return undefined
  const { schema, unknown, unchecked, wrap } = value
  return laidOut(
    { schema, unknown, ...(unchecked ? { unchecked } : {}), ...(wrap ? { wrap } : {}) },
    IN,
    7,
  )
}

function optional(value: unknown): string | undefined {
  return value === undefined ? undefined : literal(value)
}

function site(at: RouteSite, roots: readonly string[], indent: string): Site {
  return { indent, roots, constants: at.constants, helper: at.helper }
}
