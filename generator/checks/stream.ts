/** Checks that streams have the right flow, and upstreams whose events are parsed and end. */
import { fault, type Check } from './check.ts'
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** Refuses streams with another flow, and streams of upstreams whose events are not parsed. */
export const stream: Check = {
  code: 'stream',
  run(catalog) {
    const calls = new Map(catalog.calls.map(call => [call.id, call]))
    return catalog.routes.flatMap(route => [
      ...flowOf(route),
      ...(route.streams ? callsOf(route, calls) : []),
    ])
  },
}

function flowOf(route: RouteIR): Problem[] {
  const flows = route.flow === 'stream_or_reply'
  // Free calls stream if they say so.
  if (route.flow === 'free') return []
  if (route.streams && !flows)
    return [
      fault('stream', route.keys.stream ?? route.place, `the flow ${route.flow} does not stream`, {
        hint: 'flow: stream_or_reply',
      }),
    ]
  if (!flows || route.streams || route.gone !== undefined) return []
  return [
    fault(
      'stream',
      route.keys.flow ?? route.place,
      'this flow needs `stream`, the condition for an answer as a stream',
      {
        hint: 'stream: body.stream, or `flow: inline` if no call streams',
      },
    ),
  ]
}

function callsOf(
  route: RouteIR,
  calls: ReadonlyMap<string, CatalogIR['calls'][number]>,
): Problem[] {
  return route.calls.flatMap((id): Problem[] => {
    const call = calls.get(id)
    // Calls of routes that have a `protocol` are checked by `route-protocol`.
    if (!call || (call.protocol ? call.lasts !== undefined : route.protocol)) return []
    const lacks = call.protocol ? 'lasts' : 'protocol'
    const hint = call.protocol
      ? 'write how long a stream may last, e.g. `lasts: 500s`'
      : 'the protocol defines where a stream ends'
    return [
      fault(
        'stream',
        call.place,
        `${route.method} ${route.path} streams what ${id} sends, which lacks \`${lacks}\``,
        {
          hint,
          also: [{ place: route.keys.stream ?? route.place, label: 'the stream' }],
        },
      ),
    ]
  })
}
