/**
 * Free quotas (`pay.free_quota`): a number of results per caller is free in each period. Each limit
 * and key has a document with the places taken, so that all processes and restarts count together.
 * A call in flight holds a place for as long as it may last, after which the place of a process
 * that died is free again. A result keeps its place for the period; a call without a result gives
 * it back.
 *
 * After a crash, counted results stay counted. A result that was delivered but not yet counted when
 * its process died counts as a call in flight: for 15 minutes, or an hour if answers are streamed.
 * So a crash never costs a caller a free result, and gives it at most one more for each of its
 * calls in flight.
 */
import { createHash } from 'node:crypto'
import type { Call } from '../call.ts'
import type { LimitSpec } from '../contract.ts'
import { rateKeys, type RateKey } from '../http/client-address.ts'
import { writeOver, type Change, type Stored } from '../store/store.ts'

const MINUTE = 60_000
/** How long a call in flight may hold its place, ms: answers, and streams. */
const ANSWER = 15 * MINUTE
const STREAM = 60 * MINUTE
/** How often a change is retried because another call has changed the same document. */
const TRIES = 40

/** As stored: the places by key, each with the time until which it is taken, Unix ms. */
interface Doc {
  taken: Readonly<Record<string, number>>
}

/** The count of one caller: its document, and how many results are free. */
interface Part {
  id: string
  most: number
  spec: LimitSpec
}

/** A part with its stored state. */
interface Counted extends Part {
  stored: Stored<Doc> | undefined
  taken: Doc['taken']
}

/** The places of a call in its caller's quota. */
export interface FreePlaces {
  key: string
  parts: readonly Part[]
  /** Set if something other than the reply decides whether the call counts as a result. */
  isResult?: boolean
}

/** Whether a quota counts wallets, so that callers must sign even for free results. */
export const isOfWallet = ({ compiled }: Pick<Call, 'compiled'>): boolean =>
  compiled.quota.some(({ by }) => by === 'payer')

/** Whether the quota of a route can make this call free. */
export const hasQuota = ({ compiled, scope }: Call): boolean =>
  compiled.quota.length > 0 && compiled.route.quota?.when?.(scope) !== false

/** Whether the caller has a free result left; takes no place. */
export async function hasFreePlace(call: Call): Promise<boolean> {
  return (await read(call, partsOf(call))).every(hasRoom)
}

/** Takes a place for this call. Returns false, and takes none, if the quota is used up. */
export async function takeFreePlace(call: Call): Promise<boolean> {
  const { context, compiled } = call
  const [key, parts] = [context.random.hex(8), partsOf(call)]
  const longest = compiled.route.streams === undefined ? ANSWER : STREAM
  const isTaken = await change(call, parts, (counted, now) =>
    counted.every(hasRoom)
      ? counted.map(one => ({ ...one, taken: { ...one.taken, [key]: now + longest } }))
      : undefined,
  )
  if (isTaken) call.freePlaces = { key, parts }
  return isTaken
}

/**
 * Ends the place of a finished call: a result keeps it for the period, anything else gives it back.
 * Never rejects.
 */
export async function endFreePlace(call: Call, isGiven: boolean): Promise<void> {
  if (call.freePlaces === undefined) return
  const { key, parts } = call.freePlaces
  try {
    await change(call, parts, (counted, now) =>
      counted.map(one => {
        const { [key]: _, ...others } = one.taken
        return { ...one, taken: isGiven ? { ...others, [key]: now + one.spec.per } : others }
      }),
    )
  } catch (error) {
    const { id: route } = call.compiled.route
    call.context.observe.log.warn({ route, err: error }, 'a free result could not be counted')
  }
}

/**
 * Returns when a caller whose quota is used up has a place again, Unix ms, and the limit that frees
 * up last. Calls in flight may free places earlier.
 */
export async function nextFreePlace(call: Call): Promise<{ spec: LimitSpec; at: number }> {
  const now = call.context.clock.now()
  const all = (await read(call, partsOf(call))).map(({ spec, most, taken }) => {
    const ends = Object.values(taken).sort((a, b) => a - b)
    return { spec, at: ends[ends.length - most] ?? now }
  })
  return all.reduce((last, one) => (one.at > last.at ? one : last))
}

const hasRoom = ({ taken, most }: Counted): boolean => Object.keys(taken).length < most

async function read({ context }: Call, parts: readonly Part[]): Promise<Counted[]> {
  const { store, clock } = context
  const all = await Promise.all(parts.map(({ id }) => store.get<Doc>('gateway.quotas', id)))
  return parts.map((part, i) => {
    const taken = Object.entries(all[i]?.doc.taken ?? {}).filter(([, until]) => until > clock.now())
    return { ...part, stored: all[i], taken: Object.fromEntries(taken) }
  })
}

/**
 * Changes all parts in one commit, and retries while other calls change them. Returns false if
 * `make` returns no change. Throws if other calls always come first.
 */
async function change(
  call: Call,
  parts: readonly Part[],
  make: (counted: readonly Counted[], now: number) => readonly Counted[] | undefined,
): Promise<boolean> {
  const { store, clock } = call.context
  for (let i = 0; i < TRIES; i++) {
    const now = clock.now()
    const made = make(await read(call, parts), now)
    if (made === undefined) return false
    if (await store.commit(made.map(one => changeOf(one, now)))) return true
  }
  throw new Error('a free quota is changed by too many calls at once')
}

/**
 * Returns the change that stores a part. An empty document stays for a while: a new one would start
 * at version 1 again, which a slow call may have read.
 */
function changeOf({ id, stored, taken }: Counted, now: number): Change {
  const expires = Math.max(now + ANSWER, ...Object.values(taken))
  return writeOver(stored?.version, { in: 'gateway.quotas', key: id, doc: { taken }, expires })
}

function partsOf(call: Call): Part[] {
  return call.compiled.quota.flatMap(spec =>
    keysOf(call, spec).map(({ key, times }) => ({
      id: `${spec.name}|${key}`,
      most: spec.max * times,
      spec,
    })),
  )
}

/**
 * Returns the keys of the callers that a limit counts. Values from the caller are hashed, because
 * they may be long.
 */
function keysOf({ compiled, scope, payer, ip }: Call, { by }: LimitSpec): readonly RateKey[] {
  if (by === 'payer') return [{ key: payer!, times: 1 }]
  if (by !== 'key') return rateKeys(ip)
  const key = compiled.route.quota?.key?.(scope) ?? ''
  return [{ key: createHash('sha256').update(key).digest('base64url'), times: 1 }]
}
