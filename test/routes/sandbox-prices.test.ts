/** What sandboxes cost: flat up to 300 seconds, by the second above that, all of it at creation. */
import { describe, expect, it } from 'vitest'
import { call, paidBy, signed } from './client.ts'
import { ask, BOX, buyer, heard, newBox, paid, shop, useShop } from './sandbox-desk.ts'

useShop()

const quoted = async (body: object): Promise<string> => {
  const { status, body: reply, challenge } = await ask('create', body)
  expect([status, reply.accepts[0].amount]).toEqual([402, challenge!.accepts[0]!.amount])
  return reply.accepts[0].amount
}

describe('a sandbox of at most 300 seconds', () => {
  it.each<[string, string | undefined, string]>([
    ['BOX-018', undefined, '11000'],
    ['BOX-019', 'T4', '51000'],
    ['BOX-020', 'L4', '81000'],
    ['BOX-021', 'A10G', '101000'],
    ['BOX-022', 'A100', '201000'],
    ['BOX-023', 'H100', '401000'],
  ])(
    '%s BOX-024 BOX-012 of %s costs %s, for 10 seconds, for 300, and where it does not say',
    async (_id, gpu, amount) => {
      for (const timeout of [10, 299, 300, undefined])
        expect(await quoted({ gpu, timeout })).toBe(amount)
      expect(await quoted({ gpu, timeout: 301 })).not.toBe(amount)
    },
  )

  it('BOX-032 BOX-033 says that its price is flat, and nothing about hours', async () => {
    for (const body of [{}, { timeout: 300, gpu: 'T4' }]) {
      const { price } = (await ask('create', body)).body
      expect(Object.keys(price).sort()).toEqual(['amount', 'currency', 'model'])
      expect(price.model).toBe('flat')
    }
  })
})

describe('a longer sandbox', () => {
  const hourly: [string | undefined, bigint][] = [
    [undefined, 100_000n],
    ['T4', 1_500_000n],
    ['L4', 2_000_000n],
    ['A10G', 2_500_000n],
    ['A100', 4_000_000n],
    ['H100', 8_000_000n],
  ]

  it.each(hourly)(
    'BOX-025 of %s costs the exact share of an hour, rounded up once',
    async (gpu, rate) => {
      for (const timeout of [301, 333, 1801, 3601, 7200, 12_345, 86_399]) {
        const exact = BigInt(timeout) * rate
        const amount = exact / 3600n + (exact % 3600n === 0n ? 0n : 1n) + 1000n
        expect(await quoted({ gpu, timeout })).toBe(String(amount))
      }
    },
  )

  it.each<[string, object, string]>([
    ['BOX-026', { timeout: 3600 }, '101000'],
    ['BOX-027', { timeout: 1801, gpu: 'T4' }, '751417'],
    ['BOX-028', { timeout: 301 }, '9362'],
    ['BOX-029', { timeout: 3600, gpu: 'T4' }, '1501000'],
    ['BOX-029', { timeout: 3600, gpu: 'L4' }, '2001000'],
    ['BOX-029', { timeout: 3600, gpu: 'A10G' }, '2501000'],
    ['BOX-029', { timeout: 3600, gpu: 'A100' }, '4001000'],
    ['BOX-029', { timeout: 3600, gpu: 'H100' }, '8001000'],
    ['BOX-030', { timeout: 86_400 }, '2401000'],
    ['BOX-030', { timeout: 86_400, gpu: 'T4' }, '36001000'],
    ['BOX-030', { timeout: 86_400, gpu: 'L4' }, '48001000'],
    ['BOX-030', { timeout: 86_400, gpu: 'A10G' }, '60001000'],
    ['BOX-030', { timeout: 86_400, gpu: 'A100' }, '96001000'],
    ['BOX-030', { timeout: 86_400, gpu: 'H100' }, '192001000'],
  ])('%s %j costs %s', async (_id, body, amount) => {
    expect(await quoted(body)).toBe(amount)
  })

  it('BOX-032 BOX-033 says its rate, its hours, and that nothing is paid back', async () => {
    expect((await ask('create', { timeout: 1800, gpu: 'T4' })).body.price).toEqual({
      amount: '0.751000',
      currency: 'USD',
      model: 'hourly',
      hourly_rate_usd: 1.5,
      duration_hours: 0.5,
      refund_policy: expect.stringMatching(/\S/),
    })
  })
})

describe('what the price depends on', () => {
  it('BOX-031 is the GPU and the lifetime, not cpu and memory', async () => {
    for (const body of [
      { cpu: 0.1, memory: 128 },
      { cpu: 1, memory: 1024 },
    ])
      expect(await quoted(body)).toBe('11000')
    for (const body of [
      { cpu: 0.1, memory: 128 },
      { cpu: 8, memory: 32_768 },
    ])
      expect(await quoted({ ...body, gpu: 'L4', timeout: 3600 })).toBe('2001000')
  })

  it.each<[string, 'exec' | 'status' | 'terminate']>([
    ['BOX-040', 'exec'],
    ['BOX-048', 'status'],
    ['BOX-053', 'terminate'],
  ])('%s %s costs 2000, quoted and charged', async (_id, operation) => {
    expect((await ask(operation)).body.accepts[0].amount).toBe('2000')
    const sandbox_id = await newBox()
    const body = operation === 'exec' ? { sandbox_id, command: ['true'] } : { sandbox_id }
    const [cost, { status }] = await paid(operation, body)
    expect([status, cost]).toEqual([200, 2000n])
  })
})

describe('the payment', () => {
  it('BOX-034 BOX-035 is for the whole lifetime, once, and ending it early pays nothing back', async () => {
    const [cost, { body, receipt }] = await paid('create', { timeout: 7200, gpu: 'T4' })
    expect([cost, receipt!.success]).toEqual([3_001_000n, true])
    const [ended] = await paid('terminate', { sandbox_id: body.sandbox_id })
    expect(ended).toBe(2000n)
  })

  it('BOX-034 for a short sandbox does not buy a long one', async () => {
    const path = `${BOX}/create`
    const header = await signed(shop.url, buyer.account, { path, body: { timeout: 300 } })
    const before = await buyer.balance()
    const body = { timeout: 86_400, gpu: 'H100' }
    const refused = await call(shop.url, { path, body, headers: paidBy(header) })
    expect([refused.status, refused.body.code]).toEqual([402, 'PAYMENT_INVALID'])
    expect([await buyer.balance(), heard()]).toEqual([before, []])
  })
})
