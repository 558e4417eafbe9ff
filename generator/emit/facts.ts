/** Computes facts of a catalog once per run, for several emitters. */
import { isGone } from '../catalog/in-time.ts'
import { isSame, memberPath } from '../js/ask.ts'
import { word, type Js } from '../js/tree.ts'
import { createHash } from 'node:crypto'
import type { CatalogDate } from '../../runtime/contract.ts'
import type { CatalogIR, InputIR, NetworkIR, RouteIR, TableIR } from '../ir.ts'
import type { SourceFile } from '../types.ts'
import type { PriceList } from '../examples/prices.ts'
import { type Print } from './code/file.ts'
import { routeNames } from './code/names.ts'
import { type OutFile, byCodePoint, isShared, sorted } from './out-file.ts'
import type { Requests } from './requests.ts'
import type { Shapes } from './shapes.ts'

/** Turns the catalog into files. A pure function. */
export type Emitter = (ir: CatalogIR, facts: Facts) => Iterable<OutFile>

/** The facts of a catalog that several emitters need. */
export interface Facts {
  print: Print
  /** The constant of each route. */
  names: ReadonlyMap<string, string>
  requests: Requests
  shapes: Shapes
  /** The prices by network, the default first. */
  prices: ReadonlyMap<string, PriceList>
  /** sha256 over the catalog's files. */
  hash: string
  /** The catalog files that every family depends on. */
  shared: readonly string[]
  /** The dates of the catalog, once the documents of each are made. */
  dates?: readonly CatalogDate[]
}

/**
 * The facts from their parts. The caller makes the printer, the request types and the prices,
 * because they load libraries.
 */
export function factsOf(
  ir: CatalogIR,
  parts: Pick<Facts, 'print' | 'requests' | 'shapes' | 'prices'>,
): Facts {
  return { ...parts, names: routeNames(ir), hash: catalogHash(ir.sources), shared: sharedFiles(ir) }
}

/** Files that every family depends on. */
export function sharedFiles(ir: CatalogIR): string[] {
  return sorted(ir.sources.map(s => s.path).filter(isShared))
}

/**
 * Version of the generated code. Raise it when amounts get other units: sales lines hold values in
 * the units of the code that made them.
 */
export const GENERATOR_VERSION = '2'

/** sha256 over the generator's version and all catalog files, in the order of their paths. */
export function catalogHash(sources: readonly SourceFile[]): string {
  const hash = createHash('sha256').update(`${GENERATOR_VERSION}\n`)
  for (const source of [...sources].sort((a, b) => byCodePoint(a.path, b.path)))
    hash.update(`${source.path}\n${source.text.length}\n${source.text}\n`)
  return hash.digest('hex')
}

/** sha256 of a text, in hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Routes and tables of one folder name such as `tools/things`, in catalog order. */
export interface Family {
  name: string
  routes: readonly RouteIR[]
  tables: readonly TableIR[]
}

/** All families, by name in code point order. */
export function families(ir: CatalogIR): Family[] {
  const routes = groupBy(ir.routes, r => r.family)
  const tables = groupBy(ir.tables, t => t.family)
  return sorted([...routes.keys(), ...tables.keys()]).map(name => ({
    name,
    routes: routes.get(name) ?? [],
    tables: tables.get(name) ?? [],
  }))
}

/** Items by a key, in order. */
function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const name = key(item)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [item])
    else group.push(item)
  }
  return groups
}

/** The catalog's networks as the gateway lists them, the default first. */
export function networksOf(ir: CatalogIR): CatalogIR['networks'] {
  return ir.gateway.networks.flatMap(name => ir.networks.filter(n => n.name === name))
}

/** The routes in a network's documents, in catalog order: those it serves, without retired ones. */
export function described(ir: CatalogIR, network: NetworkIR): RouteIR[] {
  return ir.routes.filter(
    r => !isGone(r) && r.networks.includes(network.name) && !UNREAD.has(r.document ?? ''),
  )
}

/**
 * Whether callers call a route for its result; documents and services only describe such routes.
 */
export const isCall = ({ document, serves, suspended }: RouteIR): boolean =>
  document === undefined && serves === undefined && suspended === undefined

/** Documents that browsers and crawlers request by name, so that no other document lists them. */
const UNREAD: ReadonlySet<string> = new Set([
  'pages.css',
  'pages.js',
  'reference.js',
  'favicon.svg',
  'robots.txt',
  'sitemap.xml',
  'security.txt',
])

/** The body as callers write it: that of the route, or the form that is translated into it. */
export function callersBody(route: RouteIR): InputIR | undefined {
  return route.translate?.body ?? route.body
}

/** The fields that a gate refuses whenever they are given, with the message. */
export function refusedFields(route: RouteIR): Map<string, string> {
  const gates = route.translate === undefined ? route.gates : route.translate.gates
  return new Map(
    gates.flatMap((gate): [string, string][] => {
      const name = gate.when === undefined ? absentField(gate.rule.js) : undefined
      const message = gate.message.js.kind === 'text' ? gate.message.js.value : undefined
      return name === undefined
        ? []
        : [[name, `refused with ${gate.status}${message === undefined ? '' : `: ${message}`}`]]
    }),
  )
}

/** The field that a rule of the form `!has(body.field)` refuses. */
function absentField(rule: Js): string | undefined {
  if (rule.kind !== 'binary' || rule.op !== '===' || !isSame(rule.right, word(undefined)))
    return undefined
  const read = memberPath(rule.left)
  return read?.root === 'body' ? read.name : undefined
}

/**
 * Whether payments that can settle less than they sign are charged by the actual use of calls of a
 * route.
 */
export function isByUse(route: RouteIR): boolean {
  return isPaid(route) && route.price!.arms.some(arm => arm.actual !== undefined)
}

/** Whether calls of a route are paid for: it has a price and is not gone. */
export function isPaid(route: RouteIR): boolean {
  return route.price !== undefined && !isGone(route) && route.suspended === undefined
}

/** The kind of network that writes amounts in whole tokens, such as `0.022`. */
const WHOLE = 'xrpl'

/** The decimal places of amounts in `accepts`: those of the asset, or 0 for whole tokens. */
export const amountDecimals = (kind: NetworkIR['kind'], asset: NetworkIR['asset']): number =>
  kind === WHOLE ? 0 : asset.decimals

/** Whether wallets of a network pay by signing EIP-3009, as the samples in JavaScript do. */
export const signsEip3009 = ({ kind, scheme }: NetworkIR): boolean =>
  kind === 'evm' && scheme === 'exact'
