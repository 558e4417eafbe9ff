/**
 * Builds the policy of a call: the limits that count it, the checks after the payment is verified,
 * and the row that serves in place of another.
 */
import { entryOf, itemsOf, problem, textAt, textOf, valueOf } from '../read/access.ts'
import { known, optional, report } from './build.ts'
import { listedGates } from './gates.ts'
import { conditionLowering } from './lower.ts'
import { LATE_NAMES } from './names.ts'
import { block, mapNames, withNames, type FormulaScope } from './scope.ts'
import type { FlatRoute } from '../resolve/flat.ts'
import type { Block, RouteIR } from '../ir.ts'
import type { Names, Raw, RawEntry } from '../types.ts'

/** The members of a route, and the scope after its `checks`, which prove more than the gates. */
interface CallPolicy {
  members: Pick<RouteIR, 'fallback' | 'limits' | 'quota' | 'checks'>
  checked: FormulaScope
}

/**
 * Builds `fallback`, `limit` with a condition, `pay.free_quota` and `checks`. `after` is the scope
 * after the gates. `before` has the request and its row and nothing that gates prove, because
 * limits are checked before the gates.
 */
export function callPolicyOf(
  { keys }: FlatRoute,
  { before, after }: { before: FormulaScope; after: FormulaScope },
): CallPolicy {
  const written = valueOf(keys, 'checks')
  const payer = { ...LATE_NAMES.payer, need: true }
  const { gates: checks, after: checked } = listedGates(written, withNames(after, { payer }))
  const fallback = entryOf(keys, 'fallback')
  const members = {
    ...optional('fallback', fallback && fallbackOf(fallback, after)),
    ...optional('limits', limitsOf(valueOf(keys, 'limit'), before)),
    ...optional('quota', limitsOf(valueOf(valueOf(keys, 'pay'), 'free_quota'), before)),
    ...(checks.length > 0 ? { checks } : {}),
  }
  return { members, checked: written ? withoutPayer(checked, after) : after }
}

/** Removes `payer`, unless the other scope already had it. */
function withoutPayer(scope: FormulaScope, like: FormulaScope): FormulaScope {
  const { payer } = like.variants[0]!.names
  return mapNames(scope, ({ payer: _, ...names }) => (payer ? { ...names, payer } : names))
}

/** `requested`, on routes where another row may have replaced the requested one. */
export function requestedNames({ keys }: FlatRoute, { view }: FormulaScope): Names {
  return view && entryOf(keys, 'fallback')
    ? { requested: { type: view.type, code: 'requested', optional: true } }
    : {}
}

/**
 * Lowers `{ count, when, key }` of `limit` and `pay.free_quota`, and `then` of the latter. A plain
 * name of `limit` counts every call and has no formula.
 */
function limitsOf(value: Raw | undefined, scope: FormulaScope): RouteIR['limits'] {
  if (value?.kind !== 'map') return undefined
  const { build } = scope
  const [written, counted] = [valueOf(value, 'when'), valueOf(value, 'key')]
  const when = written?.kind === 'scalar' ? block(scope, conditionLowering(written)) : undefined
  const key =
    counted?.kind === 'scalar'
      ? block(scope, { kind: 'formula', text: counted.text, expect: { kind: 'string' } })
      : undefined
  const names = itemsOf(valueOf(value, 'count')).map(item => {
    const name = textOf(item)!
    const def = known(build, 'limit', { name, place: item.place, defs: build.limits })
    if (def && textAt(def.value, 'by') === 'key' && !counted)
      report(
        build,
        problem('missing-key', item.place, `the limit \`${name}\` counts by a key`, {
          hint: 'write the counted value, e.g. `key: body.address`',
        }),
      )
    return name
  })
  const usedUp = textAt(value, 'then') === 'refuse' ? 'refuse' : undefined
  return {
    names,
    ...optional('when', when),
    ...optional('key', key),
    ...optional('usedUp', usedUp),
  }
}

/** Lowers `fallback`, which must name rows: a column of the type `row`, or literal ids. */
function fallbackOf(entry: RawEntry, scope: FormulaScope): Block | undefined {
  const { build, view } = scope
  if (!view)
    return void report(
      build,
      problem('fallback', entry.keyPlace, '`fallback` needs a table whose rows are chosen', {
        hint: 'name the table in `models:`, and add a gate that tests whether the picked id is `in models`',
      }),
    )
  if (entry.value.kind !== 'scalar') return undefined
  const made = block(scope, { kind: 'formula', text: entry.value.text })
  if (!made) return undefined
  const { place } = entry.value
  const { type } = made.code
  if (type.kind !== 'string' || !type.choices)
    return void report(
      build,
      problem('fallback', place, 'this must be the id of a row', {
        hint: 'name a column of the type `row`, or write the id as a text',
      }),
    )
  const defs = new Map(view.table.rows.map(row => [row.id, row]))
  for (const name of type.choices) known(build, 'row', { name, place, defs })
  return made
}
