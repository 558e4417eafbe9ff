/**
 * Finds the request members that a price depends on, and the values of each, so that price lists
 * can be computed.
 */
import type { InputIR, RouteIR } from '../ir.ts'
import type { Code } from '../types.ts'
import { memberPath, memberRead, nodesOf, readsWhole } from '../js/ask.ts'
import type { Js } from '../js/tree.ts'

/** A request member that a price reads. */
export interface Choice {
  part: 'body' | 'query' | 'path'
  name: string
  /** Values that do not depend on the row: an enum, or false and true. */
  values?: readonly unknown[]
  /** The column of the row whose keys are the values. */
  column?: string
  /** The smallest and largest number. */
  bounds?: readonly [number, number]
}

/**
 * The members that a route's price depends on. `open`: it also depends on something that cannot be
 * listed.
 */
export interface Choices {
  list: readonly Choice[]
  pick?: { part: Choice['part']; name: string }
  model: boolean
  open: boolean
}

/** The choices of a priced route. */
export function choicesOf(route: RouteIR): Choices {
  const priced = priceCodes(route)
  const gated = route.gates.flatMap(g => [g.rule, ...g.lets.map(l => l.code)])
  const links = new Map(linksOf([...priced, ...gated]))
  const read = members(priced)
  const pick =
    route.pick === undefined
      ? undefined
      : members([route.pick.code, ...route.pick.lets.map(l => l.code)])[0]
  const chosen = read
    .filter(m => !(m.part === pick?.part && m.name === pick.name))
    .map(m => choice(m, route, links))
  const roots = new Set(priced.flatMap(c => c.uses))
  const whole = priced.some(c => readsWhole(c.js, 'body') || readsWhole(c.js, 'query'))
  // A row that a formula chooses cannot be requested by its id.
  const computed = route.pick !== undefined && memberRead(route.pick.code.js) === undefined
  const open =
    whole ||
    computed ||
    ['hooks', 'now', 'payer', 'models'].some(r => roots.has(r)) ||
    chosen.some(c => c.values === undefined && c.column === undefined && c.bounds === undefined)
  return {
    list: chosen,
    ...(pick === undefined ? {} : { pick }),
    model: roots.has('model') || roots.has('models'),
    open,
  }
}

/** All formulas of the price. */
function priceCodes(route: RouteIR): Code[] {
  const price = route.price
  if (price === undefined) return []
  return [
    ...price.tables.map(l => l.code),
    ...(price.by === undefined ? [] : [price.by]),
    ...price.arms.flatMap(a => [...a.lets.map(l => l.code), a.micro]),
  ]
}

const PARTS = ['body', 'query', 'path'] as const

function members(codes: readonly Code[]): { part: Choice['part']; name: string }[] {
  const found = codes
    .flatMap(({ js }) => [...nodesOf(js)])
    .flatMap(js => {
      const read = memberRead(js)
      const part = PARTS.find(one => one === read?.root)
      return read && part ? [{ part, name: read.name }] : []
    })
  return found.filter((m, i) => found.findIndex(o => o.part === m.part && o.name === m.name) === i)
}

/**
 * The columns in which the price looks up members: in `at(model.sizes, body.size)` and the like,
 * the member's values are the keys of the column.
 */
export function linksOf(codes: readonly Code[]): [string, string][] {
  return codes
    .flatMap(({ js }) => [...nodesOf(js)])
    .flatMap(js => pairsOf(js))
    .flatMap(([of, key]): [string, string][] => {
      const [column, field] = [memberPath(of), memberPath(key)]
      return column?.root === 'model' && (field?.root === 'body' || field?.root === 'query')
        ? [[`${field.root}.${field.name}`, column.name]]
        : []
    })
}

/** The look-ups in an expression: `of[key]`, `of.has(key)`, `at(of, key)`. */
function pairsOf(js: Js): (readonly [of: Js, key: Js])[] {
  if (js.kind === 'index') return [[js.of, js.key]]
  if (js.kind !== 'call') return []
  if (js.of.kind === 'member' && js.of.name === 'has') return [[js.of.of, js.args[0]!]]
  return js.args.slice(1).map((key, i) => [js.args[i]!, key])
}

function choice(
  member: { part: Choice['part']; name: string },
  route: RouteIR,
  links: ReadonlyMap<string, string>,
): Choice {
  const column = links.get(`${member.part}.${member.name}`)
  if (column !== undefined) return { ...member, column }
  const schema = member.part === 'path' ? undefined : memberSchema(route[member.part], member.name)
  if (schema === undefined) return member
  if (Array.isArray(schema.enum)) return { ...member, values: schema.enum }
  if (schema.type === 'boolean') return { ...member, values: [false, true] }
  if (typeof schema.minimum === 'number' && typeof schema.maximum === 'number')
    return { ...member, bounds: [schema.minimum, schema.maximum] }
  return member
}

function memberSchema(
  input: InputIR | undefined,
  name: string,
): Record<string, unknown> | undefined {
  const properties = input?.schema.properties as Record<string, Record<string, unknown>> | undefined
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined
}
