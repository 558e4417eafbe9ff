/**
 * A local Solana chain: the real runtime and token program (litesvm), with blocks that are made by
 * hand or by a timer. Validity of blockhashes, commitment levels and forks are modelled here.
 */
import { createHash } from 'node:crypto'
import {
  address,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  lamports,
  type Address,
  type Transaction,
} from '@solana/kit'
import {
  AccountState,
  findAssociatedTokenPda,
  getMintEncoder,
  getTokenDecoder,
  getTokenEncoder,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { errorOf } from './errors.ts'

/** Blocks after which a blockhash can no longer be used, and after which a block is final. */
const LIFETIME = 150
const FINAL = 32
const DECIMALS = 6

/** A transaction in a block. Balances are those of token accounts, by their place. */
export interface Landed {
  slot: number
  at: number
  error: unknown
  wire: string
  before: ReadonlyMap<number, bigint>
  after: ReadonlyMap<number, bigint>
  keys: readonly string[]
  hash: string
}

/** A state of the chain, to which `fork` returns. */
export interface Mark {
  state: Uint8Array
  landed: Map<string, Landed>
}

/** The commitment level of a block. */
export type Level = 'processed' | 'confirmed' | 'finalized'

/** What became of a transaction: it is in a block now, or not, with the reason. */
type Execution = { error: unknown; units: bigint; logs: string[] }

const base58 = getBase58Decoder()

/** The signature that identifies a transaction; undefined if the first one is missing. */
export function signatureOf(transaction: Transaction): string | undefined {
  const first = Object.values(transaction.signatures)[0]
  return first ? base58.decode(first) : undefined
}

/** Decodes a transaction. */
export const decodeWire = (wire: Uint8Array): Transaction => getTransactionDecoder().decode(wire)

const hashOf = (transaction: Transaction): string =>
  createHash('sha256').update(Buffer.from(transaction.messageBytes)).digest('hex')

/** The chain. */
export class SolanaChain {
  svm = new LiteSVM()
  /** The newest block; slots are not skipped. */
  height = 0
  landed = new Map<string, Landed>()
  /** Ms after which a block is confirmed. */
  confirmDelay = 0
  readonly mint: Address
  private readonly born = new Map<string, number>()
  private readonly hashes: string[] = []

  constructor(mint: string) {
    this.mint = address(mint)
    this.svm.withBlockhashCheck(false)
    this.placeMint(mint)
    this.advance(LIFETIME)
  }

  /** Creates a token. */
  placeMint(mint: string): void {
    const data = getMintEncoder().encode({
      mintAuthority: null,
      supply: 10n ** 15n,
      decimals: DECIMALS,
      isInitialized: true,
      freezeAuthority: null,
    }) as Uint8Array
    this.place(address(mint), data)
  }

  private place(at: Address, data: Uint8Array): void {
    this.svm.setAccount({
      address: at,
      data,
      executable: false,
      lamports: lamports(10_000_000n),
      programAddress: TOKEN_PROGRAM_ADDRESS,
      space: BigInt(data.length),
    })
  }

  /** Makes so many blocks, each with a new blockhash. */
  advance(blocks = 1): void {
    for (let i = 0; i < blocks; i++) {
      this.height += 1
      this.svm.expireBlockhash()
      const hash = this.svm.latestBlockhash()
      this.born.set(hash, this.height)
      this.hashes[this.height] = hash
      // What no longer counts is forgotten: a local chain may run for days.
      const old = this.height - 2 * LIFETIME
      if (old > 0) this.born.delete(this.hashes[old] ?? '')
      delete this.hashes[old]
    }
    this.svm.warpToSlot(BigInt(this.height))
    const clock = this.svm.getClock()
    clock.unixTimestamp = BigInt(Math.floor(Date.now() / 1000))
    this.svm.setClock(clock)
  }

  /** The height of the newest block of a level. */
  heightAt(level: Level): number {
    return level === 'finalized' ? Math.max(1, this.height - FINAL) : this.height
  }

  /** The newest blockhash of a level, and the last block that it is valid in. */
  blockhash(level: Level): { blockhash: string; lastValidBlockHeight: number } {
    const height = this.heightAt(level)
    return { blockhash: this.hashes[height]!, lastValidBlockHeight: height + LIFETIME }
  }

  isValid(blockhash: string): boolean {
    const height = this.born.get(blockhash)
    return height !== undefined && this.height - height <= LIFETIME
  }

  /** The token account of a wallet. */
  async accountOf(owner: string): Promise<Address> {
    const [found] = await findAssociatedTokenPda({
      mint: this.mint,
      owner: address(owner),
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    })
    return found
  }

  /** Sets what a wallet holds, micro-USD, and creates its token account if need be. */
  async setBalance(owner: string, amount: bigint): Promise<void> {
    const data = getTokenEncoder().encode({
      mint: this.mint,
      owner: address(owner),
      amount,
      delegate: null,
      state: AccountState.Initialized,
      isNative: null,
      delegatedAmount: 0n,
      closeAuthority: null,
    }) as Uint8Array
    this.place(await this.accountOf(owner), data)
  }

  /** What a wallet holds, micro-USD. */
  async balanceOf(owner: string): Promise<bigint> {
    return this.amountIn(await this.accountOf(owner)) ?? 0n
  }

  /** What a token account holds; undefined if there is none. */
  amountIn(account: Address): bigint | undefined {
    const found = this.svm.getAccount(account)
    if (
      !found.exists ||
      found.programAddress !== TOKEN_PROGRAM_ADDRESS ||
      found.data.length !== 165
    )
      return undefined
    return getTokenDecoder().decode(found.data).amount
  }

  /** Gives SOL for fees. */
  airdrop(to: string, amount: bigint): void {
    this.svm.airdrop(address(to), lamports(amount))
  }

  private keysOf(transaction: Transaction): Address[] {
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    return 'staticAccounts' in message ? [...message.staticAccounts] : []
  }

  private blockhashOf(transaction: Transaction): string {
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    return 'lifetimeToken' in message ? String(message.lifetimeToken) : ''
  }

  private amounts(keys: readonly Address[]): Map<number, bigint> {
    const found = keys.map((key, i) => [i, this.amountIn(key)] as const)
    return new Map(found.filter((one): one is [number, bigint] => one[1] !== undefined))
  }

  /** Executes a transaction without storing it. */
  simulate(transaction: Transaction, sigVerify: boolean): Execution {
    const refused = (error: unknown): Execution => ({ error, units: 0n, logs: [] })
    const hash = hashOf(transaction)
    if ([...this.landed.values()].some(one => one.hash === hash)) return refused('AlreadyProcessed')
    if (!this.isValid(this.blockhashOf(transaction))) return refused('BlockhashNotFound')
    this.svm.withSigverify(sigVerify)
    try {
      const result = this.svm.simulateTransaction(transaction)
      const meta = result.meta()
      const error = result instanceof FailedTransactionMetadata ? errorOf(result) : null
      return { error, units: meta.computeUnitsConsumed(), logs: meta.logs() }
    } finally {
      this.svm.withSigverify(true)
    }
  }

  /** Puts a transaction into a new block. One that fits into no block is forgotten. */
  include(wire: Uint8Array): void {
    const transaction = decodeWire(wire)
    const signature = signatureOf(transaction)
    if (signature === undefined || this.landed.has(signature)) return
    if (!this.isValid(this.blockhashOf(transaction))) return
    const keys = this.keysOf(transaction)
    const before = this.amounts(keys)
    const result = this.svm.sendTransaction(transaction)
    const error = result instanceof FailedTransactionMetadata ? errorOf(result) : null
    if (error === 'SignatureFailure') return
    this.advance()
    this.landed.set(signature, {
      slot: this.height,
      at: Date.now(),
      error,
      wire: Buffer.from(wire).toString('base64'),
      before,
      after: this.amounts(keys),
      keys,
      hash: hashOf(transaction),
    })
  }

  /** The commitment level of a transaction; undefined if it is unknown. */
  levelOf(signature: string): Level | undefined {
    const found = this.landed.get(signature)
    if (found === undefined) return undefined
    if (Date.now() - found.at < this.confirmDelay) return 'processed'
    return this.heightAt('finalized') >= found.slot ? 'finalized' : 'confirmed'
  }

  /** Remembers the state. */
  mark(): Mark {
    return { state: this.svm.toBytes(), landed: new Map(this.landed) }
  }

  /** Takes back every transaction since the mark, as if another fork had won. */
  fork({ state, landed }: Mark): void {
    this.svm = LiteSVM.fromBytes(state).withBlockhashCheck(false)
    this.landed = new Map(landed)
    this.advance()
  }
}
