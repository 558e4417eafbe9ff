/** Paying for actual use with the client of the protocol: what is verified, moved and proved. */
import { expect, it } from 'vitest'
import { encodeFunctionData, hashTypedData, parseAbi, type Hex } from 'viem'
import { PERMIT2 } from '../../../runtime/payments/evm/upto/contracts.ts'
import { createUptoHasher } from '../../../runtime/payments/evm/upto/hash.ts'
import { permit2Upto } from '../../../runtime/payments/evm/upto/method.ts'
import { fullPayload, storedPayload } from '../../../runtime/payments/signed.ts'
import type { StoredReply } from '../../../runtime/payments/record.ts'
import { newWallet, PAY_TO } from '../support.ts'
import {
  ACTUAL,
  actually,
  approvedWallet,
  CEILING,
  claimedUpto,
  clientPays,
  decodedUpto,
  signUpto,
} from './support.ts'
import { chain, sendAs, side, useUptoWorld } from './world.ts'

const reply: StoredReply = { status: 200, headers: {}, body: 'e30=' }
const TOKEN = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])

useUptoWorld()

const now = (): number => Date.now()
const quote = (maxTimeoutSeconds = 300) => side.scheme.requirements(CEILING, maxTimeoutSeconds)

it('moves the actual amount, not the ceiling, from a wallet that only signed', async () => {
  const wallet = newWallet()
  await chain.fund(wallet.address, CEILING)
  const requirements = quote()
  const payload = await clientPays(chain, wallet, requirements)
  const payment = decodedUpto(side.scheme, payload)
  expect(payment.authorization.permit).toMatchObject({ value: CEILING })
  expect(await side.scheme.verify(payment, requirements, now())).toMatchObject({ ok: true })
  const before = await chain.balanceOf(PAY_TO)
  const { record } = await claimedUpto(side, payload, requirements)
  const { settlement } = await side.ledger.settle(record, reply)
  expect(settlement.state).toBe('landed')
  expect(await chain.balanceOf(PAY_TO)).toBe(before + ACTUAL)
  expect(await chain.balanceOf(wallet.address)).toBe(CEILING - ACTUAL)
})

it('needs no permit from a wallet that has approved Permit2', async () => {
  const wallet = await approvedWallet(chain)
  const payload = await clientPays(chain, wallet, quote())
  expect(payload).not.toHaveProperty('extensions')
  const { record } = await claimedUpto(side, payload, quote(), CEILING)
  expect((await side.ledger.settle(record, reply)).settlement.state).toBe('landed')
  expect(await chain.balanceOf(wallet.address)).toBe(0n)
})

it('settles with a permit that somebody else has used already', async () => {
  const wallet = newWallet()
  await chain.fund(wallet.address, CEILING)
  const payload = await clientPays(chain, wallet, quote())
  const { permit } = decodedUpto(side.scheme, payload).authorization
  const hex = permit!.signature
  const [r, s, v] = [
    `0x${hex.slice(2, 66)}`,
    `0x${hex.slice(66, 130)}`,
    Number(`0x${hex.slice(130)}`),
  ]
  const args = [wallet.address, PERMIT2, CEILING, permit!.deadline, v, r as Hex, s as Hex] as const
  const data = encodeFunctionData({ abi: TOKEN, functionName: 'permit', args })
  await sendAs(newWallet().address, quote().asset, data)
  const payment = decodedUpto(side.scheme, payload)
  expect(await side.scheme.verify(payment, quote(), now())).toMatchObject({ ok: true })
  const { record } = await claimedUpto(side, payload, quote())
  expect((await side.ledger.settle(record, reply)).settlement.state).toBe('landed')
})

it('reads its stored payment to the same authorization, with the permit', async () => {
  const wallet = newWallet()
  await chain.fund(wallet.address, CEILING)
  const { authorization } = decodedUpto(side.scheme, await clientPays(chain, wallet, quote()))
  const stored = JSON.parse(JSON.stringify(storedPayload(authorization))) as unknown
  const again = side.scheme.read(fullPayload(stored, actually(quote())), now())
  expect(again).toEqual(authorization)
  expect(again.permit).toBeDefined()
})

it('says how to allow Permit2 if a wallet has not', async () => {
  const wallet = newWallet()
  await chain.fund(wallet.address, CEILING)
  const payload = await clientPays(chain, wallet, quote(), { sponsored: false })
  const found = await side.scheme.verify(decodedUpto(side.scheme, payload), quote(), now())
  expect(found).toMatchObject({
    ok: false,
    rejection: {
      code: 'PAYMENT_UNFUNDED',
      details: expect.stringContaining('0x000000000022D473030F116dDEE9F6B43aC78BA3'),
      message: expect.stringMatching(/Approve Permit2.*eip2612GasSponsoring/),
    },
  })
})

it('hashes what a wallet signs as a general encoder does', async () => {
  const wallet = await approvedWallet(chain)
  const { authorization } = decodedUpto(side.scheme, await signUpto(wallet, quote()))
  const uint = 'uint256'
  const general = hashTypedData({
    domain: {
      name: 'Permit2',
      chainId: chain.chainId,
      verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
    },
    types: {
      PermitWitnessTransferFrom: [
        { name: 'permitted', type: 'TokenPermissions' },
        { name: 'spender', type: 'address' },
        { name: 'nonce', type: uint },
        { name: 'deadline', type: uint },
        { name: 'witness', type: 'Witness' },
      ],
      TokenPermissions: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: uint },
      ],
      Witness: [
        { name: 'to', type: 'address' },
        { name: 'facilitator', type: 'address' },
        { name: 'validAfter', type: uint },
      ],
    },
    primaryType: 'PermitWitnessTransferFrom',
    message: {
      permitted: { token: authorization.token as Hex, amount: authorization.value },
      spender: authorization.spender as Hex,
      nonce: BigInt(authorization.nonce),
      deadline: authorization.validBefore,
      witness: {
        to: authorization.to as Hex,
        facilitator: authorization.facilitator as Hex,
        validAfter: authorization.validAfter,
      },
    },
  })
  const own = createUptoHasher(side.scheme.spec.chain)(authorization)
  expect(`0x${own.toString('hex')}`).toBe(general)
})

it('can be asked for balances through the payment that it has decoded', async () => {
  const wallet = await approvedWallet(chain)
  const { scheme } = decodedUpto(side.scheme, await signUpto(wallet, quote()))
  expect(await scheme.balanceOf!(wallet.address)).toBe(CEILING)
})

it('names a payment by Permit2, the wallet and the nonce, and knows its last second', async () => {
  const nonce = 2n ** 255n + 77n
  const payload = await signUpto(await approvedWallet(chain), quote(), { nonce })
  const { authorization } = decodedUpto(side.scheme, payload)
  const { spec } = side.scheme
  expect(authorization.key).toBe(
    `${spec.chain}|${PERMIT2.toLowerCase()}|${authorization.from}|0x${nonce.toString(16)}`,
  )
  const { isOver } = permit2Upto(spec)
  const { validBefore } = authorization
  expect([validBefore, validBefore + 1n].map(time => isOver(authorization, time))).toEqual([
    false,
    true,
  ])
})
