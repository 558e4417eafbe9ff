/** Queries that are passed on as they came: what is declared of them is checked nevertheless. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InputSpec, Route } from '../../runtime/contract.ts'
import { compile } from '../../generator/compile.ts'
import { edit, edited, file } from '../checks/small-catalog.ts'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import { cashWorld, gives, startCashGateway, type CashGateway } from '../helpers/cash-gateway.ts'

const schema = {
  type: 'object',
  required: ['chainId'],
  properties: {
    chainId: { type: 'string' },
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    side: { enum: ['buy', 'sell'] },
  },
}
const route = (id: string, query: InputSpec): Route => ({
  ...routes.read!,
  id,
  path: `/${id}`,
  prefix: '',
  challenge: 'after_gates',
  query,
})

let at: CashGateway
beforeAll(async () => {
  const list = [
    route('checked', { schema, unknown: 'forward' }),
    route('loose', { schema, unknown: 'forward', unchecked: true }),
  ]
  at = await startCashGateway(cashWorld(cashCatalog(list)))
  at.world.vendor.reply = () => gives({ ok: 1 })
})
afterAll(() => at?.stop())

describe('a declared name of a forwarded query', () => {
  it.each([
    ['', 'chainId', 'required'],
    ['?limit=1', 'chainId', 'required'],
    ['?chainId=1&limit=0', 'limit', 'minimum'],
    ['?chainId=1&limit=many', 'limit', 'type'],
    ['?chainId=1&side=hold', 'side', 'enum'],
    ['?chainId=1&chainId=2', 'chainId', 'type'],
    ['?chainId=1&LIMIT=1000', 'LIMIT', 'spelling'],
  ])('%s: %s is refused before the 402', async (search, path, code) => {
    const { status, body } = await at.fetch(`/checked${search}`)
    expect([status, body.details.map((one: any) => [one.path, one.code])]).toEqual([
      400,
      [[path, code]],
    ])
  })

  it('may be as declared, beside names that are not', async () => {
    expect((await at.fetch('/checked?chainId=1&limit=100&side=buy&other=x&other=y')).status).toBe(
      402,
    )
  })

  it('is for documents only where the catalog says `unchecked`', async () => {
    for (const search of ['', '?limit=many', '?LIMIT=1000'])
      expect((await at.fetch(`/loose${search}`)).status).toBe(402)
  })
})

describe('in the language', () => {
  const GET = `- route: GET /api/v1/quotes
  summary: Quotes
  flow: inline
  query: { ...: WORD, chainId: string!, limit: integer 1..100 }
  price: 0.01
  upstream: maker.quote
  reply: verbatim
  examples: [{ chainId: "1", usd: 0.01 }]
`
  const CALL = edit(
    'upstream',
    '    make:\n',
    '    quote: { get: /quotes, query: { c: =query.chainId }, timeout: 20s }\n    make:\n',
  )
  const built = (word: string) =>
    compile(edited([CALL, file('tools/quotes.routes.yaml', GET.replace('WORD', word))]))

  it('`forward` checks what is declared, so `!` is surely there', () => {
    const { value, problems } = built('forward')
    expect(problems).toEqual([])
    const { query } = value!.routes.find(one => one.path === '/api/v1/quotes')!
    expect(query).toMatchObject({
      unknown: 'forward',
      unchecked: false,
      schema: { required: ['chainId'] },
    })
  })

  it('`unchecked` does not, so nothing is surely there', () => {
    const { query } = built('unchecked').value!.routes.find(one => one.path === '/api/v1/quotes')!
    expect(query!.unchecked).toBe(true)
    expect((query!.type as { fields: Record<string, object> }).fields.chainId).toMatchObject({
      optional: true,
    })
    expect(
      compile(
        edited([
          edit('routes', '    model: string!\n', '    ...: unchecked\n    model: string!\n'),
        ]),
      ).problems[0]!.code,
    ).toBe('bad-value')
  })
})
