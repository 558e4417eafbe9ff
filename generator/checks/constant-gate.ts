/** Finds gates that pass every request or none. */
import { exprOf, factsBefore } from '../analysis/facts.ts'
import { truth, type Facts } from '../analysis/walk.ts'
import { fault, type Check } from './check.ts'
import { isSame } from '../js/ask.ts'
import type { CatalogIR, GateIR } from '../ir.ts'
import type { Code, Problem } from '../types.ts'

/** Refuses gates that pass every request or none. */
export const constantGate: Check = {
  code: 'constant-gate',
  run: catalog => [
    ...catalog.routes
      .flatMap(route => [route.translate?.gates ?? [], [...route.gates, ...(route.checks ?? [])]])
      .flatMap(gates => gates.flatMap((gate, i) => found(gate, gates.slice(0, i)))),
    ...idleByLimits(catalog),
  ],
}

/**
 * Gates that refuse nothing because the fields are limited already. A gate that several routes
 * share is reported only if it refuses nothing at any of them.
 */
function idleByLimits(catalog: CatalogIR): Problem[] {
  const byPlace = new Map<string, { gate: GateIR; isIdle: boolean }>()
  // A constant may have another value at another date.
  const dated = (catalog.gateway.dated ?? []).map(({ gateway }) => gateway)
  const gateways = [catalog.gateway, ...dated]
  for (const route of catalog.routes) {
    const times = gateways.map(gateway => factsBefore({ catalog: { ...catalog, gateway }, route }))
    for (const gate of route.gates) {
      const key = catalog.at(gate.place, true)
      const isIdle = times.every(
        facts => is(gate.rule, facts) === true || is(gate.when, facts) === false,
      )
      byPlace.set(key, { gate, isIdle: isIdle && (byPlace.get(key)?.isIdle ?? true) })
    }
  }
  return [...byPlace.values()].flatMap(({ gate, isIdle }) =>
    isIdle && gate.rule.constant === undefined && gate.when?.constant === undefined
      ? fault(
          'constant-gate',
          gate.rule.place,
          'the limits of the fields refuse all that this gate would',
          {
            hint: 'remove the gate, or the limits of the field if its own message shall be sent',
          },
        )
      : [],
  )
}

function is(code: Code | undefined, facts: Facts): boolean | undefined {
  const expr = code && exprOf(code)
  return expr && truth(expr, facts)
}

function found(gate: GateIR, earlier: readonly GateIR[]): Problem[] {
  if (gate.when?.constant === false)
    return [
      fault(
        'constant-gate',
        gate.when.place,
        'this `when` never holds, so the gate is never tested',
      ),
    ]
  if (gate.rule.constant === true)
    return [
      fault(
        'constant-gate',
        gate.rule.place,
        'this rule holds for every request, so the gate refuses none',
        { hint: 'remove the gate' },
      ),
    ]
  if (gate.rule.constant === false && !gate.when)
    return [
      fault(
        'constant-gate',
        gate.rule.place,
        'this rule holds for no request, so the route refuses all',
        {
          hint: '`suspended:` refuses everything',
        },
      ),
    ]
  const twin = earlier.find(
    other =>
      isSame(other.rule.js, gate.rule.js) &&
      (!other.when || (gate.when !== undefined && isSame(other.when.js, gate.when.js))),
  )
  if (!twin) return []
  return [
    fault(
      'constant-gate',
      gate.rule.place,
      'an earlier gate has the same rule, so this one refuses none',
      {
        hint: 'remove one of them',
        also: [{ place: twin.place, label: 'the earlier gate' }],
      },
    ),
  ]
}
