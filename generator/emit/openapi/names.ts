/** Names operations; the names are stable as long as routes keep their paths. */
import type { CatalogIR, RouteIR } from '../../ir.ts'
import { pascal } from '../code/names.ts'

/** The names that a document uses for the operations of a route. */
export interface OperationNames {
  of(route: RouteIR): string
  /** The name of the poll of the route's jobs, shared by routes with the same poll path. */
  poll(route: RouteIR): string
  alias(route: RouteIR, index: number): string
  /** The prefix of the names of a route's schemas: `images.generate` is `ImagesGenerate`. */
  schema(route: RouteIR): string
}

/** The names of all operations of a catalog: the same in the documents of all its networks. */
export function operationNames(ir: CatalogIR): OperationNames {
  const routes = ir.routes.filter(route => route.gone === undefined)
  const taken = new Set(routes.flatMap(({ operation }) => operation ?? []))
  const polls = new Map<string, string>()
  for (const { job } of routes)
    if (job !== undefined && !polls.has(job.poll))
      polls.set(job.poll, free(`${wordsOf(job.poll)}.poll`, taken))
  const names = new Map(routes.map(route => [route.id, route.operation ?? nameOf(route, taken)]))
  const of = (route: RouteIR): string => names.get(route.id)!
  return {
    of,
    poll: route => polls.get(route.job!.poll)!,
    alias: (route, index) => `${of(route)}.alias${index === 0 ? '' : index + 1}`,
    schema: route => pascal(of(route)),
  }
}

/** The words of the path; for a later route with the same words, followed by the method. */
function nameOf({ method, path }: RouteIR, taken: Set<string>): string {
  const words = wordsOf(path)
  return free(taken.has(words) ? `${words}.${method.toLowerCase()}` : words, taken)
}

function free(name: string, taken: Set<string>): string {
  let found = name
  for (let n = 2; taken.has(found); n++) found = `${name}${n}`
  taken.add(found)
  return found
}

/** The words of a path, without its version and its parameters: `big-things` is `bigThings`. */
function wordsOf(path: string): string {
  const words = path
    .replace(/^\/(?:api\/)?(?:v\d+\/)?/, '')
    .split('/')
    .filter(part => part !== '*' && !part.startsWith('{'))
    .map(part =>
      part.replace(/^\W+/, '').replace(/\W+(\w)/g, (_, next: string) => next.toUpperCase()),
    )
    .map(part => part.replace(/_+(\w)/g, (_, next: string) => next.toUpperCase()))
    .filter(part => part !== '')
  return words.length === 0 ? 'root' : words.join('.')
}
