/**
 * A thief whose wallet changes between the promise and the payment: nothing is handed over, and
 * others pay nothing for it.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { wants, type Answer, type Buyer, type Wanted } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { readChallenge } from '../../scripts/buyer/pay.ts'
import { requestOf } from '../../scripts/buyer/buy.ts'
import { privateKeyToAddress } from 'viem/accounts'
import { signPayment } from '../helpers/chain.ts'
import { jobOf, open, seal, until } from './strangers.ts'

let shop: TestGateway
const SLOW = 300
beforeAll(async () => {
  shop = await startGateway({ latency: { vendor_a: SLOW, predex: SLOW, nodes: SLOW } })
})
afterAll(() => shop?.stop())
beforeEach(() => shop.upstreams.reset())

const token = (): string => shop.world.spec.asset.address
const word = (value: bigint | string): string =>
  (typeof value === 'string' ? value.slice(2).toLowerCase() : value.toString(16)).padStart(64, '0')

/** Moves everything that a wallet has to another address, as its owner could at any time. */
async function empty(buyer: Buyer): Promise<void> {
  const { address } = buyer.account
  await shop.chain.fundGas(address, 10n ** 18n)
  await shop.chain.rpc('anvil_impersonateAccount', [address])
  const data = `0xa9059cbb${word('0x000000000000000000000000000000000000dEaD')}${word(await buyer.balance())}`
  await shop.chain.rpc('eth_sendTransaction', [{ from: address, to: token(), data }])
  await until(async () => (await buyer.balance()) === 0n)
}

/** Cancels an authorization on the chain. */
async function cancel(buyer: Buyer, header: string): Promise<void> {
  const { nonce } = open(header).payload.authorization
  const { name, version, address } = shop.world.spec.asset
  const signature = await buyer.account.signTypedData({
    domain: {
      name,
      version,
      chainId: shop.chain.chainId,
      verifyingContract: address as `0x${string}`,
    },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: buyer.account.address, nonce },
  })
  const data = `0xb7b72899${word(buyer.account.address)}${nonce.slice(2)}${word(96n)}${word(65n)}${signature.slice(2).padEnd(192, '0')}`
  await shop.chain.transact(token(), data)
}

/** The call of the token that anybody who has the header could send. */
function transferOf(header: string): string {
  const { payload } = open(header)
  const { from, to, value, validAfter, validBefore, nonce } = payload.authorization
  const numbers = [value, validAfter, validBefore].map(text => word(BigInt(text))).join('')
  const [rs, v] = [payload.signature.slice(2, 130), payload.signature.slice(130)]
  return `0xe3ee160e${word(from)}${word(to)}${numbers}${nonce.slice(2)}${word(`0x${v}`)}${rs}`
}

/** A payment of a contract wallet that accepts what `buyer` signs. */
async function contractPayment(wanted: Wanted, wallet: string, buyer: Buyer): Promise<string> {
  const challenge = readChallenge(await fetch(shop.url + wanted.path, requestOf(wanted)))
  const payment = await signPayment(buyer.account, shop.world.spec, challenge.accepts[0]!, {
    as: wallet,
  })
  payment.payload.signature += '00'
  return seal(payment)
}

let wallets = 0
const newAddress = (): string => `0x${(0xfeed_0000 + ++wallets).toString(16).padStart(40, 'a')}`

/**
 * Does something while the upstream works, and expects that the caller gets a refusal and no
 * result, for nothing.
 */
async function cheated(
  wanted: Wanted,
  upstream: string,
  how: { header: string; buyer: Buyer; trick(): Promise<void> },
): Promise<Answer> {
  const before = await shop.earned()
  const calls = shop.upstreams.calls(upstream).length
  const answer = how.buyer.send(wanted, how.header)
  await until(() => shop.upstreams.calls(upstream).length > calls)
  await how.trick()
  const seen = await answer
  expect([seen.status, seen.body.error]).toEqual([402, 'Payment settlement failed'])
  expect(seen.receipt?.success).toBe(false)
  expect(JSON.stringify(seen.body)).not.toMatch(/\/media\/|base64|"data":/)
  expect(await shop.earned()).toBe(before)
  return seen
}

const routes = [
  ['a paid read', wants.pm, 'predex'],
  ['a JSON-RPC call', wants.rpc, 'nodes'],
  ['an image', wants.image, 'vendor_a'],
] as const

describe.each(routes)('during the work of %s', (_, wanted, upstream) => {
  it('ERR-013 the balance is spent: no result', async () => {
    const buyer = await shop.buyer()
    const header = await buyer.header(wanted)
    await cheated(wanted, upstream, { buyer, header, trick: () => empty(buyer) })
    const again = await buyer.send(wanted, header)
    expect([again.status, shop.upstreams.calls(upstream).length]).toEqual([402, 1])
  })

  it('the authorization is cancelled: no result', async () => {
    const buyer = await shop.buyer()
    const header = await buyer.header(wanted)
    const { body } = await cheated(wanted, upstream, {
      buyer,
      header,
      trick: () => cancel(buyer, header),
    })
    expect(body.details).toContain('cancel')
  })

  it('the nonce is used for a payment to the thief itself: no result', async () => {
    const buyer = await shop.buyer()
    const other = await shop.buyer()
    const header = await buyer.header(wanted)
    const { nonce } = open(header).payload.authorization
    const own = transferOf(await buyer.header(wanted, { nonce, to: other.account.address }))
    await cheated(wanted, upstream, {
      buyer,
      header,
      trick: () => shop.chain.transact(token(), own),
    })
  })

  it('the token freezes the wallet: no result', async () => {
    const buyer = await shop.buyer()
    await cheated(wanted, upstream, {
      buyer,
      header: await buyer.header(wanted),
      trick: () => shop.chain.freeze(buyer.account.address, true),
    })
  })

  it('a contract wallet changes its mind: no result', async () => {
    const buyer = await shop.buyer()
    const wallet = newAddress()
    await shop.chain.placeWallet(wallet, buyer.account.address)
    await shop.chain.fund(wallet, 10_000_000n)
    const header = await contractPayment(wanted, wallet, buyer)
    await cheated(wanted, upstream, {
      buyer,
      header,
      trick: () => shop.chain.placeWallet(wallet, '0x0000000000000000000000000000000000000001'),
    })
  })

  it('a contract wallet disappears: no result', async () => {
    const buyer = await shop.buyer()
    const wallet = newAddress()
    await shop.chain.placeWallet(wallet, buyer.account.address)
    await shop.chain.fund(wallet, 10_000_000n)
    const header = await contractPayment(wanted, wallet, buyer)
    await cheated(wanted, upstream, {
      buyer,
      header,
      trick: () => shop.chain.rpc('anvil_setCode', [wallet, '0x']),
    })
  })

  it('somebody else settles the authorization first: that is the payment, and the result is given', async () => {
    const buyer = await shop.buyer()
    const header = await buyer.header(wanted)
    const before = await shop.earned()
    const answer = buyer.send(wanted, header)
    await until(() => shop.upstreams.calls(upstream).length > 0)
    await shop.chain.transact(token(), transferOf(header))
    expect((await answer).status).toBe(200)
    expect((await shop.earned()) - before).toBe(BigInt(open(header).payload.authorization.value))
  })
})

describe('many reservations against one small balance', () => {
  it('ERR-013 as many results are given as are paid for', async () => {
    const buyer = await shop.buyer(2n * 8500n + 100n)
    const before = await shop.earned()
    const headers = await Promise.all(Array.from({ length: 12 }, () => buyer.header(wants.pm)))
    const all = await Promise.all(headers.map(header => buyer.send(wants.pm, header)))
    const earned = (await shop.earned()) - before
    expect(earned).toBeLessThanOrEqual(17_000n)
    expect(BigInt(all.filter(({ status }) => status === 200).length) * 8500n).toBe(earned)
    for (const { status, body } of all)
      if (status !== 200) expect([status, Array.isArray(body.data)]).toEqual([402, false])
  })

  it('two finished jobs, money for one: one result', async () => {
    const buyer = await shop.buyer(96_500n)
    const jobs = await Promise.all(
      [0, 1].map(async () => (await buyer.send(wants.job, await buyer.header(wants.job))).body),
    )
    await until(async () =>
      (await Promise.all(jobs.map(({ id }) => jobOf(shop, id)))).every(
        ({ status }) => status === 'completed',
      ),
    )
    await shop.chain.fund(buyer.account.address, -48_250n)
    const before = await shop.earned()
    const polls = jobs.map(({ poll_url: path }): Wanted => ({ method: 'GET', path }))
    const headers = await Promise.all(polls.map(poll => buyer.header(poll)))
    const all = await Promise.all(polls.map((poll, i) => buyer.send(poll, headers[i])))
    expect([
      all.filter(({ status }) => status === 200).length,
      (await shop.earned()) - before,
    ]).toEqual([1, 48_250n])
  })

  it('upstreams are called for no more than the wallet can pay', async () => {
    const buyer = await shop.buyer(8500n)
    const headers = await Promise.all(Array.from({ length: 12 }, () => buyer.header(wants.pm)))
    await Promise.all(headers.map(header => buyer.send(wants.pm, header)))
    expect(shop.upstreams.calls('predex').length).toBeLessThanOrEqual(2)
  })

  it('a wallet that pays for none of its jobs cannot keep starting new ones', async () => {
    const buyer = await shop.buyer(48_250n)
    for (let i = 0; i < 8; i++) {
      const { status, body } = await buyer.send(wants.job, await buyer.header(wants.job))
      if (status === 202)
        await until(async () => (await jobOf(shop, body.id)).status === 'completed')
    }
    expect(shop.upstreams.calls('vendor_d').length).toBeLessThanOrEqual(2)
  })
})

describe('gas', () => {
  const relayer = async (): Promise<bigint> =>
    BigInt(
      await shop.chain.rpc<string>('eth_getBalance', [
        privateKeyToAddress(shop.chain.keys[0]!),
        'latest',
      ]),
    )
  const spent = async (work: () => Promise<unknown>): Promise<bigint> => {
    const before = await relayer()
    await work()
    return before - (await relayer())
  }

  it('a wallet that burns gas when it must pay gets nothing, and costs no more than its limit', async () => {
    const buyer = await shop.buyer()
    const wallet = newAddress()
    await shop.chain.placeWallet(wallet, buyer.account.address, 'GasBurner')
    await shop.chain.fund(wallet, 10_000_000n)
    const before = await shop.earned()
    const { status } = await buyer.send(wants.pm, await contractPayment(wants.pm, wallet, buyer))
    expect([status, (await shop.earned()) - before]).toEqual([402, 0n])
  })

  // The wallet agrees in simulations and burns all gas in the transaction: nothing is charged, and
  // the relayer pays for the gas. Hence the wallet is refused for an hour
  // (runtime/payments/evm/relayer/refused.ts).
  it("a wallet that burnt the relayer's gas is not tried again", async () => {
    const buyer = await shop.buyer()
    const wallet = newAddress()
    await shop.chain.placeWallet(wallet, buyer.account.address, 'GasBurner')
    await shop.chain.fund(wallet, 10_000_000n)
    const pay = async (): Promise<Answer> =>
      buyer.send(wants.pm, await contractPayment(wants.pm, wallet, buyer))
    const first = await spent(pay)
    expect(first).toBeGreaterThan(0n)
    expect(
      await spent(async () => {
        for (let i = 0; i < 3; i++) await pay()
      }),
    ).toBe(0n)
  })

  it('a wallet with both code and a key that burns the gas of a shared transaction only delays the others', async () => {
    const burner = await shop.buyer()
    await shop.chain.placeWallet(burner.account.address, burner.account.address, 'GasBurner')
    const others = await Promise.all(Array.from({ length: 10 }, () => shop.buyer()))
    const all = [...others.slice(0, 5), burner, ...others.slice(5)]
    const headers = await Promise.all(all.map(buyer => buyer.header(wants.pm)))
    const before = await shop.earned()
    const answers = await Promise.all(all.map((buyer, i) => buyer.send(wants.pm, headers[i])))
    expect(answers.map(({ status }) => status)).toEqual(
      all.map(buyer => (buyer === burner ? 402 : 200)),
    )
    expect((await shop.earned()) - before).toBe(85_000n)
  }, 60_000)

  // Its signature is that of an ordinary wallet, but the token asks its code, which could burn the
  // gas of all in a shared transaction.
  it('a wallet with code never shares a transaction', async () => {
    const { backend } = shop.gateway.parts.paymentScheme
    const buyer = await shop.buyer()
    await shop.chain.placeWallet(buyer.account.address, buyer.account.address, 'GasBurner')
    const others = await Promise.all(Array.from({ length: 8 }, () => shop.buyer()))
    const requirements = shop.gateway.parts.paymentScheme.requirements(8500n, 300)
    const payments = await Promise.all(
      [others[0]!, buyer, ...others.slice(1)].map(async one => {
        const decoded = shop.gateway.parts.paymentScheme.decode(await one.header(wants.pm))
        if (!decoded.ok) throw new Error('unreadable')
        await shop.gateway.parts.paymentScheme.verify(decoded.payment, requirements, Date.now())
        return decoded.payment
      }),
    )
    const intents = payments.map(() => new Set<string>())
    await Promise.all(
      payments.map((payment, i) =>
        backend.settle(payment, requirements, async ({ transaction }) => {
          intents[i]!.add(transaction!)
        }),
      ),
    )
    const theirs = [...intents[1]!]
    expect(intents.filter((own, i) => i !== 1 && theirs.some(hash => own.has(hash)))).toEqual([])
  }, 60_000)
})

it('[V12] a contract wallet has paid for a stream before its first word, whatever becomes of its code', async () => {
  const stream: Wanted = {
    method: 'POST',
    path: '/api/v1/chat/completions',
    body: {
      model: 'vendorA/chat-6-nano',
      messages: [{ role: 'user', content: 'hi' }],
      stream: true,
    },
  }
  const buyer = await shop.buyer()
  const wallet = newAddress()
  await shop.chain.placeWallet(wallet, buyer.account.address)
  await shop.chain.fund(wallet, 10_000_000n)
  const before = await shop.earned()
  const header = await contractPayment(stream, wallet, buyer)
  const reply = await fetch(
    shop.url + stream.path,
    requestOf(stream, { 'payment-signature': header }),
  )
  expect(reply.status).toBe(200)
  expect((await shop.earned()) - before).toBe(BigInt(open(header).payload.authorization.value))
  await shop.chain.rpc('anvil_setCode', [wallet, '0x'])
  expect(await reply.text()).toContain('[DONE]')
})
