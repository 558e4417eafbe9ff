/** When the client signs, and when it sends what it has signed again. */
import { describe, expect, it } from 'vitest'
import { asks, clientOf, drops, refusal, rejects, serves, streams } from './fake-gateway.ts'

const PENDING = refusal(
  503,
  { error: 'Payment settlement pending', code: 'SETTLEMENT_PENDING' },
  { 'retry-after': '5' },
)
const BUSY = refusal(503, { error: 'Service busy' }, { 'retry-after': '7' })
const PROXY = () => new Response('<html>', { status: 504 })
const FAILED = refusal(500, { error: 'Internal server error', details: 'it broke' })

const end = (call: Promise<unknown>): Promise<any> => call.catch(error => error)

describe('repetitions', () => {
  it.each([
    ['a lost connection', drops],
    ['an error of a proxy', PROXY],
    ['a settlement that is pending', PENDING],
    ['a busy gateway', BUSY],
    ['a verification that cannot be made yet', rejects('PAYMENT_VERIFICATION_UNAVAILABLE')],
  ])('%s: the same payment is sent again', async (_, fault) => {
    const { client, sent, wallet } = clientOf([asks, fault, fault, serves])
    expect((await client.thing({})).receipt).toMatchObject({ settled: true, amount: '0.02' })
    expect(wallet.signed).toBe(1)
    expect(new Set(sent.slice(1).map(({ payment }) => payment)).size).toBe(1)
  })

  it('waits as long as the gateway says', async () => {
    const { client, time } = clientOf([asks, BUSY, PENDING, drops, serves])
    await client.thing({})
    expect(time.waited).toEqual([7000, 5000, 500])
  })

  it('gives up after so many, and says that it does not know', async () => {
    const { client, left } = clientOf([asks, drops, drops, drops], { retries: 2 })
    const payment = expect.any(String)
    expect(await end(client.thing({}))).toMatchObject({ charged: 'unknown', payment })
    expect(left).toEqual([])
  })

  it('a failure that the gateway reports is not repeated, and not charged', async () => {
    const { client } = clientOf([asks, FAILED])
    expect(await end(client.thing({}))).toMatchObject({
      name: 'GatewayError',
      charged: false,
      details: 'it broke',
    })
  })

  it('a JSON error of a proxy does not prove that nothing was charged', async () => {
    const proxys = () => Response.json({ message: 'Bad gateway' }, { status: 502 })
    const { client } = clientOf([asks, proxys, asks], { retries: 0, maxPerDay: '0.03' })
    expect(await end(client.thing({}))).toMatchObject({ charged: 'unknown' })
    expect(await end(client.thing({}))).toMatchObject({ code: 'PRICE_ABOVE_MAX' })
  })

  it('after a lost reply, a failure does not prove that nothing was charged', async () => {
    const { client } = clientOf([asks, drops, FAILED])
    expect(await end(client.thing({}))).toMatchObject({ charged: 'unknown' })
  })
})

describe('signatures', () => {
  it('a payment that was never accepted is replaced, twice at most', async () => {
    const invalid = rejects('PAYMENT_INVALID')
    const { client, wallet } = clientOf([asks, invalid, invalid, serves])
    await client.thing({})
    expect(wallet.signed).toBe(3)
    const other = clientOf([asks, invalid, invalid, invalid])
    expect(await end(other.client.thing({}))).toMatchObject({
      name: 'PaymentError',
      code: 'PAYMENT_INVALID',
      charged: false,
    })
  })

  it.each([
    ['PAYMENT_INVALID', drops],
    ['PAYMENT_INVALID', PENDING],
    ['PAYMENT_INVALID', PROXY],
    ['PAYMENT_BLOCKHASH_STALE', drops],
    ['PAYMENT_REPLAY', drops],
  ])('never after a lost reply: %s', async (code, fault) => {
    const { client, wallet } = clientOf([asks, fault, rejects(code), serves])
    expect(await end(client.thing({}))).toMatchObject({ code, charged: 'unknown' })
    expect(wallet.signed).toBe(1)
  })

  it.each(['PAYMENT_REPLAY', 'PAYMENT_UNFUNDED', undefined])('never after %s', async code => {
    const { client, wallet } = clientOf([asks, rejects(code as string), serves])
    expect(await end(client.thing({}))).toMatchObject({ name: 'PaymentError' })
    expect(wallet.signed).toBe(1)
  })

  it('never when a settlement has failed: the payment can still be taken', async () => {
    const header = Buffer.from('{"success":false,"errorReason":"no money"}').toString('base64')
    const failed = refusal(
      402,
      { error: 'Payment settlement failed' },
      { 'payment-response': header },
    )
    const { client, wallet } = clientOf([asks, drops, failed, serves])
    expect(await end(client.thing({}))).toMatchObject({ name: 'PaymentError', charged: false })
    expect(wallet.signed).toBe(1)
  })

  it('none where a payment is given', async () => {
    const { client, wallet, sent } = clientOf([rejects('PAYMENT_INVALID'), serves])
    const error = await end(client.thing({}, { payment: 'abc' }))
    expect(error).toMatchObject({ code: 'PAYMENT_INVALID', charged: 'unknown', payment: 'abc' })
    expect([wallet.signed, sent[0]!.payment]).toEqual([0, 'abc'])
  })
})

describe('jobs', () => {
  const accepted = refusal(202, { status: 'queued', poll_url: '/jobs/1?sig=a' })
  const pending = refusal(202, { status: 'in_progress' })

  it('polls with the payment of the submit', async () => {
    const { client, sent, wallet } = clientOf([asks, accepted, pending, drops, serves])
    const states: unknown[] = []
    const job = client.job({})
    for await (const state of job) states.push((state as { status: string }).status)
    expect((await job).data).toEqual({ ok: true })
    expect(states).toEqual(['queued', 'in_progress'])
    expect(wallet.signed).toBe(1)
    expect(sent.slice(2).map(({ path }) => path)).toEqual(Array(3).fill('/jobs/1?sig=a'))
    expect(new Set(sent.slice(1).map(({ payment }) => payment)).size).toBe(1)
  })

  it('follows the job that a lost submit has begun', async () => {
    const begun = rejects('PAYMENT_REPLAY', { poll_url: '/jobs/1', recoverable: true })
    const { client, sent, wallet } = clientOf([asks, drops, begun, pending, serves])
    expect((await client.job({})).receipt.settled).toBe(true)
    expect([wallet.signed, sent.at(-1)!.path]).toEqual([1, '/jobs/1'])
  })

  it('signs again for a job that takes longer than its payment lives', async () => {
    const unfunded = rejects('PAYMENT_UNFUNDED')
    const replies = [asks, accepted, ...Array<() => Response>(25).fill(pending), unfunded, serves]
    const { client, wallet } = clientOf(replies)
    expect((await client.job({})).receipt.settled).toBe(true)
    expect(wallet.signed).toBe(2)
    const early = clientOf([asks, accepted, unfunded, serves])
    expect(await end(early.client.job({}))).toMatchObject({ code: 'PAYMENT_UNFUNDED' })
  })

  it.each([
    ['https://thief.example/jobs/1?a=1', '/jobs/1?a=1'],
    ['//thief.example/jobs/1', '/jobs/1'],
    ['.thief.example/jobs/1', '/.thief.example/jobs/1'],
    ['@thief.example/jobs/1', '/@thief.example/jobs/1'],
    ['1/jobs/1', '/1/jobs/1'],
  ])('sends its payment to the gateway, though the poll address is %s', async (address, path) => {
    const elsewhere = refusal(202, { status: 'queued', poll_url: address })
    const { client, sent } = clientOf([asks, elsewhere, serves])
    await client.job({})
    expect(sent.at(-1)!.path).toBe(path)
  })

  it('polls below the path of its base address, which the poll address may name', async () => {
    const cases = [
      ['http://gateway.example/below/', '/jobs/1'],
      ['http://gateway.example/below', 'http://gateway.example/below/jobs/1'],
      ['/below', '/jobs/1'],
    ] as const
    for (const [baseUrl, address] of cases) {
      const accepted = refusal(202, { status: 'queued', poll_url: address })
      const { client, sent } = clientOf([asks, accepted, serves], { baseUrl })
      await client.job({})
      expect(sent.at(-1)!.path).toBe('/below/jobs/1')
    }
  })
})

describe('streams', () => {
  const [one, two] = [{ id: 1 }, { id: 2 }]
  const last = { payment: { settled: true, transaction: '0x2' }, cost: { amount: '0.003' } }
  const read = async (client: any) => {
    const stream = client.stream({ live: true })
    const events: unknown[] = []
    const error = await (async () => {
      for await (const event of stream) events.push(event)
    })().catch(caught => caught)
    return { events, error, stream }
  }

  it('sends nothing before it is read, and has its receipt at the end', async () => {
    const { client, sent } = clientOf([asks, streams([one, last])])
    client.stream({ live: true })
    expect(sent).toEqual([])
    const { events, stream, error } = await read(client)
    expect([events, error]).toEqual([[one, last], undefined])
    expect(stream.receipt).toMatchObject({ settled: true, amount: '0.003', transaction: '0x2' })
  })

  it('goes on where the connection was lost, with the same payment', async () => {
    const { client, wallet } = clientOf([
      asks,
      streams([one], true),
      drops,
      streams([one, two, last]),
    ])
    expect((await read(client)).events).toEqual([one, two, last])
    expect(wallet.signed).toBe(1)
  })

  it('does not go on with another answer', async () => {
    const { client } = clientOf([asks, streams([one], true), streams([two, last])])
    const { events, error } = await read(client)
    expect(events).toEqual([one])
    expect(error).toMatchObject({ name: 'StreamError', charged: 'unknown' })
  })

  it.each([[{ error: { message: 'it broke' } }], [{ type: 'error', message: 'it broke' }]])(
    'throws what the gateway says last: %j',
    async failure => {
      const { client } = clientOf([asks, streams([one, failure])])
      expect(await read(client)).toMatchObject({
        events: [one],
        error: { name: 'StreamError', message: 'it broke' },
      })
    },
  )
})
