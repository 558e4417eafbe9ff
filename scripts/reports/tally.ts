/** Adds up sales lines by what a report groups them by. */
import { dayOf, DELIVERED, endedAt } from '../../runtime/sales/line.ts'
import type { KeyedLine } from '../../runtime/sales/read.ts'
import type { SaleLine, SaleOutcome, SaleUsage } from '../../runtime/sales/types.ts'
import { shortHash } from './catalogs.ts'
import type { Group, ReportOptions } from './options.ts'

/** The sums of one group. Amounts are micro-USD. */
export interface Sums {
  lines: number
  outcomes: Partial<Record<SaleOutcome, number>>
  charged: bigint
  /** What was asked for results that nobody paid for and that were served. */
  absorbed: bigint
  /** The lines whose cost is known. */
  costed: Costed
  /** What upstreams have reported to have used, and what was delivered. */
  usage: Record<string, number>
}

/** Lines whose cost is known: how many, what they have cost us, and what they have charged. */
export interface Costed {
  count: number
  cost: bigint
  charged: bigint
}

/** The sums of each group, and of all. */
export interface Report {
  groups: Map<string, Sums>
  total: Sums
}

const empty = (): Sums => ({
  lines: 0,
  outcomes: {},
  charged: 0n,
  absorbed: 0n,
  costed: { count: 0, cost: 0n, charged: 0n },
  usage: {},
})

const NAMES: { readonly [group in Group]: (line: SaleLine) => string } = {
  model: ({ model }) => model ?? '-',
  route: ({ route }) => route,
  wallet: ({ wallet }) => wallet ?? '-',
  network: ({ network, scheme }) => `${network} ${scheme}`,
  day: ({ at }) => dayOf(at),
  catalog: ({ catalog }) => shortHash(catalog) || '-',
  outcome: ({ outcome, reason }) => (reason === undefined ? outcome : `${outcome}: ${reason}`),
}

/** Whether the report wants this line. */
export const isWanted = (
  line: Pick<SaleLine, 'route' | 'wallet'>,
  { route, wallet }: Pick<ReportOptions, 'route' | 'wallet'>,
): boolean =>
  (route === undefined || line.route === route) &&
  (wallet === undefined || line.wallet?.toLowerCase() === wallet.toLowerCase())

/**
 * Reads what a line adds to the cost of its period; undefined if its cost is not known. The work of
 * a job is counted once, however often somebody failed to pay for it.
 */
export function costReader(): (line: SaleLine) => bigint | undefined {
  const jobs = new Set<string>()
  return ({ cost, job }) => {
    if (cost === undefined) return undefined
    const isCounted = job !== undefined && jobs.has(job)
    if (job !== undefined) jobs.add(job)
    return isCounted ? 0n : BigInt(cost)
  }
}

/** Adds a line whose cost is known. */
export function addCost(sums: Costed, cost: bigint | undefined, charged: string): void {
  if (cost === undefined) return
  sums.count += 1
  sums.cost += cost
  sums.charged += BigInt(charged)
}

function add(sums: Sums, line: SaleLine, cost: bigint | undefined): void {
  const { times = 1 } = line
  addCost(sums.costed, cost, line.charged)
  sums.lines += times
  sums.outcomes[line.outcome] = (sums.outcomes[line.outcome] ?? 0) + times
  sums.charged += BigInt(line.charged)
  if (line.outcome === 'absorbed') sums.absorbed += BigInt(line.quoted)
  addUsage(sums.usage, line.usage)
  addUsage(sums.usage, line.units)
}

/** Adds what was used to sums; `sign` -1 takes it back. */
export function addUsage(sums: Record<string, number>, usage: SaleUsage = {}, sign = 1): void {
  for (const [name, value] of Object.entries(usage)) sums[name] = (sums[name] ?? 0) + sign * value
}

/**
 * Takes back the count, the usage and the cost of a line that a later one corrects. It has charged
 * nothing, and both report the same usage and the same cost.
 */
function withdraw(sums: Sums, { outcome, quoted, usage, units, cost }: SaleLine): void {
  sums.lines -= 1
  if (cost !== undefined) {
    sums.costed.count -= 1
    sums.costed.cost -= BigInt(cost)
  }
  if (DELIVERED.has(outcome)) addUsage(sums.usage, units, -1)
  sums.outcomes[outcome] = (sums.outcomes[outcome] ?? 0) - 1
  if (outcome === 'absorbed') sums.absorbed -= BigInt(quoted)
  addUsage(sums.usage, usage, -1)
}

/** The line that this one corrects, as far as groups can distinguish it. */
function corrected(line: SaleLine): SaleLine | undefined {
  if (line.corrects === undefined) return undefined
  const { outcome, reason } = line.corrects
  return { ...line, outcome, at: endedAt(line.corrects), reason }
}

/** Adds up lines. A line that a later one of them corrects is not counted. */
export async function tally(
  lines: AsyncIterable<KeyedLine>,
  options: Pick<ReportOptions, 'by' | 'route' | 'wallet'>,
): Promise<Report> {
  const groups = new Map<string, Sums>()
  const total = empty()
  const nameOf = NAMES[options.by]
  /** The keys of lines that may be corrected. */
  const correctable = new Set<string>()
  const costOf = costReader()
  const groupOf = (line: SaleLine): Sums => {
    const name = nameOf(line)
    const sums = groups.get(name) ?? empty()
    groups.set(name, sums)
    return sums
  }
  for await (const { key, line } of lines) {
    if (!isWanted(line, options)) continue
    if (line.outcome !== 'charged') correctable.add(key)
    // One that has expired, or is older than the report, was not counted.
    const former = correctable.has(line.corrects?.key ?? '') ? corrected(line) : undefined
    const cost = costOf(line)
    const added = former === undefined || cost === undefined ? cost : BigInt(line.cost!)
    for (const sums of [groupOf(line), total]) add(sums, line, added)
    if (former !== undefined) for (const sums of [groupOf(former), total]) withdraw(sums, former)
  }
  for (const [name, { lines: count }] of groups) if (count === 0) groups.delete(name)
  return { groups, total }
}
