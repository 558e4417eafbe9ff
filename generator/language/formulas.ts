/** Lists all formulas of an object of the IR, by the table of its keys. */
import { membersOf, type Key, type Keys } from './key.ts'
import type {
  Block,
  FailIR,
  FirstIR,
  GateIR,
  Let,
  PriceIR,
  ReadIR,
  StepIR,
  TransferIR,
} from '../ir.ts'
import type { Code } from '../types.ts'
import type { Kind } from './values.ts'

/** Formulas that are evaluated together, with the `let:` values that they need. */
export interface Formulas {
  lets: readonly Let[]
  codes: readonly Code[]
}

/** The formulas of one key; `path` is its name for authors, e.g. `pay.free`. */
export interface KeyFormulas extends Formulas {
  path: string
  key: Key
}

type Inside = (value: never) => readonly Formulas[]

const some = (codes: readonly (Code | undefined)[]): Code[] =>
  codes.filter(code => code !== undefined)
const block = (value: Block | string): Formulas[] =>
  typeof value === 'string' ? [] : [{ lets: value.lets, codes: [value.code] }]

const maybe = (value: Block | undefined): Formulas[] => (value === undefined ? [] : block(value))

/** The code of a rule of `fail`. */
export const failCodes = ({ when, details, retryAfter, refusal }: FailIR): Code[] =>
  some([when, details, retryAfter, refusal?.message, refusal?.extra])

const gateFormulas = (gate: GateIR): Formulas => ({
  lets: gate.lets,
  codes: some([gate.when, gate.rule, gate.message, gate.extra]),
})

/**
 * The places of formulas inside values of a kind. A kind that is not listed has none of its own.
 */
const INSIDE: Partial<Record<Kind, Inside>> = {
  condition: block,
  formula: block,
  integer: block,
  leaf: block,
  data: block,
  tree: block,
  send: block,
  reply: block,
  query: block,
  texts: block,
  path: block,
  passes: block,
  waits: block,
  row: block,
  call: block,
  signed: block,
  effects: block,
  transfer: ({ payload, to, micro }: TransferIR) => [payload, to, micro].flatMap(block),
  reads: (reads: readonly ReadIR[]) =>
    reads.flatMap(({ key, of, skip }) => [key, of, skip].flatMap(one => (one ? block(one) : []))),
  headers: block,
  instead: block,
  first: ({ when }: FirstIR) => (when ? block(when) : []),
  fails: (fails: readonly FailIR[]) =>
    fails.map(fail => ({
      lets: fail.lets,
      codes: failCodes(fail),
    })),
  gates: (gates: readonly GateIR[]) => gates.map(gateFormulas),
  work: (steps: readonly StepIR[]) =>
    steps.flatMap(step =>
      'refuse' in step
        ? [gateFormulas(step.refuse)]
        : [step.when, step.each?.in, step.with, step.undo?.with].flatMap(one =>
            one ? block(one) : [],
          ),
    ),
  price: (price: PriceIR) => [
    { lets: price.tables, codes: some([price.by]) },
    ...price.arms.flatMap(({ lets, micro, actual, cost }) => [
      { lets, codes: [micro] },
      ...[actual, cost, actual?.cost, actual?.units].flatMap(maybe),
    ]),
    ...[price.show, price.units].flatMap(maybe),
  ],
}

/** The formulas of every key of an object, including keys inside of maps. */
export function formulasOf(keys: Keys, object: object, prefix = ''): KeyFormulas[] {
  return membersOf(keys, object, prefix).flatMap(({ path, key, value }): KeyFormulas[] => {
    const inside = INSIDE[key.kind] as ((value: unknown) => readonly Formulas[]) | undefined
    if (!inside) return key.keys ? formulasOf(key.keys, value as object, `${path}.`) : []
    return inside(value).map(one => ({ ...one, path, key }))
  })
}

/** The code of formulas and of the `let:` values that they need. */
export function codesIn(list: readonly Formulas[]): Code[] {
  return list.flatMap(({ lets, codes }) => [...lets.map(one => one.code), ...codes])
}
