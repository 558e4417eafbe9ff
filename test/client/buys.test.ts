/** The generated client buys one thing of each family, on a real chain. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Catalog } from '../../runtime/contract.ts'
import { lineOfReceipt, networkOfReceipt, verifyReceipt } from '../../scripts/reports/receipt.ts'
import { recompute } from '../../scripts/reports/recompute.ts'
import type { Buyer } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { hastyClock, loadClient, payingWith } from './desk.ts'
import { installed } from './installed.ts'
import { CHAT, NUMBER, purchasesOf } from './purchases.ts'

let shop: TestGateway
let buyer: Buyer
let lib: any
let farebox: any
beforeAll(async () => {
  ;[shop, lib] = await Promise.all([startGateway(), loadClient()])
  buyer = await shop.buyer(100_000_000n)
  farebox = lib.createClient({
    baseUrl: shop.url,
    x402: payingWith(buyer.account),
    clock: hastyClock(),
  })
}, 90_000)
afterAll(() => shop?.stop())

const PURCHASES = purchasesOf(() => farebox)

describe('purchases', () => {
  it.each(Object.entries(PURCHASES))(
    '%s: what was paid is what the receipt says',
    async (_, buy) => {
      const before = await shop.earned()
      const { data, receipt, requestId } = await buy()
      expect(data).toBeTypeOf('object')
      expect(requestId).toMatch(/^[0-9a-f]{32}$/)
      expect(receipt).toMatchObject({ settled: true, network: 'eip155:8453' })
      expect(receipt.payer?.toLowerCase()).toBe(buyer.account.address.toLowerCase())
      expect(receipt.transaction).toMatch(/^0x[0-9a-f]{64}$/)
      expect((await shop.earned()) - before).toBe(BigInt(receipt.amountMicro))
      expect(receipt.amountMicro).toBe(Math.round(Number(receipt.amount) * 1e6))
    },
  )

  it('a result that is a file is one', async () => {
    const { data } = await PURCHASES.speech!()
    expect(Buffer.from(await data.slice(0, 3).arrayBuffer()).toString()).toBe('ID3')
  })

  it('what is free needs no wallet', async () => {
    const visitor = lib.createClient({ baseUrl: shop.url })
    expect((await visitor.models.list()).data.data.length).toBeGreaterThan(5)
    expect((await visitor.dexagg.swap.chains()).data).toBeDefined()
    for (const document of ['root', 'docs', 'llmsTxt', 'clientTgz'])
      expect(visitor).not.toHaveProperty(document)
    const free = { ...CHAT, model: 'open/free-8b' }
    const { data, receipt } = await visitor.chat.completions.create(free)
    expect(data.choices[0].message.content).toMatch(/\w/)
    expect(receipt).toBeUndefined()
    expect(await visitor.chat.completions.create.quote(free)).toMatchObject({ price: '0' })
    await expect(
      visitor.images.generate({ prompt: 'x', model: 'vendorA/image-1' }),
    ).rejects.toEqual(
      expect.objectContaining({ name: 'PaymentError', code: 'NO_PAYER', charged: false }),
    )
  })
})

describe('prices', () => {
  const image = { model: 'vendorA/image-1', prompt: 'a red fox' }

  it('a quote is what the call then costs, and signs nothing', async () => {
    const quote = await farebox.images.generate.quote(image)
    expect(quote).toMatchObject({ price: '0.022', amountMicro: 22_000, currency: 'USD' })
    expect(quote.accepts[0]).toMatchObject({ scheme: 'exact', amount: '22000' })
    expect(quote.extensions).toBeTypeOf('object')
    expect(quote.lines.length).toBeGreaterThan(0)
    for (const line of quote.lines)
      expect(line).toEqual({
        unit: expect.any(String),
        quantity: expect.any(String),
        rate: expect.any(String),
        total: expect.any(String),
      })
    const totals = quote.lines.map(({ total }: any) => Math.round(Number(total) * 1e6))
    expect(totals.reduce((sum: number, one: number) => sum + one)).toBe(quote.amountMicro)
    expect(Date.parse(quote.validUntil)).toBeGreaterThan(Date.now())
    expect((await farebox.images.generate(image)).receipt.amount).toBe('0.022')
  })

  it('a limit is kept by the gateway, and by the client if the gateway does not', async () => {
    const error = { name: 'PriceError', code: 'PRICE_ABOVE_MAX', charged: false }
    const before = await buyer.balance()
    await expect(farebox.images.generate(image, { maxPrice: '0.0219' })).rejects.toMatchObject({
      ...error,
      status: 412,
    })
    const deaf: typeof fetch = (url, init) => {
      const { 'x-max-price': _, ...headers } = init!.headers as Record<string, string>
      return fetch(url, { ...init, headers })
    }
    const x402 = payingWith(buyer.account)
    const strict = lib.createClient({ baseUrl: shop.url, x402, fetch: deaf, maxPrice: '0.0219' })
    await expect(strict.images.generate(image)).rejects.toMatchObject({
      ...error,
      status: undefined,
    })
    expect(await buyer.balance()).toBe(before)
    expect((await strict.images.generate(image, { maxPrice: '0.022' })).receipt.settled).toBe(true)
  })

  it('a limit per day counts what was paid, and not what failed', async () => {
    const x402 = payingWith(buyer.account)
    const frugal = lib.createClient({ baseUrl: shop.url, x402, maxPerDay: '0.05' })
    shop.upstreams.set('vendor_a', { mode: 'fail', times: 1 })
    await expect(frugal.images.generate(image)).rejects.toMatchObject({ charged: false })
    await Promise.all([frugal.images.generate(image), frugal.images.generate(image)])
    await expect(frugal.images.generate(image)).rejects.toMatchObject({ name: 'PriceError' })
  })
})

describe('the package that the gateway serves', () => {
  const ask = (headers: Record<string, string> = {}) => fetch(`${shop.url}/client.tgz`, { headers })

  it('is installed by npm from its address, and the program of llms.txt buys with it', async () => {
    const text = await (await fetch(`${shop.url}/llms.txt`)).text()
    const [, url] = /npm install (\S+\/client\.tgz) /.exec(text)!
    const [, program] = /```js\n(import [^`]*)```/.exec(text)!
    const key = generatePrivateKey()
    const { address } = privateKeyToAccount(key)
    await shop.chain.fund(address, 1_000_000n)
    const project = await installed(url!)
    try {
      const printed = await project.run(program!, { PRIVATE_KEY: key })
      const [, amount] = /(0\.\d+) 0x[0-9a-f]{64}\n$/.exec(printed)!
      const spent = 1_000_000n - (await shop.chain.balanceOf(address))
      expect(Number(spent)).toBe(Math.round(Number(amount) * 1e6))
    } finally {
      project.remove()
    }
  })

  it('has one form for all callers, and answers 304 when the ETag matches', async () => {
    const plain = await ask({ 'accept-encoding': 'identity' })
    const other = await ask({ 'accept-encoding': 'gzip, br' })
    expect(plain.headers.get('content-type')).toBe('application/gzip')
    expect(other.headers.get('content-encoding')).toBeNull()
    expect(other.headers.get('etag')).toBe(plain.headers.get('etag'))
    const [a, b] = [await plain.arrayBuffer(), await other.arrayBuffer()].map(Buffer.from as any)
    expect(b).toEqual(a)
    const again = await ask({ 'if-none-match': plain.headers.get('etag')! })
    expect(again.status).toBe(304)
  })
})

describe('an idempotency key', () => {
  const image = { model: 'vendorA/image-1', prompt: 'a red fox' }
  const another = () =>
    lib.createClient({ baseUrl: shop.url, x402: payingWith(buyer.account), clock: hastyClock() })

  it('makes the purchases of two clients one, and is refused for another request', async () => {
    const options = { idempotencyKey: 'order_0000000000000001' }
    const before = await shop.earned()
    const first = await farebox.images.generate(image, options)
    const again = await another().images.generate(image, options)
    const { id, data } = first.data
    expect(again.data).toMatchObject({ id, data, payment: { status: 'already_settled' } })
    expect(again.receipt.transaction).toBe(first.receipt.transaction)
    const other = another().images.generate({ ...image, prompt: 'a blue fox' }, options)
    await expect(other).rejects.toMatchObject({ message: expect.stringContaining('identifier') })
    expect((await shop.earned()) - before).toBe(22_000n)
  })

  it('that is too short is refused before anything is sent', async () => {
    const refused = farebox.images.generate(image, { idempotencyKey: 'order-1' })
    await expect(refused).rejects.toBeInstanceOf(TypeError)
  })
})

describe('jobs', () => {
  const slow = { model: 'vendorD/image-5-pro', prompt: 'a red fox' }

  it('tells its states, then its result, and can be resumed elsewhere', async () => {
    const job = farebox.images.generate(slow)
    const states: string[] = []
    for await (const state of job) states.push(state.status)
    expect(states[0]).toBe('queued')
    const { data, receipt } = await job
    expect(data.data[0].url).toContain('/media/')
    const other = lib.createClient({ baseUrl: shop.url, clock: hastyClock() })
    const again = await other.images.generate.resume(job.pollUrl, { payment: job.payment })
    const signed = expect.any(String) as string
    expect(again).toMatchObject({ data: { data: data.data }, receipt: { ...receipt, signed } })
  })

  it('a job that fails is not charged', async () => {
    const before = await buyer.balance()
    shop.upstreams.set('vendor_d', { mode: 'fail', times: 9 })
    const job = farebox.images.generate(slow)
    const read = async () => {
      for await (const state of job) expect(state).toHaveProperty('status')
    }
    await expect(read()).rejects.toMatchObject({ name: 'JobError', charged: false })
    await expect(job).rejects.toMatchObject({ name: 'JobError', charged: false })
    shop.upstreams.reset()
    expect(await buyer.balance()).toBe(before)
  })
})

describe('streams', () => {
  it.each([
    ['chat', () => farebox.chat.completions.create({ ...CHAT, stream: true })],
    [
      'messages',
      () =>
        farebox.messages.create({
          model: 'vendorF/small-4',
          max_tokens: 100,
          messages: CHAT.messages,
          stream: true,
        }),
    ],
  ])('%s: its events, and then its receipt', async (_, begin) => {
    const before = await shop.earned()
    const stream = begin()
    const events: any[] = []
    for await (const event of stream) events.push(event)
    expect(events.length).toBeGreaterThan(3)
    expect(JSON.stringify(events)).toMatch(/hi/)
    expect(stream.receipt).toMatchObject({ settled: true, network: 'eip155:8453' })
    expect((await shop.earned()) - before).toBe(BigInt(stream.receipt.amountMicro))
  })

  it('responses: its events', async () => {
    const types: string[] = []
    const stream = farebox.responses.create({ model: CHAT.model, input: 'hi', stream: true })
    for await (const { type } of stream) types.push(type)
    expect(types.at(-1)).toBe('response.completed')
  })

  it('a stream that its upstream breaks off throws, and is not charged', async () => {
    const before = await buyer.balance()
    shop.upstreams.set('vendor_a', { mode: 'cut', times: 1 })
    const read = async () => {
      for await (const _ of farebox.chat.completions.create({ ...CHAT, stream: true })) continue
    }
    await expect(read()).rejects.toMatchObject({ name: 'StreamError', charged: false })
    expect(await buyer.balance()).toBe(before)
  })
})

describe('the purchases of a wallet', () => {
  it('are listed for a client with its account, which signs in and pays nothing', async () => {
    const own = await shop.buyer(1_000_000n)
    const client = lib.createClient({
      baseUrl: shop.url,
      x402: payingWith(own.account),
      account: own.account,
    })
    const { receipt } = await client.phone.lookup({ phoneNumber: NUMBER })
    const before = await own.balance()
    const { data } = await client.purchases.get({})
    expect(data.wallet).toBe(own.account.address.toLowerCase())
    expect(data.data).toMatchObject([{ transaction: receipt.transaction, status: 'charged' }])
    expect((await client.purchases.get({ limit: 1 })).data.data).toHaveLength(1)
    expect(await own.balance()).toBe(before)
    await expect(farebox.purchases.get({})).rejects.toMatchObject({
      name: 'PaymentError',
      code: 'SIGN_IN_FAILED',
      message: expect.stringContaining('account'),
      charged: false,
    })
  })

  it('a sign-in for another site is not signed', async () => {
    const other = shop.url.replace('127.0.0.1', 'localhost')
    const elsewhere: typeof fetch = (url, init) => fetch(String(url).replace(other, shop.url), init)
    const { account } = buyer
    const client = lib.createClient({ baseUrl: other, account, fetch: elsewhere })
    await expect(client.purchases.get({})).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' })
  })
})

describe('signed receipts', () => {
  it.each<[string, () => Promise<any>]>([
    ['a reply', () => PURCHASES.phone!()],
    ['a job', () => PURCHASES['slow images']!()],
    [
      'a stream',
      async () => {
        const stream = farebox.chat.completions.create({ ...CHAT, stream: true })
        for await (const _ of stream) continue
        return stream
      },
    ],
  ])('%s: the receipt has its signed form', async (_, buy) => {
    const { receipt } = await buy()
    const { payload } = verifyReceipt(receipt.signed)
    expect(payload).toMatchObject({ transaction: receipt.transaction })
    expect(payload.amount).toBe(String(receipt.amountMicro))
  })

  it.each(['images', 'slow images', 'music', 'messages'])(
    '%s: the signed receipt has the lines of the price, or names them as left out',
    async name => {
      const { receipt } = await PURCHASES[name]!()
      const { lines, leftOut = [] } = verifyReceipt(receipt.signed).payload
      if (leftOut.includes('lines')) return
      const totals = lines.map(({ total }: any) => Math.round(Number(total) * 1e6))
      expect(totals.reduce((sum: number, one: number) => sum + one)).toBe(receipt.amountMicro)
    },
  )

  it('the price of a whole answer follows from its receipt and the catalog alone', async () => {
    const { receipt } = await PURCHASES.chat!()
    const { payload } = verifyReceipt(receipt.signed)
    expect(payload.leftOut).toEqual(['lines'])
    const index = pathToFileURL(join(process.env.GENERATED!, 'index.ts')).href
    const { catalog } = (await import(index)) as { catalog: Catalog }
    const line = lineOfReceipt(payload)
    const computed = recompute(catalog, networkOfReceipt(catalog, payload), line)
    expect(computed).toMatchObject({ isEqual: true })
    const { inputs: _, ...less } = payload
    const short = { ...less, leftOut: ['lines', 'inputs'] }
    expect(() => lineOfReceipt(short)).toThrow('no room for inputs')
  })
})

describe('errors', () => {
  it('a refusal has its code, its status and the id of the request', async () => {
    const refused = farebox.images.generate({ model: 'vendorA/image', prompt: 'x' })
    await expect(refused).rejects.toMatchObject({
      name: 'RequestError',
      status: 400,
      charged: false,
      code: 'model_not_found',
      message: expect.stringContaining('vendorA/image'),
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    await expect(refused).rejects.toBeInstanceOf(lib.FareboxError)
    await expect(farebox.images.generate({ model: 'vendorA/image-1' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('prompt'),
    })
  })

  it('an upstream that fails costs nothing', async () => {
    const before = await buyer.balance()
    shop.upstreams.set('vendor_a', { mode: 'fail', times: 1 })
    await expect(
      farebox.images.generate({ model: 'vendorA/image-1', prompt: 'x' }),
    ).rejects.toMatchObject({ name: 'GatewayError', charged: false, payment: expect.any(String) })
    expect(await buyer.balance()).toBe(before)
  })

  it('an empty wallet is refused', async () => {
    const poor = await shop.buyer(1000n)
    const client = lib.createClient({ baseUrl: shop.url, x402: payingWith(poor.account) })
    await expect(
      client.images.generate({ model: 'vendorA/image-1', prompt: 'x' }),
    ).rejects.toMatchObject({ name: 'PaymentError', code: 'PAYMENT_UNFUNDED', charged: false })
  })
})
