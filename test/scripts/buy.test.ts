/** `npm run buy`: words become requests, jobs are followed to their end, and every refusal is told in a sentence. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../runtime/clock.ts'
import { buy } from '../../scripts/buyer/buy.ts'
import { save } from '../../scripts/buyer/files.ts'
import { follow } from '../../scripts/buyer/follow.ts'
import { printBought, printSteps } from '../../scripts/buyer/print.ts'
import { parseWanted, USAGES } from '../../scripts/buyer/wanted.ts'
import type { Bought } from '../../scripts/buyer/wire.ts'
import { short, took, why } from '../../scripts/buyer/words.ts'
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

describe('words', () => {
  it.each([
    [['image', 'a fox'], {}, '/api/v1/images/generations', { model: 'vendorA/image-1', prompt: 'a fox' }],
    [['music', 'a waltz'], { seconds: '60', set: ['instrumental=true'] }, '/api/v1/audio/generations',
      { prompt: 'a waltz', duration_seconds: 60, instrumental: true }],
    [['speech', 'Hello', 'george'], { set: ['speed=0.8'] }, '/api/v1/audio/speech', { input: 'Hello', voice: 'george', speed: 0.8 }],
    [['sound', 'rain'], { seconds: '1.5' }, '/api/v1/audio/sound-effects', { text: 'rain', duration_seconds: 1.5 }],
    [['video', 'a boat', 'vendorD/video-2.0'], { seconds: '6', resolution: '720p', set: ['aspect_ratio=9:16'] }, '/api/v1/videos/generations',
      { model: 'vendorD/video-2.0', prompt: 'a boat', duration_seconds: 6, resolution: '720p', aspect_ratio: '9:16' }],
    [['video', 'a boat'], { image: 'https://a.example/1.png' }, '/api/v1/videos/generations', { prompt: 'a boat', image_url: 'https://a.example/1.png' }],
    [['rpc', 'base', 'eth_chainId'], {}, '/api/v1/rpc/base', { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }],
  ])('%j and %j are a request', (words, details, path, body) => {
    expect(parseWanted(words, details)).toEqual({ method: 'POST', path, body })
  })

  it('a picture for a video stands inside the request', () => {
    const { body } = parseWanted(['video', 'a boat'], { image: cat })
    expect(body).toEqual({ prompt: 'a boat', image_url: `data:image/png;base64,${readFileSync(cat).toString('base64')}` })
  })

  it.each([
    ['one file', () => [cat], ['model', 'prompt', 'n', 'image', 'mask']],
    ['several', () => [cat, cat], ['model', 'prompt', 'n', 'image[]', 'image[]', 'mask']],
  ])('an edit of %s is a form, with the model as the last word', (_, files, names) => {
    const { body, path } = parseWanted(['edit', 'add a hat', ...files(), 'vendorA/image-1'], { mask: cat, set: ['n=2'] })
    expect(path).toBe('/api/v1/images/image2image')
    const form = body as FormData
    expect([...form.keys()]).toEqual(names)
    expect([form.get('model'), form.get('prompt'), form.get('n')]).toEqual(['vendorA/image-1', 'add a hat', '2'])
    expect(form.get('mask')).toMatchObject({ name: 'cat.png', type: 'image/png', size: readFileSync(cat).length })
  })

  it.each([
    [['dance'], {}, 'say what to buy'],
    [['edit', 'add a hat'], {}, 'edit is written: npm run buy -- edit PROMPT FILE... [MODEL]'],
    [['edit', 'add a hat', 'vendorA/image-1'], {}, 'edit is written'],
    [['edit', 'add a hat', 'nowhere.png'], {}, 'the picture nowhere.png cannot be read (ENOENT)'],
    [['edit', 'add a hat', 'cat.txt'], {}, 'cat.txt is no picture by its name'],
    [['speech', 'Hello'], { seconds: '3' }, 'speech takes no --seconds, but --set'],
    [['music', 'a waltz'], { seconds: 'long' }, '--seconds must be a number'],
    [['music', 'a waltz'], { set: ['lyrics'] }, '--set is written NAME=VALUE'],
    [['POST', '/api/v1/rpc/base', '{'], {}, 'this is not JSON: {'],
  ])('%j and %j are none, and it says why', (words, details, message) => {
    expect(() => parseWanted(words, details)).toThrow(message)
  })

  it('the help has a line for everything', () => {
    for (const kind of ['image', 'edit', 'music', 'video', 'speech', 'sound', 'rpc', 'pm', 'GET', 'POST']) expect(USAGES).toMatch(new RegExp(`^  ${kind} `, 'm'))
  })
})

describe('what people read', () => {
  it('reasons name each thing once', () => {
    expect(why({ error: 'Payment verification failed', code: 'PAYMENT_UNFUNDED', message: 'Too little.', details: 'Too little.' })).toBe(
      'Payment verification failed: PAYMENT_UNFUNDED: Too little',
    )
    expect(why({ error: 'Invalid request body', details: [{ path: 'n', message: 'must be <= 10', code: 'maximum' }] })).toBe('Invalid request body: n must be <= 10')
    expect(why('gone')).toBe('gone')
  })

  it('data URIs are cut wherever they stand', () => {
    expect(short({ image: `data:image/png;base64,${'A'.repeat(1000)}`, n: 1 })).toMatch(/^\{"image":"data:image\/png;base64,A+… \(1022 characters\)","n":1\}$/)
  })

  it('times', () => expect([took(71.2), took(10_240)]).toEqual(['71 ms', '10.2 s']))
})

describe('a job', () => {
  const job = { id: 'j', poll_url: '/jobs/j?sig=x' }
  const answer = (status: number, body: object, headers = {}) => new Response(JSON.stringify(body), { status, headers })
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
    const got = await follow(job, { url: 'http://g', pollEvery: 1, steps: { polled: (status) => seen.push(status) } }, ask)
    expect([got.status, got.body, seen]).toEqual([200, { status: 'completed' }, [202, 429, 503]])
    expect(new Set(urls)).toEqual(new Set(['http://g/jobs/j?sig=x']))
  })

  it('that does not end is given up, with its address', async () => {
    const ask = () => Promise.resolve(answer(202, { status: 'in_progress' }))
    await expect(follow(job, { url: 'http://g', pollEvery: 1, patience: 20 }, ask)).rejects.toThrow('http://g/jobs/j?sig=x')
  })
})

describe('at a gateway', () => {
  let shop: TestGateway
  let buyer: Buyer
  beforeAll(async () => {
    const sleep: typeof systemClock.sleep = (ms, signal) => systemClock.sleep(ms === 5000 ? 20 : ms, signal)
    shop = await startGateway({ assemble: { clock: { ...systemClock, sleep, now: () => Date.now() } } })
    buyer = await shop.buyer()
  })
  afterAll(() => shop?.stop())

  /** Buys and gives what is printed. */
  async function printed(words: string[], client = buy): Promise<{ bought: Bought; text: string }> {
    const lines: string[] = []
    const page = { line: (text: string) => void lines.push(text), live: (text: string) => void lines.push(text) }
    const options = { url: shop.url, account: buyer.account, pollEvery: 20, most: 1_000_000n, steps: printSteps(page) }
    const bought = await client(parseWanted(words), options)
    printBought(bought, page.line)
    return { bought, text: lines.join('\n') }
  }

  it.each([['plain', buy], ['x402', buyWithX402]] as const)('PAY-059 the %s client follows a video to its end and prints what it cost', async (_, client) => {
    const before = await shop.earned()
    const { text } = await printed(['video', 'a paper boat'], client)
    expect(text).toMatch(/402 Payment Required: 0\.402 USDC.*\n(.*signed by.*\n)?← 202 Accepted: job \w+, nothing charged yet\n {2}poll {5}\/api\/v1\/videos.*sig=/)
    expect(text).toMatch(/← 202 in_progress, \d+ m?s\n/)
    expect(text).toMatch(/← 200 OK after .*\n {2}video {4}http:.*\.mp4 {2}\(8 s\)\n {2}paid {5}0\.402 USDC, transaction 0x[0-9a-f]{64}$/)
    expect(text.match(/402 Payment Required/g)).toHaveLength(1)
    expect((await shop.earned()) - before).toBe(402_000n)
  })

  it.each([['plain', buy], ['x402', buyWithX402]] as const)('EDIT-002 the %s client sends an edit as a form; its result can be kept', async (_, client) => {
    const { bought, text } = await printed(['edit', 'add a hat', cat], client)
    expect(text).toMatch(/\n {2}image: cat\.png \(image\/png, \d+ bytes\)\n/)
    expect(text).toMatch(/\n {2}image {4}data:image\/png;base64,\S+… \(\d+ characters\)\n {2}paid {5}0\.064 USDC/)
    const urls = bought.body.data.map((item: any) => item.url)
    const names = await save([...urls, ...urls], join(dir, 'kept', 'hat.png'))
    expect(names).toEqual([join(dir, 'kept', 'hat.png'), join(dir, 'kept', 'hat-2.png')])
    for (const name of names) expect(readFileSync(name).toString('base64')).toBe(urls[0].split(',')[1])
  })

  it.each([['plain', buy], ['x402', buyWithX402]] as const)('VID-018 the %s client tells of a failed job that nothing was charged', async (_, client) => {
    const before = await shop.earned()
    const { text } = await printed(['video', 'something forbidden'], client)
    expect(text).toMatch(/ {2}failed {3}The video was withheld by moderation\n {2}paid {5}nothing: no money has moved$/)
    expect(await shop.earned()).toBe(before)
  })

  it('an authorization that has run out is replaced by a fresh one of the same wallet', async () => {
    shop.upstreams.set('vendor_c', 'job_hold')
    const before = await shop.earned()
    const now = Date.now
    const accepted = (): void => {
      // The buyer's watch and the gateway's.
      vi.spyOn(Date, 'now').mockImplementation(() => now() + 601_000)
      shop.upstreams.set('vendor_c', 'ok')
      shop.upstreams.tell('vendor_c', 'finish')
    }
    const bought = await buy(parseWanted(['video', 'a slow boat']), { url: shop.url, account: buyer.account, pollEvery: 20, steps: { accepted } })
      .finally(() => vi.restoreAllMocks())
    expect([bought.status, bought.body.payment?.status]).toEqual([200, 'settled'])
    expect((await shop.earned()) - before).toBe(402_000n)
  })

  it.each([['plain', buy], ['x402', buyWithX402]] as const)('the %s client: refusals before a payment, prices above the limit, and what is free', async (_, client) => {
    await expect(printed(['speech', 'hi', 'nobody'], client)).rejects.toThrow(/^400 Bad Request: Unknown voice nobody.*\nNothing was charged/)
    await expect(printed(['video', 'a boat', 'vendorD/video-2.0'], client)).rejects.toThrow('the price, 1.13648 USDC, is above the limit of 1.00; --most allows more')
    expect((await printed(['GET', '/api/v1/audio/voices'], client)).text).toMatch(/paid {5}nothing: this is free$/)
  })

  it('a wallet without money hears so', async () => {
    const poor = await shop.buyer(0n)
    const bought = await buy(parseWanted(['sound', 'rain']), { url: shop.url, account: poor.account })
    expect(why(bought.body)).toMatch(/^Payment verification failed: PAYMENT_UNFUNDED: /)
  })
})
