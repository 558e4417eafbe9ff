/** Reads the records that a route names, and determines how the call changes them. */
import type { Call, Reply, Stage } from '../../call.ts'
import type { Effect, RecordRead } from '../../contract.ts'
import { RecordBusy } from '../../owned/record-busy.ts'
import type { OwnedRecords } from '../../owned/types.ts'
import { refuse } from '../../replies/answer.ts'
import { replay } from './replay.ts'

/** Seconds after which a caller may ask again for a record that another call changes. */
const RETRY = 1

const BUSY = 'Another call changes the same record now. Nothing was charged; send it again.'

/** Reads the records that depend on the request alone, before the gates. */
export const readForGates: Stage = call => read(call, 'request')

/** Reads the records that depend on the payer, before the checks. */
export const readForChecks: Stage = call => read(call, 'payer')

/**
 * Reads records into the scope of formulas. Ends the call if a record stays locked for too long.
 */
function read(call: Call, when: RecordRead['when']): ReturnType<Stage> {
  const reads = call.compiled.route.reads?.filter(one => one.when === when) ?? []
  return reads.length === 0 ? undefined : readOrRefuse(call, reads)
}

async function readOrRefuse(call: Call, reads: readonly RecordRead[]): Promise<Reply | undefined> {
  try {
    await readAll(call, reads)
    return undefined
  } catch (error) {
    if (!(error instanceof RecordBusy)) throw error
    return (await ownReplay(call)) ?? recordBusy(call)
  }
}

/** Returns the reply to a repeat of the request whose own payment is about to change the record. */
async function ownReplay(call: Call): Promise<Reply | undefined> {
  if (call.payment === undefined) return undefined
  const record = await call.context.ledger.get(call.payment.authorization.key)
  return record === undefined || record.state === 'released' ? undefined : replay(call, record)
}

/** Replies 503: another call changes the same record, and nothing was charged. */
export function recordBusy(call: Call): Reply {
  return refuse(call, 'busy', { details: BUSY, retry_after: RETRY })
}

/** Reads all records of a route again, after one of them was changed by another call. */
export function readAgain(call: Call): Promise<void> {
  return readAll(call, call.compiled.route.reads ?? [])
}

async function readAll(call: Call, reads: readonly RecordRead[]): Promise<void> {
  const { owned } = call.context
  if (owned === undefined) throw new Error('the catalog has no records')
  const values = await Promise.all(reads.map(one => valueOf(call, owned, one)))
  const named = reads.map(({ name }, i) => [name, values[i]])
  call.scope.read = { ...call.scope.read, ...Object.fromEntries(named) }
}

async function valueOf(call: Call, owned: OwnedRecords, one: RecordRead): Promise<unknown> {
  if ('of' in one) {
    const owner = one.of(call.scope)
    return owner === undefined ? [] : owned.of(one.kind, owner, one.skip?.(call.scope))
  }
  const key = one.key(call.scope)
  if (key === undefined) return undefined
  const seen = await owned.get(one.kind, key)
  call.readVersions ??= new Map()
  if (seen === undefined) call.readVersions.delete(`${one.kind}/${key}`)
  else call.readVersions.set(`${one.kind}/${key}`, { version: seen.version, made: seen.made })
  return seen?.row
}

/** The version of a record that was absent when the call read it: stored ones begin at 1. */
const ABSENT = 0

/**
 * Returns the changes that the call makes to records; undefined if there are none. A record that
 * the call has read is changed only if it is still the same. `set` changes only records that exist.
 */
export function effectsOf(call: Call): readonly Effect[] | undefined {
  const effects = call.compiled.route.effects?.(call.scope)
  const changed = new Set(effects?.map(({ kind, key }) => `${kind}/${key}`))
  if (effects !== undefined && changed.size < effects.length)
    throw new Error('two effects of a call change the same record')
  return effects?.map(effect => {
    if (effect.key === '') throw new Error(`a change of ${effect.kind} has no key`)
    const read = call.readVersions?.get(`${effect.kind}/${effect.key}`)
    if (read !== undefined) return { ...effect, seen: read.version, seenMade: read.made }
    return effect.do === 'set' ? { ...effect, seen: ABSENT } : effect
  })
}
