/** Names that a route does not declare: the free 402 and the paid reply name each of them once. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  gives,
  requirementsOf,
  startCashGateway,
  type CashGateway,
  type Seen,
  type World,
} from '../helpers/cash-gateway.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 1)

/** A route with a body and a query, whose price changes after a day. */
const search = {
  ...routes.tree!,
  id: 'post_search',
  path: '/search',
  query: {
    schema: { type: 'object', properties: { limit: { type: 'string' } } },
    unknown: 'ignore' as const,
  },
  dated: [
    {
      from: START + DAY,
      route: { price: { micro: () => 3000n, decimals: 6, identify: false as const } },
    },
  ],
}
const BOTH = [
  'Unknown parameter "limitt": did you mean "limit"?',
  'Unknown field "texxt": did you mean "text"?',
]

let world: World
let at: CashGateway
beforeEach(async () => {
  world = cashWorld(cashCatalog([search]))
  world.vendor.reply = () => gives({ found: 1 }, { found: 1 })
  at = await startCashGateway(world)
})
afterEach(() => at.stop())

const ask = (query: string, body: object, header?: string): Promise<Seen> =>
  at.post(`/search${query}`, body, header)
const pay = async (query: string, body: object): Promise<string> =>
  world.cash.wallet('ann').sign(requirementsOf(await ask(query, body)))
const warning = ({ headers }: Seen): string | null => headers.get('x-farebox-warning')

it('names of the query and of the body are warned of together', async () => {
  const request = ['?limitt=3', { texxt: 'x' }] as const
  expect((await ask(...request)).body.warnings).toEqual(BOTH)
  const seen = await ask(...request, await pay(...request))
  expect([seen.status, warning(seen)]).toEqual([200, BOTH.join('; ')])
})

it.each([
  ['of the query', '?limitt=3', {}, [BOTH[0]]],
  ['of a list in the query', '?limitt[]=3', {}, [BOTH[0]]],
  ['of the body', '', { texxt: 'x' }, [BOTH[1]]],
  ['that are declared too', '?limitt=3&limit=3', { texxt: 'x', text: 'x' }, undefined],
])('names %s are warned of', async (_, query, body, expected) => {
  expect((await ask(query, body)).body.warnings).toEqual(expected)
})

it.each([
  ['without unknown names', '?limit=3', { text: 'x' }],
  ['whose unknown names resemble no other', '?page=3', { zzzzzz: 'x' }],
])('a request %s has no warning', async (_, query, body) => {
  expect((await ask(query, body)).body.warnings).toBeUndefined()
  expect(warning(await ask(query, body, await pay(query, body)))).toBeNull()
})

it('a paid call that is refused has no warning in its head', async () => {
  const header = await pay('', { texxt: 'x' })
  world.cash.wallet('ann', 0n)
  const seen = await ask('', { texxt: 'x' }, header)
  expect([seen.status, warning(seen)]).toEqual([402, null])
})

it('a reply that was lost and is served by the offering of its purchase names each of them once', async () => {
  const request = ['?limitt=3', { texxt: 'x' }] as const
  const header = await pay(...request)
  world.cash.bank.mode = 'unknown'
  expect((await ask(...request, header)).status).toBe(503)
  world.cash.bank.mode = 'land'
  await world.clock.skip(START + DAY - world.clock.now())
  const seen = await ask(...request, header)
  expect([seen.status, warning(seen)]).toEqual([200, BOTH.join('; ')])
})
