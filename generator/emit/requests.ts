/** TypeScript types of all bodies and queries, made in one run of json-schema-to-typescript. */
import type { CatalogIR, InputIR, RouteIR } from '../ir.ts'
import { pascal, unique } from './code/names.ts'
import { sharedFiles } from './facts.ts'
import { type OutFile, code } from './out-file.ts'
import { forTypes } from './request-schema.ts'

/** The types of requests, and the file that holds them. */
export interface Requests {
  /**
   * Type name of a route's body or query; undefined where it takes none or its query is not
   * checked.
   */
  body(route: RouteIR): string | undefined
  query(route: RouteIR): string | undefined
  /** Type name of the form that is translated into a route's body. */
  form(route: RouteIR): string | undefined
  file: OutFile
}

/** Where the request types are, below the generated folder. */
export const REQUESTS = 'requests.ts'

/** Compiles the request types of the whole catalog. Asynchronous because the library is. */
export async function requestTypes(ir: CatalogIR): Promise<Requests> {
  const inputs = ir.routes.flatMap(route => [
    ...entry(route, 'body', route.body),
    ...entry(route, 'query', route.query),
    ...entry(route, 'form', route.translate?.body),
  ])
  const names = unique(
    inputs.map(i => i.id),
    pascal,
  )
  const text =
    inputs.length === 0
      ? 'export {}\n'
      : await compileAll(inputs.map(i => [names.get(i.id)!, i.input] as const))
  const needsJson = /\bJson\b/.test(text)
    ? "import type { Json } from '../runtime/contract.ts'\n\n"
    : '\n'
  return {
    body: route => names.get(`${route.id}.body`),
    query: route => names.get(`${route.id}.query`),
    form: route => names.get(`${route.id}.form`),
    file: code(REQUESTS, [...inputs.map(i => i.file), ...sharedFiles(ir)], `${needsJson}${text}`),
  }
}

interface Entry {
  id: string
  input: InputIR
  file: string
}

function entry(
  route: RouteIR,
  part: 'body' | 'query' | 'form',
  input: InputIR | undefined,
): Entry[] {
  return input === undefined || input.unchecked
    ? []
    : [{ id: `${route.id}.${part}`, input, file: route.place.file }]
}

async function compileAll(inputs: readonly (readonly [string, InputIR])[]): Promise<string> {
  const { compile } = await import('json-schema-to-typescript')
  const definitions = Object.fromEntries(
    inputs.map(([name, input]) => [name, forTypes(listed(closed(input), input.wrap))]),
  )
  const options = {
    format: false,
    bannerComment: '',
    unreachableDefinitions: true,
    additionalProperties: false,
    declareExternallyReferenced: true,
  }
  const text = await compile(
    { title: 'Requests', type: 'object', definitions } as never,
    'Requests',
    options,
  )
  return tidy(text)
}

/**
 * Interfaces become type aliases, so that requests can stand where JSON is wanted; the wrapper
 * goes; no semicolons.
 */
function tidy(text: string): string {
  const aliases = text.replace(/^export interface (\w+) \{/gm, 'export type $1 = {')
  return aliases
    .replace(/(?:\/\*\*(?:(?!\*\/)[^])*\*\/\s*)?export type Requests = \{\s*\}\n?/, '')
    .replace(
      /\/\*\*\n \* This interface was referenced by `Requests`'s JSON-Schema\n \* via the `definition` "\w+"\.\n \*\/\n/g,
      '\n',
    )
    .replace(/;$/gm, '')
    .replace(/\/\*\*\n \* ([^\n]*)\n \*\//g, '/** $1 */')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .split('\n')
    .map(indented())
    .join('\n')
}

/**
 * Indents by brackets that are open, because the library's own formatter is slow. Comments hold no
 * brackets that count.
 */
function indented(): (line: string) => string {
  let depth = 0
  return line => {
    const text = line.trim()
    const plain = /^(?:\/?\*)/.test(text) ? '' : text.replace(/"(?:[^"\\]|\\.)*"|\/\*.*?\*\//g, '')
    const closing = /^[}\])]+/.exec(plain)?.[0].length ?? 0
    const shown =
      text === ''
        ? ''
        : '  '.repeat(Math.max(0, depth - closing)) + (text.startsWith('*') ? ` ${text}` : text)
    depth += (plain.match(/[{[(]/g)?.length ?? 0) - (plain.match(/[}\])]/g)?.length ?? 0)
    return shown
  }
}

/** Unknown members that are dropped or refused never reach a formula, so the type has none. */
function closed(input: InputIR): Record<string, unknown> {
  const isObject = input.schema.type === 'object' || input.schema.properties !== undefined
  return isObject && input.unknown !== 'forward'
    ? { ...input.schema, additionalProperties: false }
    : input.schema
}

/** Fields that may come as one value are lists when formulas see them. */
function listed(
  schema: Record<string, unknown>,
  wrap: readonly string[] = [],
): Record<string, unknown> {
  if (wrap.length === 0) return schema
  const properties = { ...(schema.properties as Record<string, { anyOf?: readonly object[] }>) }
  for (const name of wrap) {
    const { anyOf, ...rest } = properties[name]!
    properties[name] = { ...anyOf![1], ...rest }
  }
  return { ...schema, properties }
}
