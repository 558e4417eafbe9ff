/** `farebox mcp`: an MCP client that cannot pay buys through it, within limits. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBook, type Claim } from '../../scripts/mcp/book.ts'
import { makePurse, type PurseParts } from '../../scripts/mcp/purse.ts'
import { childEnv } from '../helpers/catalogs.ts'
import { wants } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import type { Result } from '../helpers/mcp.ts'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'farebox-book-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const DAY = 86_400_000
const NOON = 200 * DAY + DAY / 2
const claim = (id: string, amount: number, at = NOON): Claim => ({
  id,
  at,
  state: 'claimed',
  amount: String(amount),
  tool: 'a.tool',
  payTo: '0x0',
  network: 'eip155:8453',
})

describe('the book', () => {
  it('keeps the sum of a day below the limit, for all that share it and after restarts', () => {
    const path = join(dir, 'shared.jsonl')
    const [one, other] = [openBook(path), openBook(path)]
    expect(one.claim(claim('a', 60), 100n)).toBe(40n)
    expect(other.claim(claim('b', 60), 100n)).toBeUndefined()
    expect(other.claim(claim('c', 40), 100n)).toBe(0n)
    expect(one.claim(claim('d', 1), 100n)).toBeUndefined()
    expect(openBook(path).spent(NOON)).toBe(100n)
    expect(openBook(path).claim(claim('e', 100, NOON + DAY), 100n)).toBe(0n)
  })

  it('counts what was signed although its end is unknown, and no line that was cut short', () => {
    const path = join(dir, 'cut.jsonl')
    const book = openBook(path)
    book.claim(claim('a', 60), 100n)
    appendFileSync(path, '{"id":"b","at":17280')
    expect(book.claim(claim('c', 41), 100n)).toBeUndefined()
    expect(book.claim(claim('d', 40), 100n)).toBe(0n)
    book.end({ id: 'a', at: NOON, state: 'unpaid' })
    expect(book.spent(NOON)).toBe(100n)
  })

  it('gives way to a claim that stands before its own, however late it is read', () => {
    const path = join(dir, 'late.jsonl')
    const book = openBook(path)
    // Another bridge has just written its claim, and has not read the book yet.
    appendFileSync(path, `\n${JSON.stringify(claim('theirs', 60))}\n`)
    expect(book.claim(claim('mine', 60), 100n)).toBeUndefined()
  })
})

describe('the purse', () => {
  const offer = {
    scheme: 'exact',
    network: 'eip155:8453',
    amount: '22000',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    payTo: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    maxTimeoutSeconds: 300,
    extra: { name: 'USD Coin', version: '2' },
  }
  const pay = async (changes: object, parts: Partial<PurseParts> = {}): Promise<any> =>
    makePurse({
      wallet: privateKeyToAccount(generatePrivateKey()),
      book: openBook(join(dir, 'purse.jsonl')),
      limits: { most: 30_000n, day: 30_000n },
      now: () => NOON,
      newId: () => 'one',
      ...parts,
    }).pay(
      { x402Version: 2, resource: { url: 'x' }, accepts: [{ ...offer, ...changes }] },
      'a.tool',
    )

  it('signs nothing that it does not know, or above a limit, and says why', async () => {
    const reasons = [
      [{ amount: '30001' }, 'costs 0.030001 USD, above the limit of 0.03 USD'],
      [{ asset: offer.payTo }, 'token, network and amount that this bridge supports'],
      [{ network: 'eip155:1' }, 'that this bridge supports'],
      // What is signed is for this contract, whatever the offer names as its token.
      [{ extra: { ...offer.extra, verifyingContract: offer.payTo } }, 'that this bridge supports'],
      [{ amount: '-1' }, 'that this bridge supports'],
      [{ amount: '1e3' }, 'that this bridge supports'],
      [{ maxTimeoutSeconds: 90_000 }, 'between 1 second and 1 day'],
      [{ maxTimeoutSeconds: '300' }, 'between 1 second and 1 day'],
      [{ maxTimeoutSeconds: [300] }, 'between 1 second and 1 day'],
      [{ amount: ['22000'] }, 'that this bridge supports'],
    ] as const
    for (const [changes, words] of reasons) expect((await pay(changes)).why).toContain(words)
    expect((await pay({}, { wallet: undefined })).why).toContain('BUYER_KEY')
    expect(openBook(join(dir, 'purse.jsonl')).spent(NOON)).toBe(0n)
    expect(await pay({})).toMatchObject({ amount: 22_000n, left: 8_000n })
    expect((await pay({}, { newId: () => 'two' })).why).toContain(
      'Payments of 0.022 USD were already signed today (UTC); the limit is 0.03 USD',
    )
  })

  it('counts nothing for a payment that could not be signed', async () => {
    const book = openBook(join(dir, 'unsigned.jsonl'))
    const wallet = {
      address: '0x1',
      signTypedData: async () => {
        throw new Error('the node is away')
      },
    } as never
    await expect(pay({}, { wallet, book })).rejects.toThrow('the node is away')
    expect(book.spent(NOON)).toBe(0n)
  })
})

describe('the bridge', () => {
  let shop: TestGateway
  let client: Client
  beforeAll(async () => {
    shop = await startGateway()
    const key = generatePrivateKey()
    await shop.chain.fund(privateKeyToAccount(key).address, 1_000_000n)
    const { PATH, HOME } = process.env
    const limits = ['--most', '0.05', '--day', '0.06', '--book', join(dir, 'bridge.jsonl')]
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: ['scripts/farebox.mjs', 'mcp', '--url', shop.url, ...limits],
      env: { PATH: PATH!, HOME: HOME!, ...childEnv(), BUYER_KEY: key },
      stderr: 'ignore',
    })
    client = new Client({ name: 'cannot-pay', version: '1.0.0' })
    await client.connect(transport)
  })
  afterAll(async () => {
    await client?.close()
    await shop?.stop()
  })

  it('shows the balance of its own wallet, or of another one', async () => {
    const { tools } = await client.listTools()
    const tool = tools.find(({ name }) => name === 'balance')!
    expect(tool.inputSchema.required ?? []).not.toContain('address')
    const holds = async (args: Record<string, unknown>): Promise<unknown> => {
      const { structuredContent } = await client.callTool({ name: 'balance', arguments: args })
      return (structuredContent as Record<string, unknown>).balance
    }
    expect(await holds({})).toBe('1.000000')
    expect(await holds({ address: `0x${'1'.repeat(40)}` })).toBe('0.000000')
  })

  const call = (args: Record<string, unknown>): Promise<Result> =>
    client.callTool({ name: 'call', arguments: args }) as never
  const image = (model: string) =>
    call({ tool: 'images.generate', arguments: { ...wants.image.body, model } })
  const lastOf = ({ content }: Result): string => (content.at(-1) as { text: string }).text

  it('passes tools on, pays for calls, and stops at its limits', async () => {
    const before = await shop.earned()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('quote')
    const bought = await image('vendorA/image-1')
    expect(bought.structuredContent.data[0].url).toContain('/media/')
    expect(lastOf(bought)).toContain('Paid 0.022 USD')
    expect(lastOf(await image('vendorA/image-2'))).toContain('above the limit of 0.05 USD')
    expect((await image('vendorA/image-1')).isError).toBeUndefined()
    const refused = await image('vendorA/image-1')
    expect([refused.isError, lastOf(refused)]).toEqual([
      true,
      expect.stringContaining('signed today'),
    ])
    expect((await shop.earned()) - before).toBe(44_000n)
    const lines = readFileSync(join(dir, 'bridge.jsonl'), 'utf8').split('\n').filter(Boolean)
    const states = lines.map(line => (JSON.parse(line) as { state: string }).state)
    expect(states).toEqual(['claimed', 'paid', 'claimed', 'paid', 'claimed', 'refused'])
  })

  it('passes an error on in the words of the gateway, with one code before them', async () => {
    const error: unknown = await client.callTool({ name: 'serach' }).catch((one: unknown) => one)
    expect((error as Error).message).toBe(
      'MCP error -32602: There is no tool "serach". Did you mean search?',
    )
  })
})
