/** Deposits and transfers of a local facilitator. Amounts are micro-USD, addresses lower case. */
import { randomUUID } from 'node:crypto'

/** How far a transfer has come. */
export type TransferStatus = 'received' | 'batched' | 'confirmed' | 'completed' | 'failed'

/** A transfer, as the API shows it. */
export interface BookedTransfer {
  id: string
  status: TransferStatus
  token: string
  sendingNetwork: string
  recipientNetwork: string
  fromAddress: string
  toAddress: string
  amount: string
  nonce: string
  txHash: string | null
  createdAt: string
  updatedAt: string
}

/** What a transfer is made of. */
export interface Order {
  network: string
  from: string
  to: string
  amount: bigint
  nonce: string
}

/** Filters of the list of transfers; all are optional. */
export type TransferFilter = Partial<
  Record<'from' | 'to' | 'network' | 'status' | 'token' | 'nonce' | 'startDate' | 'endDate', string>
>

const STEPS: readonly TransferStatus[] = ['received', 'batched', 'confirmed', 'completed']

/**
 * The book: what each wallet has deposited on each chain, and who paid whom. A transfer locks its
 * amount at once; its recipient can spend it when it is completed.
 */
export class Book {
  readonly #deposits = new Map<string, bigint>()
  readonly #transfers: BookedTransfer[] = []
  readonly #nonces = new Set<string>()

  deposit(network: string, wallet: string, micro: bigint): void {
    const key = keyOf(network, wallet)
    this.#deposits.set(key, (this.#deposits.get(key) ?? 0n) + micro)
  }

  /** A wallet's available balance on a chain: without locked and incomplete amounts. */
  available(network: string, wallet: string): bigint {
    return this.#sum(network, wallet, status => status === 'completed')
  }

  /** What a wallet will be able to spend once all transfers are completed. */
  expected(network: string, wallet: string): bigint {
    return this.#sum(network, wallet, status => status !== 'failed')
  }

  #sum(network: string, wallet: string, arrives: (status: TransferStatus) => boolean): bigint {
    let total = this.#deposits.get(keyOf(network, wallet)) ?? 0n
    for (const one of this.#transfers) {
      const amount = BigInt(one.amount)
      const isOut = one.sendingNetwork === network && one.fromAddress === wallet.toLowerCase()
      const isIn = one.recipientNetwork === network && one.toAddress === wallet.toLowerCase()
      if (isOut && one.status !== 'failed') total -= amount
      if (isIn && arrives(one.status)) total += amount
    }
    return total
  }

  isUsed(network: string, wallet: string, nonce: string): boolean {
    return this.#nonces.has(`${keyOf(network, wallet)}|${nonce.toLowerCase()}`)
  }

  /** Books a transfer, which uses its nonce and locks its amount. */
  transfer({ network, from, to, amount, nonce }: Order, now: number): BookedTransfer {
    const at = new Date(now).toISOString()
    const made: BookedTransfer = {
      id: randomUUID(),
      status: 'received',
      token: 'USDC',
      sendingNetwork: network,
      recipientNetwork: network,
      fromAddress: from.toLowerCase(),
      toAddress: to.toLowerCase(),
      amount: String(amount),
      nonce: nonce.toLowerCase(),
      txHash: null,
      createdAt: at,
      updatedAt: at,
    }
    this.#nonces.add(`${keyOf(network, from)}|${made.nonce}`)
    this.#transfers.push(made)
    return made
  }

  find(id: string): BookedTransfer | undefined {
    return this.#transfers.find(one => one.id === id)
  }

  /** The transfers that a filter leaves, newest first. */
  list(filter: TransferFilter): BookedTransfer[] {
    const is = (wanted: string | undefined, value: string): boolean =>
      wanted === undefined || wanted.toLowerCase() === value.toLowerCase()
    return this.#transfers
      .filter(
        one =>
          is(filter.from, one.fromAddress) &&
          is(filter.to, one.toAddress) &&
          is(filter.network, one.sendingNetwork) &&
          is(filter.status, one.status) &&
          is(filter.token, one.token) &&
          is(filter.nonce, one.nonce) &&
          (filter.startDate === undefined || one.createdAt >= filter.startDate) &&
          (filter.endDate === undefined || one.createdAt <= filter.endDate),
      )
      .reverse()
  }

  /** Takes every open transfer one step further, as a batch does. */
  advance(now: number): void {
    for (const one of this.#transfers) {
      const next = STEPS[STEPS.indexOf(one.status) + 1]
      if (one.status === 'failed' || next === undefined) continue
      one.status = next
      one.updatedAt = new Date(now).toISOString()
      if (next === 'confirmed') one.txHash = `0x${one.id.replaceAll('-', '').padStart(64, '0')}`
    }
  }

  /** Fails a transfer: its amount is no longer locked, its nonce stays used. */
  fail(id: string): void {
    const one = this.find(id)
    if (one !== undefined) one.status = 'failed'
  }
}

const keyOf = (network: string, wallet: string): string => `${network}|${wallet.toLowerCase()}`
