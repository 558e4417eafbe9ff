/** Writes examples of dated prices, as they can be pasted into the catalog. */
import { rowPlaceOf } from '../analysis/reads.ts'
import { endpointOf } from '../plan/types.ts'
import type { CatalogIR, ExampleIR, RouteIR } from '../ir.ts'

/** An example, and the row that it chooses. */
export interface ByRow {
  row: string | undefined
  example: ExampleIR
}

/**
 * Where an example is added to a route, and what is pasted there: an item of its list, or the list.
 * `like` has the entries of the example, without its amount.
 */
export function exampleLine(
  route: RouteIR,
  { like, day, catalog }: { like: string | undefined; day: string; catalog: CatalogIR },
): { where: string; line: string } {
  const holes = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: "1"`)
  const parts = like ?? (holes.length === 0 ? '' : `path: { ${holes.join(', ')} }`)
  const example = `{ ${parts === '' ? '' : `${parts}, `}at: ${day}, usd: 0 }`
  const [endpoint, key] = [endpointOf(route), route.keys.examples]
  if (key === undefined) return { where: `it to ${endpoint}`, line: `examples: [${example}]` }
  const text = catalog.sources.find(({ path }) => path === key.file)?.text ?? ''
  return /^\s*:\s*\[/.test(text.slice(key.end))
    ? { where: `one inside the brackets of the examples of ${endpoint}`, line: example }
    : { where: `one to the end of the examples of ${endpoint}`, line: `- ${example}` }
}

/** The entries of the first example of a route that passes, without its amount. */
export const exampleOf = (route: RouteIR, catalog: CatalogIR): string | undefined =>
  route.examples.filter(isList).map(one => textOf(one, catalog))[0]

/** The shortest example of a row at a route; that of another row is written for this one. */
export function exampleOfRow(
  id: string,
  route: RouteIR,
  { examples, catalog }: { examples: readonly ByRow[]; catalog: CatalogIR },
): string | undefined {
  const texts = examples
    .filter(({ example }) => route.examples.includes(example) && isList(example))
    .flatMap(({ row, example }) => {
      const text = textOf(example, catalog)
      return row === id ? text : (withRow(text, route, { row, id }) ?? [])
    })
  return texts.sort((a, b) => a.length - b.length)[0]
}

/** Whether an example has the list price of a call. */
const isList = ({ at, expect }: ExampleIR): boolean => at === undefined && !('refused' in expect)

/** The entries of an example with another row; undefined if they do not name the row. */
function withRow(
  text: string,
  route: RouteIR,
  { row, id }: { row: string | undefined; id: string },
): string | undefined {
  const [, field = 'model'] = rowPlaceOf(route) ?? []
  const name = row === undefined ? undefined : `(["']?)${escaped(row)}\\2`
  const pattern = new RegExp(`((?:^|[{,] *)"?${field}"?: *)${name}(?= *(?:[,}]|$))`)
  return name !== undefined && pattern.test(text)
    ? text.replace(pattern, (_all, key: string) => `${key}${plain(id)}`)
    : undefined
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** An id as YAML, in quotes if YAML would read it as another type. */
const plain = (id: string): string =>
  /^[A-Za-z][\w./-]*$/.test(id) && !/^(?:true|false|null|yes|no|on|off)$/i.test(id)
    ? id
    : JSON.stringify(id)

/** The entries of an example on one line, without its amount. */
function textOf(example: ExampleIR, { sources }: CatalogIR): string {
  const { place, expectPlace } = example
  const text = sources.find(({ path }) => path === place.file)?.text ?? ''
  const [line = ''] = text.slice(place.start).split('\n', 1)
  const end = line.lastIndexOf('}')
  const amount = expectPlace.start - place.start
  const isOneOfLine = /\{\s*$/.test(text.slice(0, place.start)) && !/\}\s*,\s*\{/.test(line)
  if (!isOneOfLine || end < amount || amount < 0) return written(example)
  const rest = line.slice(expectPlace.end - place.start, end).trim()
  return `${line.slice(0, amount)}${rest}`.replace(/^,\s*|,\s*$/g, '').replace(/, *,/, ',')
}

/** The entries of an example that is not on a line of its own, as JSON. */
function written({ path, query, body, hooks }: ExampleIR): string {
  const given = Object.keys(hooks).length === 0 ? undefined : hooks
  return Object.entries({ path, query, body, given })
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${JSON.stringify(value)}`))
    .join(', ')
}
