/**
 * A model of the XRP Ledger for development and tests: one server, whose ledgers are validated as
 * soon as they close. It is not rippled. It knows payments, tickets and no-ops; it has no
 * consensus, no reserves, no paths, and no transactions of other kinds.
 */
import { decode, hashes, verifySignature } from 'xrpl'
import { apply, isFinal, type Applied, type Transaction } from './apply.ts'
import {
  lineKey,
  newAccount,
  unitsOf,
  type Account,
  type IssuedAmount,
  type Line,
  type State,
} from './state.ts'

/** A transaction in a validated ledger. */
export interface Entry extends Applied {
  hash: string
  blob: string
  tx: Transaction
  ledger: number
}

/** A transaction that waits for the next ledger. */
interface Pending {
  blob: string
  tx: Transaction
  isHeld: boolean
}

/** The first validated ledger. */
const FIRST = 1000
const SEQUENCE = 1

/** The ledger: validated and waiting transactions, and settings of tests. */
export class Ledger {
  /** Index of the last validated ledger. */
  validated = FIRST
  readonly first = FIRST
  networkId: number
  /** Submitted transactions wait until `release`. */
  isHolding = false
  /** Submitted transactions are answered as if accepted, and forgotten. */
  isDropping = false
  /** Unix ms of the last close. */
  closedAt = Date.now()
  private readonly state: State = { accounts: new Map(), lines: new Map() }
  private readonly pending = new Map<string, Pending>()
  private readonly entries = new Map<string, Entry>()

  constructor(networkId = 0) {
    this.networkId = networkId
  }

  /** The validated state, or the one with the waiting transactions applied. */
  view(which: 'validated' | 'current'): State {
    if (which === 'validated') return this.state
    const state = structuredClone(this.state)
    for (const { tx } of this.pending.values()) apply(state, tx, this.next())
    return state
  }

  /** Adds XRP to an account, which begins to exist. */
  fund(address: string, drops = 100_000_000n): Account {
    const account = this.state.accounts.get(address) ?? newAccount(0n, SEQUENCE)
    account.drops += drops
    this.state.accounts.set(address, account)
    return account
  }

  /** Opens a trust line, or changes its limit. */
  trust(holder: string, asset: Omit<IssuedAmount, 'value'>, limit = '1000000000'): Line {
    const key = lineKey(holder, asset)
    const fresh = { holder, ...asset, balance: 0n, limit: 0n, isFrozen: false }
    const line: Line = this.state.lines.get(key) ?? fresh
    line.limit = unitsOf(limit)
    this.state.lines.set(key, line)
    return line
  }

  /** The trust line of a holder. */
  line(holder: string, asset: Omit<IssuedAmount, 'value'>): Line | undefined {
    return this.state.lines.get(lineKey(holder, asset))
  }

  account(address: string): Account | undefined {
    return this.state.accounts.get(address)
  }

  /** A transaction in a validated ledger. */
  entry(hash: string): Entry | undefined {
    return this.entries.get(hash)
  }

  /** The transactions of validated ledgers. */
  get landed(): readonly Entry[] {
    return [...this.entries.values()]
  }

  /** Whether a transaction waits for the next ledger. */
  get isWaiting(): boolean {
    return [...this.pending.values()].some(({ isHeld }) => !isHeld)
  }

  /** A transaction that waits for its ledger. */
  waiting(hash: string): Transaction | undefined {
    return this.pending.get(hash)?.tx
  }

  /**
   * Takes a signed transaction and returns its preliminary result. Throws if it is not signed. One
   * that cannot be part of the next ledger is forgotten, unless it waits for an earlier one.
   */
  submit(blob: string): { code: string; hash: string; tx: Transaction } {
    const tx = decode(blob) as unknown as Transaction
    const hash = hashes.hashSignedTx(blob)
    if (!verifySignature(blob)) throw new Error('fails local checks: Invalid signature.')
    if (this.entries.has(hash) || this.pending.has(hash))
      return { code: this.entries.has(hash) ? 'tefALREADY' : 'tesSUCCESS', hash, tx }
    const { code } = apply(this.view('current'), tx, this.next())
    const isKept = (isFinal(code) || code === 'terPRE_SEQ') && !this.isDropping
    if (isKept) this.pending.set(hash, { blob, tx, isHeld: this.isHolding })
    return { code, hash, tx }
  }

  /** Lets held transactions into the next ledger. */
  release(): void {
    this.isHolding = false
    for (const one of this.pending.values()) one.isHeld = false
  }

  /** Closes and validates ledgers. */
  close(count = 1): void {
    for (let i = 0; i < count; i++) this.closeOne()
    this.closedAt = Date.now()
  }

  private next() {
    return { index: this.validated + 1, networkId: this.networkId }
  }

  private closeOne(): void {
    const building = this.next()
    const queue = [...this.pending].sort(([, a], [, b]) => a.tx.Sequence - b.tx.Sequence)
    for (const [hash, { blob, tx, isHeld }] of queue) {
      if (isHeld) continue
      const applied = apply(this.state, tx, building)
      if (isFinal(applied.code))
        this.entries.set(hash, { ...applied, hash, blob, tx, ledger: building.index })
      if (!applied.code.startsWith('ter')) this.pending.delete(hash)
    }
    this.validated = building.index
  }
}
