/**
 * `translate:` as a constant of its own, because its `body` has another type than the route's.
 */
import type { Js } from '../../js/tree.ts'
import type { RouteIR } from '../../ir.ts'
import { functionOf, SCOPE, type Site } from './function.ts'
import { gatesOf } from './gates.ts'
import { braces, input, type RouteSite } from './route.ts'

/** `{ body: ..., gates: ..., give: ... }`. */
export function translationOf(
  form: NonNullable<RouteIR['translate']>,
  at: Pick<RouteSite, 'ir' | 'constants' | 'helper'>,
): Js {
  const inner: Site = { roots: SCOPE, constants: at.constants, helper: at.helper }
  const place = (p: { place: RouteIR['place'] }) => at.ir.at(p.place)
  return braces([
    ['body', input(form.body)],
    ['gates', form.gates.length === 0 ? undefined : gatesOf(form.gates, inner, place)],
    ['give', functionOf(form.give, inner)],
  ])
}
