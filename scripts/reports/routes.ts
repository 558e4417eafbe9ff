/** Whether a route that a report is asked for exists. */
import { nearestName } from '../../runtime/lib/suggest.ts'
import type { KeyedLine } from '../../runtime/sales/read.ts'

/** What is known of a route that is sold now. */
interface Sold {
  id: string
  method: string
  path: string
}

/** The lines, whose routes are noted in `routes` as they are read. */
export async function* noted(
  lines: AsyncIterable<KeyedLine>,
  routes: Set<string>,
): AsyncGenerator<KeyedLine> {
  for await (const one of lines) {
    routes.add(one.line.route)
    yield one
  }
}

const soldNow = async (): Promise<readonly Sold[]> =>
  (await import('../../generated/index.ts')).catalog.routes

/**
 * Returns a message if no route with this name has sales lines or is sold now; undefined otherwise.
 * The message names the nearest route. People may also write a path, which leads to its route.
 */
export async function unknownRoute(
  asked: string | undefined,
  inLines: ReadonlySet<string>,
  sold: () => Promise<readonly Sold[]> = soldNow,
): Promise<string | undefined> {
  if (asked === undefined || inLines.has(asked)) return undefined
  const routes = await sold()
  if (routes.some(({ id }) => id === asked)) return undefined
  const ids = new Map([...inLines].map(id => [id, id]))
  for (const { id, method, path } of routes)
    for (const name of [id, path, `${method} ${path}`]) if (!ids.has(name)) ids.set(name, id)
  const near = ids.get(asked) ?? ids.get(nearestName(asked, [...ids.keys()]) ?? '')
  const hint = near === undefined ? 'npm run sales -- --by route lists those with sales' : undefined
  return `there is no route "${asked}"; ${hint ?? `did you mean ${near}?`}`
}
