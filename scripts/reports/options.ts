/** The arguments of the reports on sales. */
import { parseArgs } from 'node:util'
import { readOptions, UsageError } from '../command-line.ts'

/** The names by which sales can be grouped. */
export const GROUPS = ['model', 'route', 'wallet', 'network', 'day', 'outcome', 'catalog'] as const
/** A name by which sales can be grouped. */
export type Group = (typeof GROUPS)[number]

/** The parsed arguments. Times are Unix ms. */
export interface ReportOptions {
  by: Group
  since: number
  until: number
  /** The period in words. */
  period: string
  route?: string
  wallet?: string
  key?: string
  /** A folder of generated code. */
  catalog?: string
  /** A file with a signed receipt, and one with the keys of its gateway. */
  receipt?: string
  keys?: string
  form: 'table' | 'json' | 'csv' | 'lines'
  help: boolean
}

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const
const DEFAULT = '7d'

/** Reads `7d`, `12h` (before `now`), `2026-11-01` or a full ISO time. */
export function timeOf(text: string, now: number): number {
  const [, count, unit] = /^(\d+)([mhdw])$/.exec(text) ?? []
  if (count !== undefined) return now - Number(count) * UNITS[unit as keyof typeof UNITS]
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(at))
    throw new UsageError(
      `"${text}" is not a time: write 7d, 12h, 2026-11-01 or 2026-11-01T12:00:00Z`,
    )
  return at
}

const NAMES = {
  by: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  route: { type: 'string' },
  wallet: { type: 'string' },
  key: { type: 'string' },
  catalog: { type: 'string' },
  receipt: { type: 'string' },
  keys: { type: 'string' },
  json: { type: 'boolean' },
  csv: { type: 'boolean' },
  lines: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** A report command, such as `npm run sales`, and the options that it has. */
export interface ReportCommand {
  name: string
  known: readonly (keyof typeof NAMES)[]
}

/** Parses the arguments of a command with its `known` options. Throws `UsageError`. */
export function readReportOptions(
  args: readonly string[],
  { name, known }: ReportCommand,
  now: number,
): ReportOptions {
  const options = Object.fromEntries([...known, 'help' as const].map(name => [name, NAMES[name]]))
  const read = () => parseArgs({ args: [...args], options }).values as Values
  const values = readOptions(read, options, name)
  const by = (values.by ?? 'model') as Group
  if (!GROUPS.includes(by)) throw new UsageError(`--by is one of ${GROUPS.join(', ')}`)
  const forms = (['json', 'csv', 'lines'] as const).filter(form => values[form] === true)
  if (forms.length > 1) throw new UsageError('use one of --json, --csv and --lines')
  const since = timeOf(values.since ?? DEFAULT, now)
  const until = values.until === undefined ? now + 1 : timeOf(values.until, now)
  if (since >= until) throw new UsageError('--since is not before --until')
  const { route, wallet, key, catalog, receipt, keys } = values
  return {
    by,
    since,
    until,
    period: periodOf(values, { since, until }),
    route,
    wallet,
    key,
    catalog,
    receipt,
    keys,
    form: forms[0] ?? 'table',
    help: !!values.help,
  }
}

/** The period in words, with a hint if it is the default. */
function periodOf(values: Values, { since, until }: { since: number; until: number }): string {
  const end = values.until === undefined ? 'now' : dayTime(until)
  const hint = values.since === undefined ? ` (${DEFAULT}; --since chooses another period)` : ''
  return `from ${dayTime(since)} to ${end}${hint}`
}

const dayTime = (ms: number): string => new Date(ms).toISOString().replace(/(?::00)?\.\d+Z$/, 'Z')

type Values = {
  [name in keyof typeof NAMES]?: (typeof NAMES)[name]['type'] extends 'string' ? string : boolean
}
