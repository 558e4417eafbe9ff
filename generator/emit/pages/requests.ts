/** Converts examples to HTTP requests. */
import type { FormulaInputs } from '../../examples/environment.ts'
import type { RouteIR } from '../../ir.ts'
import { encodedSegment } from './encoded.ts'
import type { Request } from './fetch-sample.ts'

/** The request of an example; undefined if the example does not fill a hole of the path. */
export function requestOf(route: RouteIR, asked: FormulaInputs): Request | undefined {
  const holes = (asked.path ?? {}) as Readonly<Record<string, string>>
  const path = route.path
    .replace(/\{(\w+)\}/g, (hole, name: string) => fill(holes[name]) ?? hole)
    .replace(/\*$/, hole => (holes.rest === undefined ? hole : encodeURI(holes.rest)))
  if (/[{}*]/.test(path)) return undefined
  const query = new URLSearchParams(asked.query as Record<string, string> | undefined).toString()
  return {
    method: route.method,
    url: `{origin}${path}${query === '' ? '' : `?${query}`}`,
    ...(route.method === 'GET' ? {} : { body: asked.body ?? {} }),
  }
}

const fill = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : encodedSegment(value)
