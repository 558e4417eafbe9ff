/** Paths that cannot be matched as written, or that the gateway itself answers. */
import { fault, type Check } from './check.ts'
import type { CatalogIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** Refuses paths that cannot be matched or are taken. */
export const badPath: Check = {
  code: 'bad-path',
  run(catalog) {
    return catalog.routes.flatMap(route =>
      [route.path, ...route.aliases.map(one => one.path)].flatMap((path): Problem[] => {
        const why = wrong(path) ?? taken(path, catalog)
        return why ? [fault('bad-path', route.place, `${path}: ${why}`, hintFor(path))] : []
      }),
    )
  },
}

function wrong(path: string): string | undefined {
  const segments = path.slice(1).split('/')
  const odd = segments.find(segment => !/^(?:\{[A-Za-z_]\w*\}|\*|[A-Za-z0-9._~-]+)$/.test(segment))
  if (odd !== undefined && path !== '/')
    return odd === ''
      ? 'an empty segment'
      : `the segment \`${odd}\` is neither plain text nor one {name}`
  if (segments.slice(0, -1).includes('*')) return '`*` can only be the last segment'
  const holes = segments.filter(segment => segment.startsWith('{'))
  return holes.length === new Set(holes).size ? undefined : 'two {holes} have the same name'
}

/** The path that was probably meant. */
function hintFor(path: string): { hint?: string } {
  if (path.endsWith('/')) return { hint: 'remove the / at the end' }
  if (path.includes('//')) return { hint: 'remove one of the two /' }
  const open = /\{(\w+)(?=\/|$)/.exec(path)
  if (open) return { hint: `write {${open[1]!}}` }
  const odd = path
    .slice(1)
    .split('/')
    .find(segment => /[{}]/.test(segment) && !/^\{\w+\}$/.test(segment))
  return odd === undefined ? {} : { hint: 'a value is a whole segment: /things/{id}' }
}

function taken(path: string, { gateway }: CatalogIR): string | undefined {
  const own =
    path === gateway.metrics || path === gateway.media || path.startsWith(`${gateway.media}/`)
  return own ? 'gateway.yaml reserves this path for the gateway itself' : undefined
}
