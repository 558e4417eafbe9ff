/** Builds `units:`, the delivered quantities of a call: whole numbers by name. */
import { entriesOf, valueOf } from '../read/access.ts'
import { object } from '../js/tree.ts'
import type { Block } from '../ir.ts'
import type { Code, Raw, RawEntry } from '../types.ts'
import { neededLets } from './lets.ts'
import { lower, type FormulaScope } from './scope.ts'

/** The `units:` of a price; undefined if it has none. */
export function unitEntries(price: Raw | undefined): readonly RawEntry[] | undefined {
  const units = price?.kind === 'map' ? valueOf(price, 'units') : undefined
  return units && entriesOf(units)
}

/** The numbers as one object; undefined if one is invalid, after reporting it. */
export function unitsOf(scope: FormulaScope, units: readonly RawEntry[]): Block | undefined {
  const codes = units.map(({ key, value }): [string, Code | undefined] => [
    key,
    value.kind === 'scalar'
      ? lower(scope, { kind: 'formula', text: value.text, expect: { kind: 'integer' } })
      : undefined,
  ])
  const all = codes.flatMap(([, code]) => code ?? [])
  const [first] = all
  if (first === undefined || all.length < codes.length) return undefined
  return {
    lets: neededLets(scope.lets, all),
    code: {
      js: object(Object.fromEntries(codes.map(([key, code]) => [key, code?.js]))),
      type: { kind: 'json' },
      uses: [...new Set(all.flatMap(code => code.uses))].sort(),
      wait: all.some(code => code.wait),
      place: first.place,
    },
  }
}
