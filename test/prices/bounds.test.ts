/**
 * Published least and most prices: no valid request is quoted outside of them, and the least is
 * what some request costs. The lines of each price add up to it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPaid, networksOf } from '../../generator/emit/facts.ts'
import { offerOf, scopeOf } from '../../generator/examples/offer.ts'
import { unlessFailed } from '../../generator/examples/price-lines.ts'
import { quote } from '../../generator/examples/quote.ts'
import {
  createEnvironment,
  type FormulaInputs,
  type Environment,
} from '../../generator/examples/environment.ts'
import type { CatalogIR, RouteIR } from '../../generator/ir.ts'
import { linesOf, type PriceLine } from '../../runtime/x402/price-lines.ts'
import { runs } from '../helpers/runs.ts'
import { microOf } from './lines.ts'
import { documentOf, realCatalog } from '../docs/catalog.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { changed, dice } from './random-requests.ts'

let ir: CatalogIR
let json: (path: string) => any
let gateway: TestGateway
beforeAll(async () => {
  ;[{ ir, json }, gateway] = await Promise.all([realCatalog(), startGateway()])
}, 60_000)
afterAll(() => gateway?.stop())

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
  for (const network of networksOf(ir)) {
    const at = createEnvironment(ir, network)
    const endpoints = new Map<string, any>(
      json(documentOf('pricing.json', ir, network)).endpoints.map((one: any) => [one.id, one]),
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

/** The lines of a request, and its price; undefined where it is refused or free. */
function linesAt(
  route: RouteIR,
  at: Environment,
  given: FormulaInputs,
): { lines: PriceLine[]; micro: bigint } | undefined {
  const got = unlessFailed(() => quote(route, at, given))
  if (got?.kind !== 'priced' || got.free || got.micro === undefined) return undefined
  const scope = scopeOf(route, at, { ...given, body: got.body, query: got.query })
  const { micro } = got
  return { micro, lines: linesOf(offerOf(route, at).route.price!.lines?.(scope), micro) }
}

const paidOf = (at: Environment): RouteIR[] =>
  ir.routes.filter(one => isPaid(one) && one.networks.includes(at.network.name))

describe('the lines of a price add up to it', () => {
  it('of every example', () => {
    const units = new Map<string, Set<string>>()
    for (const network of networksOf(ir)) {
      const at = createEnvironment(ir, network)
      for (const route of paidOf(at))
        for (const example of route.examples) {
          const found = 'refused' in example.expect ? undefined : linesAt(route, at, example)
          if (found === undefined) continue
          const where = [network.name, route.id, example.place.start]
          expect([...where, microOf(found.lines)]).toEqual([...where, found.micro])
          const known = units.get(route.id) ?? new Set()
          units.set(route.id, known)
          for (const { unit } of found.lines) known.add(unit)
        }
    }
    const of = (id: string): string => [...units.get(id)!].sort().join(' ')
    expect(of('post_images_generations')).toBe('fee images margin')
    expect(of('post_audio_speech')).toBe('characters fee margin minimum')
    expect(of('post_videos_generations')).toBe('fee margin rounding seconds videos')
    expect(of('post_chat_completions')).toBe(
      'answer_tokens fee margin minimum n prompt_tokens rounding sources',
    )
  }, 60_000)

  it('of random requests', () => {
    const at = createEnvironment(ir, networksOf(ir)[0]!)
    for (const route of paidOf(at)) {
      const chance = dice(3)
      for (let left = runs(route.body === undefined ? 1 : 20); left > 0; left--) {
        const given = changed(route, at, chance)
        const found = linesAt(route, at, given)
        expect([route.id, given, found && microOf(found.lines)]).toEqual([
          route.id,
          given,
          found?.micro,
        ])
      }
    }
  }, 60_000)
})
