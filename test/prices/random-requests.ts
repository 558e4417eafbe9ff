/** Random requests of priced routes, made of their examples. */
import { callersBody } from '../../generator/emit/facts.ts'
import type { Environment, FormulaInputs } from '../../generator/examples/environment.ts'
import type { CatalogIR, RouteIR } from '../../generator/ir.ts'
import { memberPath } from '../../generator/js/ask.ts'

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** What a random request is made with. */
export interface Dice {
  next: () => number
  pick<T>(from: readonly T[]): T
  within(low: number, high: number): number
}

/** Chances from a seed, the same in every run. */
export function dice(seed: number): Dice {
  const next = numbers(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!
  // The ends are where mistakes are.
  const within = (low: number, high: number): number =>
    next() < 0.5 ? pick([low, high]) : low + Math.floor(next() * (high - low + 1))
  return { next, pick, within }
}

/**
 * Words that stand in rows, by the kind of thing that a field names: sizes, resolutions, ratios.
 */
function wordsOf(ir: CatalogIR, route: RouteIR): string[] {
  const rows = ir.tables.find(one => one.name === route.table)?.rows ?? []
  const cells = rows.flatMap(row =>
    Object.values(row.cells).filter(cell => typeof cell === 'object'),
  )
  return [
    ...new Set(
      cells
        .flatMap(cell => (Array.isArray(cell) ? cell : Object.keys(cell)))
        .filter(one => typeof one === 'string'),
    ),
  ]
}

type Schema = {
  type?: string
  enum?: unknown[]
  minimum?: number
  maximum?: number
  maxLength?: number
  minLength?: number
}

function value(schema: Schema, words: readonly string[], { pick, within, next }: Dice): unknown {
  if (schema.enum) return pick(schema.enum)
  if (schema.type === 'boolean') return next() < 0.5
  if (schema.type === 'integer')
    return within(schema.minimum ?? 1, schema.maximum ?? (next() < 0.7 ? 15 : 300_000))
  if (schema.type !== 'string') return undefined
  return (schema.maxLength ?? 0) > 100
    ? 'x'.repeat(within(schema.minLength ?? 0, schema.maxLength!))
    : pick(words)
}

/** A request made of an example by changing some of its fields. */
export function changed(route: RouteIR, at: Environment, chance: Dice): FormulaInputs {
  const examples: readonly FormulaInputs[] = route.examples.filter(
    ({ expect: it }) => !('refused' in it),
  )
  const { path, query, body, hooks } = examples.length > 0 ? chance.pick(examples) : {}
  const ids = at.models(route.table).rows.map(row => row.id)
  const { root: part, name } = (route.pick && memberPath(route.pick.code.js)) ?? {
    root: undefined,
    name: undefined,
  }
  const words = wordsOf(at.ir, route)
  const made: Record<string, unknown> = { ...(body as object) }
  const fields = Object.entries(
    (callersBody(route)?.schema.properties ?? {}) as Record<string, Schema>,
  ).filter(
    ([, schema]) =>
      schema.enum !== undefined || ['string', 'integer', 'boolean'].includes(schema.type!),
  )
  // Few at a time: of many changes one is refused.
  for (let i = fields.length === 0 ? 0 : chance.within(0, 3); i > 0; i--) {
    const [field, schema] = chance.pick(fields)
    const found = value(schema, words, chance)
    if (found !== undefined) made[field] = found
  }
  const picks = part === 'body' ? { [name!]: chance.pick(ids) } : {}
  const whole = Array.isArray(body) || body === undefined
  const batch = route.path.includes('{network}')
    ? Array.from({ length: chance.within(1, 100) }, () => ({ jsonrpc: '2.0', id: 1, method: 'x' }))
    : body
  const given = {
    ...hooks,
    estimateTokens: chance.within(0, 250_000),
    fitMessages: made.messages,
    decodesToImage: true,
    chatOfMessages: { ...made, ...picks },
  }
  return {
    ...(query ? { query } : {}),
    path: part === 'path' ? { ...path, [name!]: chance.pick(ids) } : path,
    body: whole || route.path.includes('{network}') ? batch : { ...made, ...picks },
    hooks: given,
  }
}
