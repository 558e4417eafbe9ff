/** Finds gates that pass every request or none. */
import { fault, type Check } from './check.ts'
import { isSame } from '../js/ask.ts'
import type { GateIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** Refuses gates that pass every request or none. */
export const constantGate: Check = {
  code: 'constant-gate',
  run: catalog =>
    catalog.routes
      .flatMap(route => [route.translate?.gates ?? [], [...route.gates, ...(route.checks ?? [])]])
      .flatMap(gates => gates.flatMap((gate, i) => found(gate, gates.slice(0, i)))),
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
