/** Finds examples whose price is that of a dated period, but whose `at:` is missing or outside. */
import { shownInstant } from '../../runtime/lib/instant.ts'
import { instantsOf, LIST } from '../catalog/in-time.ts'
import type { CatalogIR, ExampleIR } from '../ir.ts'
import type { Problem } from '../types.ts'
import type { Environment } from './environment.ts'
import { usd } from './money.ts'
import { unlessFailed } from './price-lines.ts'
import { quote } from './quote.ts'

/**
 * Adds the day on which a wrong price is right, and the line to write. Other problems stay
 * unchanged.
 */
export function withDay(
  found: Problem,
  ir: CatalogIR,
  {
    example,
    on,
  }: { example: ExampleIR; on(day: number): { environment: Environment; id: string } },
): Problem {
  const { at, expect } = example
  if (found.code !== 'example-price' || !('micro' in expect)) return found
  // The price is right; `actual` is wrong, and is reported elsewhere.
  if (found.place !== example.expectPlace) return found
  const isRight = (one: number): boolean => {
    const { environment, id } = on(one)
    const route = environment.ir.routes.find(own => own.id === id)
    const got = route && unlessFailed(() => quote(route, environment, example))
    return got?.kind === 'priced' && got.micro === expect.micro
  }
  // The list price on a day with another one is rather an old price than a wrong day.
  const day = at !== undefined && isRight(LIST) ? undefined : instantsOf(ir).find(isRight)
  if (day === undefined) return found
  const when =
    at === undefined
      ? `from ${shownInstant(day)} on; an example without \`at:\` has the list price`
      : `on ${shownInstant(day)}, not on ${shownInstant(at)}`
  const line = `{ ..., at: ${shownInstant(day)}, usd: ${usd(expect.micro)} }`
  const hint = `this is the price ${when}: write ${line}`
  const { fix: _, ...open } = found
  return { ...open, hint }
}
