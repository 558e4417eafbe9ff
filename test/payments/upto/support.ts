/** Wallets that sign for actual use, and payment sides that settle it, on a local chain. */
import { randomBytes } from 'node:crypto'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import { createPublicClient, http, type Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { systemClock } from '../../../runtime/lib/clock.ts'
import { systemRandom } from '../../../runtime/lib/random.ts'
import { createLedger, type ClosableLedger } from '../../../runtime/payments/ledger/ledger.ts'
import { createRelayer } from '../../../runtime/payments/evm/relayer/backend.ts'
import { createTokenReader } from '../../../runtime/payments/evm/reader.ts'
import { createRpc } from '../../../runtime/payments/rpc.ts'
import type { PaymentScheme, SettlementBackend } from '../../../runtime/payments/evm/types.ts'
import { PERMIT2, PROXY } from '../../../runtime/payments/evm/upto/contracts.ts'
import { ownFacilitator } from '../../../runtime/payments/evm/upto/facilitators.ts'
import { permit2Upto } from '../../../runtime/payments/evm/upto/method.ts'
import { createUptoScheme } from '../../../runtime/payments/evm/upto/scheme.ts'
import type { Facilitators, UptoAuthorization } from '../../../runtime/payments/evm/upto/types.ts'
import type { PaymentScheme as AnyScheme } from '../../../runtime/payments/scheme.ts'
import type { PaymentRecord } from '../../../runtime/payments/record.ts'
import type { Payment as AnyPayment, Requirements } from '../../../runtime/payments/payment.ts'
import type { Store } from '../../../runtime/store/store.ts'
import type { Payload } from '../contract.ts'
import { decodedBy, factsOf } from '../contract-world.ts'
import { newWallet, PAY_TO, QUICK, TESTNET, type Chain } from '../support.ts'

export const CEILING = 20_000n
export const ACTUAL = 1_858n
/** The network, as a gateway that sells actual use has it. */
export const METERED = { ...TESTNET, scheme: 'upto' }

const TYPES = {
  PermitWitnessTransferFrom: [
    { name: 'permitted', type: 'TokenPermissions' },
    { name: 'spender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'witness', type: 'Witness' },
  ],
  TokenPermissions: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
  Witness: [
    { name: 'to', type: 'address' },
    { name: 'facilitator', type: 'address' },
    { name: 'validAfter', type: 'uint256' },
  ],
} as const

/** What a test may change in an authorization before it is signed. */
export interface Changes {
  from?: string
  token?: string
  amount?: string
  spender?: string
  to?: string
  facilitator?: string
  nonce?: bigint
  now?: number
  validAfter?: bigint
  chainId?: number
}

/** Signs by hand what the requirements ask for, with changes; no EIP-2612 permit. */
export async function signUpto(
  account: PrivateKeyAccount,
  accepted: Requirements,
  changes: Changes = {},
): Promise<Payload> {
  const now = changes.now ?? Math.floor(Date.now() / 1000)
  const hex = (text: string): Hex => text as Hex
  const message = {
    permitted: {
      token: hex(changes.token ?? accepted.asset),
      amount: BigInt(changes.amount ?? accepted.amount),
    },
    spender: hex(changes.spender ?? PROXY),
    nonce: changes.nonce ?? BigInt(`0x${randomBytes(32).toString('hex')}`),
    deadline: BigInt(now + accepted.maxTimeoutSeconds),
    witness: {
      to: hex(changes.to ?? accepted.payTo),
      facilitator: hex(changes.facilitator ?? String(accepted.extra.facilitatorAddress)),
      validAfter: changes.validAfter ?? 0n,
    },
  }
  const chainId = changes.chainId ?? Number(accepted.network.split(':')[1])
  const signature = await account.signTypedData({
    domain: { name: 'Permit2', chainId, verifyingContract: PERMIT2 },
    types: TYPES,
    primaryType: 'PermitWitnessTransferFrom',
    message,
  })
  const permit2Authorization = JSON.parse(
    JSON.stringify({ from: changes.from ?? account.address, ...message }, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  ) as Record<string, unknown>
  return { x402Version: 2, accepted, payload: { signature, permit2Authorization } }
}

/** Signs with the unmodified client of the protocol; `sponsored` with an EIP-2612 permit. */
export async function clientPays(
  chain: Chain,
  account: PrivateKeyAccount,
  accepted: Requirements,
  { sponsored = true }: { sponsored?: boolean } = {},
): Promise<Payload> {
  const reader = createPublicClient({ transport: http(chain.url) })
  const readContract = reader.readContract as never
  const client = new UptoEvmScheme({
    address: account.address,
    signTypedData: data => account.signTypedData(data as never),
    readContract,
  })
  const made = await client.createPaymentPayload(2, accepted as never, {
    extensions: sponsored ? { eip2612GasSponsoring: { info: {} } } : {},
  })
  return { ...made, accepted } as unknown as Payload
}

/** A payment side for actual use. `stop` closes it, but not the store. */
export interface UptoSide {
  scheme: PaymentScheme<UptoAuthorization>
  backend: SettlementBackend<UptoAuthorization>
  ledger: ClosableLedger
  store: Store
  stop(): Promise<void>
}

/** A payment side over a backend. */
export function uptoSide(
  store: Store,
  chain: Pick<Chain, 'url'>,
  parts: { backend: SettlementBackend<UptoAuthorization>; facilitators: Facilitators },
): UptoSide {
  const node = createRpc({ url: chain.url })
  const reader = createTokenReader(node, METERED.asset)
  const scheme = createUptoScheme(METERED, { payTo: PAY_TO, reader, ...parts })
  const ledger = createLedger({
    store,
    paymentSchemes: [scheme as unknown as AnyScheme],
    clock: systemClock,
    random: systemRandom,
    owner: randomBytes(4).toString('hex'),
    wait: 4000,
  })
  const stop = async (): Promise<void> => {
    await ledger.close()
    await parts.backend.close()
    await node.close()
  }
  return { scheme, backend: parts.backend, ledger, store, stop }
}

/** A payment side with a relayer; `url` replaces the chain's own node. */
export function relayerSide(store: Store, chain: Chain, more: { url?: string } = {}): UptoSide {
  const relayer = createRelayer({
    spec: METERED,
    rpcUrl: more.url ?? chain.url,
    relayerKey: chain.keys[0] as string,
    store,
    clock: systemClock,
    options: QUICK,
  })
  const backend = relayer.backend(permit2Upto(METERED))
  return uptoSide(store, chain, { backend, facilitators: ownFacilitator(relayer.address) })
}

/** A wallet with money that has approved Permit2. */
export async function approvedWallet(chain: Chain, funds = CEILING): Promise<PrivateKeyAccount> {
  const account = newWallet()
  await chain.fund(account.address, funds)
  await chain.allow(account.address, 2n ** 200n)
  return account
}

/** Requirements with the actual amount, as a ledger gives them to a backend. */
export const actually = (requirements: Requirements, amount = ACTUAL): Requirements => ({
  ...requirements,
  amount: String(amount),
})

/** A payload as the scheme decodes it. */
export const decodedUpto = (
  scheme: PaymentScheme<UptoAuthorization>,
  payload: unknown,
): AnyPayment<UptoAuthorization> =>
  decodedBy(scheme as unknown as AnyScheme, payload) as AnyPayment<UptoAuthorization>

/** A signed payment, its claim, and the record with the actual amount. */
export async function claimedUpto(
  side: UptoSide,
  payload: unknown,
  requirements: Requirements,
  amount = ACTUAL,
): Promise<{ payment: AnyPayment<UptoAuthorization>; record: PaymentRecord; fresh: boolean }> {
  const payment = decodedUpto(side.scheme, payload)
  const facts = factsOf(actually(requirements, amount))
  const { record, fresh } = await side.ledger.claim(payment as unknown as AnyPayment, facts)
  return { payment, record, fresh }
}
