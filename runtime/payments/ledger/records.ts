/**
 * The payment records in the store: how one is made, read, changed and how long it is kept. The
 * only writer of `payments`.
 */
import type { Clock, Random } from '../../seams.ts'
import type { Change, Store, Stored } from '../../store/store.ts'
import { storedPayload, type StoredPayload } from '../signed.ts'
import { next, RECORD, type RecordEvent, type RecordState } from '../transitions.ts'
import type { ClaimFacts, Payment, PaymentRecord } from '../types.ts'

/** The state of a record that exists. */
export type StoredState = Exclude<RecordState, 'none'>

/** Put after the state in the tag of unfinished records of a job, which only the job can end. */
const OF_JOB = ' of a job'

/** The tag of failed records whose authorization is still valid. */
const MAY_LAND = 'failed, may land'

/** The state of a record, as the table of transitions names it. */
export function stateOf({ state, mayLand }: PaymentRecord): StoredState {
  return state === 'failed' && mayLand ? 'refused' : state
}

/** How a state is stored. */
function fieldsOf(state: StoredState): Pick<PaymentRecord, 'state' | 'mayLand'> {
  return state === 'refused' ? { state: 'failed', mayLand: true } : { state, mayLand: undefined }
}

/**
 * What a record is found by: its state. The claims of jobs, of which there are many that nobody
 * collects for days, stand apart, so that a look at unfinished records finds only those that it can
 * act on.
 */
function tagOf(record: PaymentRecord): string {
  const state = stateOf(record)
  if (state === 'refused') return MAY_LAND
  return record.job !== undefined && state === 'claimed' ? state + OF_JOB : state
}

/** A stored record with its version, which its copies keep. */
function versioned({ doc, version }: Stored<PaymentRecord>): PaymentRecord {
  doc.version = version
  return doc
}

/** What a change of a record may say without moving it to another state. */
export type Note = Partial<Omit<PaymentRecord, 'state' | 'mayLand' | 'version' | 'claim' | 'key'>>

/**
 * Reading and changing records. Each change is a compare-and-set with the version in the record,
 * and gives the record as it is then, or undefined where the stored one is of another version. A
 * `lazy` change may share the write of another one.
 */
export interface Records {
  get(key: string): Promise<PaymentRecord | undefined>
  /**
   * Writes the first claim, or claims `former` again by `event`, in one commit with `also`.
   * Undefined when it did not fit.
   */
  claim(payment: Payment, facts: ClaimFacts, how: Claim): Promise<PaymentRecord | undefined>
  /**
   * Moves the record by an event of the table. Throws `IllegalTransition`, and writes nothing, where
   * the table does not have it.
   */
  move(
    record: PaymentRecord,
    event: RecordEvent,
    changes?: Note,
    lazy?: boolean,
  ): Promise<PaymentRecord | undefined>
  /** Changes the record and leaves its state. */
  note(record: PaymentRecord, changes: Note, lazy?: boolean): Promise<PaymentRecord | undefined>
  /** Records in a state, oldest first; claims of jobs are not among them. */
  list(state: StoredState): Promise<PaymentRecord[]>
}

/** How a claim is written: what it replaces, and what else is in its commit. */
export interface Claim {
  former?: PaymentRecord
  event?: 'claim' | 'take_over' | 'retry'
  also: Change[]
}

const HOUR = 3_600_000
/** How long an ended record stays after its authorization lapsed. */
const MARGIN = 24 * HOUR
/** A settled record is not needed for longer than this: the token itself remembers the nonce. */
const LONGEST = 30 * 24 * HOUR
const PAGE = 10_000

/**
 * When the record may be forgotten, Unix ms; undefined for never. Unfinished records are never
 * forgotten, but for the claim of a job that nobody collects. What belongs to a job outlives it, so
 * that no job is paid twice.
 */
export function expiryOf(record: PaymentRecord, now: number): number | undefined {
  const job = record.job === undefined ? 0 : record.job.expires + MARGIN
  if (record.state === 'claimed' && job > 0) return job
  const own = endExpiry(record, now)
  return own === undefined ? undefined : Math.max(own, job)
}

/**
 * When the record's authorization lapses, Unix ms; undefined where that is too far away for a
 * number.
 */
export function lapseOf(record: PaymentRecord): number | undefined {
  const seconds = BigInt((record.payload as StoredPayload).payload.authorization.validBefore)
  return seconds > 8_000_000_000_000n ? undefined : Number(seconds) * 1000
}

function endExpiry(record: PaymentRecord, now: number): number | undefined {
  const lapses = lapseOf(record)
  if (record.state === 'settled')
    return Math.max(now + MARGIN, Math.min((lapses ?? Infinity) + MARGIN, now + LONGEST))
  if (record.state === 'failed')
    return Math.min(Math.max(now, lapses ?? Infinity) + MARGIN, now + LONGEST)
  if (record.state === 'released') return now + HOUR
  return undefined
}

function recordOf(
  { authorization }: Payment,
  facts: ClaimFacts,
  made: { owner: string; claim: string; now: number; version: number },
): PaymentRecord {
  return {
    key: authorization.key,
    version: made.version,
    state: 'claimed',
    owner: made.owner,
    claim: made.claim,
    route: facts.route,
    path: facts.path,
    fingerprint: facts.fingerprint,
    payer: authorization.from,
    amount: String(authorization.value),
    requirements: facts.requirements,
    payload: storedPayload(authorization),
    job: facts.job,
    created: made.now,
    updated: made.now,
  }
}

/** The change that writes a record, where the stored one is still of the version before. */
function writing(doc: PaymentRecord, now: number): Change {
  const at = {
    in: 'payments',
    key: doc.key,
    doc,
    tag: tagOf(doc),
    expires: expiryOf(doc, now),
  } as const
  return doc.version === 1
    ? { do: 'insert', ...at }
    : { do: 'replace', version: doc.version - 1, ...at }
}

/** The records of a store, claimed in the name of `owner`. */
export function createRecords(parts: {
  store: Store
  clock: Clock
  random: Random
  owner: string
}): Records {
  const { store, clock, random, owner } = parts
  const write = async (doc: PaymentRecord, lazy: boolean): Promise<PaymentRecord | undefined> => {
    const now = clock.now()
    doc.updated = now
    doc.version += 1
    return (await store.commit([writing(doc, now)], { lazy })) ? doc : undefined
  }
  return {
    async get(key) {
      const stored = await store.get<PaymentRecord>('payments', key)
      return stored && versioned(stored)
    },
    async claim(payment, facts, { former, event = 'claim', also }) {
      next(RECORD, former === undefined ? 'none' : stateOf(former), event)
      const [now, version] = [clock.now(), (former?.version ?? 0) + 1]
      const doc = recordOf(payment, facts, { owner, claim: random.hex(8), now, version })
      return (await store.commit([writing(doc, now), ...also])) ? doc : undefined
    },
    // Not async: what the table does not have is refused before anything else happens.
    move: (record, event, changes, lazy = false) => {
      const to = next(RECORD, stateOf(record), event) as StoredState
      return write(Object.assign({}, record, changes, fieldsOf(to)), lazy)
    },
    note: (record, changes, lazy = false) => write(Object.assign({}, record, changes), lazy),
    list: async state =>
      (
        await store.list<PaymentRecord>('payments', state === 'refused' ? MAY_LAND : state, PAGE)
      ).map(({ stored }) => versioned(stored)),
  }
}

/** Whether both are the same claim; a released record that was claimed again is another. */
export const sameClaim = (a: PaymentRecord, b: PaymentRecord): boolean => a.claim === b.claim
