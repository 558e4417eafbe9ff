/**
 * Prints `translate:` as a constant of its own, because its `body` has another type than the
 * route's.
 */
import { object, type Js } from '../../js/tree.ts'
import type { RouteIR } from '../../ir.ts'
import { functionOf, SCOPE, type PrintContext } from './function.ts'
import { gatesOf } from './gates.ts'
import { input, type RouteContext } from './route.ts'

/** `{ body: ..., gates: ..., give: ... }`. */
export function translationOf(
  { body, gates, give }: NonNullable<RouteIR['translate']>,
  { ir, constants, shapes }: Pick<RouteContext, 'ir' | 'constants' | 'shapes'>,
): Js {
  const inner: PrintContext = { roots: SCOPE, constants }
  const place = (p: { place: RouteIR['place'] }) => ir.at(p.place)
  return object({
    body: input(body, shapes),
    gates: gates.length === 0 ? undefined : gatesOf(gates, inner, place),
    give: functionOf(give, inner),
  })
}
