/**
 * Prints `translate:` as a constant of its own, because its `body` has another type than the
 * route's.
 */
import type { RouteIR } from '../../ir.ts'
import { functionText, SCOPE, type Site } from './function.ts'
import { gatesText } from './gates.ts'
import { braces } from './members.ts'
import { input, type RouteSite } from './route.ts'

const IN = '  '

/** `{ body: ..., gates: ..., give: ... }` over several lines. */
export function translationText(
  form: NonNullable<RouteIR['translate']>,
  at: Pick<RouteSite, 'ir' | 'constants' | 'helper'>,
): string {
  const inner: Site = { indent: IN, roots: SCOPE, constants: at.constants, helper: at.helper }
  const place = (p: { place: RouteIR['place'] }) => at.ir.at(p.place)
  return braces(
    [
      ['body', input(form.body)],
      ['gates', form.gates.length === 0 ? undefined : gatesText(form.gates, inner, place)],
      ['give', functionText(form.give, inner)],
    ],
    '',
  )
}
