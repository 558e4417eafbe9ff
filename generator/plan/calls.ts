/** Compares the upstream calls that routes make. */
import { counted } from '../problems/counted.ts'
import type { CallIR, CatalogIR, RouteIR } from '../ir.ts'
import type { Comparison } from './compare.ts'
import { finding } from './finding.ts'
import { isSameRows, textsOf } from './fingerprint.ts'
import { SOMETHING } from './others.ts'
import { endpointOf, type Finding, type Side } from './types.ts'
import { differencesText, writtenAt } from './written.ts'
import type { Raw } from '../types.ts'

/** One finding for each call that both catalogs have, that a route makes, and that differs. */
export function callFindings({ old, now }: Comparison): Finding[] {
  const earlier = new Map(old.ir.calls.map(call => [call.id, call]))
  const makers = makersOf(now.ir)
  return now.ir.calls.flatMap(call => {
    const was = earlier.get(call.id)
    const routes = makers.get(call.id) ?? []
    if (was === undefined || routes.length === 0) return []
    const [before, after] = textsOf(old.ir, now.ir, isRescaled(routes, old, now))
    if (before(was) === after(call)) return []
    return [callFinding(call, routes, changesOf([old.ir, was], [now.ir, call]))]
  })
}

/** The routes that make each call, also as the first step of another. */
function makersOf({ calls, routes }: CatalogIR): Map<string, RouteIR[]> {
  const byId = new Map(calls.map(call => [call.id, call]))
  const makers = new Map<string, RouteIR[]>()
  for (const route of routes)
    for (const id of withFirsts(route.calls, byId))
      makers.set(id, [...(makers.get(id) ?? []), route])
  return makers
}

function withFirsts(ids: readonly string[], byId: ReadonlyMap<string, CallIR>): Set<string> {
  const found = new Set<string>()
  const waiting = [...ids]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    const first = byId.get(id)?.first?.call
    if (first !== undefined) waiting.push(first)
  }
  return found
}

/** Whether rows of the routes differ, which changes the scale of amounts in compiled code. */
const isRescaled = (routes: readonly RouteIR[], old: Side, now: Side): boolean =>
  routes.some(route => {
    const was = old.routes.get(endpointOf(route))?.route
    return was !== undefined && !isSameRows([old.ir, was], [now.ir, route])
  })

/** What differs as it is written: in the call, else in what its upstream says for all calls. */
function changesOf(old: [CatalogIR, CallIR], now: [CatalogIR, CallIR]): string {
  const own = differencesText(writtenAt(old[0], old[1].place), writtenAt(now[0], now[1].place))
  return own || differencesText(sharedOf(...old), sharedOf(...now))
}

/** The keys of the upstream of a call that hold for all of its calls. */
function sharedOf(ir: CatalogIR, { id }: CallIR): Raw | undefined {
  const name = id.slice(0, id.indexOf('.'))
  const raw = writtenAt(ir, ir.upstreams.find(one => one.name === name)?.place)
  return raw?.kind === 'map'
    ? { ...raw, entries: raw.entries.filter(({ key }) => key !== 'calls') }
    : undefined
}

function callFinding({ id, place }: CallIR, routes: readonly RouteIR[], changes: string): Finding {
  const subject = `upstream call ${id}`
  const makes = routes.length === 1 ? 'makes' : 'make'
  const which = `which ${counted(routes.length, 'route')} ${makes}`
  return finding({
    id: 'route-changed',
    subject,
    message: `${SOMETHING}: ${subject}, ${which}${changes && `: ${changes}`}`,
    place,
  })
}
