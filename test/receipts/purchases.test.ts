/** What a wallet has bought, for the wallet that signs in, and nobody else. */
import {
  createSIWxPayload,
  encodeSIWxHeader,
  wrapFetchWithSIWx,
} from '@x402/extensions/sign-in-with-x'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gives, type Seen } from '../helpers/cash-gateway.ts'
import { signInKind, signInText, type SignIn } from '../../runtime/services/sign-in-message.ts'
import { toBase58 } from '../../runtime/payments/solana/base58.ts'
import { createSigner, secretKeyOf } from '../../runtime/payments/solana/keys.ts'
import { call } from '../routes/client.ts'
import { startReceipts, type ReceiptsWorld } from './world.ts'

const CHAIN = 'eip155:999'
const ann = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const ben = privateKeyToAccount(`0x${'22'.repeat(32)}`)
let shop: ReceiptsWorld
beforeAll(async () => {
  shop = await startReceipts()
  shop.world.vendor.reply = () => gives({ found: 1 })
  for (const text of ['one', 'two', 'three']) await buy(ann.address, { text })
  await buy(ben.address, { text: 'another' })
})
afterAll(() => shop.at.stop())

/** A purchase of a wallet; the bank of the tests knows wallets by their address. */
async function buy(address: string, body: object): Promise<Seen> {
  const { at, world } = shop
  const from = address.toLowerCase()
  world.cash.bank.balances.set(from, 100_000_000n)
  return at.post('/tree', body, world.cash.signAs(from, await at.quote('/tree', body)))
}

const path = (query = ''): string => `${shop.at.url}/purchases${query}`
/** What the gateway asks a wallet to sign. */
async function asked(): Promise<any> {
  const { body } = await shop.at.fetch('/purchases')
  const { info } = body.extensions['sign-in-with-x']
  return { ...info, chainId: CHAIN, type: 'eip191' }
}
const list = (header: string, query = ''): Promise<Seen> =>
  shop.at.fetch(`/purchases${query}`, { headers: { 'sign-in-with-x': header } })
async function header(changes: object = {}, after: object = {}, account = ann): Promise<string> {
  const info = { ...(await asked()), ...changes }
  const payload = await createSIWxPayload(info, account, info.uri)
  return encodeSIWxHeader({ ...payload, ...after })
}

describe('the purchases of a wallet', () => {
  it('are listed for a client of the published package that knows nothing of us', async () => {
    const response = await wrapFetchWithSIWx(fetch, ann)(path())
    const body = (await response.json()) as any
    expect([response.status, body.wallet, body.data.length]).toEqual([
      200,
      ann.address.toLowerCase(),
      3,
    ])
    expect(body.data[0]).toMatchObject({
      status: 'charged',
      route: 'post_tree',
      charged_micro_usd: '2000',
      transaction: expect.stringMatching(/^0x/),
    })
    expect(JSON.stringify(body)).not.toMatch(/one|another/)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('come in pages and by months', async () => {
    const first = await list(await header(), '?limit=2')
    expect([first.body.data.length, first.body.next_skip]).toEqual([2, 2])
    const rest = await list(await header(), '?limit=2&skip=2')
    expect([rest.body.data.length, rest.body.next_skip]).toEqual([1, undefined])
    expect(rest.body.data[0].nonce).not.toBe(first.body.data[0].nonce)
    expect((await list(await header(), '?month=1999-01')).body.data).toEqual([])
  })

  it('are not those of another wallet', async () => {
    const { body } = await list(await header({}, {}, ben))
    expect([body.wallet, body.data.length]).toEqual([ben.address.toLowerCase(), 1])
    const forged = await list(await header({}, { address: ben.address }))
    expect([forged.status, forged.body.code]).toEqual([401, 'INVALID_SIGN_IN'])
  })

  it('are shown once for a signature', async () => {
    const once = await header()
    const seen = await Promise.all([list(once), list(once), list(once)])
    expect(seen.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })

  it('are asked for without a price: nothing is to be paid', async () => {
    const seen = await shop.at.fetch('/purchases')
    expect([seen.status, seen.body.accepts[0].amount]).toEqual([402, '0'])
    expect(seen.text).not.toContain(ann.address.toLowerCase())
    const paid = shop.world.cash.signAs(ann.address.toLowerCase(), seen.body.accepts[0])
    const { status, body } = await shop.at.fetch('/purchases', { headers: { 'x-payment': paid } })
    expect([status, body.code, body.accepts]).toEqual([401, 'SIGN_IN_REQUIRED', undefined])
  })

  const minutes = (n: number): string => new Date(shop.world.clock.now() + n * 60_000).toISOString()
  it.each<[string, () => Promise<string>]>([
    ['a signature too old', () => header({ issuedAt: minutes(-6) })],
    ['one of times to come', () => header({ issuedAt: minutes(6) })],
    ['one that has expired', () => header({ expirationTime: minutes(-1) })],
    ['one not valid yet', () => header({ notBefore: minutes(1) })],
    ['times that are none', () => header({}, { issuedAt: 'yesterday' })],
    ['another chain', () => header({ chainId: 'eip155:1' })],
    ['another version', () => header({}, { version: '2' })],
    ['another page of ours', async () => header({ uri: `${shop.at.url}/other` })],
    ['a changed nonce', () => header({}, { nonce: 'abcdefgh12345678' })],
    ['a changed statement', () => header({}, { statement: 'hello' })],
    ['a line break in a member', () => header({}, { statement: 'hello\nURI: x' })],
    ['resources that are none', () => header({}, { resources: 'x' })],
    ['a signature that is none', () => header({}, { signature: '0x1234' })],
    ['another kind of signature', () => header({}, { chainId: 'solana:1' })],
    ['no base64', async () => '{"address":"x"}'],
    ['no JSON', async () => Buffer.from('nothing').toString('base64')],
    ['a JSON null', async () => Buffer.from('null').toString('base64')],
    ['far too much', async () => Buffer.from('x'.repeat(9_000)).toString('base64')],
  ])('stay closed to %s', async (_what, make) => {
    const seen = await list(await make())
    expect([seen.status, seen.body.code]).toEqual([401, 'INVALID_SIGN_IN'])
    expect(seen.text).not.toContain('0x')
  })

  it('stay closed to a signature for another site', async () => {
    const info = {
      ...(await asked()),
      domain: 'evil.example',
      uri: 'https://evil.example/purchases',
    }
    const payload = await createSIWxPayload(info, ann, info.uri)
    const mixed: SignIn = { ...payload, uri: (await asked()).uri }
    const text = signInText(mixed, signInKind(CHAIN)!)
    const signature = await ann.signMessage({ message: text })
    for (const one of [payload, { ...mixed, signature }]) {
      const seen = await list(encodeSIWxHeader(one as typeof payload))
      expect([seen.status, seen.body.code]).toEqual([401, 'INVALID_SIGN_IN'])
    }
  })

  it('stay closed under a name that only the caller has given to this gateway', async () => {
    const host = 'evil.example'
    const info = { ...(await asked()), domain: host, uri: `http://${host}/purchases` }
    const signed = encodeSIWxHeader(await createSIWxPayload(info, ann, info.uri))
    const seen = await call(shop.at.url, {
      path: '/purchases',
      headers: { host, 'sign-in-with-x': signed },
    })
    expect([seen.status, seen.body.code]).toEqual([501, 'SIGN_IN_UNAVAILABLE'])
  })

  it('stay closed to a caller from outside who calls this gateway localhost', async () => {
    const settings = {
      clientIpHeader: 'cf-connecting-ip',
      trustedProxies: ['127.0.0.0/8'],
      documents: () => '',
      instance: 'two',
      closeTimeout: 1,
    }
    const { at } = await startReceipts({ settings })
    const codes = ['8.8.8.8', '10.0.0.1'].map(async ip => {
      const headers = { host: 'localhost', 'cf-connecting-ip': ip }
      const { status, body } = await call(at.url, { path: '/purchases', headers })
      return [status, body.code]
    })
    expect(await Promise.all(codes)).toEqual([
      [501, 'SIGN_IN_UNAVAILABLE'],
      [402, undefined],
    ])
    await at.stop()
  })
})

describe('a wallet on Solana', () => {
  const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const wallet = createSigner(secretKeyOf(Buffer.alloc(32, 7)))
  const signer = {
    publicKey: wallet.address,
    signMessage: async (message: Uint8Array) => wallet.sign(message),
  }
  const info = {
    domain: 'a.example',
    uri: 'https://a.example/purchases',
    version: '1',
    nonce: 'abcdefgh12345678',
    issuedAt: '2026-11-23T12:00:00.000Z',
    chainId,
    type: 'ed25519' as const,
  }
  const kind = signInKind(chainId)!
  const who = (said: SignIn) => kind.signer(said, signInText(said, kind))

  it.each([{}, { statement: 'Hello', resources: ['https://a.example/'], requestId: 'r' }])(
    'signs the same text (%j)',
    async more => {
      const said = await createSIWxPayload({ ...info, ...more }, signer, info.uri)
      expect(who(said)).toBe(wallet.address)
      expect(who({ ...said, nonce: 'abcdefgh12345679' })).toBeUndefined()
    },
  )

  it('is none of the keys for which anybody can sign', () => {
    const address = toBase58(Buffer.concat([Buffer.from([1]), Buffer.alloc(31)]))
    const signature = toBase58(Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]))
    expect(who({ ...info, address, signature })).toBeUndefined()
  })
})
