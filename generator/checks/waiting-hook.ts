/**
 * Hooks that wait may stand in gates, `checks`, `status`, `reply` and `send` of calls; everything
 * else is worked out at once.
 */
import { fault, type Check } from './check.ts'
import { codesOfBlocks, formulasOfCall } from '../catalog/call-codes.ts'
import { codesIn } from '../language/formulas.ts'
import type { RouteIR } from '../ir.ts'
import type { Code, Problem } from '../types.ts'

/** Refuses hooks that wait where nothing can. */
export const waitingHook: Check = {
  code: 'waiting-hook',
  run(catalog) {
    const routes = catalog.routes.flatMap(route =>
      immediate(route).flatMap(([what, codes]) => waits(what, codes)),
    )
    return [
      ...routes,
      ...catalog.calls.flatMap(call =>
        waits(
          `the call ${call.id}`,
          codesIn(formulasOfCall(call).filter(({ key }) => !key.mayWait)),
        ),
      ),
    ]
  },
}

function waits(what: string, codes: readonly Code[]): Problem[] {
  const code = codes.find(one => one.wait)
  const hint = 'only gates, `checks`, `status`, `reply` and `send` of upstream calls may'
  return code ? [fault('waiting-hook', code.place, `${what} cannot wait for a hook`, { hint })] : []
}

function immediate(route: RouteIR): [string, Code[]][] {
  const { price, job, cache, translate } = route
  const arms = price?.arms ?? []
  return [
    [
      'a price',
      [
        ...(price?.by ? [price.by] : []),
        ...arms.flatMap(arm => [...arm.lets.map(one => one.code), arm.micro]),
        ...codesOfBlocks([price?.show]),
      ],
    ],
    ['`show`', codesOfBlocks([route.show])],
    ['`pick`', codesOfBlocks([route.pick])],
    ['`upstream`', codesOfBlocks([route.upstream])],
    ['`pay.free`', codesOfBlocks([route.free])],
    ['`stream`', codesOfBlocks([route.streams])],
    ['`fallback`', codesOfBlocks([route.fallback])],
    ['`limit.when`', codesOfBlocks([route.limits?.when])],
    ['`headers`', codesOfBlocks([route.headers])],
    ['`embed`', codesOfBlocks([route.embed])],
    ['`file`', codesOfBlocks([route.file])],
    ['`charge_if`', codesOfBlocks([route.chargeIf])],
    ['`discovery_show`', codesOfBlocks([route.discoveryShow])],
    ['`translate`', codesOfBlocks([translate?.give])],
    [
      '`job`',
      codesOfBlocks([
        job?.skipInline,
        job?.echo,
        job?.accepted,
        job?.pending,
        job?.failed,
        job?.completed,
        job?.signed,
        job?.challenge,
      ]),
    ],
    ['`cache`', codesOfBlocks([cache?.when, cache?.key, cache?.keep, cache?.patch])],
  ]
}
