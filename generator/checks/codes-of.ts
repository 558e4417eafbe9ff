/** All lowered code of a catalog, for rules that ask what is used. */
import { codesOfBlocks, codesOfCall } from '../catalog/call-codes.ts'
import type { CatalogIR, GateIR, RouteIR } from '../ir.ts'
import type { Code } from '../types.ts'

/**
 * Code of every formula of a route; those of its translation, whose `body` is another, stand apart.
 */
export function codesOfRoute(route: RouteIR): Code[] {
  const { price, job, cache } = route
  return [
    ...[...route.gates, ...(route.checks ?? [])].flatMap(codesOfGate),
    ...some(price?.by),
    ...(price?.tables ?? []).map(one => one.code),
    ...(price?.arms ?? []).flatMap(arm => [...arm.lets.map(one => one.code), arm.micro]),
    ...codesOfBlocks([price?.show, route.show, route.discoveryShow, route.pick, route.upstream]),
    ...codesOfBlocks([route.free, route.streams, route.fallback, route.limits?.when]),
    ...codesOfBlocks([
      route.headers,
      route.status,
      route.reply,
      route.embed,
      route.file,
      route.chargeIf,
    ]),
    ...codesOfBlocks([
      job?.skipInline,
      job?.echo,
      job?.accepted,
      job?.pending,
      job?.failed,
      job?.completed,
      job?.signed,
      job?.challenge,
    ]),
    ...codesOfBlocks([cache?.when, cache?.key, cache?.keep, cache?.patch]),
  ]
}

/** Code of what turns the caller's form into a route's body. */
export function codesOfTranslation({ translate }: RouteIR): Code[] {
  return [...(translate?.gates ?? []).flatMap(codesOfGate), ...codesOfBlocks([translate?.give])]
}

function codesOfGate(gate: GateIR): Code[] {
  return [
    ...gate.lets.map(one => one.code),
    ...some(gate.when),
    gate.rule,
    gate.message,
    ...some(gate.extra),
  ]
}

/** Code of every formula of routes, calls and envelopes. */
export function allCodes(catalog: CatalogIR): Code[] {
  return [
    ...catalog.routes.flatMap(route => [...codesOfRoute(route), ...codesOfTranslation(route)]),
    ...catalog.calls.flatMap(codesOfCall),
    ...catalog.envelopes.flatMap(envelope =>
      Object.values(envelope.outcomes).flatMap(outcome => [
        outcome.status,
        ...some(outcome.headers),
        outcome.body,
      ]),
    ),
  ]
}

function some(code: Code | undefined): Code[] {
  return code ? [code] : []
}
