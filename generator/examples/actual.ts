/** Checks the charge by the use that an example declares. */
import type { ReplyScope } from '../../runtime/contract.ts'
import { actualOf } from '../../runtime/quote.ts'
import type { ExampleIR, RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'
import { priceAt } from './cause.ts'
import type { Environment } from './environment.ts'
import { usd } from './money.ts'
import { offerOf, scopeOf } from './offer.ts'
import type { Quote } from './quote.ts'

type Priced = Extract<Quote, { kind: 'priced' }>

/** The charge for the use in an example, in micro-USD. */
function actualFor(
  route: RouteIR,
  at: Environment,
  { example, quoted }: { example: ExampleIR; quoted: Priced & { micro: bigint } },
): bigint {
  const { body, query, micro } = quoted
  const { usage, result, reply } = example.used!
  const scope = scopeOf(route, at, { ...example, body, query })
  const replied = { ...scope, usage, result, reply, status: 200, reply_headers: {} } as ReplyScope
  return actualOf(offerOf(route, at).route.price!, replied, micro)
}

/** The problems of an example's use and charge. */
export function checkUsed(
  route: RouteIR,
  at: Environment,
  { example, quoted }: { example: ExampleIR; quoted: Priced },
): Problem[] {
  const { used } = example
  if (used === undefined) return []
  const found = (message: string, more: Pick<Problem, 'hint' | 'also' | 'fix'>): Problem[] => [
    { code: 'example-price', severity: 'error', place: used.place, message, ...more },
  ]
  const { micro } = quoted
  if (micro === undefined || !route.price?.arms.some(({ actual }) => actual !== undefined))
    return found('this example has `used`, but the price has no `actual`', {})
  const got = actualFor(route, at, { example, quoted: { ...quoted, micro } })
  if (used.actual === got) return []
  const place = priceAt(route)
  const also = place ? { also: [{ place, label: 'the price comes from here' }] } : {}
  return used.actual === undefined
    ? found('this example has no `actual` for its `used`', {
        hint: `add actual: ${usd(got)}, which the formula gives`,
      })
    : found(
        `this example should be charged ${usd(used.actual)} USD for its use, but the ` +
          `formula gives ${usd(got)} USD`,
        {
          hint: `if the new charge is intended, write it here: actual: ${usd(got)}`,
          fix: { place: used.place, usd: usd(got), of: 'charge' },
          ...also,
        },
      )
}
