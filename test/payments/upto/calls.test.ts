/** The calls that settle payments for actual use, against a general encoder, and read back. */
import { encodeFunctionData, parseAbi, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  allowanceCall,
  balanceCall,
  bitmapCall,
  PERMIT2,
  settleCall,
  settledBy,
} from '../../../runtime/payments/evm/upto/contracts.ts'
import type { UptoAuthorization } from '../../../runtime/payments/evm/upto/types.ts'

const PROXY_ABI = parseAbi([
  'struct Permitted { address token; uint256 amount; }',
  'struct Transfer { Permitted permitted; uint256 nonce; uint256 deadline; }',
  'struct Witness { address to; address facilitator; uint256 validAfter; }',
  'struct Permit { uint256 value; uint256 deadline; bytes32 r; bytes32 s; uint8 v; }',
  'function settle(Transfer permit, uint256 amount, address owner, Witness witness, bytes signature)',
  'function settleWithPermit(Permit allowance, Transfer permit, uint256 amount, address owner, Witness witness, bytes signature)',
])
const READ_ABI = parseAbi([
  'function nonceBitmap(address, uint256)',
  'function allowance(address, address)',
  'function balanceOf(address)',
])

const address = (digit: string): Hex => `0x${digit.repeat(40)}`
const [R, S] = ['1'.repeat(64), '2'.repeat(64)]
const NONCE = 5n * 256n + 9n
const AUTHORIZATION = {
  from: address('a'),
  to: address('b'),
  value: 500n,
  validAfter: 7n,
  validBefore: 2_000n,
  nonce: `0x${NONCE.toString(16).padStart(64, '0')}`,
  signature: `0x${R}${S}01`,
  token: address('c'),
  facilitator: address('d'),
} as unknown as UptoAuthorization
const PERMIT = { value: 500n, deadline: 3_000n, nonce: 3n, signature: `0x${S}${R}00` }
const WITH_PERMIT = { ...AUTHORIZATION, permit: PERMIT }

/** The arguments that the encoder gets, with this signature. */
const argumentsOf = (signature: string) =>
  [
    {
      permitted: { token: address('c'), amount: 500n },
      nonce: NONCE,
      deadline: 2_000n,
    },
    400n,
    address('a'),
    { to: address('b'), facilitator: address('d'), validAfter: 7n },
    signature as Hex,
  ] as const

describe('the call that settles', () => {
  it.each([
    ['an ordinary signature, with v as contracts want it', `0x${R}${S}01`, true, `0x${R}${S}1c`],
    ['the signature of a contract wallet, unchanged', `0x${R}${S}01`, false, `0x${R}${S}01`],
    ['a long signature', `0x${'ab'.repeat(97)}`, false, `0x${'ab'.repeat(97)}`],
  ])('has %s', (_, signature, plain, encoded) => {
    const args = argumentsOf(encoded)
    const call = settleCall({ ...AUTHORIZATION, signature }, 400n, plain)
    expect(call).toBe(encodeFunctionData({ abi: PROXY_ABI, functionName: 'settle', args }))
  })

  it('has the EIP-2612 permit, if there is one', () => {
    const [r, s] = [`0x${S}`, `0x${R}`] as const
    const allowance = { value: 500n, deadline: 3_000n, r, s, v: 27 } as const
    const args = [allowance, ...argumentsOf(`0x${R}${S}1c`)] as const
    expect(settleCall(WITH_PERMIT, 400n, true)).toBe(
      encodeFunctionData({ abi: PROXY_ABI, functionName: 'settleWithPermit', args }),
    )
  })

  it.each([AUTHORIZATION, WITH_PERMIT])('shows what it settles, in any letters: %#', of => {
    const call = settleCall(of, 400n, true)
    for (const data of [call, call.toUpperCase().replace('X', 'x')])
      expect(settledBy(data, AUTHORIZATION)).toBe(400n)
  })

  it.each<[string, Partial<UptoAuthorization>]>([
    ['token', { token: address('e') }],
    ['ceiling', { value: 501n }],
    ['nonce', { nonce: `0x${'e'.repeat(64)}` }],
    ['deadline', { validBefore: 2_001n }],
    ['wallet', { from: address('e') }],
    ['recipient', { to: address('e') }],
    ['facilitator', { facilitator: address('e') }],
    ['start', { validAfter: 8n }],
  ])('settles nothing of a payment with another %s', (_, more) => {
    for (const of of [AUTHORIZATION, WITH_PERMIT])
      expect(settledBy(settleCall(of, 400n, true), { ...AUTHORIZATION, ...more })).toBeUndefined()
  })

  it('is not another call, nor a part of it', () => {
    const call = settleCall(AUTHORIZATION, 400n, true)
    for (const data of [
      '0x',
      `0x12345678${call.slice(10)}`,
      call.slice(0, 10 + 4 * 64),
      '0xff11e7b4',
    ])
      expect([data, settledBy(data, AUTHORIZATION)]).toEqual([data, undefined])
  })
})

it('the calls that read are encoded as the ABI says', () => {
  const [owner, permit2] = [address('a'), PERMIT2 as Hex]
  const read = (functionName: string, args: unknown[]) =>
    encodeFunctionData({ abi: READ_ABI, functionName, args } as never)
  expect(bitmapCall(AUTHORIZATION)).toBe(read('nonceBitmap', [owner, 5n]))
  expect(allowanceCall(owner)).toBe(read('allowance', [owner, permit2]))
  expect(balanceCall(owner)).toBe(read('balanceOf', [owner]))
})
