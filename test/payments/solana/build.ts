/** Builds transactions by hand, also ones that no honest client makes. */
import { createHash, randomBytes } from 'node:crypto'
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  type AddressLookupTableAccount,
} from '@solana/web3.js'
import type { Rejection, Requirements, Verdict } from '../../../runtime/payments/payment.ts'
import { createPaymentScheme } from '../../../runtime/payments/solana/scheme.ts'
import type { PaymentScheme, SettlementBackend } from '../../../runtime/payments/solana/types.ts'
import { decodedBy } from '../contract-world.ts'
import { SOLANA } from './support.ts'

const key = (name: string): Keypair => Keypair.fromSeed(createHash('sha256').update(name).digest())

export const FEE_PAYER = key('fee payer')
export const BUYER = key('buyer')
export const SELLER = key('seller')
export const STRANGER = key('stranger')
export const MINT = new PublicKey(SOLANA.asset.address)
export const TOKEN = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
export const TOKEN_2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
export const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
export const LIGHTHOUSE = new PublicKey('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95')
const ASSOCIATED = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
export const PRICE = 10_000n

/** The associated token account of a wallet. */
export const accountOf = (owner: PublicKey, mint = MINT, program = TOKEN): PublicKey =>
  PublicKey.findProgramAddressSync(
    [owner.toBytes(), program.toBytes(), mint.toBytes()],
    ASSOCIATED,
  )[0]

/** Parts of a transfer that differ from a good one. */
export interface TransferParts {
  program?: PublicKey
  source?: PublicKey
  mint?: PublicKey
  destination?: PublicKey
  authority?: PublicKey
  amount?: bigint
  decimals?: number
  /** The instruction's number. */
  number?: number
  further?: PublicKey[]
}

/** An instruction of a token program. */
export function transfer(parts: TransferParts = {}): TransactionInstruction {
  const { program = TOKEN, mint = MINT, authority = BUYER.publicKey } = parts
  const data = Buffer.alloc(10)
  data[0] = parts.number ?? 12
  data.writeBigUInt64LE(parts.amount ?? PRICE, 1)
  data[9] = parts.decimals ?? 6
  const account = (pubkey: PublicKey, isWritable: boolean, isSigner = false) => ({
    pubkey,
    isSigner,
    isWritable,
  })
  return new TransactionInstruction({
    programId: program,
    keys: [
      account(parts.source ?? accountOf(BUYER.publicKey, mint, program), true),
      account(mint, false),
      account(parts.destination ?? accountOf(SELLER.publicKey, mint, program), true),
      account(authority, false, true),
      ...(parts.further ?? []).map(one => account(one, false)),
    ],
    data,
  })
}

export const limit = (units = 20_000): TransactionInstruction =>
  ComputeBudgetProgram.setComputeUnitLimit({ units })
export const price = (microLamports = 1): TransactionInstruction =>
  ComputeBudgetProgram.setComputeUnitPrice({ microLamports })
/** An instruction of a program; a memo of a random text by default. */
export const other = (
  programId = MEMO,
  accounts: PublicKey[] = [],
  isSigner = false,
): TransactionInstruction =>
  new TransactionInstruction({
    programId,
    keys: accounts.map(pubkey => ({ pubkey, isSigner, isWritable: false })),
    data: Buffer.from(randomBytes(8).toString('hex')),
  })

/** A transaction that differs from a good one. */
export interface Built {
  instructions?: TransactionInstruction[]
  feePayer?: PublicKey
  signers?: Keypair[]
  legacy?: boolean
  tables?: AddressLookupTableAccount[]
  blockhash?: string
}

/** Builds and signs a transaction. */
export function build(parts: Built = {}): VersionedTransaction {
  const message = new TransactionMessage({
    payerKey: parts.feePayer ?? FEE_PAYER.publicKey,
    recentBlockhash: parts.blockhash ?? SELLER.publicKey.toBase58(),
    instructions: parts.instructions ?? [limit(), price(), transfer(), other()],
  })
  const compiled =
    parts.legacy === true
      ? message.compileToLegacyMessage()
      : message.compileToV0Message(parts.tables)
  const transaction = new VersionedTransaction(compiled)
  transaction.sign(parts.signers ?? [BUYER])
  return transaction
}

/** The payload of a transaction. */
export const payloadOf = (accepted: Requirements, wire: Uint8Array | string) => ({
  x402Version: 2,
  accepted,
  payload: { transaction: typeof wire === 'string' ? wire : Buffer.from(wire).toString('base64') },
})

/** A scheme whose node and backend agree with everything, or reject in one way. */
export function agreeing(rejection?: Rejection): PaymentScheme {
  const address = FEE_PAYER.publicKey.toBase58()
  const backend = {
    feePayers: { current: () => address, has: (one: string) => one === address },
    stale: async () => rejection,
    check: async ({ authorization }: { authorization: { from: string } }): Promise<Verdict> =>
      rejection === undefined ? { ok: true, payer: authorization.from } : { ok: false, rejection },
  } as unknown as SettlementBackend
  return createPaymentScheme(SOLANA, { payTo: SELLER.publicKey.toBase58(), backend })
}

/** What becomes of a transaction that is sent as a payment of `PRICE`: why it is refused. */
export async function refusalOf(
  wire: Uint8Array | string,
  scheme = agreeing(),
  amount = PRICE,
): Promise<string | undefined> {
  const required = scheme.requirements(amount, 60)
  const decoded = scheme.decode(
    Buffer.from(JSON.stringify(payloadOf(required, wire))).toString('base64'),
    Date.UTC(2026, 0),
  )
  const verdict = decoded.ok
    ? await scheme.verify(decoded.payment, required, Date.UTC(2026, 0))
    : decoded
  return verdict.ok ? undefined : verdict.rejection.details
}

/** The key under which a transaction is claimed. */
export function claimKey(wire: Uint8Array | string): string {
  const scheme = agreeing()
  const payload = payloadOf(scheme.requirements(PRICE, 60), wire)
  return decodedBy(scheme as never, payload).authorization.key
}
