/** Runs one request through input checks, gates and price, as an unpaid call would go. */
import { isGone } from '../catalog/in-time.ts'
import type { GateIR, InputIR, RouteIR } from '../ir.ts'
import { gatesOf } from '../emit/code/gates.ts'
import type { Scope } from '../../runtime/contract.ts'
import { quoteOf } from '../../runtime/quote.ts'
import { OUTCOME, SCOPE } from '../emit/code/function.ts'
import { blockOf, evaluate } from './evaluate.ts'
import { type FormulaInputs, requestScope, type Environment } from './environment.ts'
import { offerOf, ready, scopeOf } from './offer.ts'

/**
 * The outcome of a request: refused (by the request's shape or by a gate), or priced; `micro` is
 * undefined on unpriced routes. `free`: the request needs no payment, so its price is not computed.
 */
export type Quote =
  | { kind: 'refused'; status: number; message: string; gate?: GateIR }
  | { kind: 'priced'; micro: bigint | undefined; free?: true; body: unknown; query: unknown }

type Refused = Extract<Quote, { kind: 'refused' }>

/**
 * The quote of a request. Throws the errors of formulas (a missing table entry, a hook without a
 * given result).
 */
export function quote(route: RouteIR, at: Environment, given: FormulaInputs): Quote {
  if (isGone(route)) return { kind: 'refused', status: 410, message: 'the route is retired' }
  const own = translated(route, at, given)
  return own.kind === 'refused' ? own : quoteOwn(route, at, own.given)
}

/** A request in the route's own form: unchanged, or translated from the caller's form. */
export function translated(
  route: RouteIR,
  at: Environment,
  given: FormulaInputs,
): Refused | { kind: 'own'; given: FormulaInputs } {
  const form = route.translate
  if (form === undefined) return { kind: 'own', given }
  const body = shaped(form.body, given.body, at, false)
  if (!body.ok) return invalid(route, at, body.reason)
  const query = shaped(route.query, given.query ?? {}, at, true)
  if (!query.ok) return invalid(route, at, query.reason)
  const scope = requestScope(route, at, { ...given, body: body.value, query: query.value })
  const refused = refusalOf(form.gates, at, scope)
  if (refused !== undefined) return refused
  const made = evaluate(form.give, scope, { cache: at.cache })
  return { kind: 'own', given: { ...given, body: JSON.parse(JSON.stringify(made)) as unknown } }
}

/** The quote of a request in the route's own form. */
export function quoteOwn(route: RouteIR, at: Environment, given: FormulaInputs): Quote {
  const body = shaped(route.body, given.body, at, false)
  if (!body.ok) return invalid(route, at, body.reason)
  const query = shaped(route.query, given.query ?? {}, at, true)
  if (!query.ok) return invalid(route, at, query.reason)
  const scope = scopeOf(route, at, { ...given, body: body.value, query: query.value })
  const refused = refusalOf(route.gates, at, scope)
  if (refused !== undefined) return refused
  const priced = { kind: 'priced' as const, body: body.value, query: query.value }
  const quoted = quoteOf(offerOf(route, at).route, scope)
  return quoted === 'free'
    ? { ...priced, micro: 0n, free: true }
    : { ...priced, micro: quoted?.amount }
}

function refusalOf(gates: readonly GateIR[], at: Environment, scope: Scope): Refused | undefined {
  for (const gate of gates) {
    const refusal = ready(gate, at, () => gatesOf([gate], SITE))(scope) as
      | { status: number; message: string }
      | undefined
    if (refusal !== undefined)
      return { kind: 'refused', status: refusal.status, message: refusal.message, gate }
  }
  return undefined
}

const SITE = { roots: SCOPE, isInline: true }

function shaped(input: InputIR | undefined, value: unknown, at: Environment, strings: boolean) {
  return input === undefined
    ? { ok: true as const, value }
    : at.shaper.shape(input, value, { strings })
}

function invalid(route: RouteIR, at: Environment, reason: string): Refused {
  const envelope = at.ir.envelopes.find(e => e.name === route.envelope)
  const status =
    envelope === undefined
      ? 400
      : evaluate(
          blockOf(envelope.outcomes.invalid_body.status),
          {},
          { cache: at.cache, roots: OUTCOME },
        )
  return { kind: 'refused', status: Number(status), message: `the request is not valid: ${reason}` }
}
