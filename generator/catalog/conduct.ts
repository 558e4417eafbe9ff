/**
 * Builds how the calls of a route are conducted: which are free, counted or streamed, who is
 * refused, which row steps in for another.
 */
import { entryOf, itemsOf, problem, textAt, textOf, valueOf } from '../read/access.ts'
import { known, optional, report } from './build.ts'
import { listedGates } from './gates.ts'
import { durationAt } from './literals.ts'
import { LATE_NAMES } from './names.ts'
import { conditionLowering } from './reply.ts'
import { block, withNames, type Stage } from './stage.ts'
import type { FlatRoute } from '../resolve/flat.ts'
import type { Block, RouteIR } from '../ir.ts'
import type { Names, Raw, RawEntry } from '../types.ts'

type Conduct = Pick<
  RouteIR,
  'free' | 'unsettled' | 'redeliver' | 'speaks' | 'streams' | 'fallback' | 'limits' | 'checks'
>

/**
 * `pay.free`, `settle.on_failure`, `pay.redeliver`, `protocol`, `stream`, `fallback`, `limit` with a
 * condition, and `checks`. `after` follows the gates; `before` knows the request and its row, and
 * nothing that gates prove: limits are asked first.
 */
export function conductOf(
  { keys }: FlatRoute,
  { before, after }: { before: Stage; after: Stage },
): Conduct {
  const pay = valueOf(keys, 'pay')
  const checks = listedGates(
    valueOf(keys, 'checks'),
    withNames(after, { payer: { ...LATE_NAMES.payer, need: true } }),
  )
  const fallback = entryOf(keys, 'fallback')
  return {
    ...optional('free', conditionAt(valueOf(pay, 'free'), after)),
    ...optional('unsettled', textAt(valueOf(keys, 'settle'), 'on_failure') as 'serve' | undefined),
    ...optional('redeliver', durationAt(pay, 'redeliver', after.build.problems)),
    ...optional('speaks', textAt(keys, 'protocol') as RouteIR['speaks']),
    ...optional('streams', conditionAt(valueOf(keys, 'stream'), after)),
    ...optional('fallback', fallback && fallbackOf(fallback, after)),
    ...optional('limits', limitsOf(valueOf(keys, 'limit'), before)),
    ...(checks.length > 0 ? { checks } : {}),
  }
}

/** `requested`, where another row may have taken the place of the one that was asked for. */
export function requestedNames({ keys }: FlatRoute, { view }: Stage): Names {
  return view && entryOf(keys, 'fallback')
    ? { requested: { type: view.type, code: 'requested', optional: true } }
    : {}
}

function conditionAt(value: Raw | undefined, stage: Stage): Block | undefined {
  return value?.kind === 'scalar' ? block(stage, conditionLowering(value)) : undefined
}

/** `limit: { count, when }`; a plain name counts every call and is no business of formulas. */
function limitsOf(value: Raw | undefined, stage: Stage): RouteIR['limits'] {
  const when = conditionAt(valueOf(value, 'when'), stage)
  const names = itemsOf(valueOf(value, 'count')).map(item => {
    const name = textOf(item) ?? ''
    known(stage.build, 'limit', { name, place: item.place, defs: stage.build.limits })
    return name
  })
  return when && { names, when }
}

/** The formula must name rows: a column of the type `row`, or ids that are written out. */
function fallbackOf(entry: RawEntry, stage: Stage): Block | undefined {
  const { build, view } = stage
  if (!view)
    return void report(
      build,
      problem('fallback', entry.keyPlace, '`fallback` needs a table whose rows are chosen', {
        hint: '`models:` names it, and a gate asks whether the picked id is `in models`',
      }),
    )
  if (entry.value.kind !== 'scalar') return undefined
  const made = block(stage, { kind: 'formula', text: entry.value.text })
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
