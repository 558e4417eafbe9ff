/** One route as an object of data and small functions. */
import { call, literal, name, number, text as textOf, type Js } from '../../js/tree.ts'
import type { Block, CatalogIR, ExampleIR, JobIR, RouteIR } from '../../ir.ts'
import { helperOf } from '../../formula/code.ts'
import { functionOf, REPLY, SCOPE, type Site } from './function.ts'
import { gatesOf } from './gates.ts'
import { microOf } from './price.ts'

/** What a route needs of the file around it. */
export interface RouteSite {
  ir: CatalogIR
  /** Tables that the file declares once. */
  constants: ReadonlyMap<string, Js>
  helper(name: string): void
  /** Names the constant of a call, or the table of all calls, and imports it. */
  call(id: string): string
  calls(): string
  /** Names the route's discovery metadata and imports it; undefined where it has none. */
  bazaar: string | undefined
  /** The route's translation; undefined where it has none. */
  translation: Js | undefined
}

/** A member of the printed object: its name, its value and its line of comment. */
export type Member = readonly [name: string, value: Js | undefined, comment?: string]

/** `{ id: ..., gates: ..., ... }`. */
export function routeOf(route: RouteIR, at: RouteSite): Js {
  return braces(members(route, at))
}

function members(route: RouteIR, at: RouteSite): Member[] {
  const text = (block: Block | undefined, roots: readonly string[] = SCOPE) =>
    block && functionOf(block, site(at, roots))
  const place = (p: { place: RouteIR['place'] }) => at.ir.at(p.place)
  return [
    ...facts(route, at),
    ['pick', text(route.pick)],
    ['limit', optional(route.limit)],
    ['limits', limitsOf(route, at)],
    ['authorization', number(route.authorization)],
    ['free', text(route.free)],
    ['unsettled', optional(route.unsettled)],
    ['redeliver', route.redeliver === undefined ? undefined : number(route.redeliver)],
    ['speaks', optional(route.speaks)],
    ['streams', text(route.streams)],
    ['fallback', text(route.fallback)],
    ['bodyLimit', number(route.bodyLimit)],
    ['body', input(route.body)],
    ['multipart', route.multipart ? TRUE : undefined],
    ['translate', at.translation],
    ['query', input(route.query)],
    ['aka', route.aka && literal(route.aka)],
    ['suspended', optional(route.suspended)],
    ['gone', optional(route.gone)],
    ['gates', route.gates.length === 0 ? undefined : gatesOf(route.gates, site(at, SCOPE), place)],
    [
      'checks',
      route.checks === undefined ? undefined : gatesOf(route.checks, site(at, SCOPE), place),
    ],
    ['price', priceOf(route, at)],
    ['show', text(route.show)],
    ['discoveryShow', text(route.discoveryShow)],
    ['failureReceipt', route.failureReceipt ? TRUE : undefined],
    ['probes', literal(probes(route))],
    ['bazaar', at.bazaar === undefined ? undefined : name(at.bazaar)],
    ['upstream', upstreamOf(route, at)],
    ['mirror', optional(route.mirror)],
    ['embed', text(route.embed)],
    ['file', text(route.file)],
    ['cache', cacheOf(route, at)],
    ['headers', text(route.headers)],
    ['status', text(route.status)],
    ['reply', typeof route.reply === 'string' ? textOf(route.reply) : text(route.reply)],
    ['fixed', route.fixed ? TRUE : undefined],
    ['document', optional(route.document)],
    ['job', route.job === undefined ? undefined : jobOf(route.job, at)],
    ['chargeIf', text(route.chargeIf, REPLY)],
  ]
}

function facts(route: RouteIR, at: RouteSite): Member[] {
  return [
    ['id', textOf(route.id)],
    ['origin', textOf(at.ir.at(route.place))],
    ['family', textOf(route.family)],
    ['method', textOf(route.method)],
    ['path', textOf(route.path)],
    ['also', literal(route.also)],
    ['prefix', textOf(route.prefix)],
    ['summary', textOf(route.summary)],
    ['tags', literal(route.tags)],
    ['flow', textOf(route.flow)],
    ['networks', literal(route.networks)],
    ['envelope', textOf(route.envelope)],
    ['challenge', textOf(route.challenge)],
    ['discovery', textOf(route.discovery)],
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

function limitsOf(route: RouteIR, at: RouteSite): Js | undefined {
  const { limits } = route
  return (
    limits &&
    braces([
      ['names', literal(limits.names)],
      ['when', functionOf(limits.when, site(at, SCOPE))],
    ])
  )
}

function priceOf(route: RouteIR, at: RouteSite): Js | undefined {
  const price = route.price
  if (price === undefined) return undefined
  const inner = site(at, SCOPE)
  const where = (arm: { place: RouteIR['place'] }) => at.ir.at(arm.place)
  return braces([
    [
      'micro',
      microOf(price, inner, where),
      price.by === undefined ? where(price.arms[0]!) : undefined,
    ],
    ['decimals', number(price.decimals)],
    ['identify', literal(price.identify)],
    ['show', price.show && functionOf(price.show, inner)],
  ])
}

function upstreamOf(route: RouteIR, at: RouteSite): Js | undefined {
  const block = route.upstream
  if (block === undefined) return undefined
  const { js, optional: isOptional } = block.code
  if (js.kind === 'text')
    return functionOf({ lets: [], code: fixedCall(block, at) }, site(at, SCOPE))
  // A column that only some rows have was proven by a gate.
  const id = isOptional ? call(helperOf('need'), [js]) : js
  const chosen = { ...block.code, js: call(helperOf('at'), [name(at.calls()), id]) }
  return functionOf({ lets: block.lets, code: chosen }, site(at, SCOPE))
}

/** The call that every request of the route makes. */
function fixedCall({ code }: Block, at: RouteSite): Block['code'] {
  const id = code.js.kind === 'text' ? code.js.value : ''
  return { ...code, js: name(at.call(id)) }
}

function cacheOf(route: RouteIR, at: RouteSite): Js | undefined {
  const cache = route.cache
  if (cache === undefined) return undefined
  const text = (block: Block | undefined, roots: readonly string[] = SCOPE) =>
    block && functionOf(block, site(at, roots))
  return braces([
    ['when', text(cache.when)],
    ['key', text(cache.key)],
    ['for', number(cache.for)],
    ['keep', text(cache.keep, REPLY)],
    ['patch', text(cache.patch)],
  ])
}

function jobOf(job: JobIR, at: RouteSite): Js {
  const text = (block: Block | undefined) => block && functionOf(block, site(at, SCOPE))
  return braces([
    ['object', textOf(job.object)],
    ['store', textOf(job.store)],
    ['poll', textOf(job.poll)],
    ['inline', optional(job.inline)],
    ['stall', number(job.stall)],
    ['keep', number(job.keep)],
    ['skipInline', text(job.skipInline)],
    ['echo', text(job.echo)],
    ['accepted', text(job.accepted)],
    ['pending', text(job.pending)],
    ['failed', text(job.failed)],
    ['completed', text(job.completed)],
    ['rawInline', job.rawInline ? TRUE : undefined],
    ['signed', text(job.signed)],
    ['challenge', text(job.challenge)],
  ])
}

/** A request shape as the runtime takes it. */
export function input(value: RouteIR['body']): Js | undefined {
  if (
    value === undefined ||
    (value.unchecked && Object.keys(value.schema.properties ?? {}).length === 0)
  )
    return undefined
  const { schema, unknown, unchecked, wrap } = value
  return literal({
    schema,
    unknown,
    ...(unchecked ? { unchecked } : {}),
    ...(wrap ? { wrap } : {}),
  })
}

const TRUE: Js = { kind: 'word', value: true }

function optional(value: unknown): Js | undefined {
  return value === undefined ? undefined : literal(value)
}

function site(at: RouteSite, roots: readonly string[]): Site {
  return { roots, constants: at.constants, helper: at.helper }
}

/** An object of members, those that are undefined left out, with comments above them. */
export function braces(list: readonly Member[]): Js {
  return {
    kind: 'object',
    members: list.flatMap(([key, value, note]) => (value ? [{ key, value, note }] : [])),
  }
}
