/**
 * Emits `docs/<family>.md`: a page per family with its endpoints, parameters, prices, examples and
 * errors, and the README.
 */
import type { CatalogIR, NetworkIR, RouteIR } from '../../ir.ts'
import { type Emitter, families, networksOf, described } from '../facts.ts'
import { byUseWords } from './by-use.ts'
import { errorsOf, wordsOf } from '../openapi/envelopes.ts'
import { exampleRequests } from '../code/route.ts'
import type { PriceList } from '../../examples/prices.ts'
import type { OutFile } from '../out-file.ts'
import { answersOf } from './answers.ts'
import { parameters, valuesOf } from './parameters.ts'
import { datesOf, retirementWords } from './dates.ts'
import { endpoint, priceWords } from './pricing.ts'
import { render } from './render.ts'

/** Pages describe the default network. */
export const emitPages: Emitter = function* (ir, facts) {
  const network = networksOf(ir)[0]
  if (network === undefined) return
  const prices = facts.prices.get(network.name)!
  const shown = new Set(described(ir, network))
  const pages = families(ir)
    .map(f => ({ name: f.name, routes: f.routes.filter(r => shown.has(r)) }))
    .filter(f => f.routes.length > 0)
  for (const page of pages) yield pageOf(ir, page, { network, prices, shared: facts.shared })
  const from = ir.sources.map(s => s.path)
  yield render('README.md', {
    template: 'readme',
    from,
    data: { families: pages.map(p => p.name) },
  })
}

function pageOf(
  ir: CatalogIR,
  page: { name: string; routes: readonly RouteIR[] },
  at: { network: NetworkIR; prices: PriceList; shared: readonly string[] },
): OutFile {
  const tables = ir.tables.filter(t => page.routes.some(r => r.table === t.name)).map(t => t.file)
  const from = [...page.routes.map(r => r.place.file), ...tables, ...at.shared]
  const data = {
    title: page.name,
    network: at.network,
    summary: ir.gateway.summary,
    byUse: byUseWords(at.network, page.routes),
    routes: page.routes.map(r => section(ir, r, at)),
  }
  return render(`docs/${page.name}.md`, { template: 'family', from, data })
}

function section(
  ir: CatalogIR,
  route: RouteIR,
  { prices, network }: { prices: PriceList; network: NetworkIR },
): object {
  const price = prices.routes.get(route.id)
  const paid = route.price !== undefined && route.suspended === undefined
  const sold = paid ? endpoint(route, price) : undefined
  return {
    ...route,
    paid,
    mayBeFree: mayBeFree(route),
    price: priceWords(route, price),
    ...(sold === undefined ? {} : table(sold.prices)),
    rates: sold?.rates,
    free: sold?.free,
    dates: paid ? datesOf(ir, route, network) : undefined,
    notice: retirementWords(route),
    parameters: parameters(route),
    values: valuesOf(ir, route, network),
    answers: answersOf(ir, route),
    curl: curl(route, false),
    paidCurl: paid ? curl(route, true) : undefined,
    errors: errors(ir, route),
    aliases: route.aliases.map(one => ({
      ...one,
      filled: Object.entries(one.with ?? {}).map(([name, value]) => ({ name, value })),
    })),
    poll: route.job?.signed === undefined ? route.job?.poll : 'poll_url',
    polled: route.flow === 'polled_job',
  }
}

/** Price lines as a table, with one column for each input that varies. */
function table(lines: readonly Record<string, unknown>[]): object {
  if (lines.length < 2) return {}
  const columns = [...new Set(lines.flatMap(l => Object.keys(l)))].filter(
    c => c !== 'micro' && c !== 'usd' && c !== 'free',
  )
  return {
    columns,
    rows: lines.map(l => ({ cells: columns.map(c => l[c]), usd: l.free ? 'free' : l.usd })),
  }
}

/** A curl line for the first example; paid ones include the signed payment. */
function curl(route: RouteIR, paid: boolean): string {
  const example = exampleRequests(route)[0]
  const path = route.path
    .replace(
      /\{(\w+)\}/g,
      (hole, name: string) => (example?.path as Record<string, string> | undefined)?.[name] ?? hole,
    )
    .replace(/\*$/, '...')
  const query = new URLSearchParams({
    ...placeholders(route.query?.schema),
    ...(example?.query as Record<string, string> | undefined),
  }).toString()
  const sent = example?.body ?? placeholders(route.body?.schema)
  const body =
    route.method === 'POST'
      ? [
          `-H 'Content-Type: application/json' -d ` +
            `'${JSON.stringify(sent).replaceAll("'", "'\\''")}'`,
        ]
      : []
  const pay = paid ? [`-H "PAYMENT-SIGNATURE: $SIGNED"`] : []
  return [
    `curl -i${route.method === 'POST' ? ' -X POST' : ''} ` +
      `"$GATEWAY${path}${query === '' ? '' : `?${query}`}"`,
    ...pay,
    ...body,
  ].join(' \\\n  ')
}

/** The sentence about results that are not charged; undefined for a route without them. */
const mayBeFree = ({ chargeIf }: RouteIR): string | undefined =>
  chargeIf === undefined
    ? undefined
    : 'An answer with nothing of what you asked for is not charged, and has no PAYMENT-RESPONSE.'

/** Names in capitals for the required texts of a request that the catalog has no example of. */
function placeholders(schema: object | undefined): Record<string, string> {
  const { required = [], properties = {} } = (schema ?? {}) as {
    required?: string[]
    properties?: Record<string, { type?: unknown }>
  }
  const texts = required.filter(name => properties[name]?.type === 'string')
  return Object.fromEntries(texts.map(name => [name, name.toUpperCase()]))
}

function errors(ir: CatalogIR, route: RouteIR): object[] {
  return [...errorsOf(ir, route)].map(([status, kinds]) => ({
    status: status === 'default' ? 'other' : status,
    words: wordsOf(kinds),
  }))
}
