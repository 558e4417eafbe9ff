/** Builds prices: one formula, or one for each value of `by`. */
import { entriesOf, textAt, valueOf, type RawMap, problem } from '../read/access.ts'
import { suggestion } from '../problems/suggest.ts'
import { actualEntry } from './actual.ts'
import { optional, report } from './build.ts'
import { constantsOf } from './constants.ts'
import { letDefs } from './gates.ts'
import { block } from './scope.ts'
import { withLets } from './scope-lets.ts'
import type { Let, PriceIR } from '../ir.ts'
import {
  OWN_KEYS,
  type PriceSource,
  type PriceArms,
  withTables,
  armOf,
  costText,
} from './price-arm.ts'
import { armsOf } from './price-by.ts'
import { unitEntries, unitsOf } from './units.ts'

/** A price; undefined if it is invalid, after reporting it. */
export function priceOf(source: PriceSource): PriceIR | undefined {
  const { entry, scope } = source
  const map = entry.value.kind === 'map' ? entry.value : undefined
  const tables = constantsOf(valueOf(map, 'tables'), scope.build.problems)
  const by = valueOf(map, 'by')
  const arms =
    by?.kind === 'scalar'
      ? armsOf({ ...source, map: map!, by: by.text, tables })
      : oneArm({ ...source, map, tables })
  if (!arms) return undefined
  const show = valueOf(map, 'show')
  const priced = withLets(withTables(scope, tables), letDefs(valueOf(map, 'let')))
  const shown = show && block(priced, { kind: 'tree', raw: show })
  const units = unitEntries(map)
  return {
    ...arms,
    tables: tables,
    decimals: Number(textAt(map, 'decimals') ?? 6),
    identify: textAt(map, 'identify') === 'true',
    ...(shown ? { show: shown } : {}),
    ...optional('units', units && unitsOf(priced, units)),
    place: entry.keyPlace,
  }
}

function oneArm(
  from: PriceSource & { map: RawMap | undefined; tables: readonly Let[] },
): PriceArms | undefined {
  const { scope, map, entry } = from
  for (const other of entriesOf(map)) {
    if (!OWN_KEYS.includes(other.key)) {
      report(
        scope.build,
        problem('unknown-key', other.keyPlace, `unknown key \`${other.key}\` in \`price\``, {
          hint: suggestion(other.key, OWN_KEYS, 'allowed'),
        }),
      )
      return undefined
    }
  }
  const usd = map ? valueOf(map, 'usd') : entry.value
  if (usd?.kind !== 'scalar') {
    report(
      scope.build,
      problem('no-price', entry.keyPlace, 'this price has no amount', {
        hint: 'write `usd:` with a formula, or `by:` with one formula for each of its values',
      }),
    )
    return undefined
  }
  const arm = armOf(usd.text, letDefs(valueOf(map, 'let')), {
    ...from,
    actual: actualEntry(map),
    cost: costText(map),
    units: unitEntries(map),
    counted: unitEntries(map),
  })
  return arm && { arms: [arm] }
}
