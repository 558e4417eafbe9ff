/**
 * The rules for transactions, beside those checked while reading: a table, in the order in which
 * the reference of x402 checks them.
 */
import type { NetworkSpec } from '../../contract.ts'
import type { Requirements } from '../payment.ts'
import { isSignedBy } from './keys.ts'
import type { SolanaOptions } from './options.ts'
import { COMPUTE_BUDGET, LIGHTHOUSE, MEMO, tokenAccountOf } from './programs.ts'
import type { FeePayers, Instruction, Transaction } from './types.ts'

/** The required transfer. */
export interface Wanted {
  asset: NetworkSpec['asset']
  required: Pick<Requirements, 'payTo' | 'amount'>
  feePayers: FeePayers
  options: SolanaOptions
}

/** Returns what is wrong; undefined if nothing is. */
type Rule = (transaction: Transaction, wanted: Wanted) => string | undefined

/**
 * Returns the value, of `bytes` bytes, of the compute budget instruction `number`; undefined if the
 * instruction is another one.
 */
function budgetOf(
  { program, accounts, data }: Instruction,
  number: number,
  bytes: 4 | 8,
): bigint | undefined {
  const isIt =
    program === COMPUTE_BUDGET &&
    accounts.length === 0 &&
    data.length === 1 + bytes &&
    data[0] === number
  if (!isIt) return undefined
  return bytes === 4 ? BigInt(data.readUInt32LE(1)) : data.readBigUInt64LE(1)
}

/** The rules by name, in order. */
const RULES: Readonly<Record<string, Rule>> = {
  signers: ({ signers }, { options }) =>
    signers.length > options.signers
      ? `the transaction requires ${signers.length} signatures, more than ${options.signers}`
      : undefined,
  feePayer: ({ signers }, { feePayers }) =>
    feePayers.has(signers[0]!)
      ? undefined
      : 'the fee payer is not the one in extra.feePayer of the requirements',
  signatures: ({ signers, signatures, message }) =>
    signers.slice(1).every((signer, i) => isSignedBy(signer, message, signatures[i + 1]!))
      ? undefined
      : 'a required signature is missing or wrong',
  computeLimit({ instructions }, { options }) {
    const units = budgetOf(instructions[0]!, 2, 4)
    if (units === undefined) return 'the first instruction is not SetComputeUnitLimit'
    return units > BigInt(options.computeUnits)
      ? `the compute unit limit is ${units}, more than ${options.computeUnits}`
      : undefined
  },
  computePrice({ instructions }, { options }) {
    const price = budgetOf(instructions[1]!, 3, 8)
    if (price === undefined) return 'the second instruction is not SetComputeUnitPrice'
    return price > options.unitPrice
      ? `the compute unit price is ${price} micro-lamports, more than ${options.unitPrice}`
      : undefined
  },
  authority: ({ transfer, signers }, { feePayers }) =>
    feePayers.has(transfer.authority) || !signers.includes(transfer.authority)
      ? 'the authority of the transfer is not the wallet that signed'
      : undefined,
  feePayerApart: ({ instructions }, { feePayers }) =>
    instructions.some(({ accounts }) => accounts.some(account => feePayers.has(account)))
      ? 'the fee payer is an account of an instruction'
      : undefined,
  mint: ({ transfer }, { asset }) =>
    transfer.mint !== asset.address
      ? `the asset is ${asset.address}; the transfer is of another one`
      : undefined,
  decimals: ({ transfer }, { asset }) =>
    transfer.decimals !== asset.decimals
      ? `the asset has ${asset.decimals} decimals; the transfer says ${transfer.decimals}`
      : undefined,
  recipient({ transfer: { destination, source, program } }, { asset, required }) {
    if (destination !== tokenAccountOf(required.payTo, asset.address, program))
      return `the recipient is the token account of ${required.payTo}; the transfer goes elsewhere`
    return source === destination ? 'the recipient pays itself' : undefined
  },
  amount: ({ transfer }, { required }) =>
    String(transfer.amount) !== required.amount
      ? `the amount is ${required.amount}; ${transfer.amount} was signed`
      : undefined,
  further: ({ instructions }) =>
    instructions.slice(3).every(({ program }) => program === MEMO || program === LIGHTHOUSE)
      ? undefined
      : 'after the transfer only instructions of Memo and Lighthouse are accepted',
}

/**
 * Returns the first rule that the transaction breaks, as a sentence; undefined if it breaks none.
 */
export function brokenRule(transaction: Transaction, wanted: Wanted): string | undefined {
  for (const rule of Object.values(RULES)) {
    const broken = rule(transaction, wanted)
    if (broken !== undefined) return broken
  }
  return undefined
}
