/** Makes the findings about retired rows and routes: the prices of the successor. */
import { choicesOf } from '../examples/choices.ts'
import { usd } from '../examples/money.ts'
import { withMember } from '../examples/price-lines.ts'
import type { RetiredIR, RouteIR } from '../ir.ts'
import type { Comparison } from './compare.ts'
import type { Result } from './results.ts'
import { finding } from './finding.ts'
import { factors, percent, span } from './levels.ts'
import { outcomeOf, type Outcome } from './outcome.ts'
import { probesOf, type Probe } from './requests.ts'
import { differencesText } from './successor.ts'
import { endpointOf, type Effect, type Finding, type Level, type Side } from './types.ts'

/** The time of a plan, and the instant that it describes, if that is not now; Unix ms. */
export interface Time {
  today?: number | undefined
  at?: number
}

/**
 * The findings of a row that is no longer sold: none for an alias of a retired row; undefined if it
 * is not retired.
 */
export function retiredRow(
  { id, table }: { id: string; table: string },
  compared: Comparison,
  time: Time,
): Finding[] | undefined {
  const { ir } = compared.now
  const sold = ir.tables.find(({ name }) => name === table)
  const row = sold?.gone?.find(one => one.id === id || one.aliases.includes(id))
  if (sold === undefined || row?.retired === undefined) return undefined
  if (row.id !== id) return []
  const { retired } = row
  const prices = pricesWithSuccessor(id, retired.use, compared)
  const effects = prices.flatMap(({ effect }) => effect ?? [])
  const refused = prices.filter(one => one.effect === undefined)
  const such = refused[0]?.what ? `, e.g. ${refused[0].what}` : ''
  const lost =
    refused.length === 0
      ? ''
      : `; ${retired.use} refuses ${refused.length} of ${prices.length} requests${such}`
  const other = differencesText(row, { use: retired.use, table: sold, ir })
  const message = `${sentText(id, retired.use)}${compareText(effects)}${lost}${other}`
  const level = levelOf(retired, time)
  return [
    finding({
      id: 'model-retired',
      level,
      subject: id,
      message,
      effects: distinct(effects),
      place: retired.place,
    }),
  ]
}

/** The findings of a retired route, as for a row. */
export function retiredRoute(
  endpoint: string,
  { old, now, results }: Comparison,
  time: Time,
): Finding[] | undefined {
  const route = now.ir.routes.find(
    one => endpointOf(one) === endpoint || one.aliases.some(one => endpointOf(one) === endpoint),
  )
  if (route?.retired === undefined) return undefined
  if (endpointOf(route) !== endpoint) return []
  const { retired } = route
  const own = results.flatMap(one => (one.probe.endpoint === endpoint ? one.old : []))
  const next = now.routes.get(retired.use)?.route
  const other = next ? probesOf(next, endpointOf(next), now).map(one => outcomeOf(one, now)) : []
  const spans = spansText(amountsOf(old.routes.get(endpoint)?.route, own), amountsOf(next, other))
  return [
    finding({
      id: 'route-retired',
      level: levelOf(retired, time),
      subject: endpoint,
      message: `${sentText(endpoint, retired.use)}${spans}`,
      place: retired.place,
    }),
  ]
}

const sentText = (name: string, use: string): string =>
  `${name} is retired; callers are sent to ${use}`

/** A warning if the retirement is in the future, so that callers can learn of it; else blocked. */
function levelOf({ since }: RetiredIR, { today = Number.NEGATIVE_INFINITY, at }: Time): Level {
  const from = since ?? at
  return from !== undefined && from > today ? 'warn' : 'block'
}

/** A request of a retired row, and its price with the successor, if the successor accepts it. */
interface SuccessorPrice {
  what: string
  effect?: Effect
}

/**
 * The requests of a row with its successor instead: for each route the typical conversations, else
 * its price list, else its examples.
 */
function pricesWithSuccessor(
  id: string,
  use: string,
  { now, results }: Comparison,
): SuccessorPrice[] {
  const own = results.filter(
    ({ probe, old }) => old.kind === 'priced' && old.micro !== undefined && idOf(probe, old) === id,
  )
  const endpoints = [...new Set(own.map(one => one.probe.endpoint))]
  return endpoints.flatMap(endpoint => {
    const all = own.filter(one => one.probe.endpoint === endpoint)
    const kinds = [all.filter(one => one.probe.usage), all.filter(one => one.probe.own), all]
    return kinds
      .find(some => some.length > 0)!
      .flatMap(one => priceWithSuccessor({ id, use }, one, now))
  })
}

const idOf = ({ model }: Probe, old: Outcome): string | undefined =>
  model ?? (old.kind === 'priced' ? old.model : undefined)

function priceWithSuccessor(
  { id, use }: { id: string; use: string },
  { probe, old }: Result,
  now: Side,
): SuccessorPrice[] {
  const route = now.routes.get(probe.endpoint)?.route
  const pick = route && choicesOf(route).pick
  if (old.kind !== 'priced' || pick === undefined) return []
  if (!probe.own && route?.translate !== undefined) return []
  const given = withMember(probe.given, pick, use)
  const is = outcomeOf({ ...probe, model: use, given }, now)
  if (is.kind !== 'priced' || is.micro === undefined) return [{ what: probe.what }]
  const { endpoint, what } = probe
  return [{ what, effect: { endpoint, model: id, what, old: old.micro!, new: is.micro } }]
}

/** The distinct effects. */
const distinct = (effects: readonly Effect[]): Effect[] =>
  effects.filter(
    (one, i) =>
      effects.findIndex(
        other => other.endpoint === one.endpoint && other.old === one.old && other.new === one.new,
      ) === i,
  )

/** `: 0.0115 -> 0.0535 USD, +365 %` */
function compareText(effects: readonly Effect[]): string {
  const [old, now] = [span(effects.map(one => one.old)), span(effects.map(one => one.new))]
  if (old === undefined || now === undefined) return ''
  return `: ${pairText(old, now)}${byText(factors(effects))}`
}

function amountsOf(route: RouteIR | undefined, outcomes: readonly Outcome[]): bigint[] {
  if (route !== undefined && route.price === undefined) return [0n]
  return outcomes.flatMap(one => (one.kind === 'priced' ? [one.micro ?? 0n] : []))
}

function spansText(was: readonly bigint[], is: readonly bigint[]): string {
  const [old, now] = [span(was), span(is)]
  if (old === undefined || now === undefined) return ''
  const areSingle = new Set(was).size === 1 && new Set(is).size === 1 && was[0]! > 0n
  return `: ${pairText(old, now)}${areSingle ? byText([Number(is[0]) / Number(was[0])]) : ''}`
}

function pairText(old: string, now: string): string {
  if (old === now) return old === usd(0n) ? 'free' : `${now} USD, the same`
  return `${old} -> ${now} USD`
}

function byText(all: readonly number[]): string {
  const [least, most] = [all[0], all.at(-1)]
  if (least === undefined || most === undefined || (least === 1 && most === 1)) return ''
  const [from, to] = [percent(least), percent(most)]
  return from === to ? `, ${from}` : `, from ${from} to ${to}`
}
