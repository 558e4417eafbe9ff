/**
 * Checks that a paid route whose price or request varies has an example that passes. The example is
 * the quote of an empty probe, and proves the price.
 */
import { exampleRequests } from '../emit/code/route.ts'
import { fault, type Check } from './check.ts'
import type { RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** Refuses paid routes without an example that passes. */
export const noExample: Check = {
  code: 'no-example',
  run(catalog) {
    return catalog.routes.flatMap((route): Problem[] => {
      if (!route.price || route.suspended || !varies(route)) return []
      if (exampleRequests(route).length > 0) return []
      return [
        fault(
          'no-example',
          route.keys.examples ?? route.place,
          `${route.method} ${route.path} is paid and has no example that passes`,
          { hint: hintFor(route) },
        ),
      ]
    })
  },
}

/** Examples of one day, and of a row that will be retired, prove no price that lasts. */
const hintFor = ({ examples }: RouteIR): string =>
  examples.some(one => one.isTemporary)
    ? 'its examples have an `at:`, or their row will be retired: add one with the list price of a ' +
      'row that stays'
    : 'add `examples: [{ ..., usd: ... }]`'

function varies(route: RouteIR): boolean {
  const { arms, by } = route.price!
  const codes = [
    ...arms.flatMap(arm => [arm.micro, ...arm.lets.map(one => one.code)]),
    ...(by ? [by] : []),
  ]
  return (
    route.body !== undefined ||
    codes.some(code => code.uses.some(name => ['body', 'query', 'path', 'model'].includes(name)))
  )
}
