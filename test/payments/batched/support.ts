/** A batched network for tests: its chains, a facilitator, gateways over any store, wallets. */
import { randomBytes } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import type { NetworkSpec } from '../../../runtime/contract.ts'
import { systemClock } from '../../../runtime/lib/clock.ts'
import { systemRandom } from '../../../runtime/lib/random.ts'
import { createObserve } from '../../../runtime/observe/observe.ts'
import { openBatched } from '../../../runtime/payments/batched/open.ts'
import type { Schemes } from '../../../runtime/payments/kind.ts'
import { createLedger, type ClosableLedger } from '../../../runtime/payments/ledger/ledger.ts'
import type { ClaimFacts } from '../../../runtime/payments/record.ts'
import type { Payment, Requirements } from '../../../runtime/payments/payment.ts'
import type { PaymentScheme } from '../../../runtime/payments/scheme.ts'
import type { Clock } from '../../../runtime/seams.ts'
import type { Store } from '../../../runtime/store/store.ts'
import { startBatchedWorld, type BatchedWorld } from '../../../scripts/devnet/batched/world.ts'
import type { FacilitatorOptions } from '../../../scripts/devnet/batched/facilitator.ts'
import { toHeader } from '../../helpers/chain.ts'

const usdc = (address: string) => ({
  symbol: 'USDC',
  address,
  decimals: 6,
  name: 'USDC',
  version: '2',
})

/** Two test networks of others, with their real tokens and contract. */
export const SPEC: NetworkSpec = {
  name: 'nano',
  kind: 'batched',
  scheme: 'exact',
  chain: 'eip155:84532',
  label: 'base-sepolia',
  asset: usdc('0x036CbD53842c5426634e7929541eC2318f3dCF7e'),
  also: [
    {
      chain: 'eip155:421614',
      asset: usdc('0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d'),
      label: 'arbitrum-sepolia',
    },
  ],
  contract: '0x0077777d7EBA4688BDeF3E311b846F25870A19B9',
  only: {},
}

export const PAY_TO = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
export const OTHER = '0x2222222222222222222222222222222222222222'
export const DAY = 86_400

/** Short time limits where tests wait for requests that hang; long ones where they do not. */
const LIMITS = { verify: 4_000, settle: 2_000, read: 600, look: 300 }

/** A gateway's payment side. `log` has what only operators see. */
export interface Side {
  schemes: Schemes
  ledger: ClosableLedger
  log: string[]
  stop(): Promise<void>
}

/** Opens the schemes of a facilitator over a store, with a ledger. */
export async function openSide(
  facilitatorUrl: string,
  store: Store,
  more: {
    clock?: Clock
    owner?: string
    spec?: NetworkSpec
    key?: string
    limits?: typeof LIMITS
  } = {},
): Promise<Side> {
  const { clock = systemClock, spec = SPEC, owner, key, limits = LIMITS } = more
  const parts: { close(): Promise<unknown> }[] = []
  const log: string[] = []
  const observe = createObserve({ hash: 'test', clock, level: 'silent' })
  observe.log.warn = ((...args: unknown[]) => void log.push(JSON.stringify(args))) as never
  const schemes = await openBatched(
    {
      spec,
      settings: {
        payTo: PAY_TO,
        rpcUrl: '',
        confirmations: 1,
        facilitator: { url: facilitatorUrl, ...(key && { key }) },
      },
      store,
      clock,
      random: systemRandom,
      observe,
      slack: 6000,
      register: part => {
        parts.push(part)
        return part
      },
    },
    limits,
  )
  const ledger = createLedger({
    store,
    paymentSchemes: schemes,
    clock,
    random: systemRandom,
    owner,
    wait: 2000,
  })
  const stop = async (): Promise<void> => {
    await ledger.close().catch(() => undefined)
    for (const part of parts) await part.close()
  }
  return { schemes, ledger, log, stop }
}

/** What a payment says instead of the truth. `domain` and `message` change what is signed. */
export interface Changes {
  domain?: Record<string, unknown>
  message?: Record<string, unknown>
  /** Seconds from now. */
  validFor?: number
  validAfter?: number
  nonce?: string
  now?: number
  after?: (payload: any) => void
}

const TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** A payment signed with viem, as a client sends it. */
export async function sign(
  account: PrivateKeyAccount,
  requirements: Requirements,
  changes: Changes = {},
): Promise<any> {
  const now = Math.floor((changes.now ?? Date.now()) / 1000)
  const message = {
    from: account.address,
    to: requirements.payTo,
    value: BigInt(requirements.amount),
    validAfter: BigInt(changes.validAfter ?? now - 600),
    validBefore: BigInt(now + (changes.validFor ?? requirements.maxTimeoutSeconds)),
    nonce: changes.nonce ?? `0x${randomBytes(32).toString('hex')}`,
    ...changes.message,
  }
  const signature = await account.signTypedData({
    domain: {
      name: 'GatewayWalletBatched',
      version: '1',
      chainId: Number(requirements.network.split(':')[1]),
      verifyingContract: requirements.extra.verifyingContract as never,
      ...changes.domain,
    },
    types: TYPES,
    primaryType: 'TransferWithAuthorization',
    message: message as never,
  })
  const texts = Object.entries(message).map(([name, value]) => [name, String(value)])
  const payload = {
    x402Version: 2,
    payload: { signature, authorization: Object.fromEntries(texts) },
    resource: { url: 'http://localhost/things', description: '', mimeType: 'application/json' },
    accepted: structuredClone(requirements),
  }
  changes.after?.(payload)
  return payload
}

/** A new account. */
export const newAccount = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey())

/** A payload as a scheme decodes it; throws where it does not. */
export function decoded(scheme: PaymentScheme, payload: unknown): Payment {
  const result = scheme.decode(toHeader(payload))
  if (!result.ok) throw new Error(result.rejection.details)
  return result.payment
}

/** What a claim is for. */
export const facts = (requirements: Requirements): ClaimFacts => ({
  route: 'post_things',
  path: '/things',
  fingerprint: randomBytes(8).toString('hex'),
  requirements,
})

/** Starts the facilitator of the test network. */
export const startWorld = (options: Partial<FacilitatorOptions> = {}): Promise<BatchedWorld> =>
  startBatchedWorld(SPEC, options)
