/**
 * Finds the parts of the catalog that read a dated number of gateway.yaml but cannot follow its
 * dates: upstream calls, envelopes, and translations of requests.
 */
import { problem } from '../read/access.ts'
import { codesOfCall } from './call-codes.ts'
import { callOf, withFirst, type CallUse } from './calls.ts'
import { envelopeOf } from './envelopes.ts'
import { comparable } from './table-rows.ts'
import type { BuiltEra } from './route-in-time.ts'
import { codesIn as codesOf, formulasOf } from '../language/formulas.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import type { CallIR, EnvelopeIR, RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/**
 * Reports formulas outside of routes that read a dated number, because only routes follow its
 * dates.
 */
export function readElsewhere(
  { build, routes, entries }: BuiltEra,
  list: {
    calls: readonly CallIR[]
    envelopes: readonly EnvelopeIR[]
    routes: readonly RouteIR[]
  },
): Problem[] {
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
  const readers = [
    ...calls.map(({ id, place }) => ({ what: `the upstream call ${id}`, place })),
    ...envelopes.map(({ name, place }) => ({ what: `the envelope ${name}`, place })),
    ...translating.map(({ method, path, place }) => ({
      what: `\`translate:\` of ${method} ${path}`,
      place,
    })),
  ]
  return readers.map(({ what, place }) =>
    problem('dated', entries[0]!.place, `${what} reads a number with dates`, {
      hint:
        'prices, gates and replies of routes follow dates; upstream calls, envelopes and ' +
        '`translate:` do not: give it a constant of its own',
      also: [{ place, label: 'it reads the number' }],
    }),
  )
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
