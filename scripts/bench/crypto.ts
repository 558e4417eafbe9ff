/**
 * What one payment costs in this process, in microseconds, beside a general library: `tsx
 * scripts/bench/crypto.ts`.
 */
import { hashTypedData, recoverTypedDataAddress, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { NetworkSpec } from '../../runtime/contract.ts'
import { curve, nativeCurve, wasmCurve, type Curve } from '../../runtime/payments/evm/curve.ts'
import { createHasher, tokenDomain } from '../../runtime/payments/evm/hash.ts'
import { createPaymentScheme } from '../../runtime/payments/evm/scheme.ts'
import { splitSignature } from '../../runtime/payments/evm/signature.ts'
import { transferCall } from '../../runtime/payments/evm/token.ts'
import { createRelayerWallet } from '../../runtime/payments/evm/transaction.ts'
import type { Payment, SettlementBackend } from '../../runtime/payments/evm/types.ts'
import { types } from '../buyer/pay.ts'

const PAY_TO = '0x1111111111111111111111111111111111111111'
const key = ('0x' + '07'.repeat(32)) as Hex
const account = privateKeyToAccount(key)
const spec: NetworkSpec = {
  name: 'bench',
  kind: 'evm',
  scheme: 'exact',
  chain: 'eip155:8453',
  label: 'bench',
  only: {},
  asset: {
    symbol: 'USDC',
    address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    decimals: 6,
    name: 'USD Coin',
    version: '2',
  },
}
const typed = {
  domain: {
    name: spec.asset.name,
    version: spec.asset.version,
    chainId: 8453,
    verifyingContract: spec.asset.address as Hex,
  },
  types,
  primaryType: 'TransferWithAuthorization',
  message: {
    from: account.address,
    to: PAY_TO,
    value: 10_000n,
    validAfter: 0n,
    validBefore: 4_000_000_000n,
    nonce: ('0x' + '22'.repeat(32)) as Hex,
  },
} as const

const signature = await account.signTypedData(typed)
// The chain's part is left out: it takes a round trip, not this processor.
const backend = {
  check: async () => ({ ok: true, payer: account.address }),
} as unknown as SettlementBackend
const paymentScheme = createPaymentScheme(spec, { payTo: PAY_TO, backend })
const requirements = paymentScheme.requirements(10_000n, 300)
const authorization = {
  ...typed.message,
  value: '10000',
  validAfter: '0',
  validBefore: '4000000000',
}
const header = Buffer.from(
  JSON.stringify({
    x402Version: 2,
    resource: { url: 'https://gateway.test/api/v1/things' },
    accepted: requirements,
    payload: { signature, authorization },
  }),
).toString('base64')
const decoded = paymentScheme.decode(header)
const parts = splitSignature(signature)
if (!decoded.ok || typeof parts === 'string') throw new Error('the sample payment is not valid')
const payment = decoded.payment as Payment
const hash = createHasher(tokenDomain(spec))
const digest = hash(payment.authorization)
const wallet = createRelayerWallet(key, 8453n)

/** Best of four runs of about a quarter of a second, us. */
async function measure(name: string, work: () => unknown): Promise<void> {
  let best = Infinity
  let count = 20
  for (let run = 0; run < 5; run++) {
    const start = performance.now()
    for (let i = 0; i < count; i++) {
      const result = work()
      if (result instanceof Promise) await result
    }
    const each = (performance.now() - start) / count
    if (run > 0) best = Math.min(best, each)
    count = Math.max(20, Math.min(50_000, Math.round(250 / each)))
  }
  process.stdout.write(`${name.padEnd(52)}${(best * 1000).toFixed(1).padStart(9)} us\n`)
}

const recoverWith = (which: Curve) => (): unknown => which.recover(digest, parts.rs, parts.bit)
process.stdout.write(`node ${process.version}, curve: ${curve.name}\n`)
await measure('decode the header', () => paymentScheme.decode(header))
await measure('hash the authorization', () => hash(payment.authorization))
await measure('hash the authorization, viem', () => hashTypedData(typed))
if (nativeCurve()) await measure('recover the key, native', recoverWith(nativeCurve() as Curve))
await measure('recover the key, WebAssembly', recoverWith(wasmCurve()))
await measure('decode and verify the whole payment', async () => {
  const fresh = paymentScheme.decode(header)
  if (!fresh.ok || !(await paymentScheme.verify(fresh.payment, requirements, 1_800_000_000_000)).ok)
    throw new Error('refused')
})
await measure('hash and recover, viem', () => recoverTypedDataAddress({ ...typed, signature }))
await measure('sign a settlement transaction', () =>
  wallet.sign({
    nonce: 7,
    to: spec.asset.address,
    data: transferCall(payment.authorization, true),
    gas: 220_000n,
    maxFee: 10n ** 9n,
    tip: 10n ** 6n,
  }),
)
await measure('sign a settlement transaction, viem', () =>
  account.signTransaction({
    chainId: 8453,
    type: 'eip1559',
    nonce: 7,
    to: spec.asset.address as Hex,
    data: transferCall(payment.authorization, true) as Hex,
    gas: 220_000n,
    maxFeePerGas: 10n ** 9n,
    maxPriorityFeePerGas: 10n ** 6n,
  }),
)
