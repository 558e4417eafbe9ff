/** Compares what the sales lines, the payment records and the chain say that was earned. */
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import { DELIVERED, endedAt, SALES } from '../../runtime/sales/line.ts'
import { salesLines, type KeyedLine } from '../../runtime/sales/read.ts'
import type { SaleLine, SaleUsage } from '../../runtime/sales/types.ts'
import { documentsOf } from '../../runtime/store/pages.ts'
import type { Store } from '../../runtime/store/store.ts'
import { pileOf, transferKey, type ChainReader } from './chain.ts'
import { usd } from './show.ts'
import { addCost, addUsage, costReader, type Costed } from './tally.ts'

const HOUR = 3_600_000
const PAGE = 2_000

/** A count and a sum, micro-USD. */
export interface Amount {
  count: number
  micro: bigint
}

/** The result. `differences` are sentences; without any, the books agree. */
export interface Books {
  lines: Amount
  records: Amount
  /** Absent if the chain was not read. */
  chain?: Amount
  /** Lines whose payment record has expired, so that only the chain can confirm them. */
  expired: number
  /** Payments whose outcome is not known yet. */
  open: number
  /** The lines whose cost is known. */
  costed: Costed
  /** What was used and delivered, by model. */
  usage: Map<string, Record<string, number>>
  differences: string[]
}

/** What is compared: the lines from `since` to just before `until`, Unix ms. */
interface Period {
  since: number
  until: number
}

/** Reads all records in a state. */
async function* recordsIn(
  store: Pick<Store, 'list'>,
  state: string,
): AsyncGenerator<PaymentRecord> {
  for await (const { stored } of documentsOf<PaymentRecord>(store, 'payments', state, PAGE))
    yield stored.doc
}

const add = (to: Amount, micro: bigint): void => {
  to.count += 1
  to.micro += micro
}

const chargedOf = (record: PaymentRecord): bigint => BigInt(record.charged ?? record.amount)

/** Compares each settled record of the period with its line. Returns the records by their key. */
async function compareRecords(
  store: Pick<Store, 'list' | 'get'>,
  { since, until }: Period,
  books: Books,
): Promise<Map<string, PaymentRecord>> {
  const records = new Map<string, PaymentRecord>()
  for await (const record of recordsIn(store, 'settled')) {
    const { sale, transfer, key } = record
    if (transfer || sale === undefined || sale.line?.outcome === 'covered') continue
    records.set(key, record)
    const at = sale.line === undefined ? record.updated : endedAt(sale.line)
    if (at < since || at >= until || chargedOf(record) === 0n) continue
    add(books.records, chargedOf(record))
    const line = sale.line && (await store.get(SALES, sale.line.key))
    if (!line) books.differences.push(`payment ${key} is settled and has no sales line`)
  }
  return records
}

/** Compares the lines of the period with their records. Returns those that charged something. */
async function compareLines(
  store: Pick<Store, 'list'>,
  period: Period,
  { books, records }: { books: Books; records: ReadonlyMap<string, PaymentRecord> },
): Promise<KeyedLine[]> {
  /** The keys of lines that may be corrected. */
  const correctable = new Set<string>()
  const costOf = costReader()
  const charged: KeyedLine[] = []
  for await (const one of salesLines(store, period)) {
    const { line, key } = one
    const former = correctable.has(line.corrects?.key ?? '') ? line.corrects : undefined
    // A line that corrects another one has the same usage and the same cost.
    if (former === undefined) countUsage(books, line, line.usage)
    if (former === undefined || !DELIVERED.has(former.outcome)) countUsage(books, line, line.units)
    const cost = costOf(line)
    if (former !== undefined) books.costed.charged += BigInt(cost === undefined ? 0 : line.charged)
    else addCost(books.costed, cost, line.charged)
    if (line.outcome !== 'charged') correctable.add(key)
    if (line.outcome !== 'charged') continue
    charged.push(one)
    add(books.lines, BigInt(line.charged))
    const record = records.get(line.payment ?? '')
    if (record === undefined) books.expired += 1
    else if (chargedOf(record) !== BigInt(line.charged))
      books.differences.push(
        `line ${key} says ${usd(BigInt(line.charged))}, its payment record ` +
          `${usd(chargedOf(record))}`,
      )
  }
  return charged
}

function countUsage(books: Books, { model = '-' }: SaleLine, usage: SaleUsage = {}): void {
  if (Object.keys(usage).length === 0) return
  const sums = books.usage.get(model) ?? {}
  addUsage(sums, usage)
  books.usage.set(model, sums)
}

/** Compares the lines of the period with the transfers on the chain, each way. */
async function compareChain(
  chain: ChainReader,
  { since, until }: Period,
  from: {
    store: Pick<Store, 'list'>
    books: Books
    records: ReadonlyMap<string, PaymentRecord>
    charged: readonly KeyedLine[]
  },
): Promise<void> {
  const { books, records, charged } = from
  // A line follows its block, so the transfers begin earlier than the lines.
  const pile = pileOf(await chain.received(since - HOUR))
  const sum: Amount = { count: 0, micro: 0n }
  const take = async ({ line, key }: KeyedLine): Promise<boolean> => {
    // The record has the newer transaction if a reorganisation took the first one back.
    const transaction = records.get(line.payment ?? '')?.transaction ?? line.transaction ?? ''
    const micro = BigInt(line.charged)
    const own = transferKey(transaction, line.wallet, micro)
    if (pile.get(own)?.pop() !== undefined) return true
    const late = (await chain.of(transaction)).some(
      one => transferKey(one.transaction, one.from, one.amount) === own,
    )
    if (!late) books.differences.push(`line ${key}: the chain has no transfer ${transaction}`)
    return late
  }
  for (const one of charged) if (await take(one)) add(sum, BigInt(one.line.charged))
  // Transfers at the edges of the period belong to lines just outside of it.
  for (const edge of [
    { since: since - 2 * HOUR, until: since },
    { since: until, until: until + HOUR },
  ])
    for await (const { line } of salesLines(from.store, edge))
      if (line.outcome === 'charged')
        pile.get(transferKey(line.transaction ?? '', line.wallet, BigInt(line.charged)))?.pop()
  for (const one of [...pile.values()].flat())
    if (one.at >= since && one.at < until) {
      add(sum, one.amount)
      books.differences.push(
        `the chain has a transfer of ${usd(one.amount)} from ${one.from} without a sales ` +
          `line: ${one.transaction}`,
      )
    }
  books.chain = sum
}

/** Compares store, lines and chain over a period. */
export async function compareBooks(
  store: Pick<Store, 'list' | 'get'>,
  period: Period,
  chain?: ChainReader,
): Promise<Books> {
  const books: Books = {
    lines: { count: 0, micro: 0n },
    records: { count: 0, micro: 0n },
    expired: 0,
    open: 0,
    costed: { count: 0, cost: 0n, charged: 0n },
    usage: new Map(),
    differences: [],
  }
  const records = await compareRecords(store, period, books)
  const charged = await compareLines(store, period, { books, records })
  for await (const record of recordsIn(store, 'settling')) if (!record.transfer) books.open += 1
  if (chain !== undefined) await compareChain(chain, period, { store, books, records, charged })
  return books
}
