/**
 * Payments that are refused, and what is said of them, on every kind of paid route; nothing is
 * claimed, nothing moves, nobody works.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { BASE, newWallet, signPayment, TESTNET, toHeader } from '../helpers/chain.ts'
import {
  bought,
  call,
  headerOf,
  paidBy,
  payloadOf,
  signed,
  type Seen,
  type Sent,
} from './client.ts'
import { buyer, OTHER, poor, shop, sold, useShop } from './errors-desk.ts'

useShop()

const upstreams = ['vendor_a', 'nodes', 'predex'] as const

const worked = (): number => upstreams.reduce((sum, name) => sum + shop.taps[name].seen.length, 0)

const sendPaid = (sent: Sent, header: string): Promise<Seen> =>
  call(shop.url, { ...sent, headers: paidBy(header) })

/** A good payment for what is asked, changed after or before it is signed. */
type Bad = (sent: Sent) => Promise<string>

const signedWith =
  (changes: Parameters<typeof signPayment>[3], spec = BASE): Bad =>
  async sent =>
    toHeader(
      await signPayment(
        buyer.account,
        spec,
        (await call(shop.url, sent)).challenge!.accepts[0]!,
        changes,
      ),
    )

const acceptedAs =
  (changes: object, spec = BASE): Bad =>
  async sent =>
    toHeader(
      await signPayment(buyer.account, spec, {
        ...(await call(shop.url, sent)).challenge!.accepts[0]!,
        ...changes,
      }),
    )

const edited =
  (change: (payload: any) => unknown): Bad =>
  async sent => {
    const payload = payloadOf(await signed(shop.url, buyer.account, sent))
    return headerOf(change(payload) ?? payload)
  }

const fixed =
  (header: string): Bad =>
  async () =>
    header

const now = (): number => Math.floor(Date.now() / 1000)

const invalid: [string, string, Bad][] = [
  [
    'ERR-002',
    'a signature of another key',
    async sent => {
      const payload = payloadOf(await signed(shop.url, newWallet(), sent))
      payload.payload.authorization.from = buyer.account.address
      return headerOf(payload)
    },
  ],
  [
    'ERR-002',
    'a signature with one bit changed',
    edited(p => {
      p.payload.signature = `0x${(BigInt(p.payload.signature) ^ 256n).toString(16).padStart(130, '0')}`
    }),
  ],
  [
    'ERR-002',
    'an authorization changed after it was signed',
    edited(p => {
      p.payload.authorization.nonce = `0x${'12'.repeat(32)}`
    }),
  ],
  ['ERR-003 PAY-066', 'one unit less than the quote', signedWith({ value: '3999' })],
  [
    'ERR-003',
    'a unit more: exact means exact',
    async sent => {
      const {
        accepts: [offer],
      } = (await call(shop.url, sent)).challenge!
      return toHeader(
        await signPayment(buyer.account, BASE, offer!, {
          value: String(BigInt(offer!.amount) + 1n),
        }),
      )
    },
  ],
  ['ERR-003', 'an offer of another amount, signed for it', acceptedAs({ amount: '1' })],
  [
    'ERR-004 NET-008',
    'another network, signed there',
    acceptedAs(
      {
        network: TESTNET.chain,
        asset: TESTNET.asset.address,
        extra: { name: 'USDC', version: '2' },
      },
      TESTNET,
    ),
  ],
  [
    'ERR-004 NET-008',
    'the network of another chain with the asset of this one',
    acceptedAs({ network: TESTNET.chain }),
  ],
  [
    'ERR-004',
    'a signature for another chain id under the right offer',
    signedWith({}, { ...BASE, chain: TESTNET.chain }),
  ],
  ['ERR-005 NET-010', 'another asset', acceptedAs({ asset: TESTNET.asset.address })],
  [
    'ERR-005 NET-010',
    'a signature for another token under the right offer',
    signedWith({}, { ...BASE, asset: TESTNET.asset }),
  ],
  ['ERR-006', 'another seller in the authorization', signedWith({ to: OTHER })],
  ['ERR-006', 'another seller in the offer', acceptedAs({ payTo: OTHER })],
  ['ERR-004', 'another scheme', acceptedAs({ scheme: 'upto' })],
  ['ERR-007', 'no base64', fixed('%%%')],
  ['ERR-007', 'base64 of no JSON', fixed(Buffer.from('hello').toString('base64'))],
  ['ERR-007', 'base64 of no object', fixed(headerOf('hello'))],
  ['ERR-007', 'null', fixed(headerOf(null))],
  ['ERR-007', 'an empty object', fixed(headerOf({}))],
  ['ERR-007', 'an empty header', fixed('')],
  ['ERR-007', 'bytes that are no text', fixed(Buffer.from([0xff, 0xfe, 0x7b]).toString('base64'))],
  ['ERR-007', 'version 1', edited(p => ({ ...p, x402Version: 1 }))],
  ['ERR-007', 'no version', edited(({ x402Version: _, ...p }) => p)],
  ['ERR-007', 'no offer', edited(({ accepted: _, ...p }) => p)],
  ['ERR-007', 'no payload', edited(({ payload: _, ...p }) => p)],
  [
    'ERR-007',
    'no signature',
    edited(p => {
      delete p.payload.signature
    }),
  ],
  [
    'ERR-007',
    'no nonce',
    edited(p => {
      delete p.payload.authorization.nonce
    }),
  ],
  [
    'ERR-007',
    'a nonce that is too short',
    edited(p => {
      p.payload.authorization.nonce = '0x12'
    }),
  ],
  [
    'ERR-007',
    'a value that is no number',
    edited(p => {
      p.payload.authorization.value = 'many'
    }),
  ],
  [
    'ERR-007',
    'a negative value',
    edited(p => {
      p.payload.authorization.value = '-4000'
    }),
  ],
]

const unfunded: [string, string, Bad][] = [
  ['ERR-009', 'a wallet without enough money', sent => signed(shop.url, poor.account, sent)],
  ['ERR-010', 'an authorization that has expired', signedWith({ validBefore: String(now() - 10) })],
  [
    'ERR-010',
    'an authorization that expires before it can be used',
    async sent => signedWith({ validBefore: String(now() + 3) })(sent),
  ],
  [
    'ERR-010',
    'an authorization that is not valid yet',
    async sent => signedWith({ validAfter: String(now() + 120) })(sent),
  ],
]

describe.each(Object.entries(sold))('%s', (_name, sent) => {
  const cases = [
    ...invalid.map(one => [...one, 'PAYMENT_INVALID'] as const),
    ...unfunded.map(one => [...one, 'PAYMENT_UNFUNDED'] as const),
  ]
  it.each(cases)(
    'ERR-001 ERR-008 ERR-015 ERR-016 RPC-030 ERR3-001 PAY-002 PAY-068 %s %s is refused for free',
    async (_id, _what, make, code) => {
      const [money, before] = [await shop.earned(), worked()]
      const header = await make(sent)
      const seen = await sendPaid(sent, header)
      expect([seen.status, seen.body.error, seen.body.code]).toEqual([
        402,
        'Payment verification failed',
        code,
      ])
      expect(seen.body.details).toMatch(/\S/)
      expect(Object.hasOwn(seen.body, 'message')).toBe(code !== 'PAYMENT_INVALID')
      if (seen.body.payer !== undefined) expect(seen.body.payer).toMatch(/^0x[0-9a-fA-F]{40}$/)
      expect(
        Object.keys(seen.body).filter(
          name => !['error', 'code', 'message', 'details', 'payer'].includes(name),
        ),
      ).toEqual([])
      expect(seen.headers['payment-required']).toBe(
        (await call(shop.url, sent)).headers['payment-required'],
      )
      expect([seen.receipt, worked(), await shop.earned()]).toEqual([undefined, before, money])
    },
  )
})

it('ERR-015 the payer of a rejection is the wallet that signed', async () => {
  const seen = await sendPaid(
    sold['an RPC call']!,
    await signed(shop.url, poor.account, sold['an RPC call']!),
  )
  expect(seen.body.payer.toLowerCase()).toBe(poor.account.address.toLowerCase())
})

it('PAY-068 a payment that was refused buys once nothing stands in its way', async () => {
  const sent = sold['prediction data']!
  const wallet = await shop.buyer(0n)
  const header = await signed(shop.url, wallet.account, sent)
  expect((await sendPaid(sent, header)).body.code).toBe('PAYMENT_UNFUNDED')
  await shop.world.chain.fund(wallet.account.address, 8500n)
  expect((await sendPaid(sent, header)).status).toBe(200)
  expect(await wallet.balance()).toBe(0n)
})

it('PAY-067 a request that a gate refuses does not use up its authorization', async () => {
  const { path } = sold['an RPC call']!
  const good = sold['an RPC call']!
  const header = await signed(shop.url, buyer.account, good)
  for (const sent of [
    { path: '/api/v1/rpc/nowhere', body: good.body },
    { path, body: '{' },
    { path, body: {} },
    { path, body: [] },
  ]) {
    expect((await sendPaid(sent, header)).status).toBe(400)
  }
  expect((await sendPaid(good, header)).status).toBe(200)
})

it('PAY-042 PAY-044 PAY-056 ERR3-001 an authorization that bought something buys nothing else, anywhere', async () => {
  const good = sold['an RPC call']!
  const { header } = await bought(shop.url, buyer.account, good)
  const before = [worked(), await shop.earned()]
  const others: Sent[] = [
    good,
    { ...good, path: '/api/v1/rpc/ethereum' },
    { ...good, path: '/api/v1/rpc/base' },
  ]
  for (const sent of others) {
    const seen = await sendPaid(sent, header)
    expect(seen.status).toBe(402)
    expect(seen.body).toEqual({
      error: 'Payment verification failed',
      code: 'PAYMENT_REPLAY',
      message: expect.stringMatching(/\S/),
      details: expect.stringMatching(/\S/),
      payer: expect.stringMatching(new RegExp(`^${buyer.account.address}$`, 'i')),
    })
  }
  const elsewhere = await sendPaid(sold['prediction data']!, header)
  expect([elsewhere.status, elsewhere.body.error]).toEqual([402, 'Payment verification failed'])
  expect([worked(), await shop.earned()]).toEqual(before)
})

describe('a chain that cannot be asked', () => {
  beforeEach(() => () => shop.taps.chain.cut(false))
  it.each(Object.entries(sold))(
    'ERR-012 leaves the payment for %s as good as new',
    async (_name, sent) => {
      const header = await signed(shop.url, buyer.account, sent)
      const before = worked()
      shop.taps.chain.cut(true)
      const seen = await sendPaid(sent, header)
      shop.taps.chain.cut(false)
      expect([seen.status, seen.body.error, seen.body.code]).toEqual([
        402,
        'Payment verification failed',
        'PAYMENT_VERIFICATION_UNAVAILABLE',
      ])
      expect(seen.text).not.toContain(shop.taps.chain.url)
      expect(worked()).toBe(before)
      expect((await sendPaid(sent, header)).status).toBe(200)
    },
  )
})

describe('a settlement that fails after the work', () => {
  const holding: Record<string, (typeof upstreams)[number]> = {
    'an image': 'vendor_a',
    'an RPC call': 'nodes',
    'prediction data': 'predex',
    'prediction data, posted': 'predex',
  }
  it.each(Object.entries(sold))(
    'ERR-013 IMG-079 ERR3-002 of %s is 402, gives no result and takes no money',
    async (name, sent) => {
      const wallet = await shop.buyer()
      const tap = shop.taps[holding[name]!]
      const open = tap.hold()
      const before = [tap.seen.length, await shop.earned()] as const
      const answer = sendPaid(sent, await signed(shop.url, wallet.account, sent))
      await expect.poll(() => tap.seen.length).toBe(before[0] + 1)
      await shop.world.chain.freeze(wallet.account.address, true)
      open()
      const seen = await answer
      expect(seen.status).toBe(402)
      expect(seen.body).toMatchObject({
        error: 'Payment settlement failed',
        details: expect.stringMatching(/\S/),
      })
      expect(seen.body).not.toHaveProperty('data')
      expect(seen.body).not.toHaveProperty('result')
      expect(seen.receipt).toMatchObject({ success: false, network: 'eip155:8453' })
      expect(seen.headers['x-payment-receipt']).toBeUndefined()
      expect([await wallet.balance(), await shop.earned()]).toEqual([10_000_000n, before[1]])
    },
  )
})

it('ERR3-012 VER-001 what nobody sells is 404 Not Found, whatever it carries', async () => {
  const header = await signed(shop.url, buyer.account, sold['an RPC call']!)
  for (const path of [
    '/api',
    '/api/v1',
    '/api/v1/nothing',
    '/api/v2/models',
    '/api/models',
    '/api/v1/pm',
    '/api/v1/pm/venue-z/markets',
    '/api/v1/rpc',
    '/api/v1/images',
  ]) {
    for (const headers of [{}, paidBy(header)]) {
      const seen = await call(shop.url, { path, headers })
      expect([path, seen.status, seen.body.error]).toEqual([path, 404, 'Not Found'])
    }
  }
})

it.each(['/api/v1/rpc/', '/api/v1/pm/venue-a/wallet/', '/api/v1/pm/exchange/candles/'])(
  'ERR3-012 %s, without a value for its hole, is 404',
  async path => {
    expect((await call(shop.url, { path })).status).toBe(404)
  },
)

it('LIM-002 hundreds of paid calls of one wallet and address are never limited by the gateway', async () => {
  const rich = privateKeyToAccount(`0x${'5'.repeat(64)}`)
  await shop.world.chain.fund(rich.address, 10_000_000n)
  const sent = sold['an RPC call']!
  const { challenge } = await call(shop.url, sent)
  const pay = async (): Promise<number> =>
    (await sendPaid(sent, toHeader(await signPayment(rich, BASE, challenge!.accepts[0]!)))).status
  const statuses: number[] = []
  for (let n = 0; n < 5; n++) statuses.push(...(await Promise.all(Array.from({ length: 50 }, pay))))
  expect(new Set(statuses)).toEqual(new Set([200]))
})
