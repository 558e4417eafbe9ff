/** A model of the XRP Ledger, a gateway's payment side that is paid there, and wallets. */
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { encode, encodeForSigning, Wallet } from 'xrpl'
import { systemClock } from '../../../runtime/lib/clock.ts'
import { systemRandom } from '../../../runtime/lib/random.ts'
import type { NetworkSpec } from '../../../runtime/contract.ts'
import type { Clock } from '../../../runtime/seams.ts'
import type { Store } from '../../../runtime/store/store.ts'
import { createLedger, type ClosableLedger } from '../../../runtime/payments/ledger/ledger.ts'
import type { Requirements } from '../../../runtime/payments/payment.ts'
import { createXrplBackend, type BackendOptions } from '../../../runtime/payments/xrpl/backend.ts'
import { createNode } from '../../../runtime/payments/xrpl/node.ts'
import { createXrplScheme, type XrplScheme } from '../../../runtime/payments/xrpl/scheme.ts'
import { createSocket } from '../../../runtime/payments/xrpl/socket.ts'
import type { Payment } from '../../../runtime/payments/xrpl/types.ts'
import { startXrplWorld, type XrplWorld } from '../../../scripts/devnet/xrpl/world.ts'

/** The main network, with the currency that is paid there. */
export const XRPL: NetworkSpec = {
  name: 'xrpl',
  kind: 'xrpl',
  scheme: 'exact',
  chain: 'xrpl:0',
  label: 'xrpl',
  asset: {
    symbol: 'RLUSD',
    address: '524C555344000000000000000000000000000000',
    decimals: 6,
    issuer: 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De',
  },
  only: {},
}

/** The asset as transactions write it. */
export const RLUSD = { currency: XRPL.asset.address, issuer: XRPL.asset.issuer! }

/** Fit for a ledger that closes at once. */
const QUICK: Partial<BackendOptions> = { wait: 3000, poll: 15, again: 200 }

/** A payment side over a store. `stop` closes it, and not the store. */
export interface XrplSide {
  scheme: XrplScheme
  ledger: ClosableLedger
  stop(): Promise<void>
}

/** How a side is made. */
export interface SideOptions {
  options?: Partial<BackendOptions>
  owner?: string
  clock?: Clock
  timeout?: number
  spec?: NetworkSpec
}

/** The scheme alone. */
export function schemeOf(world: XrplWorld, more: SideOptions = {}): XrplScheme {
  const { spec = XRPL, clock = systemClock, timeout = 1500 } = more
  const node = createNode(createSocket({ url: world.url, clock, timeout }), spec)
  const options = { ...QUICK, ...more.options }
  const { payTo } = world
  const backend = createXrplBackend({ spec, node, payTo, clock, slack: 6000, options })
  return createXrplScheme(spec, { payTo, backend, node })
}

/** A payment side over a store. */
export function sideOf(world: XrplWorld, store: Store, more: SideOptions = {}): XrplSide {
  const scheme = schemeOf(world, more)
  const ledger = createLedger({
    store,
    paymentSchemes: [scheme],
    clock: more.clock ?? systemClock,
    random: systemRandom,
    owner: more.owner,
    wait: 4000,
  })
  return {
    scheme,
    ledger,
    stop: async () => {
      await ledger.close()
      await scheme.backend.close()
    },
  }
}

/** A world whose ledger closes soon after each transaction, and otherwise by hand. */
export const startWorld = (afterSubmit: number | undefined = 5): Promise<XrplWorld> =>
  startXrplWorld(XRPL, { afterSubmit })

/** A new wallet that holds micro-USD. */
export async function newWallet(world: XrplWorld, funds = 10_000n): Promise<Wallet> {
  const wallet = Wallet.generate()
  await world.fund(wallet.address, funds)
  return wallet
}

/** Changes of a transaction before it is signed; undefined removes a field. */
export type Changes = Readonly<Record<string, unknown>>

/** The transaction that a reference client signs for an offer. */
export function transactionFor(
  world: XrplWorld,
  wallet: Wallet,
  required: Requirements,
  changes: Changes = {},
): Changes {
  const value = { ...RLUSD, value: required.amount }
  const tx: Record<string, unknown> = {
    TransactionType: 'Payment',
    Account: wallet.address,
    Destination: required.payTo,
    Amount: value,
    SendMax: value,
    Fee: '12',
    Sequence: world.ledger.account(wallet.address)?.sequence ?? 1,
    LastLedgerSequence: world.ledger.validated + Math.ceil(required.maxTimeoutSeconds / 5) + 2,
    ...changes,
  }
  for (const name of Object.keys(tx)) if (tx[name] === undefined) delete tx[name]
  return tx
}

/** Begins an Ed25519 key in the form that Node reads (PKCS 8). */
const PKCS8 = '302e020100300506032b657004220420'

/** Signs whatever it is given, also what the ledger's library refuses to sign. */
export function signRaw(tx: object, key: Wallet): string {
  const unsigned = { ...tx, SigningPubKey: key.publicKey }
  const der = Buffer.from(PKCS8 + key.privateKey.slice(2), 'hex')
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const message = Buffer.from(encodeForSigning(unsigned as never), 'hex')
  const TxnSignature = sign(null, message, secret).toString('hex').toUpperCase()
  return encode({ ...unsigned, TxnSignature } as never)
}

/** The payload of x402 around a signed transaction. */
export const payloadOf = (
  required: Requirements,
  blob: string,
  more: { payload?: object; accepted?: object; extra?: object } = {},
) => ({
  x402Version: 2,
  accepted: { ...required, ...more.accepted, extra: { ...required.extra, ...more.extra } },
  payload: { signedTxBlob: blob, ...more.payload },
})

/** The SHA-256 by which a transaction names an invoice. */
export const invoiceHash = (id: string): string =>
  createHash('sha256').update(id).digest('hex').toUpperCase()

/** A payload as the scheme decodes it, having arrived now. Throws if it does not. */
export function decoded(scheme: XrplScheme, payload: unknown): Payment {
  const header = Buffer.from(JSON.stringify(payload)).toString('base64')
  const result = scheme.decode(header, Date.now())
  if (!result.ok) throw new Error(result.rejection.details)
  return result.payment
}

/** A signed payment of a new wallet that holds exactly the amount. */
export async function paid(
  world: XrplWorld,
  scheme: XrplScheme,
  more: { amount?: bigint; funds?: bigint; changes?: Changes; wallet?: Wallet } = {},
) {
  const { amount = 10_000n, funds = amount, changes } = more
  const wallet = more.wallet ?? (await newWallet(world, funds))
  const requirements = scheme.requirements(amount, 300)
  const blob = signRaw(transactionFor(world, wallet, requirements, changes), wallet)
  const payload = payloadOf(requirements, blob)
  return { wallet, requirements, blob, payload, payment: decoded(scheme, payload) }
}
