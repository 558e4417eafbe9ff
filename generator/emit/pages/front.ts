/**
 * Makes the data of the front page: the families with their prices, the free routes, and samples.
 */
import type { CatalogIR, NetworkIR, RouteIR } from '../../ir.ts'
import type { PriceList, RoutePrice } from '../../examples/prices.ts'
import { usd } from '../../examples/money.ts'
import { described, families, isPaid } from '../facts.ts'
import { clientSample } from '../client/sample.ts'
import { byUseWords } from '../documents/by-use.ts'
import { idOf, titleOf } from '../documents/titles.ts'
import { retirementWords } from '../documents/dates.ts'
import { endpoint, priceWords, type ratesJson } from '../documents/pricing.ts'
import { schemeWords } from '../payment-schemes.ts'
import { curl, type Request } from './fetch-sample.ts'
import { placesOf } from './places.ts'
import { requestOf } from './requests.ts'
import { samples, type Sold } from './samples.ts'

/** The most examples of one route. */
const MOST_EXAMPLES = 3

/** The data of the page of a network. */
export function frontPage(ir: CatalogIR, network: NetworkIR, prices: PriceList): object {
  const shown = new Set(described(ir, network))
  const routes = [...shown].filter(isPaid)
  const priced = routes.flatMap(route => examplesOf(route, prices.routes.get(route.id)))
  const [cheapest] = priced
    .filter(one => one.micro !== undefined && one.micro > 0n)
    .toSorted((a, b) => Number(isLong(a)) - Number(isLong(b)) || Number(a.micro! - b.micro!))
  return {
    schemes: schemeWords(network).map(words => words.replaceAll('`', '')),
    samples:
      cheapest === undefined
        ? []
        : samples(network, {
            cheap: cheapest,
            sold: priced,
            client: clientSample(ir, network, prices),
            mcp: [...shown].find(({ serves }) => serves === 'mcp')?.path,
            name: idOf(ir.gateway.name),
          }),
    groups: groupsOf(ir, { network, prices, shown }),
    docs: placesOf(ir, network)['docs.html'],
    free: [...shown].filter(route => route.price === undefined).map(freeRoute),
    paid: routes.length,
  }
}

/** The content of a network's page. */
interface Shown {
  network: NetworkIR
  prices: PriceList
  shown: ReadonlySet<RouteIR>
}

/** The families by their folders. */
function groupsOf(ir: CatalogIR, { network, prices, shown }: Shown): object[] {
  const groups = new Map<string, object[]>()
  for (const { name, routes } of families(ir)) {
    const sold = routes.filter(route => shown.has(route) && isPaid(route))
    if (sold.length === 0) continue
    const [folder = name, ...rest] = name.split('/')
    const group = groups.get(folder) ?? []
    groups.set(folder, group)
    group.push({
      id: idOf(name),
      title: titleOf(rest.join(' ') || folder, ir.gateway.titles),
      count: sold.length,
      isOne: sold.length === 1,
      price: rangeOf(sold, prices),
      byUse: byUseWords(network, sold)?.replaceAll('`', ''),
      routes: sold.map(route => routeOf(route, prices.routes.get(route.id))),
    })
  }
  return [...groups].map(([folder, list]) => ({
    id: idOf(folder),
    title: titleOf(folder, ir.gateway.titles),
    families: list,
  }))
}

/** An address of more characters is no example for the top of a page. */
const LONG = 48
const isLong = ({ request }: Sold): boolean => request.url.length > LONG

/**
 * The range of prices of some routes, without routes that just identify the wallet; undefined if no
 * bound is proven for all.
 */
function rangeOf(routes: readonly RouteIR[], prices: PriceList): string | undefined {
  const known = routes
    .filter(({ price }) => price?.identify !== true)
    .map(route => prices.routes.get(route.id))
  const least = known.map(one => one?.min)
  const most = known.map(one => one?.max)
  if (known.length === 0 || least.includes(undefined)) return undefined
  const from = (least as bigint[]).reduce((a, b) => (b < a ? b : a))
  if (most.includes(undefined)) return `from ${usd(from)} USD`
  const to = (most as bigint[]).reduce((a, b) => (b > a ? b : a))
  return from === to ? `${usd(from)} USD` : `${usd(from)} to ${usd(to)} USD`
}

interface Example extends Sold {
  micro: bigint | undefined
}

function examplesOf(route: RouteIR, price: RoutePrice | undefined): Example[] {
  return (price?.examples ?? []).flatMap(({ sent, micro }): Example[] => {
    const request = requestOf(route, sent)
    return request === undefined ? [] : [{ route, request, micro }]
  })
}

function routeOf(route: RouteIR, price: RoutePrice | undefined): object {
  const { prices: lines, rates, free } = endpoint(route, price)
  const table = lines.some(line => 'request' in line) ? [] : lines
  const [first, ...others] = examplesOf(route, price).slice(0, MOST_EXAMPLES).map(shownExample)
  return {
    id: idOf(route.id),
    method: route.method,
    path: route.path,
    summary: route.summary,
    price: priceWords(route, price),
    notice: retirementWords(route)?.replaceAll('`', ''),
    aliases: route.aliases.map(one => `${one.method ?? route.method} ${one.path}`).join(', '),
    first,
    examples: first === undefined ? [] : [first, ...others],
    table: table.length < 2 ? undefined : tableOf(table),
    rates: rates === undefined ? undefined : ratesOf(rates),
    freeModels: free?.join(', '),
  }
}

function shownExample({ request, micro }: Example): object {
  const { method, url, body }: Request = request
  return {
    method,
    url: url.replace('{origin}', ''),
    body: body === undefined ? undefined : JSON.stringify(body),
    curl: curl(request),
    ...(micro === undefined ? {} : { micro: micro.toString(), usd: usd(micro) }),
  }
}

/** Price lines as a table, with a column for each input that varies. */
function tableOf(lines: readonly Record<string, unknown>[]): object {
  const columns = [...new Set(lines.flatMap(line => Object.keys(line)))].filter(
    name => !['micro', 'usd', 'free'].includes(name),
  )
  return {
    columns,
    rows: lines.map(line => ({
      cells: columns.map(name => ({ name, value: line[name] })),
      chosen: JSON.stringify(Object.fromEntries(columns.map(name => [name, line[name]]))),
      micro: line.micro,
      usd: line.usd,
      free: line.free,
    })),
  }
}

function ratesOf({ columns, rows }: ReturnType<typeof ratesJson>): object {
  const names = Object.keys(columns)
  return {
    columns: Object.entries(columns).map(([name, about]) => ({ name, about })),
    rows: rows.map(row => ({
      model: row.model,
      free: row.free,
      cells: names.map(name => ({ name, value: (row as Readonly<Record<string, unknown>>)[name] })),
    })),
  }
}

function freeRoute({ method, path, summary }: RouteIR): object {
  const isOpen = method === 'GET' && !/[{*]/.test(path)
  return { method, path, summary, isOpen }
}
