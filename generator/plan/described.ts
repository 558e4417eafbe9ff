/** Finds changes that only documents show: texts, and cells that no price reads. */
import { counted } from '../problems/counted.ts'
import type { RouteIR, RowIR } from '../ir.ts'
import type { CellValue, ChangedCell } from './cells.ts'
import type { Comparison } from './compare.ts'
import { finding } from './finding.ts'
import { boundsRead, columnsRead } from './row-reads.ts'
import { endpointOf, type Finding } from './types.ts'
import { shortened } from './shortened.ts'

/** Findings about texts and unpriced cells of rows, and about texts of routes. */
export const described = (compared: Comparison): Finding[] => [
  ...rowFindings(compared),
  ...routeFindings(compared),
]

function rowFindings({ rows, old, now }: Comparison): Finding[] {
  const sides = [old.ir, now.ir]
  const tables = new Map<string, Reads>()
  const readsOf = (table: string): Reads => {
    const known = tables.get(table) ?? {
      all: new Set(sides.flatMap(ir => [...columnsRead(ir, table)])),
      bounds: new Set(sides.flatMap(ir => [...boundsRead(ir, table)])),
    }
    tables.set(table, known)
    return known
  }
  return rows.changed.flatMap(({ id, table, row, cells }) => {
    const own = cells.filter(one => !isAmount(one))
    const isRead = (one: ChangedCell): boolean => mayRefuse(one, readsOf(table))
    const [read, others] = [own.filter(isRead), own.filter(one => !isRead(one))]
    const said = others.map(
      ({ path, old: was, new: is }) => `${path} ${shown(was)} -> ${shown(is)}`,
    )
    const message = `${id}: ${said.join('; ')}`
    return [
      ...read.map(cell => readFinding(`${id} ${cell.path}`, cell, row)),
      ...(others.length === 0
        ? []
        : [finding({ id: 'model-described', subject: id, message, place: row.place })]),
    ]
  })
}

/** Columns that rules and calls read; higher numbers in `bounds` may refuse requests. */
interface Reads {
  all: ReadonlySet<string>
  bounds: ReadonlySet<string>
}

/** Whether requests may be refused, or served otherwise. */
function mayRefuse({ path, old, new: now }: ChangedCell, { all, bounds }: Reads): boolean {
  const column = path.split('.')[0]!
  const [was, is] = [old?.number, now?.number]
  const isRaised = was !== undefined && is !== undefined && is > was
  return (isRaised ? bounds : all).has(column)
}

function readFinding(subject: string, { old, new: now }: ChangedCell, row: RowIR): Finding {
  const [was, is] = [shown(old), shown(now)]
  return finding({
    id: 'model-changed',
    subject,
    old: was,
    new: is,
    message: `${subject} ${was} -> ${is}, which gates or upstream calls read`,
    place: row.place,
  })
}

const isAmount = ({ old, new: now }: ChangedCell): boolean => (old ?? now)!.isMoney

function shown(value: CellValue | undefined): string {
  if (value === undefined) return 'none'
  return value.isText ? quoted(value.text) : value.text
}

/** One finding for the same change of several routes, which comes from one template or prefix. */
function routeFindings({ old, now }: Comparison): Finding[] {
  const groups = new Map<string, RouteIR[]>()
  for (const route of now.ir.routes) {
    const was = old.routes.get(endpointOf(route))?.route
    const said = was === undefined ? '' : wordsText(was, route)
    if (said !== '') groups.set(said, [...(groups.get(said) ?? []), route])
  }
  return [...groups].map(([said, [first, ...more]]) => {
    const others = more.length === 0 ? '' : ` and ${counted(more.length, 'more route')}`
    const subject = `${endpointOf(first!)}${others}`
    const message = `${subject}: ${said}`
    return finding({ id: 'route-described', subject, message, place: first!.place })
  })
}

function wordsText(was: RouteIR, is: RouteIR): string {
  const [before, after] = [wordsOf(was), wordsOf(is)]
  const changed = [...after].flatMap(([name, now]) => {
    const old = before.get(name)
    return old === undefined || old === now ? [] : [`${name} ${quoted(old)} -> ${quoted(now)}`]
  })
  return changed.join('; ')
}

/** The texts of a route, and the descriptions of its fields. */
function wordsOf({
  summary,
  tags,
  keywords = [],
  body,
  query,
  translate,
}: RouteIR): Map<string, string> {
  const found = new Map([
    ['summary', summary],
    ['tags', tags.join(', ')],
    ['keywords', keywords.join(', ')],
  ])
  putFields(found, 'body', (translate?.body ?? body)?.schema)
  putFields(found, 'query', query?.schema)
  return found
}

type Schema = Readonly<Record<string, unknown>>

function putFields(found: Map<string, string>, path: string, schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  const { description, properties, items } = schema as Schema
  if (typeof description === 'string') found.set(path, description)
  for (const [name, inner] of Object.entries((properties ?? {}) as Schema))
    putFields(found, `${path}.${name}`, inner)
  putFields(found, `${path}[]`, items)
}

const LONGEST = 60

const quoted = (text: string): string => `"${shortened(text, LONGEST)}"`
