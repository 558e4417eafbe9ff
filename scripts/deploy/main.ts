/** `npm run deploy` and `npm run rollback`: another catalog goes live without a restart. */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createSigner } from '../../runtime/jobs/signed-poll.ts'
import type { Releases } from '../../runtime/releases/releases.ts'
import {
  RefusedRelease,
  UnknownPointer,
  type Entry,
  type Pointer,
} from '../../runtime/releases/types.ts'
import type { Signer } from '../../runtime/seams.ts'
import type { DeploySettings } from '../../runtime/settings/read.ts'
import { readOptions, UsageError } from '../command-line.ts'
import { abortByHand, begin, checkNoCanary, isCanary, promote } from './canary.ts'
import { changePointer, goLive, pointerNow, type How, type Was } from './go-live.ts'
import { releaseOf, sourceOf, type Made, type Source } from './make.ts'
import { openFrom, unusedWarning } from './open.ts'
import { whoDeploys } from './person.ts'
import {
  checkAlone,
  checkForce,
  DEPLOY,
  DEPLOY_HELP,
  joined,
  percentOf,
  ROLLBACK,
  ROLLBACK_HELP,
  seconds,
} from './options.ts'
import { conclude, list } from './outcome.ts'
import { askPlan } from './plan.ts'
import { rollbackTarget } from './rollback.ts'
import { untried } from './untried.ts'

/** Hint for a pointer that an unknown key has signed. */
const OTHER_KEY =
  'Compare SIGNING_KEYS with that of the gateway first: they must be the same. Only if the key of ' +
  'the gateway is lost: npm run deploy -- --replace, which forgets all earlier releases.'

const say = (line: string): void => console.log(line)

/** Runs a command; returns its exit code. */
export async function main(command: 'deploy' | 'rollback', args: string[]): Promise<number> {
  try {
    return await (command === 'deploy' ? deploy(args) : rollback(args))
  } catch (error) {
    const { message } = error as Error
    console.error(
      error instanceof RefusedRelease ? `Refused (${error.check}): ${message}` : message,
    )
    if (error instanceof UnknownPointer) console.error(OTHER_KEY)
    return error instanceof UsageError ? 2 : 1
  }
}

async function deploy(args: string[]): Promise<number> {
  const flags = readOptions(
    () => parseArgs({ args: joined(args), options: DEPLOY }).values,
    DEPLOY,
    'npm run deploy',
  )
  if (flags.help) return (say(DEPLOY_HELP), 0)
  checkAlone(flags)
  checkForce(flags.force)
  const percent = flags.canary === undefined ? undefined : percentOf(flags.canary)
  const how = { say, timeout: seconds(flags.wait), isReplacing: flags.replace }
  const { releases, settings, place, close } = await openFrom(flags.store)
  try {
    const unused = flags.replace ? undefined : await unusedWarning({ releases, place })
    if (unused !== undefined) say(unused)
    if (flags.list) return await list(releases, say)
    if (flags.promote) return conclude(await promote(releases, how), say)
    if (flags.abort) return conclude(await abortByHand(releases, how), say)
    if (percent === undefined) await checkNoCanary(releases, flags.replace)
    if (flags['built-in']) return conclude(await goLive(releases, undefined, how), say)
    const made = await makeRelease(releases, flags, {
      ...how,
      signer: createSigner(settings.signingKeys),
    })
    if (percent !== undefined) return await tryOut(releases, { ...made, percent }, settings, how)
    return await goLiveOrBack(releases, made, how)
  } finally {
    await close()
  }
}

/** Begins a canary, after a warning of the changes that it cannot try. */
async function tryOut(
  releases: Releases,
  canary: Made & { percent: number },
  { network, signingKeys }: DeploySettings,
  how: How,
): Promise<number> {
  const pointer = (await pointerNow(releases, how.isReplacing === true))?.doc
  const place = { network, signer: createSigner(signingKeys) }
  for (const line of await untried(releases, pointer, canary, place)) say(line)
  return conclude(await begin(releases, canary, how), say)
}

/** Makes a release of a folder of generated code, unless the plan blocks it. */
async function makeRelease(
  releases: Releases,
  from: { generated: string; catalog: string; force?: string; by?: string },
  how: How & { signer: Signer },
): Promise<Made> {
  const { generated, catalog, force } = from
  if (generated === 'generated') checkGenerated()
  const by = whoDeploys(resolve(generated), from.by)
  const source: Source = { ...(await sourceOf(resolve(generated), catalog)), ...by }
  const today = Date.now()
  const forced = (await isCanary(releases, source, how))
    ? undefined
    : await askPlan(releases, { ...how, files: source.sources, today, reason: force })
  const made = releaseOf(source, how.signer, today, forced)
  const { hash, catalog: name } = made.release
  const size = (made.bytes.length / 1024).toFixed(0)
  say(`Release ${hash.slice(0, 12)} of catalog ${name.slice(0, 12)}, ${size} KB`)
  return made
}

async function goLiveOrBack(
  releases: Releases,
  { release, bytes }: Made,
  how: How,
): Promise<number> {
  const before = (await pointerNow(releases, how.isReplacing === true))?.doc?.current
  const put = async (was: Was): Promise<Pointer | undefined> => {
    // At each try, because another change of the pointer may have removed the release meanwhile.
    await releases.put(release, bytes)
    return releases.point(was, release)
  }
  const outcome = await changePointer(releases, put, how)
  if (outcome.refused.length > 0) await goBack(releases, before, how.timeout)
  return conclude(outcome, say)
}

/** Returns all processes to the previous release, because one of them refuses the new one. */
async function goBack(
  releases: Releases,
  before: Entry | undefined,
  timeout?: number,
): Promise<void> {
  say('All processes return to the previous catalog.')
  await goLive(releases, before?.release, { say, timeout, isRefused: true })
}

async function rollback(args: string[]): Promise<number> {
  const { values: flags, positionals } = readOptions(
    () => parseArgs({ args, options: ROLLBACK, allowPositionals: true }),
    ROLLBACK,
    'npm run rollback',
  )
  if (flags.help) return (say(ROLLBACK_HELP), 0)
  const timeout = seconds(flags.wait)
  const { releases, close } = await openFrom(flags.store)
  try {
    const pointer = (await releases.pointer())?.doc
    const [name] = positionals
    if (pointer?.canary !== undefined && name === undefined)
      return conclude(await abortByHand(releases, { say, timeout }), say)
    await checkNoCanary(releases, false)
    const entry = rollbackTarget(pointer, { name, again: flags.again })
    return conclude(await goLive(releases, entry.release, { say, timeout }), say)
  } finally {
    await close()
  }
}

/** Throws if generated/ is not up to date with the catalog. */
function checkGenerated(): void {
  const args = ['generator/run.mjs', 'generate', '--check']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`generated/ is not up to date: run "npm run generate".\n${stdout}${stderr}`)
}
