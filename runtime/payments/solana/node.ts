/**
 * The requests that payments send to a Solana node, as functions. Every function rejects with
 * `RpcError` or `RpcDown`. The form of every answer is checked.
 */
import type { NetworkSpec } from '../../contract.ts'
import { createErrorReporter, type Note } from '../public-message.ts'
import { RpcDown, type Rpc } from '../rpc.ts'
import type { ChainHead } from '../scheme.ts'
import { fromBase58, toBase58 } from './base58.ts'
import { CLOCK, TOKENS } from './programs.ts'

/** How final a block is. */
export type Level = 'processed' | 'confirmed' | 'finalized'
const LEVELS: readonly unknown[] = ['processed', 'confirmed', 'finalized']

/** A node's knowledge of a transaction. `slot` is the node's slot when it answered. */
export interface Status {
  slot: number
  /** Undefined if the node does not know the transaction. */
  found?: { level: Level; failed: boolean }
}

/** A transaction in a block: its message, and the amount that it moved to a token account. */
export interface Included {
  failed: boolean
  message: Buffer | undefined
  received: bigint
}

/** A transaction of an account; `time` is when its block was made, Unix ms, if that is known. */
export interface Past {
  id: string
  time: number | undefined
}

/** A token account. */
export interface TokenAccount {
  mint: string
  owner: string
  amount: bigint
}

/** The node serves another chain than the network's. */
export class OtherChain extends Error {}

/** The requests to the chain that payments need. */
export interface Node {
  readonly rpc: Rpc
  /** Converts an error of the node to a message for callers, and logs the node's own text. */
  report(error: unknown): string
  /** Rejects with `OtherChain` unless this node serves the network's chain. Checked once. */
  ready(): Promise<void>
  /** Executes a transaction without storing it, and returns its error; undefined if it works. */
  simulate(wire: Buffer): Promise<unknown>
  send(wire: Buffer): Promise<void>
  /** Returns the status of a transaction. `anyAge` also searches the records of old blocks. */
  status(signature: string, anyAge: boolean): Promise<Status>
  /** Returns the transaction, once its block is at `level`; undefined before. */
  included(signature: string, account: string, level: Level): Promise<Included | undefined>
  isBlockhashValid(blockhash: string): Promise<boolean>
  /** Returns the newest block of a level: its height, and its slot. */
  block(level: Level): Promise<{ height: number; slot: number }>
  /** Returns the newest transactions of an account, newest first, as of `slot` or later. */
  history(account: string, level: Level, slot: number): Promise<Past[]>
  tokenAccount(address: string): Promise<TokenAccount | undefined>
  lamports(address: string): Promise<bigint>
  head(): Promise<ChainHead>
}

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

/** Throws for an answer of the wrong form. */
function senseless(method: string): never {
  throw new RpcDown(`the node answered ${method} with something else`)
}

function numberOf(value: unknown, method: string): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? value
    : senseless(method)
}

/** Decodes bytes that a node wrote as `[text, "base64"]`. */
function bytesOf(value: unknown): Buffer | undefined {
  const [text, encoding] = Array.isArray(value) ? value : []
  return typeof text === 'string' && encoding === 'base64' ? Buffer.from(text, 'base64') : undefined
}

/** Returns the amount of a token account among the balances of a transaction. */
function amountOf(balances: unknown, index: number): bigint {
  const list: unknown[] = Array.isArray(balances) ? balances : []
  const entry = list.map(fieldsOf).find(({ accountIndex }) => accountIndex === index)
  const { amount } = fieldsOf(entry?.uiTokenAmount)
  return typeof amount === 'string' && /^\d{1,20}$/.test(amount) ? BigInt(amount) : 0n
}

/** Reads the message of a transaction, and the position of an account in it. */
function messageOf(wire: Buffer, account: string): { message: Buffer; index: number } {
  const message = wire.subarray(1 + (wire[0] ?? 0) * 64)
  const start = (message[0] ?? 0) & 0x80 ? 4 : 3
  const count = message[start] ?? 0
  const key = fromBase58(account, 32)
  for (let index = 0; key !== undefined && index < count; index++) {
    const at = start + 1 + index * 32
    if (key.equals(message.subarray(at, at + 32))) return { message, index }
  }
  return { message, index: -1 }
}

function readIncluded(value: unknown, account: string): Included | undefined {
  if (value === null) return undefined
  const { meta, transaction } = fieldsOf(value)
  const wire = bytesOf(transaction)
  if (typeof meta !== 'object' || meta === null) senseless('getTransaction')
  const { err, preTokenBalances, postTokenBalances } = fieldsOf(meta)
  const failed = err !== null
  if (wire === undefined) return { failed, message: undefined, received: 0n }
  const { message, index } = messageOf(wire, account)
  const received = amountOf(postTokenBalances, index) - amountOf(preTokenBalances, index)
  return { failed, message, received }
}

function readTokenAccount(value: unknown): TokenAccount | undefined {
  const { owner, data } = fieldsOf(value)
  const bytes = bytesOf(data)
  if (typeof owner !== 'string' || !TOKENS.has(owner) || !bytes || bytes.length < 165)
    return undefined
  return {
    mint: toBase58(bytes.subarray(0, 32)),
    owner: toBase58(bytes.subarray(32, 64)),
    amount: bytes.readBigUInt64LE(64),
  }
}

function readStatus(reply: unknown): Status {
  const { context, value } = fieldsOf(reply)
  const slot = numberOf(fieldsOf(context).slot, 'getSignatureStatuses')
  const first: unknown = Array.isArray(value) ? value[0] : senseless('getSignatureStatuses')
  if (first === null) return { slot }
  const { confirmationStatus, err } = fieldsOf(first)
  if (!LEVELS.includes(confirmationStatus) || err === undefined) senseless('getSignatureStatuses')
  return { slot, found: { level: confirmationStatus as Level, failed: err !== null } }
}

function readPast(value: unknown): Past {
  const { signature, blockTime } = fieldsOf(value)
  if (typeof signature !== 'string') senseless('getSignaturesForAddress')
  return { id: signature, time: typeof blockTime === 'number' ? blockTime * 1000 : undefined }
}

/** Longest wait for the newest block, ms. */
const HEAD_TIMEOUT = 3_000
/** Most transactions of an account that a node lists. */
export const HISTORY = 1_000
const valueOf = (reply: unknown): unknown => fieldsOf(reply).value

/** Creates the functions of a node. */
export function createNode(rpc: Rpc, spec: NetworkSpec, note?: Note): Node {
  const base64 = { encoding: 'base64' }
  const confirmed = { ...base64, commitment: 'confirmed' }
  let isReady = false
  return {
    rpc,
    report: createErrorReporter(note),
    async ready() {
      if (isReady) return
      const genesis = await rpc.call<unknown>('getGenesisHash', [])
      const wanted = spec.chain.split(':')[1]!
      if (typeof genesis !== 'string') senseless('getGenesisHash')
      if (!genesis.startsWith(wanted))
        throw new OtherChain(`the node serves another chain than ${spec.chain}`)
      isReady = true
    },
    async simulate(wire) {
      // The signatures were verified already, except the fee payer's, which is still missing.
      const how = { ...base64, commitment: 'processed', sigVerify: false }
      const value = valueOf(await rpc.call('simulateTransaction', [wire.toString('base64'), how]))
      const { err } = fieldsOf(value)
      if (err === undefined) senseless('simulateTransaction')
      return err === null ? undefined : err
    },
    async send(wire) {
      const how = { ...base64, skipPreflight: true, maxRetries: 0 }
      await rpc.call('sendTransaction', [wire.toString('base64'), how])
    },
    async status(signature, searchTransactionHistory) {
      const params = [[signature], { searchTransactionHistory }]
      return readStatus(await rpc.call('getSignatureStatuses', params))
    },
    async included(signature, account, commitment) {
      const how = { ...base64, commitment, maxSupportedTransactionVersion: 0 }
      return readIncluded(await rpc.call('getTransaction', [signature, how]), account)
    },
    async isBlockhashValid(blockhash) {
      const how = { commitment: 'processed' }
      const value = valueOf(await rpc.call('isBlockhashValid', [blockhash, how]))
      return typeof value === 'boolean' ? value : senseless('isBlockhashValid')
    },
    async block(commitment) {
      const reply = fieldsOf(await rpc.call('getEpochInfo', [{ commitment }]))
      return {
        height: numberOf(reply.blockHeight, 'getEpochInfo'),
        slot: numberOf(reply.absoluteSlot, 'getEpochInfo'),
      }
    },
    async history(account, commitment, minContextSlot) {
      const how = { limit: HISTORY, commitment, minContextSlot }
      const list = await rpc.call<unknown>('getSignaturesForAddress', [account, how])
      if (!Array.isArray(list)) senseless('getSignaturesForAddress')
      return (list as unknown[]).slice(0, HISTORY).map(readPast)
    },
    async tokenAccount(address) {
      return readTokenAccount(valueOf(await rpc.call('getAccountInfo', [address, confirmed])))
    },
    async lamports(address) {
      const how = { commitment: 'confirmed' }
      return BigInt(numberOf(valueOf(await rpc.call('getBalance', [address, how])), 'getBalance'))
    },
    async head() {
      const reply = await rpc.call('getAccountInfo', [CLOCK, confirmed], HEAD_TIMEOUT)
      const bytes = bytesOf(fieldsOf(valueOf(reply)).data)
      if (bytes === undefined || bytes.length < 40) senseless('getAccountInfo')
      return {
        number: Number(bytes.readBigUInt64LE(0)),
        time: Number(bytes.readBigInt64LE(32)),
      }
    },
  }
}
