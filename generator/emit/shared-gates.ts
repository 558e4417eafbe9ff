/** Finds gates with which several routes end, mostly from templates. */
import { signature } from '../js/ask.ts'
import type { CatalogIR, GateIR, RouteIR } from '../ir.ts'

/** Fewer gates are not worth a function of their own. */
const FEWEST = 3

/** The gates with which these routes end. */
export interface SharedGates {
  gates: readonly GateIR[]
  users: readonly RouteIR[]
}

/** The longest common ends of the gate lists of two or more routes, by route. */
export function sharedGates(
  ir: CatalogIR,
  routes: readonly RouteIR[],
): ReadonlyMap<RouteIR, SharedGates> {
  const found = new Map<string, SharedGates>()
  for (const route of routes)
    for (const gates of endsOf(route)) {
      const key = keyOf(ir, gates)
      found.set(key, { gates, users: [...(found.get(key)?.users ?? []), route] })
    }
  const longest = (route: RouteIR) =>
    endsOf(route)
      .map(gates => found.get(keyOf(ir, gates))!)
      .find(({ users }) => users.length > 1)
  const pairs = routes.map(route => [route, longest(route)] as const)
  return new Map(pairs.filter((pair): pair is [RouteIR, SharedGates] => pair[1] !== undefined))
}

/**
 * The ends of a route's gates, longest first, that do not repeat a computation of the gates before.
 */
function endsOf({ gates }: RouteIR): readonly (readonly GateIR[])[] {
  const ends = gates.map((_, from) => gates.slice(from))
  return ends.filter((end, from) => {
    const before = new Set(gates.slice(0, from).flatMap(declares))
    return end.length >= FEWEST && !end.flatMap(declares).some(one => before.has(one))
  })
}

/** Names of the lets that the function of a gate declares. */
const declares = ({ lets }: GateIR): string[] =>
  lets.filter(one => !one.derived).map(one => one.name)

/** A key that is equal for gates with the same places and the same code. */
function keyOf(ir: CatalogIR, gates: readonly GateIR[]): string {
  return gates
    .map(({ place, when, rule, message, extra, lets }) => {
      const codes = [when, rule, message, extra, ...lets.map(one => one.code)]
      return [ir.at(place, true), ...codes.map(code => code && signature(code.js))].join(' ')
    })
    .join('\n')
}
