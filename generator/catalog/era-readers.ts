/**
 * Finds the parts of the catalog that read a dated number of gateway.yaml but cannot follow its
 * dates: upstream calls, envelopes, and translations of requests.
 */
import { problem } from '../read/access.ts'
import { listed } from '../problems/counted.ts'
import { codesOfCall } from './call-codes.ts'
import { callOf, withFirst, type CallUse } from './calls.ts'
import { envelopeOf } from './envelopes.ts'
import { numbersOf } from './eras.ts'
import { comparable } from './table-rows.ts'
import type { BuiltEra } from './route-in-time.ts'
import { codesIn as codesOf, formulasOf } from '../language/formulas.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import type { CallIR, EnvelopeIR, RouteIR } from '../ir.ts'
import type { Place, Problem } from '../types.ts'

/** A part of the catalog that reads a dated number. */
interface Reader {
  what: string
  place: Place
}

/** What can read numbers without following their dates. */
interface Readers {
  calls: readonly CallIR[]
  envelopes: readonly EnvelopeIR[]
  routes: readonly RouteIR[]
}

/**
 * Reports formulas outside of routes that read a dated number, because only routes follow its
 * dates. `eras` are in ascending order, so that the first era in which a formula differs begins
 * with the entry of its number.
 */
export function readElsewhere(eras: readonly BuiltEra[], list: Readers): Problem[] {
  const reported = new Set<string>()
  return eras.flatMap(era => {
    const found = readersIn(era, list).filter(({ what }) => !reported.has(what))
    for (const { what } of found) reported.add(what)
    return found.length === 0 ? [] : [readBy(found, era)]
  })
}

function readBy(readers: readonly Reader[], { entries, from }: BuiltEra): Problem {
  const begun = entries.filter(one => one.from === from)
  const [entry, ...others] = begun.length > 0 ? begun : entries
  const numbers = [entry!, ...others].flatMap(numbersOf)
  const what = numbers.length === 1 ? `\`${numbers[0]!.key}\`` : 'a number with dates'
  const names = listed(readers.map(one => one.what))
  const message = `${names} ${readers.length === 1 ? 'reads' : 'read'} ${what}, and cannot follow dates`
  return problem('dated', entry!.place, message, {
    hint:
      'prices, gates and replies of routes follow dates; upstream calls, envelopes and ' +
      '`translate:` do not: give them a constant of their own',
    also: [
      ...others.map(({ place }) => ({ place, label: 'or the number is in this entry' })),
      ...readers.slice(0, 3).map(({ place }) => ({ place, label: 'this reads the number' })),
    ],
  })
}

/** What differs from the list in an era. */
function readersIn({ build, routes }: BuiltEra, list: Readers): Reader[] {
  const uses = new Map<string, CallUse[]>()
  for (const { uses: own } of routes.values())
    for (const [id, use] of own ?? []) uses.set(id, [...(uses.get(id) ?? []), use])
  const all = withFirst(uses, build.calls)
  const calls = list.calls.filter(call => {
    const def = build.calls.get(call.id)!
    const then = callOf(def, all.get(call.id) ?? [], build)
    return then !== undefined && codesIn(then) !== codesIn(call)
  })
  const envelopes = list.envelopes.filter(one => {
    const def = build.envelopes.get(one.name)!
    const then = envelopeOf(def, build, new Map())
    return then !== undefined && wordsIn(then) !== wordsIn(one)
  })
  const translating = list.routes.filter(one => {
    const then = routes.get(one.id)?.route
    return then !== undefined && translationIn(then) !== translationIn(one)
  })
  return [
    ...calls.map(({ id, place }) => ({ what: `the upstream call ${id}`, place })),
    ...envelopes.map(({ name, place }) => ({ what: `the envelope ${name}`, place })),
    ...translating.map(({ method, path, place }) => ({
      what: `\`translate:\` of ${method} ${path}`,
      place,
    })),
  ]
}

const codesIn = (call: CallIR): string => comparable(codesOfCall(call).map(({ js }) => js))

const wordsIn = ({ outcomes }: EnvelopeIR): string =>
  comparable(
    Object.values(outcomes).map(({ status, headers, body }) => [status.js, headers?.js, body.js]),
  )

const translationIn = ({ translate }: RouteIR): string =>
  comparable(
    codesOf(formulasOf(ROUTE_KEYS, translate === undefined ? {} : { translate })).map(
      ({ js }) => js,
    ),
  )
