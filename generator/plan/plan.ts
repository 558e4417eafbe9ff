/**
 * Compares two catalogs and makes the plan: the effects of the change on customers and on us.
 * Without side effects.
 */
import { shownInstant } from '../../runtime/lib/instant.ts'
import { catalogAt, instantsOf } from '../catalog/in-time.ts'
import type { CatalogIR } from '../ir.ts'
import { accept } from './accept.ts'
import { causesOf } from './causes.ts'
import { compare, type Comparison } from './compare.ts'
import { neededByDates } from './jumps.ts'
import { rise } from './levels.ts'
import { priceFindings } from './prices.ts'
import { replay, type Purchase, type Replay } from './purchases.ts'
import { refusalFindings } from './refusals.ts'
import { structureFindings } from './structure.ts'
import { together } from './together.ts'
import { endpointOf, type Finding, type Level } from './types.ts'

/** A plan. `verdict` is the worst level of the findings that are not accepted. */
export interface Plan {
  verdict: Level
  findings: readonly Finding[]
  notes: readonly string[]
  replay?: Replay
}

/** The options of a plan. */
export interface PlanOptions {
  /** Recorded purchases, which are replayed through both catalogs. */
  purchases?: readonly Purchase[] | undefined
  /**
   * Unix ms. Retirements after this time are announced in advance; without it, all retirements with
   * a date are.
   */
  today?: number
}

/** Compares two catalogs. */
export function planOf(
  old: CatalogIR,
  now: CatalogIR,
  { purchases, today }: PlanOptions = {},
): Plan {
  const compared = compare(old, now)
  const structure = structureFindings(compared, { today })
  const present = [...pricesOf(compared), ...structure, ...refusalFindings(compared, structure)]
  const found = [...present, ...laterFindings(present, { old, now, today })]
  const { findings, notes } = accept(found, old, now, neededByDates(now))
  return {
    verdict: verdictOf(findings),
    findings: together(findings)
      .toSorted(worstFirst)
      .map(one => withAliases(one, compared)),
    notes: [...notes, ...unpriced(compared)],
    ...(purchases ? { replay: replay(purchases, compared.old, compared.now) } : {}),
  }
}

/**
 * The findings of future dates: those at each date that are found neither now nor at an earlier
 * date. The subject names the date; the message also names the end. What is new is named again when
 * it has another price.
 */
function laterFindings(
  present: readonly Finding[],
  { old, now, today }: { old: CatalogIR; now: CatalogIR; today: number | undefined },
): Finding[] {
  const nameOf = ({ id, subject, old: was, new: is }: Finding): string =>
    [id, subject, was, is].join('\n')
  const keyOf = (one: Finding): string => `${nameOf(one)}\n${pricesOfNew(one)}`
  const seen = new Set(present.map(keyOf))
  const names = new Set(present.map(nameOf))
  const instants = [...new Set([...instantsOf(old), ...instantsOf(now)])].sort((a, b) => a - b)
  const days = instants.map(at => {
    const compared = compare(catalogAt(old, at), catalogAt(now, at), at)
    const found = [...pricesOf(compared), ...structureFindings(compared, { today, at })]
    return { at, found, keys: new Set(found.map(keyOf)) }
  })
  return days.flatMap(({ at, found }, i) =>
    found.flatMap(one => {
      const key = keyOf(one)
      if (seen.has(key)) return []
      seen.add(key)
      const day = shownInstant(at)
      const end = days.slice(i + 1).find(({ keys }) => !keys.has(key))
      const until = end === undefined ? '' : ` until ${shownInstant(end.at)}`
      const said = names.has(nameOf(one))
        ? one.message.replace(' is new', ' has another price')
        : one.message
      const message = `${day}${until}: ${said}`
      return [{ ...one, subject: `${one.subject} from ${day}`, message }]
    }),
  )
}

/** What a row or route costs that is new; of other findings nothing. */
function pricesOfNew({ id, message, effects }: Finding): string {
  if (id !== 'model-added' && id !== 'route-added') return ''
  return [message, ...effects.map(one => `${one.endpoint} ${one.what} ${one.new}`)].join('\n')
}

/** The findings about prices of a comparison. */
export function pricesOf(compared: Comparison): Finding[] {
  const { constants, rows, old, now } = compared
  const sides = { old: old.ir, now: now.ir }
  return priceFindings(causesOf(compared), { constants, changed: rows.changed, ...sides })
}

/** A finding, with the other addresses of its routes. */
function withAliases(finding: Finding, { old, now }: Comparison): Finding {
  const endpoints = [...new Set(finding.effects.map(one => one.endpoint))]
  const routes = endpoints.map(one => (now.routes.get(one) ?? old.routes.get(one))?.route)
  const aliases = routes.flatMap(route => route?.aliases.map(endpointOf) ?? [])
  return aliases.length === 0 ? finding : { ...finding, aliases }
}

const LEVELS: readonly Level[] = ['allow', 'warn', 'block']

function verdictOf(findings: readonly Finding[]): Level {
  const worst = findings
    .filter(one => one.accepted === undefined)
    .map(one => LEVELS.indexOf(one.level))
  return LEVELS[Math.max(0, ...worst)]!
}

function worstFirst(a: Finding, b: Finding): number {
  const weight = ({ level, accepted }: Finding): number =>
    accepted === undefined ? LEVELS.indexOf(level) : -1
  return weight(b) - weight(a) || rise(b.factor ?? 1) - rise(a.factor ?? 1)
}

/** Requests that could be priced before and cannot be priced now. */
function unpriced({ results }: Comparison): string[] {
  const lost = results.filter(one => one.old.kind === 'priced' && one.new.kind === 'unknown')
  const why = lost[0]?.new.kind === 'unknown' ? lost[0].new.why : ''
  return lost.length === 0
    ? []
    : [`${lost.length} requests of the old catalog cannot be priced in the new one: ${why}`]
}
