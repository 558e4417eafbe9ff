/** The rejection table, case by case, against a real chain. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { x402Client } from '@x402/fetch'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { createPaymentScheme } from '../../runtime/payments/evm/scheme.ts'
import type { PaymentScheme } from '../../runtime/payments/evm/types.ts'
import type { Verdict } from '../../runtime/payments/payment.ts'
import {
  asked,
  BASE,
  decoded,
  facts,
  newWallet,
  PAY_TO,
  paid,
  rejected,
  side,
  signPayment,
  startChain,
  TESTNET,
  type Chain,
  type Payload,
  type PaymentOptions,
  type Side,
} from './support.ts'

const OTHER = '0x2222222222222222222222222222222222222222'
let chain: Chain
let gateway: Side
let paymentScheme: PaymentScheme
beforeAll(async () => {
  chain = await startChain(TESTNET)
  gateway = await side(chain)
  paymentScheme = gateway.paymentScheme
})
afterAll(async () => {
  await gateway?.stop()
  await chain?.stop()
})

const verify = (payload: unknown, amount = 10_000n, now = Date.now()): Promise<Verdict> =>
  paymentScheme.verify(decoded(paymentScheme, payload), asked(paymentScheme, amount), now)

/** A payment of a funded wallet, changed before or after it is signed. */
async function funded(
  options: PaymentOptions = {},
  change: (payload: Payload) => void = () => undefined,
): Promise<Payload> {
  const wallet = newWallet()
  await chain.fund(wallet.address, 1_000_000n)
  const payload = await signPayment(wallet, TESTNET, asked(paymentScheme), options)
  change(payload)
  return payload
}

describe('what is asked', () => {
  it('PAY-012..018 is one exact requirement of the network, in micro-USD as a text', () => {
    expect(paymentScheme.requirements(53_500n, 600)).toEqual({
      scheme: 'exact',
      network: 'eip155:84532',
      amount: '53500',
      asset: TESTNET.asset.address,
      payTo: PAY_TO,
      maxTimeoutSeconds: 600,
      extra: { name: 'USDC', version: '2' },
    })
  })

  it('a recipient that is no address is refused at start', () => {
    expect(() => createPaymentScheme(TESTNET, { payTo: 'me', backend: gateway.backend })).toThrow(
      /payTo/,
    )
  })
})

describe('a good payment', () => {
  it('PAY-002 PAY-032 names its payer, moves nothing and can be verified again', async () => {
    const payload = await funded()
    const payer = payload.payload.authorization.from.toLowerCase()
    const before = await chain.balanceOf(PAY_TO)
    for (let i = 0; i < 3; i++) expect(await verify(payload)).toEqual({ ok: true, payer })
    expect(await chain.balanceOf(PAY_TO)).toBe(before)
    expect(await chain.used(payer, payload.payload.authorization.nonce)).toBe(false)
  })

  it('tolerates another time limit, other extras, unknown extensions, and letters of any case', async () => {
    const payload = await funded({}, p => {
      p.accepted = {
        ...p.accepted,
        maxTimeoutSeconds: 5,
        extra: { quoteId: 'x' } as never,
        asset: p.accepted.asset.toLowerCase(),
        payTo: p.accepted.payTo.toUpperCase().replace('0X', '0x'),
      }
      p.extensions = { bazaar: { info: {} } }
      p.resource = { url: 'http://elsewhere' }
    })
    expect(await verify(payload)).toMatchObject({ ok: true })
  })

  it('v may be 0 or 1; the token gets 27 or 28', async () => {
    const { ledger } = gateway
    const payload = await funded({}, p => {
      const v = Number.parseInt(p.payload.signature.slice(-2), 16)
      p.payload.signature =
        p.payload.signature.slice(0, -2) + (v - 27).toString(16).padStart(2, '0')
    })
    expect(await verify(payload)).toMatchObject({ ok: true })
    const { record } = await ledger.claim(
      decoded(paymentScheme, payload),
      facts(asked(paymentScheme)),
    )
    expect((await ledger.settle(record)).settlement.state).toBe('landed')
  })

  it('validAfter may lie in the past or be a moment ago', async () => {
    const now = Math.floor(Date.now() / 1000)
    for (const validAfter of [0, now - 600, now - 1])
      expect(await verify(await funded({ validAfter: String(validAfter) }))).toMatchObject({
        ok: true,
      })
  })

  it('a zero amount is verified without the chain: it names the wallet', async () => {
    const wallet = newWallet()
    const payload = await signPayment(wallet, TESTNET, asked(paymentScheme, 0n))
    expect(await verify(payload, 0n)).toEqual({ ok: true, payer: wallet.address.toLowerCase() })
    const forged = {
      ...payload,
      payload: {
        ...payload.payload,
        authorization: { ...payload.payload.authorization, from: OTHER },
      },
    }
    await rejected(verify(forged, 0n), 'PAYMENT_INVALID', /signature/)
  })

  it('PAY-033 the unmodified reference client makes one, and it settles', async () => {
    const wallet = newWallet()
    await chain.fund(wallet.address, 1_000_000n)
    const client = new x402Client().register('eip155:*', new ExactEvmScheme(wallet))
    const payload = await client.createPaymentPayload({
      x402Version: 2,
      resource: { url: 'https://gateway.test/things' },
      accepts: [asked(paymentScheme) as never],
      extensions: { bazaar: { info: { input: {} }, schema: {} } },
    } as never)
    expect(await verify(payload)).toEqual({ ok: true, payer: wallet.address.toLowerCase() })
    const { record } = await gateway.ledger.claim(
      decoded(paymentScheme, payload),
      facts(asked(paymentScheme)),
    )
    expect((await gateway.ledger.settle(record)).settlement.state).toBe('landed')
    expect(await chain.balanceOf(wallet.address)).toBe(990_000n)
  })
})

describe('PAYMENT_INVALID', () => {
  it('ERR-002 a signature of nobody in particular', async () => {
    await rejected(
      verify(
        await funded({}, p => {
          p.payload.signature =
            '0x' + randomBytes(31).toString('hex').padStart(64, '1') + '22'.repeat(32) + '1b'
        }),
      ),
      'PAYMENT_INVALID',
      /signature/,
    )
  })

  it('ERR-002 ERR-015 a signature of another wallet names that wallet', async () => {
    const thief = newWallet()
    const victim = newWallet()
    await chain.fund(victim.address, 1_000_000n)
    const verdict = await verify(
      await signPayment(thief, TESTNET, asked(paymentScheme), { as: victim.address }),
    )
    expect(verdict).toMatchObject({
      ok: false,
      rejection: { code: 'PAYMENT_INVALID', payer: thief.address.toLowerCase() },
    })
  })

  it('ERR-002 a signature with a high s, though it recovers to the wallet: the token would refuse it', async () => {
    const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const payload = await funded({}, p => {
      const [r, s, v] = [
        p.payload.signature.slice(2, 66),
        BigInt('0x' + p.payload.signature.slice(66, 130)),
        Number.parseInt(p.payload.signature.slice(130), 16),
      ]
      p.payload.signature =
        '0x' + r + (n - s).toString(16).padStart(64, '0') + (v === 27 ? 28 : 27).toString(16)
    })
    await rejected(verify(payload), 'PAYMENT_INVALID', /upper half/)
  })

  it.each([
    ['too short', '0x11'],
    ['64 bytes', '0x' + '11'.repeat(64)],
    ['66 bytes of a wallet without code', '0x' + '11'.repeat(66)],
    ['ERC-6492', '0x' + '00'.repeat(96) + '6492'.repeat(16)],
  ])('ERR-002 a signature that is %s', async (_name, signature) => {
    await rejected(
      verify(
        await funded({}, p => {
          p.payload.signature = signature
        }),
      ),
      'PAYMENT_INVALID',
      /signature/,
    )
  })

  it('ERR-003 PAY-066 another amount: less, more, or signed for less than accepted', async () => {
    await rejected(verify(await funded(), 10_001n), 'PAYMENT_INVALID', /amount/)
    await rejected(verify(await funded(), 9_999n), 'PAYMENT_INVALID', /amount/)
    await rejected(verify(await funded({ value: '9999' })), 'PAYMENT_INVALID', /9999 was signed/)
    await rejected(verify(await funded({ value: '10001' })), 'PAYMENT_INVALID', /10001 was signed/)
    await rejected(
      verify(
        await funded({}, p => {
          p.accepted = { ...p.accepted, amount: '010000' }
        }),
      ),
      'PAYMENT_INVALID',
      /amount/,
    )
  })

  it('ERR-004 NET-008 another network', async () => {
    const payload = await funded({}, p => {
      p.accepted = { ...p.accepted, network: BASE.chain }
    })
    const header = Buffer.from(JSON.stringify(payload)).toString('base64')
    expect(paymentScheme.decode(header)).toEqual({
      ok: false,
      rejection: {
        code: 'PAYMENT_INVALID',
        details: `${BASE.chain} is not offered; the networks are ${TESTNET.chain}`,
      },
    })
  })

  it('ERR-005 NET-010 another asset, or one signed for another network under the right name', async () => {
    await rejected(
      verify(
        await funded({}, p => {
          p.accepted = { ...p.accepted, asset: BASE.asset.address }
        }),
      ),
      'PAYMENT_INVALID',
      /asset/,
    )
    const wallet = newWallet()
    await rejected(
      verify(await signPayment(wallet, BASE, asked(paymentScheme))),
      'PAYMENT_INVALID',
      /signature/,
    )
  })

  it('ERR-006 another recipient, accepted or signed', async () => {
    await rejected(
      verify(
        await funded({}, p => {
          p.accepted = { ...p.accepted, payTo: OTHER }
        }),
      ),
      'PAYMENT_INVALID',
      /recipient/,
    )
    await rejected(verify(await funded({ to: OTHER })), 'PAYMENT_INVALID', /recipient/)
  })

  it('another scheme', async () => {
    await rejected(
      verify(
        await funded({}, p => {
          p.accepted = { ...p.accepted, scheme: 'upto' }
        }),
      ),
      'PAYMENT_INVALID',
      /scheme/,
    )
  })

  it('a wallet that the token has frozen', async () => {
    const payload = await funded()
    await chain.freeze(payload.payload.authorization.from, true)
    await rejected(verify(payload), 'PAYMENT_INVALID', /blacklisted/)
  })
})

describe('PAYMENT_UNFUNDED', () => {
  it('ERR-009 a wallet without enough money', async () => {
    const wallet = newWallet()
    const payload = await signPayment(wallet, TESTNET, asked(paymentScheme))
    await rejected(verify(payload), 'PAYMENT_UNFUNDED', /exceeds balance/)
    await chain.fund(wallet.address, 9_999n)
    await rejected(verify(payload), 'PAYMENT_UNFUNDED', /exceeds balance/)
    await chain.fund(wallet.address, 1n)
    expect(await verify(payload)).toMatchObject({ ok: true })
  })

  it('ERR-010 an authorization that is not valid yet', async () => {
    await rejected(
      verify(await funded({ validAfter: String(Math.floor(Date.now() / 1000) + 60) })),
      'PAYMENT_UNFUNDED',
      /validAfter/,
    )
  })

  it('ERR-010 an authorization that expired, or will within six seconds', async () => {
    const now = Math.floor(Date.now() / 1000)
    for (const left of [-1, 0, 5])
      await rejected(
        verify(await funded({ validBefore: String(now + left) }), 10_000n, now * 1000),
        'PAYMENT_UNFUNDED',
        /validBefore/,
      )
    expect(
      await verify(await funded({ validBefore: String(now + 6) }), 10_000n, now * 1000),
    ).toMatchObject({ ok: true })
  })
})

describe('PAYMENT_REPLAY', () => {
  it('PAY-042 an authorization that the chain has seen, also by another gateway', async () => {
    const { payment, requirements } = await paid(chain, paymentScheme)
    const elsewhere = await side(chain, { key: 1 })
    const { record } = await elsewhere.ledger.claim(payment, facts(requirements))
    expect((await elsewhere.ledger.settle(record)).settlement.state).toBe('landed')
    await elsewhere.stop()
    await rejected(
      paymentScheme.verify(payment, requirements, Date.now()),
      'PAYMENT_REPLAY',
      /used or canceled/,
    )
  })
})

describe('contract wallets', () => {
  /** A payment of a new contract wallet, signed by its owner; `tail` makes the signature longer. */
  async function contractPayment(
    tail = '',
    amount = 10_000n,
  ): Promise<{ payload: Payload; address: string }> {
    const owner = newWallet()
    const address = '0x' + randomBytes(20).toString('hex')
    await chain.placeWallet(address, owner.address)
    await chain.fund(address, 1_000_000n)
    const payload = await signPayment(owner, TESTNET, asked(paymentScheme, amount), { as: address })
    payload.payload.signature += tail
    return { payload, address }
  }

  it.each([
    ['65 bytes', ''],
    ['more than 65 bytes', 'c0ffee'],
  ])('ERC-1271: a signature of %s is verified by the wallet and settles', async (_name, tail) => {
    const { payload, address } = await contractPayment(tail)
    expect(await verify(payload)).toEqual({ ok: true, payer: address, isContract: true })
    const { record } = await gateway.ledger.claim(
      decoded(paymentScheme, payload),
      facts(asked(paymentScheme)),
    )
    expect((await gateway.ledger.settle(record)).settlement.state).toBe('landed')
    expect(await chain.balanceOf(address)).toBe(990_000n)
  })

  it('ERC-1271: what the wallet does not accept is PAYMENT_INVALID', async () => {
    const { payload } = await contractPayment('c0ffee')
    payload.payload.signature = '0x' + '11'.repeat(70)
    await rejected(verify(payload), 'PAYMENT_INVALID', /signature/)
  })

  it('ERC-1271: a zero amount asks the wallet too', async () => {
    const { payload, address } = await contractPayment('c0ffee', 0n)
    expect(await verify(payload, 0n)).toEqual({ ok: true, payer: address, isContract: true })
    await rejected(
      verify(
        { ...payload, payload: { ...payload.payload, signature: '0x' + '11'.repeat(70) } },
        0n,
      ),
      'PAYMENT_INVALID',
      /signature/,
    )
  })
})
