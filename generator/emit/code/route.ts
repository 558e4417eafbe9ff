/** Prints one route as an object of data and small functions. */
import { CACHE_KEYS } from '../../language/answer-parts.ts'
import { JOB_KEYS } from '../../language/jobs.ts'
import { PAY } from '../../language/payments.ts'
import { ROUTE_KEYS } from '../../language/routes.ts'
import type { Keys } from '../../language/key.ts'
import type { Kind } from '../../language/values.ts'
import { array, call, literal, name, number, object, objectOf, text, word } from '../../js/tree.ts'
import type { Js, Member } from '../../js/tree.ts'
import { fixedParts, rowPlaceOf } from '../../analysis/reads.ts'
import { helperOf } from '../../formula/code.ts'
import type {
  Block,
  CatalogIR,
  ExampleIR,
  PriceIR,
  ReadIR,
  RetiredIR,
  RouteIR,
  StepIR,
  TransferIR,
} from '../../ir.ts'
import { functionOf, SCOPE, type PrintContext } from './function.ts'
import { gatesOf } from './gates.ts'
import { inOrder, keyMembers, type Printers, type Ranked } from './members.ts'
import {
  actualFunction,
  actualReads,
  linesFunction,
  microOf,
  microReads,
  soldFunctions,
} from './price.ts'
import type { Probe } from '../../../runtime/contract.ts'
import { memberKey } from '../shared-members.ts'
import { schemaOf, type Shapes } from '../shapes.ts'

/** The parts of the file around a route that its code needs. */
export interface RouteContext {
  ir: CatalogIR
  /** Tables that the file declares once. */
  constants: ReadonlyMap<string, Js>
  /** Schemas that have a name. */
  shapes: Shapes
  /** Returns the name of the constant of a call, or of the table of all calls, and imports it. */
  call(id: string): string
  calls(): string
  /** The last gates that other routes have too: their function and their number. */
  endGates: { name: string; count: number } | undefined
  /** The derived values; undefined if formulas read none. */
  values: Js | undefined
  /** The requests whose quote answers an empty probe. */
  probes: readonly Probe[]
  /** The probes of the route in one of its periods. */
  probesOf(route: RouteIR): readonly Probe[]
  /** The route's translation; undefined if it has none. */
  translation: Js | undefined
}

/** The members of a route: `id`, `gates` and so on. */
export function routeMembers(route: RouteIR, at: RouteContext): Member[] {
  const own = keyMembers(ROUTE_KEYS, route, printers(route, at), at)
  return inOrder([...facts(route, at), ...own])
}

/** The members that every route has. */
function facts(route: RouteIR, at: RouteContext): Ranked[] {
  const [example] = exampleRequests(route)
  const probes = fixedParts(route).includes('quote') ? [] : at.probes
  return [
    [10, 'id', text(route.id)],
    [20, 'origin', text(at.ir.at(route.place))],
    [30, 'family', text(route.family)],
    [40, 'method', text(route.method)],
    [50, 'path', text(route.path)],
    [70, 'prefix', text(route.prefix)],
    [180, 'limit', route.limit === undefined ? undefined : text(route.limit)],
    [345, 'values', at.values],
    [405, 'example', route.price && example && literal(example)],
    [410, 'probes', probes.length === 0 ? undefined : literal(probes)],
    [175, 'pickAt', listed(rowPlaceOf(route))],
    [341, 'fetched', listed(route.fetched)],
    [342, 'retired', route.retired && literal(retiredPart(route.retired))],
    [510, 'fixed', listed(fixedParts(route))],
    [520, 'dated', datedOf(route, at)],
  ]
}

const retiredPart = ({ since, use }: RetiredIR): object => ({ since, use })

/** The route in its periods: the members that differ from the list. */
function datedOf(route: RouteIR, at: RouteContext): Js | undefined {
  if (route.dated === undefined) return undefined
  const whole = (one: RouteIR): Member[] =>
    routeMembers(
      { ...one, dated: undefined },
      {
        ...at,
        endGates: undefined,
        translation: undefined,
        values: valuesOf(one, at),
        probes: at.probesOf(one),
      },
    )
  const list = whole(route)
  const known = new Set(list.map(one => memberKey(one)))
  const items = route.dated.map(({ from, until, route: then }) => {
    const members = whole(then)
    const names = new Set(members.map(nameOf))
    // Quote members that only the list has are removed.
    const gone = list.map(nameOf).filter(key => QUOTES.includes(key) && !names.has(key))
    return object({
      from: literal(from),
      until: until === undefined ? undefined : literal(until),
      route: objectOf([
        ...members.filter(one => !known.has(memberKey(one))),
        ...gone.map(key => ({ key, value: array([]) })),
      ]),
    })
  })
  return { kind: 'array', items, notes: route.dated.map(({ place }) => at.ir.at(place)) }
}

/** Members about quotes, which are lists. */
const QUOTES: readonly string[] = ['fixed', 'probes']

const nameOf = (one: Member): string => ('key' in one ? one.key : '')

/** The derived values of a route, none of which is shared with other routes. */
function valuesOf({ values }: RouteIR, at: RouteContext): Js | undefined {
  if (values.length === 0) return undefined
  return objectOf(values.map(one => ({ key: one.name, value: functionOf(one, scope(at)) })))
}

const listed = (words: readonly string[] = []): Js | undefined =>
  words.length === 0 ? undefined : literal(words)

/** The printers for keys of a route that are neither plain values nor single formulas. */
function printers(route: RouteIR, at: RouteContext): Partial<Printers<Kind>> {
  const place = (p: { place: RouteIR['place'] }) => at.ir.at(p.place)
  return {
    input: value => input(value, at.shapes),
    translation: () => at.translation,
    gates: gates =>
      gates === route.gates ? routeGates(route, at) : gatesOf(gates, scope(at), place),
    price: price => priceOf(price, at),
    limit: limits => inner(PAY.keys.free_quota.keys, limits, at),
    cache: cache => inner(CACHE_KEYS, cache, at),
    job: job => inner(JOB_KEYS, job, at),
    call: chosen => upstreamOf(chosen, at),
    work: steps => array(steps.map(step => stepOf(step, at))),
    transfer: one => transferOf(one, at),
    reads: reads => array(reads.map(one => readOf(one, at))),
  }
}

const scope = ({ constants }: Pick<RouteContext, 'constants'>): PrintContext => ({
  roots: SCOPE,
  constants,
})

/** A map of keys inside of a route. */
function inner(keys: Keys, object: object, at: RouteContext): Js {
  return objectOf(inOrder(keyMembers(keys, object, {}, at)))
}

/** The second authorization of a call. */
function transferOf(
  { place: _, payload, to, micro, ...refusals }: TransferIR,
  at: RouteContext,
): Js {
  const one = (value: Block): Js => functionOf(value, scope(at))
  const members = Object.entries(refusals).map(([key, value]) => ({ key, value: literal(value) }))
  return objectOf([
    { key: 'payload', value: one(payload) },
    { key: 'to', value: one(to) },
    { key: 'micro', value: one(micro) },
    ...members,
  ])
}

/** A record that the route reads. */
function readOf({ name: given, kind, when, key, of, skip }: ReadIR, at: RouteContext): Js {
  return object({
    name: text(given),
    kind: text(kind),
    when: text(when),
    key: key && functionOf(key, scope(at)),
    of: of && functionOf(of, scope(at)),
    skip: skip && functionOf(skip, scope(at)),
  })
}

function routeGates(route: RouteIR, at: RouteContext): Js | undefined {
  const { gates } = route
  const { endGates } = at
  const own = endGates === undefined ? gates : gates.slice(0, -endGates.count)
  if (own.length === 0) return endGates && name(endGates.name)
  return gatesOf(own, scope(at), gate => at.ir.at(gate.place), endGates?.name)
}

/**
 * The requests that represent the route: its examples that are neither refused nor free, without
 * those of a certain day and of rows that will be retired.
 */
export function exampleRequests(
  route: RouteIR,
): { body?: unknown; query?: unknown; path?: unknown }[] {
  const free = ({ expect }: ExampleIR) =>
    route.free !== undefined && 'micro' in expect && expect.micro === 0n
  return route.examples
    .filter(e => !('refused' in e.expect || free(e) || e.isTemporary))
    .map(e => ({ body: e.body, query: e.query, path: e.path }))
}

function priceOf(price: PriceIR, at: RouteContext): Js {
  const where = (arm: { place: RouteIR['place'] }) => at.ir.at(arm.place)
  const note = price.by === undefined ? where(price.arms[0]!) : undefined
  const show = price.show && functionOf(price.show, scope(at))
  const further = {
    reads: microReads(price, scope(at)),
    actual: actualFunction(price, scope(at)),
    actualReads: actualReads(price, scope(at)),
    ...soldFunctions(price, scope(at)),
    lines: linesFunction(price, scope(at)),
  }
  return objectOf([
    { key: 'micro', value: microOf(price, scope(at), where), note },
    ...Object.entries(further).flatMap(([key, value]) => (value ? [{ key, value }] : [])),
    { key: 'decimals', value: number(price.decimals) },
    { key: 'identify', value: word(price.identify) },
    ...(show ? [{ key: 'show', value: show }] : []),
  ])
}

function upstreamOf({ lets, code }: Block, at: RouteContext): Js {
  const site = scope(at)
  if (lets.length === 0 && code.js.kind === 'text')
    return functionOf({ lets, code: { ...code, js: name(at.call(code.js.value)) } }, site)
  // A gate has proven a column that only some rows have.
  const id = code.optional ? call(helperOf('need'), [code.js]) : code.js
  const chosen = { ...code, js: call(helperOf('at'), [name(at.calls()), id]) }
  return functionOf({ lets, code: chosen }, site)
}

/** One step of `work:`. */
function stepOf(step: StepIR, at: RouteContext): Js {
  const site = scope(at)
  if ('refuse' in step)
    return object({ refuse: gatesOf([step.refuse], site, gate => at.ir.at(gate.place)) })
  const { each, undo } = step
  const code = (value: Block | undefined): Js | undefined => value && functionOf(value, site)
  return object({
    name: text(step.name),
    when: code(step.when),
    each:
      each &&
      object({
        name: text(each.name),
        in: code(each.in),
        atOnce: number(each.atOnce),
        missing: each.missing && text(each.missing),
      }),
    call: name(at.call(step.call)),
    with: code(step.with),
    undo: undo && object({ call: name(at.call(undo.call)), with: code(undo.with) }),
  })
}

/** A request shape as the runtime takes it. */
export function input(value: RouteIR['body'], shapes: Shapes): Js | undefined {
  if (value === undefined) return undefined
  const { schema, unknown, unchecked, wrap } = value
  return schemaOf(
    { schema, unknown, ...(unchecked ? { unchecked } : {}), ...(wrap ? { wrap } : {}) },
    shapes,
  )
}
