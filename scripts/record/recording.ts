/** What a gateway answers to the requests of its catalog: each is bought once, jobs are polled. */
import type { LocalAccount } from 'viem/accounts'
import type { CatalogIR, RouteIR } from '../../generator/ir.ts'
import { buy, type Bought } from '../buyer/buy.ts'
import type { Payer } from '../buyer/payer.ts'
import { addressOf, askedAgain, asksOf, createFound, textsOf, type Ask } from './asks.ts'

/** The answers with one address: a method and path of a route, or of the polls of its jobs. */
export interface Recorded {
  address: string
  route: RouteIR
  /** Whether they are those to polls of finished jobs. */
  isPoll: boolean
  answers: unknown[]
  asked: ReadonlySet<string>
}

/** What was recorded, and the routes that gave no JSON, each with the reason. */
export interface Recording {
  recorded: Recorded[]
  silent: { address: string; because: string }[]
}

/** A gateway with a wallet, and values that requests may need. */
export interface Shop {
  url: string
  account: LocalAccount | Payer
  known: Readonly<Record<string, string>>
  network: string
}

/** Calls routes again if a later answer may give them an id. */
const ROUNDS = 2
const POLL_EVERY = 100

/** Buys every route of the catalog that the network sells. */
export async function record(ir: CatalogIR, shop: Shop): Promise<Recording> {
  const found = createFound(shop.known)
  const all = new Map<string, Recorded>()
  const silent = new Map<string, string>()
  const note = (route: RouteIR, isPoll: boolean, answer: unknown, ask: Ask): void => {
    const address = isPoll ? `GET ${route.job!.poll}` : `${route.method} ${route.path}`
    const one = all.get(address) ?? { address, route, isPoll, answers: [], asked: new Set() }
    const asked = new Set([...one.asked, ...textsOf(ask)])
    all.set(address, { ...one, answers: [...one.answers, answer], asked })
    found.note(route, answer)
    silent.delete(address)
  }
  const sold = ir.routes.filter(
    ({ gone, suspended, document, networks }) =>
      (gone ?? suspended ?? document) === undefined && networks.includes(shop.network),
  )
  for (let round = 0; round < ROUNDS; round++) {
    const slow: Promise<void>[] = []
    for (const route of sold) {
      const address = `${route.method} ${route.path}`
      if (all.has(address)) continue
      for (const ask of asksOf(route, found)) {
        const buying = oneAnswer(route, ask).then(because => {
          if (because !== undefined && !all.has(address)) silent.set(address, because)
        })
        // Jobs take their time, and nothing else waits for them.
        if (route.flow === 'polled_job') slow.push(buying)
        else await buying
      }
    }
    await Promise.all(slow)
  }
  return {
    recorded: [...all.values()],
    silent: [...silent].map(([address, because]) => ({ address, because })),
  }

  /** Buys once; where that is refused, with values of earlier answers. Returns why nothing came. */
  async function oneAnswer(route: RouteIR, ask: Ask): Promise<string | undefined> {
    const first = await bought(route, ask, shop, note)
    if (first === undefined) return undefined
    const second = askedAgain(route, ask, found)
    if (JSON.stringify(second) === JSON.stringify(ask)) return first
    return bought(route, second, shop, note)
  }
}

type Note = (route: RouteIR, isPoll: boolean, answer: unknown, ask: Ask) => void

/** Buys once; returns why there is no JSON, undefined where there is. */
async function bought(
  route: RouteIR,
  ask: Ask,
  { url, account }: Shop,
  note: Note,
): Promise<string | undefined> {
  const path = addressOf(route, ask)
  if (path === undefined) return 'a part of its path is not known'
  let job: unknown
  const steps = { accepted: (one: unknown) => void (job = one) }
  let end: Bought
  try {
    const wanted = { method: route.method, path, body: ask.body }
    end = await buy(wanted, { url, account, steps, pollEvery: POLL_EVERY })
  } catch (error) {
    return String((error as Error).message ?? error).split('\n')[0]!
  }
  if (job !== undefined) note(route, false, job, ask)
  if (end.status !== 200) return `${end.status} ${JSON.stringify(end.body).slice(0, 120)}`
  if (typeof end.body !== 'object' || end.isStream) return 'no JSON'
  note(route, job !== undefined, end.body, ask)
  return undefined
}
