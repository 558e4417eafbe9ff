/** `npm run deploy` and `npm run rollback`: another catalog goes live without a restart. */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { catalog } from '../../generated/index.ts'
import { createSigner } from '../../runtime/jobs/signed-poll.ts'
import { systemClock } from '../../runtime/lib/clock.ts'
import { releaseFolder } from '../../runtime/releases/open.ts'
import { createFolder } from '../../runtime/releases/folder.ts'
import { createReleases, type Releases } from '../../runtime/releases/releases.ts'
import { RefusedRelease, type Entry } from '../../runtime/releases/types.ts'
import { readDeploySettings, type DeploySettings } from '../../runtime/settings/read.ts'
import { openStore, prefixOf } from '../../runtime/store/open.ts'
import { optionError, UsageError } from '../buyer/usage.ts'
import { goLive, type Outcome } from './go-live.ts'
import { releaseOf, sourceOf } from './make.ts'
import { describe, isMeant, shortName } from './names.ts'

const DEPLOY_HELP = `npm run deploy -- [options]

Makes a release of generated/ and lets all processes of the gateway serve it, without a restart.
Reads NETWORK, SIGNING_KEYS, and REDIS_URL or DATA_DIR from the environment, as "npm run serve" does.

Options
  --store URL       the store, instead of REDIS_URL
  --generated DIR   folder of the generated catalog; default generated/
  --built-in        return to the catalog that each process was started with
  --list            print what is live, what was live before, and what each process serves
  --wait SECONDS    how long to wait for the processes; default 60
  --help

If a process refuses the release, the catalog before it goes live again.

Exit codes: 0 all processes serve it, 1 refused or failed, 2 wrong usage, 3 a process said nothing.`

const ROLLBACK_HELP = `npm run rollback -- [NAME] [options]

Lets all processes serve the catalog that was live before the present one, or the one that is named;
"npm run deploy -- --list" prints the names. Reads the same settings as "npm run deploy".

Options
  --store URL       the store, instead of REDIS_URL
  --wait SECONDS    how long to wait for the processes; default 60
  --help

Exit codes: 0 all processes serve it, 1 refused or failed, 2 wrong usage, 3 a process said nothing.`

const COMMON = {
  store: { type: 'string' },
  wait: { type: 'string', default: '60' },
  help: { type: 'boolean', default: false },
} as const
const DEPLOY = {
  ...COMMON,
  generated: { type: 'string', default: 'generated' },
  'built-in': { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
} as const

const say = (line: string): void => console.log(line)

/** The releases of the gateway that the environment describes. */
interface Open {
  releases: Releases
  settings: DeploySettings
  close(): Promise<void>
}

async function open(url: string | undefined): Promise<Open> {
  const { REDIS_URL, DATA_DIR, ...rest } = process.env
  const store = url === undefined ? { REDIS_URL, DATA_DIR } : { REDIS_URL: url }
  const settings = readDeploySettings({ ...rest, ...store }, catalog)
  const prefix = prefixOf(catalog, settings.network)
  if ('dir' in settings.store) {
    const folder = createFolder(releaseFolder(settings.store.dir, prefix), systemClock)
    return { settings, releases: createReleases(folder, systemClock), close: async () => undefined }
  }
  const opened = await openStore(settings, { clock: systemClock, prefix })
  const releases = createReleases(opened, opened.clock)
  return { settings, releases, close: () => opened.close() }
}

/** Runs a command; returns its exit code. */
export async function main(command: 'deploy' | 'rollback', args: string[]): Promise<number> {
  try {
    return await (command === 'deploy' ? deploy(args) : rollback(args))
  } catch (error) {
    const { message } = error as Error
    console.error(
      error instanceof RefusedRelease ? `Refused (${error.check}): ${message}` : message,
    )
    return error instanceof UsageError ? 2 : 1
  }
}

async function deploy(args: string[]): Promise<number> {
  const flags = parse(() => parseArgs({ args, options: DEPLOY }).values, DEPLOY, 'deploy')
  if (flags.help) return help(DEPLOY_HELP)
  const patience = seconds(flags.wait)
  const { releases, settings, close } = await open(flags.store)
  try {
    if (flags.list) return await list(releases)
    if (flags['built-in']) return conclude(await goLive(releases, undefined, { say, patience }))
    if (flags.generated === 'generated') checkGenerated()
    const source = await sourceOf(resolve(flags.generated))
    const made = releaseOf(source, createSigner(settings.signingKeys), Date.now())
    const size = (made.bytes.length / 1024).toFixed(0)
    say(
      `Release ${made.release.hash.slice(0, 12)} of catalog ${made.release.catalog.slice(0, 12)}, ${size} KB`,
    )
    const before = (await releases.pointer())?.doc.current
    await releases.put(made.release, made.bytes)
    const outcome = await goLive(releases, made.release, { say, patience })
    if (outcome.refused.length > 0) await goBack(releases, before, patience)
    return conclude(outcome)
  } finally {
    await close()
  }
}

/** All processes serve what was live before a release that one of them refuses. */
async function goBack(
  releases: Releases,
  before: Entry | undefined,
  patience: number,
): Promise<void> {
  say('It is taken back.')
  await goLive(releases, before?.release, { say, patience, isRefused: true })
}

async function rollback(args: string[]): Promise<number> {
  const { values: flags, positionals } = parse(
    () => parseArgs({ args, options: COMMON, allowPositionals: true }),
    COMMON,
    'rollback',
  )
  if (flags.help) return help(ROLLBACK_HELP)
  const patience = seconds(flags.wait)
  const { releases, close } = await open(flags.store)
  try {
    const { history = [] } = (await releases.pointer())?.doc ?? {}
    const [name] = positionals
    const entry = name === undefined ? history[0] : history.find(one => isMeant(one, name))
    if (entry === undefined)
      throw new Error(
        name === undefined ? 'nothing was live before' : `${name} was not live lately`,
      )
    return conclude(await goLive(releases, entry.release, { say, patience }))
  } finally {
    await close()
  }
}

async function list(releases: Releases): Promise<number> {
  const pointer = (await releases.pointer())?.doc
  const entries = pointer === undefined ? [{ from: 0 }] : [pointer.current, ...pointer.history]
  for (const entry of entries) say(describe(entry))
  for (const { instance, serves, refused } of await releases.reports())
    say(
      `${instance} serves ${shortName({ from: 0, ...nameless(serves) })}${refused ? `, refused ${refused.hash.slice(0, 12)} (${refused.check}: ${refused.reason})` : ''}`,
    )
  return 0
}

const nameless = (serves: string): object =>
  serves === 'built-in' ? {} : { release: { hash: serves } }

/** Says how it went; returns the exit code. */
function conclude({ pointer, serving, refused, silent }: Outcome): number {
  const name = shortName(pointer.current)
  if (refused.length > 0) {
    say(`${name} is refused by ${refused.length} of ${refused.length + serving.length} processes.`)
    return 1
  }
  for (const { instance } of silent) say(`  ${instance} has said nothing`)
  if (silent.length > 0) return 3
  say(
    serving.length === 0
      ? `${name} is live. No process runs now; the next one serves it.`
      : `${name} is live in ${serving.length} processes.`,
  )
  return 0
}

/** Throws unless generated/ is what the catalog gives. */
function checkGenerated(): void {
  const args = ['generator/run.mjs', 'generate', '--check']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`generated/ is not up to date: run "npm run generate".\n${stdout}${stderr}`)
}

function help(text: string): number {
  say(text)
  return 0
}

function seconds(text: string): number {
  if (!/^\d{1,4}$/.test(text))
    throw new UsageError(`--wait must be a number of seconds, not ${text}.`)
  return Number(text) * 1000
}

function parse<T>(read: () => T, options: object, command: string): T {
  try {
    return read()
  } catch (error) {
    throw optionError(error, Object.keys(options), `npm run ${command}`)
  }
}
