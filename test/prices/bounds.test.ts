/**
 * Published least and most prices: no valid request is quoted outside of them, and the least is
 * what some request costs.
 */
import { memberPath } from '../../generator/js/ask.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callersBody, isPaid, networksOf } from '../../generator/emit/facts.ts'
import { documentPath } from '../../generator/emit/openapi/document.ts'
import { quote } from '../../generator/examples/quote.ts'
import {
  createEnvironment,
  type FormulaInputs,
  type Environment,
} from '../../generator/examples/environment.ts'
import type { CatalogIR, RouteIR } from '../../generator/ir.ts'
import { realCatalog } from '../docs/catalog.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'

let ir: CatalogIR
let json: (path: string) => any
let gateway: TestGateway
beforeAll(async () => {
  ;[{ ir, json }, gateway] = await Promise.all([realCatalog(), startGateway()])
}, 60_000)
afterAll(() => gateway?.stop())

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

interface Dice {
  next: () => number
  pick<T>(from: readonly T[]): T
  within(low: number, high: number): number
}

function dice(seed: number): Dice {
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
function changed(route: RouteIR, at: Environment, chance: Dice): FormulaInputs {
  const examples: readonly FormulaInputs[] = route.examples.filter(
    ({ expect: it }) => !('refused' in it),
  )
  const { path, query, body, hooks } = examples.length > 0 ? chance.pick(examples) : {}
  const ids = at.models(route.table).rows.map(row => row.id)
  const { root: part, name } = (route.pick && memberPath(route.pick.code.js)) ?? {
    root: undefined,
    name: undefined,
  }
  const words = wordsOf(ir, route)
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

/** What is published, in micro-USD. */
function published(endpoint: { usd?: string; min_usd?: string; max_usd?: string }): {
  min?: number
  max?: number
} {
  const micro = (usd: string | undefined): number | undefined =>
    usd === undefined ? undefined : Math.round(Number(usd) * 1e6)
  return {
    min: micro(endpoint.usd ?? endpoint.min_usd),
    max: micro(endpoint.usd ?? endpoint.max_usd),
  }
}

interface Tried {
  model?: string
  micro: number
}

/** Quotes of `times` random requests, and of as many more as it takes to meet the least price. */
function tried(
  route: RouteIR,
  at: Environment,
  { least, times }: { least: number | undefined; times: number },
): Tried[] {
  const chance = dice(7)
  const all: Tried[] = []
  for (let i = 0; i < times || (i < 20 * times && !all.some(({ micro }) => micro === least)); i++) {
    const found = tryOne(route, at, changed(route, at, chance))
    if (found !== undefined) all.push(found)
  }
  return all
}

function tryOne(route: RouteIR, at: Environment, given: FormulaInputs): Tried | undefined {
  try {
    const got = quote(route, at, given)
    if (got.kind === 'refused' || got.free || got.micro === undefined) return undefined
    const model = (got.body as { model?: string } | undefined)?.model
    return { ...(typeof model === 'string' ? { model } : {}), micro: Number(got.micro) }
  } catch {
    return undefined
  }
}

it('no random valid request is quoted outside of the published bounds, on any network, and the least is quoted', () => {
  for (const [i, network] of networksOf(ir).entries()) {
    const at = createEnvironment(ir, network)
    const endpoints = new Map<string, any>(
      json(documentPath('pricing.json', i, network)).endpoints.map((one: any) => [one.id, one]),
    )
    for (const route of ir.routes.filter(
      one => isPaid(one) && one.networks.includes(network.name),
    )) {
      const endpoint = endpoints.get(route.id)
      const { min, max } = published(endpoint)
      const got = tried(route, at, { least: min, times: route.body === undefined ? 1 : 300 })
      expect([route.id, got.length > 0]).toEqual([route.id, true])
      const outside = got.filter(
        ({ micro }) => (min !== undefined && micro < min) || (max !== undefined && micro > max),
      )
      expect([route.id, outside]).toEqual([route.id, []])
      expect([route.id, Math.min(...got.map(({ micro }) => micro))]).toEqual([route.id, min])
      for (const row of endpoint.models ?? []) {
        const { min: least = 0, max: most = Infinity } = published(row)
        const strange = got.filter(
          ({ model, micro }) => model === row.model && (micro < least || micro > most),
        )
        expect([route.id, row.model, strange]).toEqual([route.id, row.model, []])
      }
    }
  }
}, 60_000)

describe('the running gateway', () => {
  it('quotes within the bounds that it publishes', async () => {
    const { endpoints } = (await (await fetch(`${gateway.url}/api/pricing`)).json()) as {
      endpoints: any[]
    }
    const at = createEnvironment(ir, networksOf(ir)[0]!)
    for (const endpoint of endpoints.filter(({ method }) => method === 'POST')) {
      const route = ir.routes.find(one => one.id === endpoint.id)!
      const chance = dice(11)
      const { min = 0, max = Infinity } = published(endpoint)
      let quoted = 0
      for (let i = 0; i < 25; i++) {
        const { path, body } = changed(route, at, chance)
        const address = route.path
          .replace(/\{(\w+)\}/g, (_, name) => path![name]!)
          .replace('*', () => path!.rest!)
        const seen = await fetch(gateway.url + address, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        const text = await seen.text()
        if (seen.status !== 402) continue
        const { accepts } = JSON.parse(text) as { accepts: { amount: string }[] }
        quoted++
        const amount = Number(accepts[0]!.amount)
        expect([route.id, body, amount >= min && amount <= max]).toEqual([route.id, body, true])
      }
      expect([route.id, quoted > 0]).toEqual([route.id, true])
    }
  }, 60_000)
})
