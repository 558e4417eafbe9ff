/** Emits `docs/<family>.md`: a page per family with its endpoints, parameters, prices, examples and errors, `llms.txt`, and the README. */
import type { CatalogIR, NetworkIR, RouteIR } from '../../ir.ts'
import { DATA_URI } from '../../notation/field.ts'
import { callersBody, type Emitter, families, networksOf } from '../facts.ts'
import { queryParameters } from '../openapi/operation.ts'
import { errorResponses } from '../openapi/envelopes.ts'
import { pathHoles } from '../bazaar.ts'
import { probes } from '../code/route.ts'
import { described } from '../openapi/document.ts'
import type { Schema } from '../openapi/schema.ts'
import type { PriceList } from '../../examples/prices.ts'
import type { OutFile } from '../out-file.ts'
import { endpoint } from './pricing.ts'
import { render } from './render.ts'

/** Pages describe the default network. */
export const emitPages: Emitter = function* (ir, facts) {
  const network = networksOf(ir)[0]
  if (network === undefined) return
  const prices = facts.prices.get(network.name)!
  const shown = new Set(described(ir, network))
  const pages = families(ir)
    .map((f) => ({ name: f.name, routes: f.routes.filter((r) => shown.has(r)) }))
    .filter((f) => f.routes.length > 0)
  for (const page of pages) yield pageOf(ir, page, { network, prices, shared: facts.shared })
  yield render(
    'README.md',
    'readme',
    ir.sources.map((s) => s.path),
    { families: pages.map((p) => p.name) },
  )
  yield render(
    'llms.txt',
    'llms',
    ir.sources.map((s) => s.path),
    {
      gateway: ir.gateway,
      network,
      pages: pages.map((p) => ({ name: p.name, routes: p.routes.map((r) => ({ ...r, price: words(ir, r, prices) })) })),
    },
  )
}

function pageOf(
  ir: CatalogIR,
  page: { name: string; routes: readonly RouteIR[] },
  at: { network: NetworkIR; prices: PriceList; shared: readonly string[] },
): OutFile {
  const tables = ir.tables.filter((t) => page.routes.some((r) => r.table === t.name)).map((t) => t.file)
  const from = [...page.routes.map((r) => r.place.file), ...tables, ...at.shared]
  const data = {
    title: page.name,
    network: at.network,
    summary: ir.gateway.summary,
    routes: page.routes.map((r) => section(ir, r, at.prices)),
  }
  return render(`docs/${page.name}.md`, 'family', from, data)
}

function section(ir: CatalogIR, route: RouteIR, prices: PriceList): object {
  const price = prices.routes.get(route.id)
  const paid = route.price !== undefined && route.suspended === undefined
  return {
    ...route,
    origin: ir.at(route.place),
    paid,
    price: words(ir, route, prices),
    ...(paid ? table(endpoint(ir, route, price).prices) : {}),
    formula: paid ? endpoint(ir, route, price).formula : [],
    parameters: parameters(route),
    curl: curl(route, false),
    paidCurl: paid ? curl(route, true) : undefined,
    errors: errors(ir, route),
    also: route.also,
    poll: route.job?.signed === undefined ? route.job?.poll : 'poll_url',
    polled: route.flow === 'polled_job',
  }
}

/** The price in a few words. */
function words(ir: CatalogIR, route: RouteIR, prices: PriceList): string {
  if (route.suspended !== undefined) return 'suspended'
  if (route.price === undefined) return 'free'
  const e = endpoint(ir, route, prices.routes.get(route.id))
  if ('usd' in e) return `${e.usd} USD`
  if ('max_usd' in e) return `${e.min_usd} to ${e.max_usd} USD`
  return 'min_usd' in e ? `from ${e.min_usd} USD, quoted per request` : 'quoted per request'
}

/** Price lines as a table: one column for each thing that varies. */
function table(lines: readonly Record<string, unknown>[]): object {
  if (lines.length < 2) return {}
  const columns = [...new Set(lines.flatMap((l) => Object.keys(l)))].filter((c) => c !== 'micro' && c !== 'usd')
  return { columns, rows: lines.map((l) => ({ cells: columns.map((c) => l[c]), usd: l.usd })) }
}

function parameters(route: RouteIR): object[] {
  const path = pathHoles(route.path).map((name) => ({ name, where: 'path', type: 'string', required: true }))
  const query =
    route.query === undefined
      ? []
      : queryParameters(route.query).map((p) =>
          row(p.name as string, 'query', {
            schema: { ...(p.schema as Schema), description: p.description },
            required: p.required === true,
          }),
        )
  const asked = callersBody(route)
  const properties = (asked?.schema.properties ?? {}) as Record<string, Schema>
  const required = (asked?.schema.required ?? []) as string[]
  const body = Object.entries(properties).map(([name, schema]) => row(name, 'body', { schema, required: required.includes(name) }))
  return [...path, ...query, ...body]
}

function row(name: string, where: string, { schema, required }: { schema: Schema; required: boolean }): object {
  const choices = Array.isArray(schema.enum) ? schema.enum.map((v) => `\`${String(v)}\``).join(', ') : undefined
  const limits = [
    bound(schema, 'minimum', 'at least'),
    bound(schema, 'maximum', 'at most'),
    bound(schema, 'minLength', 'at least', ' characters'),
    bound(schema, 'maxLength', 'at most', ' characters'),
    bound(listOf(schema), 'minItems', 'at least', ' elements'),
    bound(listOf(schema), 'maxItems', 'at most', ' elements'),
  ]
  const words = [schema.description, choices === undefined ? undefined : `one of ${choices}`, ...limits].filter((w) => w !== undefined)
  return {
    name,
    where,
    type: typeWords(schema),
    required,
    default: schema.default === undefined ? undefined : JSON.stringify(schema.default),
    words: words.join('; '),
  }
}

/** The list that a field may come as: itself, or the second form of `string or string[]`. */
function listOf(schema: Schema): Schema {
  return ((schema.anyOf ?? []) as Schema[])[1] ?? schema
}

/** The type in the catalog's words, e.g. `string or string[]`. */
function typeWords(schema: Schema): string {
  const [one, many] = (schema.anyOf ?? []) as Schema[]
  if (one !== undefined && many?.type === 'array') return `${typeWords(one)} or ${typeWords(one)}[]`
  if (schema.format === DATA_URI) return 'data URI'
  return typeof schema.type === 'string' ? schema.type : 'any'
}

function bound(schema: Schema, keyword: string, words: string, unit = ''): string | undefined {
  return typeof schema[keyword] === 'number' ? `${words} ${schema[keyword]}${unit}` : undefined
}

/** A curl line for the first example; paid ones carry the signed payment. */
function curl(route: RouteIR, paid: boolean): string {
  const example = probes(route)[0]
  const path = route.path
    .replace(/\{(\w+)\}/g, (hole, name: string) => (example?.path as Record<string, string> | undefined)?.[name] ?? hole)
    .replace(/\*$/, '...')
  const query = new URLSearchParams(example?.query as Record<string, string> | undefined).toString()
  const body =
    route.method === 'POST'
      ? [`-H 'Content-Type: application/json' -d '${JSON.stringify(example?.body ?? {}).replaceAll("'", "'\\''")}'`]
      : []
  const pay = paid ? [`-H "PAYMENT-SIGNATURE: $PAYMENT"`] : []
  return [`curl -i${route.method === 'POST' ? ' -X POST' : ''} "$GATEWAY${path}${query === '' ? '' : `?${query}`}"`, ...pay, ...body].join(
    ' \\\n  ',
  )
}

function errors(ir: CatalogIR, route: RouteIR): object[] {
  const components = new Map<string, Schema>()
  const list = errorResponses(ir, route, components)
  return Object.entries(list).map(([status, ref]) => ({ status, words: components.get(String(ref.$ref).split('/').at(-1)!)?.description }))
}
