/**
 * `npm run buy` at a gateway: jobs are followed to their end, results kept, and every refusal is
 * reported in a sentence.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { buy, resume } from '../../scripts/buyer/buy.ts'
import { privateKeyToAddress } from 'viem/accounts'
import { main } from '../../scripts/buyer/main.ts'
import { BUYER_KEY } from '../../scripts/world/keys.ts'
import { prepareFile, save } from '../../scripts/buyer/files.ts'
import { follow } from '../../scripts/buyer/follow.ts'
import { isGood, printBought, printSteps } from '../../scripts/buyer/print.ts'
import { priceOf } from '../../scripts/buyer/quote.ts'
import { parseWanted } from '../../scripts/buyer/wanted.ts'
import type { Bought } from '../../scripts/buyer/wire.ts'
import { why } from '../../scripts/buyer/words.ts'
import { buyWithX402 } from '../../scripts/buyer/x402-client.ts'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import type { Buyer } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'

let dir: string
let cat: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'buy-test-'))
  cat = join(dir, 'cat.png')
  writeFileSync(cat, picture('cat', 64, 64))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('a job', () => {
  const job = { id: 'j', poll_url: '/jobs/j?sig=x' }
  const answer = (status: number, body: object, headers = {}) =>
    new Response(JSON.stringify(body), { status, headers })
  const replies = (...list: Response[]) => {
    const urls: string[] = []
    return { urls, ask: (url: string) => (urls.push(url), Promise.resolve(list.shift()!)) }
  }

  it('is polled at its address until it ends, through times of too much and of doubt', async () => {
    const { urls, ask } = replies(
      answer(202, { status: 'queued' }),
      answer(429, {}, { 'retry-after': '0.01' }),
      answer(503, { code: 'SETTLEMENT_PENDING' }, { 'retry-after': '0.01' }),
      answer(200, { status: 'completed' }),
    )
    const seen: number[] = []
    const got = await follow(
      job,
      { url: 'http://g', pollEvery: 1, steps: { polled: status => seen.push(status) } },
      ask,
    )
    expect([got.status, got.body, seen]).toEqual([200, { status: 'completed' }, [202, 429, 503]])
    expect(new Set(urls)).toEqual(new Set(['http://g/jobs/j?sig=x']))
  })

  it('that does not end is given up, with its address', async () => {
    const ask = () => Promise.resolve(answer(202, { status: 'in_progress' }))
    await expect(follow(job, { url: 'http://g', pollEvery: 1, timeout: 20 }, ask)).rejects.toThrow(
      'http://g/jobs/j?sig=x',
    )
  })
})

describe('at a gateway', () => {
  let shop: TestGateway
  let buyer: Buyer
  beforeAll(async () => {
    const sleep: typeof systemClock.sleep = (ms, signal) =>
      systemClock.sleep(ms === 5000 ? 20 : ms, signal)
    shop = await startGateway({
      assemble: { clock: { ...systemClock, sleep, now: () => Date.now() } },
    })
    buyer = await shop.buyer()
  })
  afterAll(() => shop?.stop())

  /** Buys and gives what is printed. */
  async function printed(words: string[], client = buy): Promise<{ bought: Bought; text: string }> {
    const lines: string[] = []
    const page = {
      line: (text: string) => void lines.push(text),
      live: (text: string) => void lines.push(text),
    }
    const options = {
      url: shop.url,
      account: buyer.account,
      pollEvery: 20,
      most: 1_000_000n,
      steps: printSteps(page),
    }
    const bought = await client(parseWanted(words), options)
    printBought(bought, page)
    return { bought, text: lines.join('\n') }
  }

  it.each([
    ['plain', buy],
    ['x402', buyWithX402],
  ] as const)(
    'PAY-059 the %s client follows a video to its end and prints what it cost',
    async (_, client) => {
      const before = await shop.earned()
      const { text } = await printed(['video', 'a paper boat'], client)
      expect(text).toMatch(
        /402 Payment Required: 0\.402 USDC.*\n(.*signed by.*\n)?← 202 Accepted: job \w+, nothing charged yet\n {2}poll {5}\/api\/v1\/videos.*sig=/,
      )
      expect(text).toMatch(/← 202 in_progress\n/)
      expect(text).toMatch(
        /← 200 OK after .*\n {2}video {4}http:.*\.mp4 {2}\(8 s\)\n {2}paid {5}0\.402 USD, transaction 0x[0-9a-f]{64}$/,
      )
      expect(text.match(/402 Payment Required/g)).toHaveLength(1)
      expect((await shop.earned()) - before).toBe(402_000n)
    },
  )

  it('a job is resumed by its poll address alone, and paid once', async () => {
    shop.upstreams.set('vendor_c', 'job_hold')
    const before = await shop.earned()
    let pollUrl = ''
    const first = buy(parseWanted(['video', 'a slow boat']), {
      url: shop.url,
      account: buyer.account,
      pollEvery: 20,
      timeout: 200,
      steps: {
        accepted: ({ poll_url }) => {
          pollUrl = poll_url
        },
      },
    })
    await expect(first).rejects.toThrow(
      /Nothing is charged until.*\n {2}npm run buy -- resume "http.*sig=.*"$/,
    )
    shop.upstreams.set('vendor_c', 'ok')
    shop.upstreams.orderJobs('vendor_c', 'finish')
    const options = { url: shop.url, account: buyer.account, pollEvery: 20 }
    const end = await resume(pollUrl, options)
    expect([end.status, end.amount, isGood(end)]).toEqual([200, 402_000n, true])
    expect((await shop.earned()) - before).toBe(402_000n)
  })

  describe('fund', () => {
    const venue = `0x${'5e'.repeat(20)}`
    const wanted = parseWanted(['fund', venue, '2.5'])

    it('signs the deposit and the fee, and the bridge sees the deposit', async () => {
      const bridge = shop.world.env.BRIDGE_URL!
      const [had, earned] = [await buyer.balance(), await shop.earned()]
      const options = { url: shop.url, account: buyer.account, bridge, most: 1_000_000n }
      const { status, amount, body } = await buy(wanted, options)
      expect([status, amount, body.deposit.amountUsd]).toEqual([200, 11_000n, '2.5'])
      expect(had - (await buyer.balance())).toBe(2_511_000n)
      expect((await shop.earned()) - earned).toBe(11_000n)
      const seen: any = await (await fetch(`${bridge}/status/${body.deposit.recipient}`)).json()
      expect(seen.transactions.map((one: any) => one.fromAmountBaseUnit)).toEqual(['2500000'])
    })

    it('has a price of its own, without a wallet', async () => {
      expect((await priceOf(wanted, shop.url)).amount).toBe(11_000n)
    })

    it('needs a bridge, and the plain client', async () => {
      const options = { url: shop.url, account: buyer.account }
      await expect(buy(wanted, options)).rejects.toThrow('--bridge')
      await expect(buyWithX402(wanted, options)).rejects.toThrow('plain')
    })

    it.each([[], [venue], [venue, '0'], [venue, '-1'], [venue, '2.1234567'], ['0x5e', '2']])(
      'of %j %j is asked how it is written',
      (...words) => {
        expect(() => parseWanted(['fund', ...words])).toThrow('fund WALLET USD')
      },
    )
  })

  it('onramp prints a link for the paying wallet, or for another one', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const args = ['onramp', '--json', '--url', shop.url, '--key', BUYER_KEY]
    const other = `0x${'5e'.repeat(20)}`
    try {
      expect([await main(args), await main([...args, other])]).toEqual([0, 0])
      const links = log.mock.calls.map(([text]) => JSON.parse(text).url)
      expect(links).toEqual(Array(2).fill(expect.stringMatching(/^https:\/\/pay\./)))
    } finally {
      log.mockRestore()
    }
    const asked = shop.upstreams.calls('onramp').map(({ body }) => JSON.parse(body).addresses)
    const own = privateKeyToAddress(BUYER_KEY)
    expect(asked.map(([one]) => one.address)).toEqual([own, other])
  })

  it('a quote is exact, and signs nothing', async () => {
    expect(await priceOf(parseWanted(['image', 'a fox']), shop.url)).toMatchObject({
      amount: 22_000n,
      network: 'eip155:8453',
    })
    expect((await priceOf(parseWanted(['GET', '/api/v1/audio/voices']), shop.url)).amount).toBe(0n)
    await expect(priceOf(parseWanted(['speech', 'hi', 'nobody']), shop.url)).rejects.toThrow(
      /^400 .*\nNothing was charged/,
    )
  })

  it.each([
    ['plain', buy],
    ['x402', buyWithX402],
  ] as const)(
    'EDIT-002 the %s client sends an edit as a form; its result can be kept',
    async (_, client) => {
      const { bought, text } = await printed(['edit', 'add a hat', cat], client)
      expect(text).toMatch(/\n {2}image: cat\.png \(image\/png, \d+ bytes\)\n/)
      expect(text).toMatch(
        /\n {2}image {4}data:image\/png;base64,\S+… \(\d+ characters\)\n {2}paid {5}0\.064 USD/,
      )
      const urls = bought.body.data.map((item: any) => item.url)
      const file = join(dir, 'kept', 'hat.png')
      prepareFile(file)
      const names = await save([...urls, ...urls], file)
      expect(names).toEqual([join(dir, 'kept', 'hat.png'), join(dir, 'kept', 'hat-2.png')])
      for (const name of names)
        expect(readFileSync(name).toString('base64')).toBe(urls[0].split(',')[1])
    },
  )

  it.each([
    ['plain', buy],
    ['x402', buyWithX402],
  ] as const)(
    'VID-018 the %s client says of a failed job that nothing was charged',
    async (_, client) => {
      const before = await shop.earned()
      const { text } = await printed(['video', 'something forbidden'], client)
      expect(text).toMatch(
        / {2}failed {3}The video was withheld by moderation\n {2}paid {5}nothing: no money has moved$/,
      )
      expect(await shop.earned()).toBe(before)
    },
  )

  it('an authorization that has run out is replaced by a fresh one of the same wallet', async () => {
    shop.upstreams.set('vendor_c', 'job_hold')
    const before = await shop.earned()
    const now = Date.now
    const accepted = (): void => {
      // The buyer's watch and the gateway's.
      vi.spyOn(Date, 'now').mockImplementation(() => now() + 601_000)
      shop.upstreams.set('vendor_c', 'ok')
      shop.upstreams.orderJobs('vendor_c', 'finish')
    }
    const bought = await buy(parseWanted(['video', 'a slow boat']), {
      url: shop.url,
      account: buyer.account,
      pollEvery: 20,
      steps: { accepted },
    }).finally(() => vi.restoreAllMocks())
    expect([bought.status, bought.body.payment?.status]).toEqual([200, 'settled'])
    expect((await shop.earned()) - before).toBe(402_000n)
  })

  it.each([
    ['plain', buy],
    ['x402', buyWithX402],
  ] as const)(
    'the %s client: refusals before a payment, prices above the limit, and what is free',
    async (_, client) => {
      await expect(printed(['speech', 'hi', 'nobody'], client)).rejects.toThrow(
        /^400 Bad Request: Unknown voice nobody.*\nNothing was charged/,
      )
      await expect(printed(['video', 'a boat', 'vendorD/video-2.0'], client)).rejects.toThrow(
        'The price, 1.13648 USD, is above the limit of 1.00. --most allows more. Nothing was signed.',
      )
      await expect(printed(['GET', '/nowhere'], client)).rejects.toThrow(
        /^404 Not Found: There is nothing at GET \/nowhere: What is served .* GET \/openapi.json\n/,
      )
      expect((await printed(['GET', '/api/v1/audio/voices'], client)).text).toMatch(
        /paid {5}nothing: this is free$/,
      )
    },
  )

  it('a refused poll is not called free', () => {
    const lines: string[] = []
    const refused = { status: 404, body: { error: 'Not Found' }, amount: 0n, receipt: undefined }
    printBought(refused as unknown as Bought, { line: text => lines.push(text) })
    expect(lines.at(-1)).toBe('  paid     nothing: no money has moved')
  })

  it('the x402 client pays more than its own limit of 1 USD where the buyer allows it', async () => {
    const wanted = parseWanted(['video', 'a boat', 'vendorD/video-2.0'])
    const bought = await buyWithX402(wanted, {
      url: shop.url,
      account: buyer.account,
      pollEvery: 20,
      most: 2_000_000n,
    })
    expect([bought.status, bought.body.payment?.status, bought.amount]).toEqual([
      200,
      'settled',
      1_136_480n,
    ])
  })

  it('a wallet without money hears so', async () => {
    const poor = await shop.buyer(0n)
    const bought = await buy(parseWanted(['sound', 'rain']), {
      url: shop.url,
      account: poor.account,
    })
    expect(why(bought.body)).toMatch(/^Payment verification failed: .* \(PAYMENT_UNFUNDED\)$/)
  })
})
