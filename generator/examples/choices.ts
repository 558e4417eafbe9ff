/**
 * Finds out which request members decide a price, and which values each may take, so that price
 * lists can be worked out.
 */
import type { InputIR, RouteIR } from '../ir.ts'
import type { Code } from '../types.ts'
import { pieces } from '../emit/code/scan.ts'

/** A request member that a price reads. */
export interface Choice {
  part: 'body' | 'query' | 'path'
  name: string
  /** Values that do not depend on the row: an enum, or false and true. */
  values?: readonly unknown[]
  /** Column of the row whose keys are the values. */
  column?: string
  /** Smallest and largest number. */
  bounds?: readonly [number, number]
}

/** What decides the price of a route. `open` when something decides that cannot be listed. */
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
  const roots = new Set(priced.flatMap(c => pieces(c.code).map(p => p.text)))
  const whole = priced.some(c => readsWhole(c.code))
  const open =
    whole ||
    ['hooks', 'now', 'payer', 'models'].some(r => roots.has(r)) ||
    chosen.some(c => c.values === undefined && c.column === undefined && c.bounds === undefined)
  return {
    list: chosen,
    ...(pick === undefined ? {} : { pick }),
    model: roots.has('model') || roots.has('models'),
    open,
  }
}

/** All formulas that make the price. */
function priceCodes(route: RouteIR): Code[] {
  const price = route.price
  if (price === undefined) return []
  return [
    ...price.tables.map(l => l.code),
    ...(price.by === undefined ? [] : [price.by]),
    ...price.arms.flatMap(a => [...a.lets.map(l => l.code), a.micro]),
  ]
}

const MEMBER =
  /(?<![\w$.])(body|query|path)(?:\.|\?\.)([A-Za-z_$][\w$]*)|\bget\((body|query|path), (?:'([^']+)'|"([^"]+)")\)/g

function members(codes: readonly Code[]): { part: Choice['part']; name: string }[] {
  const found = codes.flatMap(c =>
    [...c.code.matchAll(MEMBER)].map(m => ({
      part: (m[1] ?? m[3]) as Choice['part'],
      name: (m[2] ?? m[4] ?? m[5])!,
    })),
  )
  return found.filter((m, i) => found.findIndex(o => o.part === m.part && o.name === m.name) === i)
}

/** Whether a formula reads a whole body, e.g. counts its elements. */
function readsWhole(code: string): boolean {
  return /(?<![\w$.])(?:body|query)(?![\w$]|\??\.)/.test(code.replace(MEMBER, ''))
}

/** `at(model.sizes, body.size)` and the like: the member's values are the keys of the column. */
export function linksOf(codes: readonly Code[]): [string, string][] {
  const pattern = /\bmodel\.([\w$]+)(?:!?\[|, |\.has\()(body|query)\.([\w$]+)/g
  return codes.flatMap(c =>
    [...c.code.matchAll(pattern)].map((m): [string, string] => [`${m[2]}.${m[3]}`, m[1]!]),
  )
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
