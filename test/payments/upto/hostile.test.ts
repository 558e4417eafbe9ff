/** Payments for actual use by those who want more than they pay for. */
import { describe, expect, it } from 'vitest'
import { encodeFunctionData, type Hex, parseAbi, parseAbiParameters } from 'viem'
import type { Settlement } from '../../../runtime/payments/settlement.ts'
import type { StoredReply } from '../../../runtime/payments/record.ts'
import { PERMIT2, PROXY } from '../../../runtime/payments/evm/upto/contracts.ts'
import { BASE, newWallet, PAY_TO } from '../support.ts'
import {
  ACTUAL,
  actually,
  approvedWallet,
  CEILING,
  claimedUpto,
  clientPays,
  decodedUpto,
  METERED,
  signUpto,
  type Changes,
} from './support.ts'
import { burn, chain, node, side, useUptoWorld } from './world.ts'

const reply: StoredReply = { status: 200, headers: {}, body: 'e30=' }
const PERMIT = 'address owner, address spender, uint256 value, uint256 nonce, uint256 deadline'
const INVALID = { ok: false, rejection: { code: 'PAYMENT_INVALID' } }

useUptoWorld()

const quote = () => side.scheme.requirements(CEILING, 300)
const settled = async (record: Parameters<typeof side.ledger.settle>[0]): Promise<Settlement> =>
  (await side.ledger.settle(record, reply)).settlement
const verdict = async (payload: unknown) =>
  side.scheme.verify(decodedUpto(side.scheme, payload), quote(), Date.now())
/** A verified and claimed payment of a wallet that has approved Permit2. */
async function claimed() {
  const wallet = await approvedWallet(chain)
  const payload = await signUpto(wallet, quote())
  expect(await verdict(payload)).toMatchObject({ ok: true })
  return { wallet, payload, ...(await claimedUpto(side, payload, quote())) }
}

describe('what is signed', () => {
  const OTHER = newWallet().address
  const cases: [string, Changes, RegExp][] = [
    ['another facilitator', { facilitator: OTHER }, /^the facilitator is/],
    ['another spender', { spender: OTHER }, /^the spender is/],
    ['another token', { token: BASE.asset.address }, /^the token is/],
    ['another recipient', { to: OTHER }, /^the recipient is/],
    ['another chain', { chainId: 8453 }, /signature/],
    ['a ceiling above what was asked', { amount: String(CEILING + 1n) }, /^the amount is/],
    ['a ceiling below what was asked', { amount: String(CEILING - 1n) }, /^the amount is/],
    ['a payer who did not sign', { from: OTHER }, /signature/],
  ]
  it.each(cases)('%s is refused', async (_name, changes, why) => {
    const wallet = await approvedWallet(chain, CEILING * 3n)
    expect(await verdict(await signUpto(wallet, quote(), changes))).toMatchObject({
      ok: false,
      rejection: { code: 'PAYMENT_INVALID', details: expect.stringMatching(why) },
    })
  })

  it('is not valid before its time, nor at the end of it', async () => {
    const wallet = await approvedWallet(chain)
    const seconds = Math.floor(Date.now() / 1000)
    const early = await signUpto(wallet, quote(), { validAfter: BigInt(seconds + 60) })
    const late = await signUpto(wallet, quote(), { now: seconds - 297 })
    for (const payload of [early, late])
      expect(await verdict(payload)).toMatchObject({ rejection: { code: 'PAYMENT_UNFUNDED' } })
  })

  it('a signature of a wallet that is not deployed (ERC-6492) is refused', async () => {
    const payload = await signUpto(await approvedWallet(chain), quote())
    const signature = String(payload.payload.signature) + '6492'.repeat(16)
    const changed = { ...payload, payload: { ...payload.payload, signature } }
    expect(await verdict(changed)).toMatchObject(INVALID)
  })

  it.each([0, 27])('v may be 0 or 1, and 27 or 28 (%s)', async offset => {
    const wallet = await approvedWallet(chain)
    const payload = await signUpto(wallet, quote())
    const signature = String(payload.payload.signature)
    const bit = Number(`0x${signature.slice(130)}`) - 27
    const v = (bit + offset).toString(16).padStart(2, '0')
    payload.payload.signature = signature.slice(0, 130) + v
    expect(await verdict(payload)).toMatchObject({ ok: true })
    const { record } = await claimedUpto(side, payload, quote())
    expect((await settled(record)).state).toBe('landed')
  })

  it('a contract wallet pays if its code accepts the signature', async () => {
    const owner = newWallet()
    const address = newWallet().address
    await chain.placeWallet(address, owner.address)
    await chain.fund(address, CEILING)
    await chain.allow(address, CEILING)
    const payload = await signUpto(owner, quote(), { from: address })
    expect(await verdict(payload)).toMatchObject({ ok: true, isContract: true })
    const { record } = await claimedUpto(side, payload, quote())
    expect((await settled(record)).state).toBe('landed')
    expect(await chain.balanceOf(address)).toBe(CEILING - ACTUAL)
  })
})

describe('what is sent', () => {
  const broken: [string, (parts: Record<string, never>) => unknown][] = [
    ['no authorization', () => undefined],
    ['a nonce beyond 256 bits', parts => ({ ...parts, nonce: '9'.repeat(78) })],
    ['a nonce in hex', parts => ({ ...parts, nonce: '0x12' })],
    ['a number for a text', parts => ({ ...parts, deadline: 1 })],
    ['a list for the witness', parts => ({ ...parts, witness: [] })],
    ['no token', parts => ({ ...parts, permitted: { amount: '1' } })],
  ]
  it.each(broken)('%s is refused', async (_name, change) => {
    const payload = await signUpto(await approvedWallet(chain), quote())
    const { permit2Authorization } = payload.payload as { permit2Authorization: never }
    payload.payload.permit2Authorization = change(permit2Authorization)
    expect(() => decodedUpto(side.scheme, payload)).toThrow(/./)
  })

  const permits: [string, Record<string, unknown>][] = [
    ['for another spender', { spender: PAY_TO }],
    ['of another wallet', { from: PAY_TO }],
    ['for another token', { asset: BASE.asset.address }],
    ['for another amount', { amount: '1' }],
    ['with a long signature', { signature: `0x${'ab'.repeat(9000)}` }],
    ['with a short signature', { signature: '0xab' }],
    ['of another version', { version: '2' }],
  ]
  it.each(permits)('an EIP-2612 permit %s is refused', async (_name, change) => {
    const wallet = newWallet()
    await chain.fund(wallet.address, CEILING)
    const payload = await clientPays(chain, wallet, quote())
    const { info } = (payload.extensions as Record<string, { info: object }>).eip2612GasSponsoring!
    const extensions = { eip2612GasSponsoring: { info: { ...info, ...change } } }
    expect(() => decodedUpto(side.scheme, { ...payload, extensions })).toThrow(/./)
  })

  it('an EIP-2612 permit that ends before the authorization is refused', async () => {
    const wallet = newWallet()
    await chain.fund(wallet.address, CEILING)
    const payload = await clientPays(chain, wallet, quote())
    const soon = BigInt(Math.floor(Date.now() / 1000) + 60)
    const [chainId, verifyingContract] = [
      Number(METERED.chain.split(':')[1]),
      METERED.asset.address,
    ]
    const { name, version } = METERED.asset
    const signature = await wallet.signTypedData({
      domain: { name, version, chainId, verifyingContract: verifyingContract as Hex },
      types: {
        Permit: parseAbiParameters(PERMIT).map(({ name, type }) => ({ name: name!, type })),
      },
      primaryType: 'Permit',
      message: {
        owner: wallet.address,
        spender: PERMIT2,
        value: CEILING,
        nonce: 0n,
        deadline: soon,
      },
    })
    const { info } = (payload.extensions as Record<string, { info: object }>).eip2612GasSponsoring!
    const own = { ...info, deadline: String(soon), signature }
    const extensions = { eip2612GasSponsoring: { info: own } }
    expect(await verdict({ ...payload, extensions })).toMatchObject({
      ok: false,
      rejection: { code: 'PAYMENT_INVALID', details: expect.stringMatching(/EIP-2612 permit/) },
    })
  })

  it('what the challenge says about the extension is not a permit', async () => {
    const payload = await signUpto(await approvedWallet(chain), quote())
    const extensions = { eip2612GasSponsoring: { info: { description: 'x', version: '1' } } }
    const { authorization } = decodedUpto(side.scheme, { ...payload, extensions })
    expect(authorization.permit).toBeUndefined()
  })
})

describe('a chain without the contracts', () => {
  it.each([PERMIT2, PROXY])('takes no payments without %s', async contract => {
    const payload = await signUpto(await approvedWallet(chain), quote())
    const code = await chain.rpc<string>('eth_getCode', [contract, 'latest'])
    await chain.rpc('anvil_setCode', [contract, '0x'])
    const found = await verdict(payload)
    await chain.rpc('anvil_setCode', [contract, code])
    expect(found).toMatchObject({ rejection: { code: 'PAYMENT_VERIFICATION_UNAVAILABLE' } })
    expect(await verdict(payload)).toMatchObject({ ok: true })
  })
})

describe('between verification and settlement', () => {
  it('a payer who takes back the allowance pays nothing, and nothing is charged', async () => {
    const { wallet, record } = await claimed()
    await chain.allow(wallet.address, ACTUAL - 1n)
    expect(await settled(record)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/allowance of Permit2/),
    })
    expect(await chain.balanceOf(wallet.address)).toBe(CEILING)
  })

  it('an allowance of just the actual amount is enough', async () => {
    const { wallet, record } = await claimed()
    await chain.allow(wallet.address, ACTUAL)
    expect((await settled(record)).state).toBe('landed')
  })

  it('a payer who spends the balance pays nothing', async () => {
    const { wallet, record } = await claimed()
    await chain.fund(wallet.address, 1n - CEILING)
    expect(await settled(record)).toMatchObject({
      state: 'failed',
      reason: 'transfer amount exceeds balance',
    })
  })

  it('a payer who cancels the nonce pays nothing, for certain', async () => {
    const { wallet, payment, record } = await claimed()
    await burn(wallet.address, payment.authorization.nonce)
    expect(await settled(record)).toEqual({
      state: 'failed',
      reason: 'the wallet canceled the authorization',
    })
    expect(await chain.balanceOf(wallet.address)).toBe(CEILING)
  })

  it('a payer who cancels the nonce afterwards has still paid', async () => {
    const { wallet, payment, record } = await claimed()
    await chain.setAutomine(false)
    const ending = side.backend.settle(payment, actually(quote()), async () => undefined)
    await expect.poll(async () => pending()).toBeGreaterThan(0)
    await chain.mine()
    await ending
    await chain.setAutomine(true)
    await burn(wallet.address, payment.authorization.nonce)
    const found = await side.backend.find(payment, actually(quote()), { sentAt: record.created })
    expect(found.state).toBe('landed')
  })
})

/** How many transactions wait. */
async function pending(): Promise<number> {
  const { pending: count } = await chain.rpc<{ pending: string }>('txpool_status')
  return Number(count)
}

/** Pays the seller small sums, each in a transaction of its own. */
async function manyTransfers(from: string, amount: bigint, count = 201): Promise<void> {
  await chain.fund(from, amount * BigInt(count))
  const data = encodeFunctionData({
    abi: parseAbi(['function transfer(address to, uint256 value)']),
    args: [PAY_TO as Hex, amount],
  })
  await chain.fundGas(from, 10n ** 18n)
  await chain.rpc('anvil_impersonateAccount', [from])
  for (let i = 0; i < count; i++)
    await chain.rpc('eth_sendTransaction', [{ from, to: METERED.asset.address, data }])
}

describe('afterwards', () => {
  it('the same payment is a replay, whatever the amount', async () => {
    const { payload, payment, record, wallet } = await claimed()
    expect((await settled(record)).state).toBe('landed')
    expect(await verdict(payload)).toMatchObject({
      ok: false,
      rejection: { code: 'PAYMENT_REPLAY' },
    })
    expect((await claimedUpto(side, payload, quote(), ACTUAL * 2n)).fresh).toBe(false)
    const again = await side.backend.settle(payment, actually(quote()), async () => undefined)
    expect(again.state).toBe('landed')
    expect(await chain.balanceOf(wallet.address)).toBe(CEILING - ACTUAL)
  })

  it('a payment whose nonce paid somebody else has failed, once that is deep', async () => {
    const { wallet, payment, record } = await claimed()
    const nonce = BigInt(payment.authorization.nonce)
    const elsewhere = { ...quote(), payTo: newWallet().address }
    const other = await signUpto(wallet, elsewhere, { nonce })
    const theirs = decodedUpto(side.scheme, other)
    const used = await side.backend.settle(theirs, actually(elsewhere), async () => undefined)
    expect(used.state).toBe('landed')
    expect((await settled(record)).state).toBe('unknown')
    await chain.mine(12)
    expect((await side.ledger.resolve(record)).settlement).toEqual({
      state: 'failed',
      reason: 'the wallet used the nonce for another transfer',
    })
  })

  it('nor do many transfers to the seller hide what used the nonce', async () => {
    const { wallet, payment, record } = await claimed()
    await chain.fundGas(wallet.address, 10n ** 18n)
    const burnt = await burn(wallet.address, payment.authorization.nonce)
    // On a busy machine the node mines the cancellation a moment later.
    await expect.poll(() => chain.rpc('eth_getTransactionReceipt', [burnt])).not.toBe(null)
    await chain.mine(12)
    await manyTransfers(wallet.address, 1n)
    expect(await settled(record)).toEqual({
      state: 'failed',
      reason: 'the wallet used the nonce for another transfer',
    })
  })

  it('nor does a payment get lost among them', async () => {
    const { wallet, payment, record } = await claimed()
    const paid = await side.backend.settle(payment, actually(quote()), async () => undefined)
    await manyTransfers(wallet.address, 1n)
    await manyTransfers(wallet.address, ACTUAL, 1)
    const found = await side.backend.find(payment, actually(quote()), { sentAt: record.created })
    expect([paid.state, found]).toEqual(['landed', paid])
  })

  it('the transaction of another payment for the same amount proves nothing', async () => {
    const wallet = await approvedWallet(chain, CEILING * 2n)
    const [one, two] = await Promise.all(
      [0, 1].map(async () => claimedUpto(side, await signUpto(wallet, quote()), quote())),
    )
    const first = await settled(one!.record)
    expect(first.state).toBe('landed')
    await burn(wallet.address, two!.payment.authorization.nonce)
    const { transaction } = first as { transaction: string }
    const intent = { transaction, sentAt: Date.now() }
    // On a busy machine the node mines the cancellation a moment later.
    await expect
      .poll(() => side.backend.find(two!.payment, actually(quote()), intent))
      .toEqual({ state: 'failed', reason: 'the wallet canceled the authorization' })
  })

  it('more than the ceiling cannot be settled', async () => {
    const { payment, wallet } = await claimed()
    await chain.fund(wallet.address, CEILING)
    const above = actually(quote(), CEILING + 1n)
    const found = await side.backend.settle(payment, above, async () => undefined)
    expect(found).toMatchObject({ state: 'failed', reason: expect.stringMatching(/ceiling/) })
    expect(await chain.balanceOf(wallet.address)).toBe(CEILING * 2n)
  })
})

describe('gas', () => {
  it('a payer who takes back the allowance makes the relayer pay for none of its calls', async () => {
    const wallet = await approvedWallet(chain, CEILING * 5n)
    const all = await Promise.all(
      Array.from({ length: 5 }, async () =>
        claimedUpto(side, await signUpto(wallet, quote()), quote()),
      ),
    )
    await chain.allow(wallet.address, 0n)
    const before = node.calls.get('eth_sendRawTransaction') ?? 0
    const ends = await Promise.all(all.map(({ record }) => settled(record)))
    expect(ends).toEqual(
      ends.map(() => expect.objectContaining({ state: 'failed', mayLand: true })),
    )
    expect(node.calls.get('eth_sendRawTransaction') ?? 0).toBe(before)
  })
})
