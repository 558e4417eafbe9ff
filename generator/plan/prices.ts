/** Makes the findings about prices: one for each cause, with all its effects. */
import { counted } from '../problems/counted.ts'
import type { CatalogIR, GuardIR } from '../ir.ts'
import type { FindingId } from '../language/guard.ts'
import { cellsBehind, pricedCells, type Causes } from './causes.ts'
import { cellPlace, factorOf, type ChangedCell } from './cells.ts'
import type { ChangedConstant } from './constants.ts'
import { factors, farthest, howMuch, levelOf, percent, span } from './levels.ts'
import type { ChangedRow } from './rows.ts'
import type { Effect, Finding, Level } from './types.ts'

/** All findings about prices that moved. */
export function priceFindings(
  causes: Causes,
  {
    constants,
    changed,
    old,
    now,
  }: {
    constants: readonly ChangedConstant[]
    changed: readonly ChangedRow[]
    old: CatalogIR
    now: CatalogIR
  },
): Finding[] {
  const guard = stricter(old.gateway.guard, now.gateway.guard)
  const named = constants.flatMap((one, i) => constantFinding(one, causes.constants[i]!, guard))
  const rows = changed.flatMap(row => rowFindings(row, causes, { guard, sources: now.sources }))
  const formulas = [...causes.formulas.values()].flatMap(({ place, effects }) =>
    moves(effects).map(own => ({ ...pricesFinding(subjectOf(own), own, guard), place })),
  )
  return [...named, ...rows, ...formulas]
}

/**
 * The stricter limits of both guards, so that a change that loosens the guard does not hide changes
 * of prices.
 */
const stricter = (one: GuardIR, other: GuardIR): GuardIR => ({
  warn: Math.min(one.warn, other.warn),
  block: Math.min(one.block, other.block),
})

function constantFinding(
  { name, old, new: now, place }: ChangedConstant,
  effects: readonly Effect[],
  guard: GuardIR,
): Finding[] {
  if (effects.length === 0) return [unpricedFinding({ name, old, new: now, place })]
  const factor = farthest(effects)
  const all = factors(effects)
  const routes = new Set(effects.map(one => one.endpoint)).size
  const rows = new Set(effects.flatMap(one => one.model ?? [])).size
  const [least, most] = [percent(all[0] ?? 1), percent(all.at(-1) ?? 1)]
  const by = least === most ? `by ${least}` : `from ${least} to ${most}`
  const sold =
    rows > 0
      ? `${counted(routes, 'route')} with ${counted(rows, 'model')}`
      : counted(routes, 'route')
  return [
    {
      id: 'constant-changed',
      level: levelOf(factor, guard),
      subject: name,
      old,
      new: now,
      message: `${name} ${old} -> ${now}: ${sold}, ${by}`,
      effects,
      ...(factor === undefined ? {} : { factor }),
      place,
    },
  ]
}

/** The finding of a number that moves no price of the plan's requests. */
function unpricedFinding({ name, old, new: now, place }: ChangedConstant): Finding {
  return {
    id: 'constant-changed',
    level: 'warn',
    subject: name,
    old,
    new: now,
    message: `${name} ${old} -> ${now}: moves no price of the requests that the plan sends`,
    effects: [],
    place,
  }
}

/** The findings of a row: one for each amount, or one for all if the way of billing has changed. */
function rowFindings(
  row: ChangedRow,
  { rows, read }: Causes,
  { guard, sources }: { guard: GuardIR; sources: CatalogIR['sources'] },
): Finding[] {
  const effects = rows.get(row) ?? []
  const cells = pricedCells(row.cells)
  const { place } = row.row
  const isOther =
    cells.some(one => !one.old || !one.new) || effects.some(one => !one.old || !one.new)
  if (effects.length > 0 && (isOther || cells.length === 0))
    return moves(effects).map(own => ({ ...pricesFinding(row.id, own, guard), place }))
  return cells.flatMap(cell => {
    const own = effects.filter(effect => cellsBehind(row, effect, read).includes(cell))
    if (own.length === 0 && !(cell.old?.isMoney && cell.new?.isMoney)) return []
    const at = cellPlace(sources, row.row, cell.path) ?? place
    return [
      { ...cellFinding(`${row.id} ${cell.path}`, cell, { own, guard }), row: row.id, place: at },
    ]
  })
}

function cellFinding(
  subject: string,
  { old, new: now }: ChangedCell,
  { own, guard }: { own: readonly Effect[]; guard: GuardIR },
): Finding {
  const itself = factorOf(old?.number, now?.number)
  const factor = farthest(own) ?? itself
  const how = itself === undefined ? '' : `, ${howMuch(itself)}`
  return {
    id: (factor ?? 1) < 1 ? 'price-lowered' : 'price-raised',
    // The check compares the amount itself, which a fee added to it does not dilute.
    level: levelOf(itself ?? 1, guard) === 'block' ? 'block' : levelOf(factor, guard),
    subject,
    ...(old ? { old: old.text } : {}),
    ...(now ? { new: now.text } : {}),
    message: `${subject} ${old?.text} -> ${now?.text}${now?.isMoney ? ' USD' : ''}${how}`,
    effects: own,
    ...(itself === undefined ? {} : { factor: itself }),
  }
}

/** Groups effects that raise, lower, add or drop a price, and those of each new field. */
function moves(effects: readonly Effect[]): Effect[][] {
  const by = new Map<string, Effect[]>()
  for (const one of effects) {
    const key = [moveOf(one), ...(one.newFields ?? [])].join(' ')
    by.set(key, [...(by.get(key) ?? []), one])
  }
  return [...by.values()]
}

function moveOf({ old = 0n, new: now = 0n, newFields }: Effect): FindingId {
  if (old === 0n) return 'price-added'
  if (now === 0n) return 'price-dropped'
  if (newFields !== undefined && now > old) return 'field-priced'
  return now > old ? 'price-raised' : 'price-lowered'
}

function pricesFinding(what: string, effects: readonly Effect[], guard: GuardIR): Finding {
  const [old, now] = [span(effects.map(one => one.old)), span(effects.map(one => one.new))]
  const id = moveOf(effects[0]!)
  const factor = farthest(effects)
  const all = factors(effects)
  const upTo = all[0] === all.at(-1) ? '' : 'up to '
  const how = factor === undefined ? '' : `, ${upTo}${howMuch(factor)}`
  const { newFields = [] } = effects[0]!
  const fields = newFields.length > 1 ? 'fields' : 'field'
  const isNew = newFields.length > 0
  const subject = isNew ? `${what} with the new ${fields} ${newFields.join(', ')}` : what
  return {
    id,
    level: atMost(id === 'field-priced' ? 'warn' : 'block', levelOf(factor, guard)),
    subject,
    ...(old === undefined ? {} : { old }),
    ...(now === undefined ? {} : { new: now }),
    message: `${subject}${isNew ? ':' : ''} ${movedText(id, { old, now })}${how}`,
    effects,
    ...(factor === undefined ? {} : { factor }),
  }
}

/**
 * The level of a finding that is at most `most`. A new field is at most a warning: of those who
 * could call before, only those who sent it already, undeclared, pay more.
 */
const atMost = (most: Level, level: Level): Level => (level === 'block' ? most : level)

function movedText(id: FindingId, { old, now }: Record<'old' | 'now', string | undefined>): string {
  if (id === 'price-dropped') return `is free now; it cost ${old} USD`
  if (id === 'price-added') return `costs ${now} USD now; it was free`
  return `${old} -> ${now} USD`
}

/** `GET /a`, or `GET /a and 3 more routes` */
function subjectOf(effects: readonly Effect[]): string {
  const all = [...new Set(effects.map(one => one.endpoint))]
  return all.length === 1 ? all[0]! : `${all[0]} and ${counted(all.length - 1, 'more route')}`
}
