/** Finds two routes with the same name in OpenAPI or among the tools of MCP clients. */
import { OWN_NAMES } from '../../runtime/services/mcp/tools.ts'
import { fault, type Check } from './check.ts'
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** Refuses the second of two routes with the same `operation` or `tool`. */
export const duplicateOperation: Check = {
  code: 'duplicate-operation',
  run: catalog => [...named('operation', catalog), ...named('tool', catalog), ...taken(catalog)],
}

type Key = 'operation' | 'tool'

function named(key: Key, { routes }: CatalogIR): Problem[] {
  const seen = new Map<string, RouteIR>()
  return routes.flatMap((route): Problem[] => {
    const { [key]: name, gone } = route
    if (name === undefined || gone !== undefined) return []
    const first = seen.get(name)
    if (!first) {
      seen.set(name, route)
      return []
    }
    return [
      fault('duplicate-operation', placeOf(route, key), `the ${key} ${name} is named twice`, {
        hint: 'give each route a name of its own, or leave it out',
        also: [{ place: placeOf(first, key), label: 'the first' }],
      }),
    ]
  })
}

/** Tools with the name of one of the gateway's own tools. */
function taken({ routes }: CatalogIR): Problem[] {
  const own: readonly string[] = OWN_NAMES
  return routes.flatMap(route =>
    own.includes(route.tool ?? '')
      ? fault(
          'duplicate-operation',
          placeOf(route, 'tool'),
          `the gateway has a tool ${route.tool}`,
          {
            hint: `choose a name besides ${own.join(', ')}`,
          },
        )
      : [],
  )
}

const placeOf = ({ keys, place }: RouteIR, key: Key): RouteIR['place'] => keys[key] ?? place
