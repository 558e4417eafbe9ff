/** Options of `npm run deploy` and `npm run rollback`. */
import { isShare } from '../../runtime/releases/canary.ts'
import { UsageError } from '../command-line.ts'

/** Help of `npm run deploy`. */
export const DEPLOY_HELP = `npm run deploy -- [options]

Makes a release of generated/ and lets all processes of the gateway serve it, without a restart.
Before that it compares the catalog with the one that is live, as "npm run plan" does, and refuses
what the plan blocks. Reads NETWORK, SIGNING_KEYS, and REDIS_URL or DATA_DIR from the environment, as
"npm run serve" does.

Options
  --store URL       the store, instead of REDIS_URL
  --generated DIR   folder of the generated catalog; default generated/
  --catalog DIR     folder of the catalog that it is generated from; default catalog/
  --by NAME         who deploys; listed with the release. Else git's user.name, or $USER
  --force REASON    deploy also what the plan blocks; the reason is kept and listed
  --canary PERCENT  let the release serve this share of the wallets only, above 0 and below 100; the
                    rest keep what is live. It cannot try new prices: calls whose price differs stay
                    with what is live. Again with another number: change the share
  --promote         make the canary the live catalog
  --abort           end the canary; all wallets are served what is live
  --built-in        return to the catalog that each process was started with
  --replace         replace a pointer that no key of SIGNING_KEYS has signed; its history is lost
  --list            print what is live, what was live before, and what each process serves
  --wait SECONDS    how long to wait for the processes; default 60
  --help

If a process refuses the release, the catalog before it goes live again, or the canary is aborted.

Exit codes: 0 all processes serve it, 1 refused or failed, 2 wrong usage, 3 a process said nothing.`

/** Help of `npm run rollback`. */
export const ROLLBACK_HELP = `npm run rollback -- [NAME] [options]

Lets all processes serve the catalog that was live before the present one, or the one that is named;
"npm run deploy -- --list" prints the names. While a canary is on, it ends that instead. Reads the same settings as "npm run deploy".

After a rollback, a second one needs a NAME or --again, because the catalog that was live before is
then the one that was rolled back.

Options
  --again           after a rollback, go one catalog further back
  --store URL       the store, instead of REDIS_URL
  --wait SECONDS    how long to wait for the processes; default 60
  --help

Exit codes: 0 all processes serve it, 1 refused or failed, 2 wrong usage, 3 a process said nothing.`

/** Options of both. */
const COMMON = {
  store: { type: 'string' },
  wait: { type: 'string', default: '60' },
  help: { type: 'boolean', default: false },
} as const
/** Options of `npm run rollback`. */
export const ROLLBACK = { ...COMMON, again: { type: 'boolean', default: false } } as const
/** Options of `npm run deploy`. */
export const DEPLOY = {
  ...COMMON,
  generated: { type: 'string', default: 'generated' },
  catalog: { type: 'string', default: 'catalog' },
  force: { type: 'string' },
  by: { type: 'string' },
  replace: { type: 'boolean', default: false },
  'built-in': { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  canary: { type: 'string' },
  promote: { type: 'boolean', default: false },
  abort: { type: 'boolean', default: false },
} as const

/** Throws if two options exclude each other. */
export function checkAlone(flags: Readonly<Record<string, unknown>>): void {
  const actions = ['canary', 'promote', 'abort', 'built-in', 'list'].filter(name => flags[name])
  if (actions.length > 1)
    throw new UsageError(`--${actions[0]} and --${actions[1]} do not go together.`)
}

/** Throws if `--force` has no reason in words. */
export function checkForce(reason: string | undefined): void {
  if (reason !== undefined && !/[A-Za-z]{2}.*\s.*[A-Za-z]{2}/.test(reason))
    throw new UsageError('--force needs the reason in words: --force "the upstream has shut down"')
}

/** Reads a share of the wallets: a percentage between 0 and 100 with at most two decimals. */
export function percentOf(text: string): number {
  const percent = /^\d+(\.\d{1,2})?$/.test(text) ? Number(text) : NaN
  if (isShare(percent)) return percent
  const why =
    percent >= 100
      ? '100 % is not a canary: "npm run deploy" without --canary serves them all'
      : percent === 0
        ? 'no wallet would try it: "npm run deploy -- --abort" ends a canary'
        : `"${text}" is no such number`
  throw new UsageError(`--canary must be ${SHARE}, such as 5 or 0.5; ${why}.`)
}

const SHARE = 'the percentage of the wallets that try the release, above 0 and below 100'

/**
 * Joins `--canary -1` to one argument. Otherwise a value that begins with a dash would be read as
 * an option, and the message would not name the wrong number.
 */
export function joined(args: readonly string[]): string[] {
  const at = args.indexOf('--canary')
  if (at < 0 || !/^-[\d.]/.test(args[at + 1] ?? '')) return [...args]
  return [...args.slice(0, at), `--canary=${args[at + 1]}`, ...args.slice(at + 2)]
}

/** Reads a number of seconds; returns ms. */
export function seconds(text: string): number {
  if (!/^\d{1,4}$/.test(text))
    throw new UsageError(`--wait must be a number of seconds, not ${text}.`)
  return Number(text) * 1000
}
