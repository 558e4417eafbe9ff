/** Options of `npm run deploy` and `npm run rollback`. */
import { optionError, UsageError } from '../buyer/usage.ts'

/** Help of `npm run deploy`. */
export const DEPLOY_HELP = `npm run deploy -- [options]

Makes a release of generated/ and lets all processes of the gateway serve it, without a restart.
Reads NETWORK, SIGNING_KEYS, and REDIS_URL or DATA_DIR from the environment, as "npm run serve" does.

Options
  --store URL       the store, instead of REDIS_URL
  --generated DIR   folder of the generated catalog; default generated/
  --built-in        return to the catalog that each process was started with
  --replace         replace a pointer that no key of SIGNING_KEYS has signed; its history is lost
  --list            print what is live, what was live before, and what each process serves
  --wait SECONDS    how long to wait for the processes; default 60
  --help

If a process refuses the release, the catalog before it goes live again.

Exit codes: 0 all processes serve it, 1 refused or failed, 2 wrong usage, 3 a process said nothing.`

/** Help of `npm run rollback`. */
export const ROLLBACK_HELP = `npm run rollback -- [NAME] [options]

Lets all processes serve the catalog that was live before the present one, or the one that is named;
"npm run deploy -- --list" prints the names. Reads the same settings as "npm run deploy".

Options
  --store URL       the store, instead of REDIS_URL
  --wait SECONDS    how long to wait for the processes; default 60
  --help

Exit codes: 0 all processes serve it, 1 refused or failed, 2 wrong usage, 3 a process said nothing.`

/** Options of both. */
export const COMMON = {
  store: { type: 'string' },
  wait: { type: 'string', default: '60' },
  help: { type: 'boolean', default: false },
} as const
/** Options of `npm run deploy`. */
export const DEPLOY = {
  ...COMMON,
  generated: { type: 'string', default: 'generated' },
  replace: { type: 'boolean', default: false },
  'built-in': { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
} as const

/** Reads a number of seconds; returns ms. */
export function seconds(text: string): number {
  if (!/^\d{1,4}$/.test(text))
    throw new UsageError(`--wait must be a number of seconds, not ${text}.`)
  return Number(text) * 1000
}

/** Reads options. Throws `UsageError` with a hint if one is wrong. */
export function parse<T>(read: () => T, options: object, command: string): T {
  try {
    return read()
  } catch (error) {
    throw optionError(error, Object.keys(options), `npm run ${command}`)
  }
}
