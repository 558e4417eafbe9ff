/** Makes one follow-up: calls its upstream, and drops it once the answer is final. */
import type { Catalog, Scope } from '../contract.ts'
import { pauseAfter } from '../lib/pauses.ts'
import type { Observe } from '../observe/types.ts'
import type { OwnedRecords } from '../owned/types.ts'
import type { Clock } from '../seams.ts'
import type { Store, Stored } from '../store/store.ts'
import { scopeOfCall } from '../upstream/arguments.ts'
import { longestOf } from '../upstream/longest.ts'
import type { Upstreams } from '../upstream/types.ts'
import { dropChange, FOLLOW_UPS, OWED, type FollowUp } from './follow-up.ts'

/** The parts that follow-ups need to be made. */
export interface FollowUpParts {
  store: Store
  clock: Clock
  upstreams: Pick<Upstreams, 'call'>
  catalog: Pick<Catalog, 'calls'>
  observe: Pick<Observe, 'log' | 'gauge'>
  hooks: unknown
  /** Sweeps the leases of records. */
  owned?: Pick<OwnedRecords, 'sweep'>
  scopeNetwork: Scope['network']
  /** Aborted when a closing gateway stops waiting. */
  halted: AbortSignal
  /** All catalogs, for calls that the present catalog does not have. */
  editions?: { all(): readonly FollowUpParts[] }
}

/** A stored follow-up with its key. */
export interface Owed {
  key: string
  stored: Stored<FollowUp>
}

/** Pause after the first failure, and the longest pause, in ms. */
const PAUSE = { first: 2_000, longest: 600_000 }
/** Number of failures from which operators are warned at each attempt. */
export const REPEATED = 3
/** Time between the end of a request and its repetition, in ms, if the process dies meanwhile. */
const SLACK = 5_000

/** Postpones a follow-up. Returns it, or undefined if another process changed it. */
export async function putOff(
  { store }: Pick<FollowUpParts, 'store'>,
  { key, stored }: Owed,
  changes: Partial<FollowUp>,
): Promise<Owed | undefined> {
  const doc = { ...stored.doc, ...changes }
  const { version } = stored
  const change = { do: 'replace', in: FOLLOW_UPS, key, version, doc, tag: OWED } as const
  const isWritten = await store.commit([change])
  return isWritten ? { key, stored: { doc, version: version + 1, tag: OWED } } : undefined
}

/**
 * Makes a follow-up. Postpones it before its request, so that no other process makes it at the same
 * time. Returns whether it is done; otherwise it is repeated later. Rejects only with
 * `StoreUnavailable`.
 */
export async function carryOut(parts: FollowUpParts, owed: Owed): Promise<boolean> {
  const { clock, observe } = parts
  const { call: id } = owed.stored.doc
  const own = partsWith(parts, id)
  const call = own?.catalog.calls[id]
  if (own === undefined || call === undefined) {
    observe.log.error({ followUp: owed.key, call: id }, 'a follow-up names an unknown call')
    await putOff(parts, owed, { due: clock.now() + PAUSE.longest })
    return false
  }
  const tries = owed.stored.doc.tries + 1
  const due = clock.now() + longestOf(call) + SLACK
  const taken = await putOff(parts, owed, { tries, due })
  if (taken === undefined) return false
  const end = await ask(own, call, taken.stored.doc)
  if (end === 'done') return parts.store.commit([dropChange(owed.key)])
  await putOff(parts, taken, { due: end })
  return false
}

/** Returns the parts of the newest catalog that has a call. */
function partsWith(parts: FollowUpParts, call: string): FollowUpParts | undefined {
  const others = parts.editions?.all() ?? []
  return [parts, ...others].find(({ catalog }) => Object.hasOwn(catalog.calls, call))
}

/** Calls the upstream. Returns when to try again, Unix ms, or `'done'` if the answer is final. */
async function ask(
  parts: FollowUpParts,
  call: Catalog['calls'][string],
  doc: FollowUp,
): Promise<'done' | number> {
  const { clock, upstreams, observe, halted: signal } = parts
  const pause = pauseAfter(doc.tries, PAUSE)
  try {
    const now = Math.floor(clock.now() / 1000)
    const { scopeNetwork: network, hooks } = parts
    const scope = scopeOfCall(call, { network, hooks, now, call: { id: doc.id } }, doc.with)
    const reply = await upstreams.call(call, scope, { signal })
    if (!reply.ok) throw new Error(`${reply.kind}: ${JSON.stringify(reply.details)}`)
    const isPassed = reply.status < 200 || reply.status > 299
    const { sureFrom = 0 } = doc
    return isPassed && clock.now() < sureFrom ? sureFrom : 'done'
  } catch (error) {
    const facts = { call: call.id, id: doc.id, tries: doc.tries, reason: (error as Error).message }
    const level = doc.tries < REPEATED ? 'warn' : 'error'
    observe.log[level](facts, 'a follow-up failed and is repeated')
    return clock.now() + pause
  }
}
