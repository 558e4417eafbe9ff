/** Reads the Solana part of a payment: a transaction that the wallet signed. */
import { createHash } from 'node:crypto'
import { VersionedTransaction } from '@solana/web3.js'
import type { NetworkSpec } from '../../contract.ts'
import { malformed, textAt } from '../header.ts'
import type { PaymentFields } from '../payment.ts'
import { TOKENS } from './programs.ts'
import type { Authorization, Instruction, Transaction, Transfer } from './types.ts'

/** The longest transaction that the network carries, in bytes. */
const LONGEST = 1232
const BASE64 = /^[A-Za-z0-9+/]{1,1648}={0,2}$/
/** Bytes of a signature. */
const SIGNATURE = 64
/**
 * Limits of the number of instructions: two of the compute budget, the transfer, and up to four
 * more.
 */
const LEAST = 3
const MOST = 7
/** The instruction TransferChecked: its number, an amount of 8 bytes, the decimals. */
const TRANSFER_CHECKED = 12
const TRANSFER_LENGTH = 10

/**
 * Decodes a transaction that has the canonical encoding of validators, and as many signatures as it
 * requires.
 */
function decodeBytes(bytes: Buffer): VersionedTransaction {
  try {
    const transaction = VersionedTransaction.deserialize(bytes)
    if (bytes.equals(transaction.serialize())) return transaction
  } catch {
    // Refused below, like a non-canonical one.
  }
  return malformed('payload.transaction is not a Solana transaction')
}

function instructionsOf({ message }: VersionedTransaction): Instruction[] {
  const keys = message.staticAccountKeys.map(key => key.toBase58())
  const keyAt = (index: number): string =>
    keys[index] ?? malformed('an instruction names an account that is not in the transaction')
  return message.compiledInstructions.map(one => ({
    program: keyAt(one.programIdIndex),
    accounts: one.accountKeyIndexes.map(keyAt),
    data: Buffer.from(one.data),
  }))
}

/** Reads the third instruction, which must be the transfer. */
function transferOf({ program, accounts, data }: Instruction): Transfer {
  const isTransfer =
    TOKENS.has(program) && data.length === TRANSFER_LENGTH && data[0] === TRANSFER_CHECKED
  if (!isTransfer) malformed('the third instruction is not TransferChecked of a token program')
  const [source, mint, destination, authority, ...further] = accounts
  if (authority === undefined || further.length > 0)
    malformed('the transfer must name four accounts')
  return {
    program,
    source: source!,
    mint: mint!,
    destination: destination!,
    authority: authority!,
    amount: data.readBigUInt64LE(1),
    decimals: data[9]!,
  }
}

/** Reads a transaction. Throws `Malformed`. */
function readTransaction(bytes: Buffer): Transaction {
  if (bytes.length > LONGEST) malformed(`the transaction is longer than ${LONGEST} bytes`)
  const decoded = decodeBytes(bytes)
  const { message } = decoded
  const required = message.header.numRequiredSignatures
  const keys = message.staticAccountKeys
  if (required === 0 || keys.length < required)
    malformed('the transaction requires no signature, or more than it has accounts')
  if (message.addressTableLookups.length > 0)
    malformed('address lookup tables are not accepted; name every account in the transaction')
  const instructions = instructionsOf(decoded)
  if (instructions.length < LEAST || instructions.length > MOST)
    malformed(`the transaction has ${instructions.length} instructions, not ${LEAST} to ${MOST}`)
  return {
    message: bytes.subarray(1 + required * SIGNATURE),
    signers: keys.slice(0, required).map(key => key.toBase58()),
    signatures: decoded.signatures.map((signature, i) =>
      i === 0 ? Buffer.alloc(SIGNATURE) : Buffer.from(signature),
    ),
    blockhash: message.recentBlockhash,
    instructions,
    transfer: transferOf(instructions[2]!),
  }
}

/** Returns the bytes of a transaction, with the fee payer's signature if there is one. */
export function wireOf({ message, signatures }: Transaction, first?: Buffer): Buffer {
  const [empty, ...others] = signatures
  return Buffer.concat([Buffer.from([signatures.length]), first ?? empty!, ...others, message])
}

/**
 * Reads the payment on a network, which arrived at `at` (Unix ms) and stays valid for `lifetime`
 * seconds. Its key is derived from the message, which all signatures cover: the same message is the
 * same payment, whatever its signatures and their encoding. Throws `Malformed`.
 */
export function readPayment(
  { chain, asset }: NetworkSpec,
  { payload }: PaymentFields,
  { at, lifetime }: { at: number; lifetime: number },
): Authorization {
  const text = textAt(payload, 'transaction', BASE64, 'a transaction in base64')
  const transaction = readTransaction(Buffer.from(text, 'base64'))
  const { transfer, message } = transaction
  const hash = createHash('sha256').update(message).digest('hex')
  return {
    key: `${chain}|${asset.address}|${hash}`,
    from: transfer.authority,
    value: transfer.amount,
    validBefore: BigInt(Math.floor(at / 1000) + lifetime),
    signed: { transaction: wireOf(transaction).toString('base64') },
    transaction,
  }
}
