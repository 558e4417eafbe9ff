/**
 * Finds calls that forward any member of the caller's body: the upstream may support a parameter
 * that the price ignores.
 */
import { entriesOf, entryOf, textOf, valueOf } from '../read/access.ts'
import type { Flat } from '../resolve/flat.ts'
import { fault, type Check } from './check.ts'
import type { CallIR } from '../ir.ts'
import type { Place, Problem } from '../types.ts'

/** Reports a `send` that spreads a body with `...: forward` and has no `allow`. */
export const openSend: Check = {
  code: 'open-send',
  run(catalog, flat) {
    const open = new Map(
      catalog.routes.flatMap(route =>
        route.body?.unknown === 'forward' ? route.calls.map(id => [id, route] as const) : [],
      ),
    )
    return catalog.calls.flatMap((call): Problem[] => {
      const route = open.get(call.id)
      const place = route && call.allow === undefined ? spreadOf(flat, call) : undefined
      if (!route || !place) return []
      const message =
        `${call.id} sends every field that callers of ${route.method} ${route.path} write, ` +
        'priced or not'
      return [
        fault('open-send', place, message, {
          hint: 'name the fields that may pass, e.g. `allow: [model, messages]`',
        }),
      ]
    })
  },
}

/** The place of `...: =body` in a call's `send`. */
function spreadOf(flat: Flat, call: CallIR): Place | undefined {
  const upstream = flat.upstreams.find(one => one.name === call.upstream)
  const own = entriesOf(valueOf(upstream?.value, 'calls')).find(
    entry => `${call.upstream}.${entry.key}` === call.id,
  )
  const spread = entryOf(valueOf(own?.value, 'send'), '...')
  return /^=\s*body\b(?!\.)/.test(textOf(spread?.value) ?? '') ? spread?.keyPlace : undefined
}
