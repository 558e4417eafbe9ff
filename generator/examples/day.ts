/** Examples that have the price of a day, and do not name the day. */
import { shownInstant } from '../../runtime/lib/instant.ts'
import { instantsOf } from '../catalog/in-time.ts'
import type { CatalogIR, ExampleIR } from '../ir.ts'
import type { Problem } from '../types.ts'
import type { Environment } from './environment.ts'
import { usd } from './money.ts'
import { attempt } from './price-lines.ts'
import { quote } from './quote.ts'

/** A wrong price says on which day it is right, with the line to write; others are as they were. */
export function withDay(
  found: Problem,
  ir: CatalogIR,
  { example, on }: { example: ExampleIR; on(day: number): { world: Environment; id: string } },
): Problem {
  const { at, expect } = example
  if (found.code !== 'example-price' || at !== undefined || !('micro' in expect)) return found
  // What is wrong is `actual`, which stands elsewhere; the price is right.
  if (found.place !== example.expectPlace) return found
  const day = instantsOf(ir).find(one => {
    const { world, id } = on(one)
    const route = world.ir.routes.find(own => own.id === id)
    const got = route && attempt(() => quote(route, world, example))
    return got?.kind === 'priced' && got.micro === expect.micro
  })
  if (day === undefined) return found
  const hint =
    `this is the price from ${shownInstant(day)} on; an example without \`at:\` has the list ` +
    `price: write { ..., at: ${shownInstant(day)}, usd: ${usd(expect.micro)} }`
  const { fix: _, ...open } = found
  return { ...open, hint }
}
