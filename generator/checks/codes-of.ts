/** All lowered code of a catalog, for rules that ask what is used. */
import type { Block, CallIR, CatalogIR, Code, RouteIR } from '../types.ts'

/** Code of every formula of a route. */
export function codesOfRoute(route: RouteIR): Code[] {
  const { price, job, cache } = route
  return [
    ...route.gates.flatMap(gate => [...gate.lets.map(one => one.code), ...some(gate.when), gate.rule, gate.message, ...some(gate.extra)]),
    ...some(price?.by),
    ...(price?.tables ?? []).map(one => one.code),
    ...(price?.arms ?? []).flatMap(arm => [...arm.lets.map(one => one.code), arm.micro]),
    ...blocks(price?.show, route.show, route.pick, route.upstream, route.headers, route.status, route.reply, route.chargeIf),
    ...blocks(job?.skipInline, job?.echo, job?.accepted, job?.pending, job?.failed, job?.challenge),
    ...blocks(cache?.when, cache?.key, cache?.keep, cache?.patch),
  ]
}

/** Code of every formula of an upstream call. */
export function codesOfCall(call: CallIR): Code[] {
  return [
    ...blocks(call.path, call.holes, call.repeat, call.query, call.send, call.passes, call.give),
    ...call.fail.flatMap(rule => [rule.when, ...some(rule.details)]),
  ]
}

/** Code of every formula of routes, calls and envelopes. */
export function allCodes(catalog: CatalogIR): Code[] {
  return [
    ...catalog.routes.flatMap(codesOfRoute),
    ...catalog.calls.flatMap(codesOfCall),
    ...catalog.envelopes.flatMap(
      envelope => Object.values(envelope.outcomes).flatMap(outcome => [outcome.status, ...some(outcome.headers), outcome.body]),
    ),
  ]
}

function some(code: Code | undefined): Code[] {
  return code ? [code] : []
}

function blocks(...list: readonly (Block | string | undefined)[]): Code[] {
  return list.flatMap(one => (typeof one === 'object' ? [...one.lets.map(own => own.code), one.code] : []))
}
