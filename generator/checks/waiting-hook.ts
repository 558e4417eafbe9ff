/** Hooks that wait may stand in gates, `status` and `reply`; everything else is worked out at once. */
import { fault, type Check } from './check.ts'
import type { Block, Code, Problem, RouteIR } from '../types.ts'
import { codesOfCall } from './codes-of.ts'

export const waitingHook: Check = {
  code: 'waiting-hook',
  run(catalog) {
    const routes = catalog.routes.flatMap(route => immediate(route).flatMap(([what, codes]) => waits(what, codes)))
    return [...routes, ...catalog.calls.flatMap(call => waits(`the call ${call.id}`, codesOfCall(call)))]
  },
}

function waits(what: string, codes: readonly Code[]): Problem[] {
  const code = codes.find(one => one.wait)
  return code ? [fault('waiting-hook', code.place, `${what} cannot wait for a hook`, { hint: 'only gates, `status` and `reply` may' })] : []
}

function immediate(route: RouteIR): [string, Code[]][] {
  const { price, job, cache } = route
  const arms = price?.arms ?? []
  return [
    ['a price', [...(price?.by
      ? [price.by]
      : []), ...arms.flatMap(arm => [...arm.lets.map(one => one.code), arm.micro]), ...codes(price?.show)]],
    ['`show`', codes(route.show)],
    ['`pick`', codes(route.pick)],
    ['`upstream`', codes(route.upstream)],
    ['`headers`', codes(route.headers)],
    ['`charge_if`', codes(route.chargeIf)],
    ['`job`', [job?.skipInline, job?.echo, job?.accepted, job?.pending, job?.failed, job?.challenge].flatMap(codes)],
    ['`cache`', [cache?.when, cache?.key, cache?.keep, cache?.patch].flatMap(codes)],
  ]
}

function codes(block: Block | undefined): Code[] {
  return block ? [...block.lets.map(one => one.code), block.code] : []
}
