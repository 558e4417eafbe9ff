/**
 * Computes the lines of a price list: the requests from choices and examples, each priced by the
 * emitted price function.
 */
import type { RouteIR } from '../ir.ts'
import type { Choices } from './choices.ts'
import { quoteOwn, translated } from './quote.ts'
import type { FormulaInputs, PlainRow, Environment } from './environment.ts'

/**
 * One priced choice. `model` and `inputs` describe the request; a line without them is the only
 * price of a route. `free`: no payment is needed.
 */
export interface PriceLine {
  model?: string
  inputs: Readonly<Record<string, unknown>>
  micro: bigint
  free?: true
}

/** The most lines of one route; further choices keep their default. */
const LINES = 400

/**
 * An example's request. The results of hooks (tokens, for instance) are part of it, because the
 * price depends on them.
 */
export function requestOf({ body, query, path, hooks }: FormulaInputs): object {
  const found = Object.entries(hooks ?? {}).filter(([, value]) => typeof value !== 'object')
  return {
    ...(path === undefined ? {} : { path }),
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
    ...(found.length === 0 ? {} : { given: Object.fromEntries(found) }),
  }
}

/** A request in the form that is priced, and as callers send it. */
export interface BaseRequest {
  own: FormulaInputs
  sent: FormulaInputs
}

/** The base requests: the examples that pass, or an empty request. */
export function requests(route: RouteIR, at: Environment): BaseRequest[] {
  const passing = route.examples.flatMap((sent): BaseRequest[] => {
    const isUsable = !('refused' in sent.expect || sent.isTemporary)
    const own = isUsable ? ownForm(route, at, sent) : undefined
    return own === undefined ? [] : [{ own, sent }]
  })
  const empty: FormulaInputs = route.body === undefined ? {} : { body: {} }
  return passing.length > 0 ? passing : [{ own: empty, sent: empty }]
}

/**
 * An example in the route's own form; undefined if its translation fails, which is reported when
 * examples run.
 */
function ownForm(route: RouteIR, at: Environment, given: FormulaInputs): FormulaInputs | undefined {
  const own = unlessFailed(() => translated(route, at, given))
  return own?.kind === 'own' ? own.given : undefined
}

/** The result of a step; undefined if a formula fails. */
export function unlessFailed<T>(step: () => T): T | undefined {
  try {
    return step()
  } catch {
    return undefined
  }
}

/** The rows from which a request chooses; one undefined row if there is no table. */
export function rowsOf(
  route: RouteIR,
  at: Environment,
  choices: Choices,
): readonly (PlainRow | undefined)[] {
  return choices.model && choices.pick !== undefined && route.table !== undefined
    ? at.models(route.table).rows
    : [undefined]
}

interface Ask {
  base: FormulaInputs
  choices: Choices
  row: PlainRow | undefined
}

/** The lines of one row: every combination of the choices, up to the limit. */
export function lines(route: RouteIR, at: Environment, ask: Ask): PriceLine[] {
  return listed(ask).flatMap(({ given, inputs }) =>
    priced(route, at, { base: given, inputs, model: ask.row?.id }),
  )
}

/** The requests behind the lines of one row, each with its choices. */
export function listed(ask: Ask): { given: FormulaInputs; inputs: Record<string, unknown> }[] {
  let all: { given: FormulaInputs; inputs: Record<string, unknown> }[] = [
    { given: picked(ask), inputs: {} },
  ]
  for (const c of ask.choices.list) {
    const values = c.values ?? (c.column === undefined ? undefined : keysOf(ask.row?.[c.column]))
    if (values === undefined || all.length * values.length > LINES) continue
    all = all.flatMap(a =>
      values.map(value => ({
        given: withMember(a.given, c, value),
        inputs: { ...a.inputs, [c.name]: value },
      })),
    )
  }
  return all
}

function picked({ base, choices, row }: Ask): FormulaInputs {
  return row === undefined || choices.pick === undefined
    ? base
    : withMember(base, choices.pick, row.id)
}

/** A request with another value of one member. */
export function withMember(
  given: FormulaInputs,
  at: { part: 'body' | 'query' | 'path'; name: string },
  value: unknown,
): FormulaInputs {
  const text = at.part === 'body' ? value : String(value)
  return { ...given, [at.part]: { ...(given[at.part] as object | undefined), [at.name]: text } }
}

function keysOf(column: unknown): unknown[] | undefined {
  if (column instanceof Set || Array.isArray(column)) return [...column]
  return typeof column === 'object' && column !== null ? Object.keys(column) : undefined
}

/** The line of a request; none if the gates refuse it or it cannot be priced. */
export function priced(
  route: RouteIR,
  at: Environment,
  ask: { base: FormulaInputs; inputs?: Readonly<Record<string, unknown>>; model?: string },
): PriceLine[] {
  const got = unlessFailed(() => quoteOwn(route, at, ask.base))
  if (got?.kind !== 'priced' || got.micro === undefined) return []
  const { inputs = {}, model } = ask
  return [
    {
      ...(model === undefined ? {} : { model }),
      inputs,
      micro: got.micro,
      ...(got.free ? { free: true as const } : {}),
    },
  ]
}

/** One line instead of many equal ones. */
export function collapsed(all: readonly PriceLine[]): readonly PriceLine[] {
  const first = all[0]
  return first !== undefined && all.every(l => l.micro === first.micro && !l.free)
    ? [{ inputs: {}, micro: first.micro }]
    : all
}
