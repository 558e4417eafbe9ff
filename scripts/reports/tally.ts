/** Adds up sales lines by what a report groups them by. */
import { dayOf } from '../../runtime/sales/line.ts'
import type { SaleLine, SaleOutcome } from '../../runtime/sales/types.ts'
import type { Group, ReportOptions } from './options.ts'

/** The sums of one group. Amounts are micro-USD. */
export interface Sums {
  lines: number
  outcomes: Partial<Record<SaleOutcome, number>>
  charged: bigint
  /** What was asked for results that nobody paid for and that were served. */
  absorbed: bigint
  /** What upstreams cost, for charges of which that is known, and what those charges brought. */
  cost: bigint
  costed: bigint
  /** What upstreams have reported to have used. */
  usage: Record<string, number>
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
  cost: 0n,
  costed: 0n,
  usage: {},
})

const NAMES: { readonly [group in Group]: (line: SaleLine) => string } = {
  model: ({ model }) => model ?? '-',
  route: ({ route }) => route,
  wallet: ({ wallet }) => wallet ?? '-',
  network: ({ network, scheme }) => `${network} ${scheme}`,
  day: ({ at }) => dayOf(at),
  outcome: ({ outcome, reason }) => (reason === undefined ? outcome : `${outcome}: ${reason}`),
}

/** Whether the report wants this line. */
export const isWanted = (
  line: Pick<SaleLine, 'route' | 'wallet'>,
  { route, wallet }: Pick<ReportOptions, 'route' | 'wallet'>,
): boolean =>
  (route === undefined || line.route === route) &&
  (wallet === undefined || line.wallet?.toLowerCase() === wallet.toLowerCase())

function add(sums: Sums, line: SaleLine): void {
  sums.lines += 1
  sums.outcomes[line.outcome] = (sums.outcomes[line.outcome] ?? 0) + 1
  sums.charged += BigInt(line.charged)
  if (line.outcome === 'absorbed') sums.absorbed += BigInt(line.quoted)
  if (line.cost !== undefined) {
    sums.cost += BigInt(line.cost)
    sums.costed += BigInt(line.charged)
  }
  for (const [name, value] of Object.entries(line.usage ?? {}))
    sums.usage[name] = (sums.usage[name] ?? 0) + value
}

/** Takes back the count of a line that a later one corrects. It has charged nothing. */
function withdraw(sums: Sums, outcome: SaleOutcome, quoted: string): void {
  sums.lines -= 1
  sums.outcomes[outcome] = (sums.outcomes[outcome] ?? 0) - 1
  if (outcome === 'absorbed') sums.absorbed -= BigInt(quoted)
}

/** The line that this one corrects, as far as groups can tell it apart. */
function corrected(line: SaleLine): SaleLine | undefined {
  if (line.corrects === undefined) return undefined
  const { key, outcome } = line.corrects
  return { ...line, outcome, at: Number(key.split('-', 1)[0]), reason: line.corrects.reason }
}

/** Adds up lines. A line that was corrected within the period is not counted. */
export async function tally(
  lines: AsyncIterable<{ line: SaleLine }>,
  options: Pick<ReportOptions, 'by' | 'route' | 'wallet' | 'since'>,
): Promise<Report> {
  const groups = new Map<string, Sums>()
  const total = empty()
  const nameOf = NAMES[options.by]
  const groupOf = (line: SaleLine): Sums => {
    const name = nameOf(line)
    const sums = groups.get(name) ?? empty()
    groups.set(name, sums)
    return sums
  }
  for await (const { line } of lines) {
    if (!isWanted(line, options)) continue
    const former = corrected(line)
    for (const sums of [groupOf(line), total]) add(sums, line)
    if (former !== undefined && former.at >= options.since)
      for (const sums of [groupOf(former), total]) withdraw(sums, former.outcome, line.quoted)
  }
  for (const [name, { lines: count }] of groups) if (count === 0) groups.delete(name)
  return { groups, total }
}
