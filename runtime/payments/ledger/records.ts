/**
 * The payment records in the store: how one is made, read, changed and how long it is kept. The
 * only writer of `payments`.
 */
import type { Clock, Random } from '../../seams.ts'
import type { Change, Store, Stored } from '../../store/store.ts'
import { keptPayload, type KeptPayload } from '../signed.ts'
import type { ClaimFacts, Payment, PaymentRecord, PaymentState } from '../types.ts'

/** A record as stored, with its version. */
export type Kept = Stored<PaymentRecord>

/** Put after the state in the tag of unfinished records of a job, which only the job can end. */
const OF_JOB = ' of a job'

/** The tag of failed records whose authorization is still valid. */
export const MAY_LAND = 'failed, may land'

/**
 * What a record is found by: its state. The claims of jobs, of which there are many that nobody
 * collects for days, stand apart, so that a look at unfinished records finds only those that it can
 * act on.
 */
function tagOf({ state, job, mayLand }: PaymentRecord): string {
  if (mayLand) return MAY_LAND
  return job !== undefined && OPEN.includes(state) ? state + OF_JOB : state
}

/**
 * Where a record that was read or written here carries its version; neither copied nor stored with
 * it.
 */
const VERSION = Symbol('version')

/**
 * The stored form of a record that was read or written here, without asking the store; undefined
 * for a copy.
 */
export function keptOf(record: PaymentRecord): Kept | undefined {
  const version = (record as { [VERSION]?: number })[VERSION]
  return version === undefined ? undefined : { doc: record, version, tag: tagOf(record) }
}

function remember(kept: Kept): Kept {
  Object.defineProperty(kept.doc, VERSION, {
    value: kept.version,
    writable: true,
    configurable: true,
  })
  return kept
}

/** Reading and changing records; every change is a compare-and-set. */
export interface Records {
  get(key: string): Promise<Kept | undefined>
  /**
   * Writes the first claim, or claims a released record again, in one commit with `also`. False
   * when it did not fit.
   */
  claim(
    payment: Payment,
    facts: ClaimFacts,
    over: { kept?: Kept; also: Change[] },
  ): Promise<PaymentRecord | undefined>
  /**
   * Replaces the record if it is still of this version. Undefined when it is not. A `lazy` change
   * may share the write of another one.
   */
  change(kept: Kept, changes: Partial<PaymentRecord>, lazy?: boolean): Promise<Kept | undefined>
  /**
   * Records in a state, oldest first; unfinished ones of jobs are not among them, nor failed ones
   * that may still land.
   */
  list(state: PaymentState | typeof MAY_LAND): Promise<PaymentRecord[]>
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
  const seconds = BigInt((record.payload as KeptPayload).payload.authorization.validBefore)
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
  made: { owner: string; claim: string; now: number },
): PaymentRecord {
  return {
    key: authorization.key,
    state: 'claimed',
    owner: made.owner,
    claim: made.claim,
    route: facts.route,
    path: facts.path,
    fingerprint: facts.fingerprint,
    payer: authorization.from,
    amount: String(authorization.value),
    requirements: facts.requirements,
    payload: keptPayload(authorization),
    job: facts.job,
    created: made.now,
    updated: made.now,
  }
}

/** The records of a store, claimed in the name of `owner`. */
export function createRecords(parts: {
  store: Store
  clock: Clock
  random: Random
  owner: string
}): Records {
  const { store, clock, random, owner } = parts
  const replacement = (kept: Kept, doc: PaymentRecord): Change => ({
    do: 'replace',
    in: 'payments',
    key: doc.key,
    version: kept.version,
    doc,
    tag: tagOf(doc),
    expires: expiryOf(doc, clock.now()),
  })
  return {
    async get(key) {
      const kept = await store.get<PaymentRecord>('payments', key)
      return kept && remember(kept)
    },
    async claim(payment, facts, { kept, also }) {
      const doc = recordOf(payment, facts, { owner, claim: random.hex(8), now: clock.now() })
      const own: Change = kept
        ? replacement(kept, doc)
        : {
            do: 'insert',
            in: 'payments',
            key: doc.key,
            doc,
            tag: tagOf(doc),
            expires: expiryOf(doc, doc.created),
          }
      return (await store.commit([own, ...also]))
        ? remember({ doc, version: (kept?.version ?? 0) + 1, tag: tagOf(doc) }).doc
        : undefined
    },
    async change(kept, changes, lazy = false) {
      const doc = Object.assign({}, kept.doc, changes, { updated: clock.now() })
      const fits = await store.commit([replacement(kept, doc)], { lazy })
      return fits ? remember({ doc, version: kept.version + 1, tag: tagOf(doc) }) : undefined
    },
    list: async state =>
      (await store.list<PaymentRecord>('payments', state, PAGE)).map(
        ({ stored }) => remember(stored).doc,
      ),
  }
}

/** Whether both are the same claim; a released record that was claimed again is another. */
export const sameClaim = (a: PaymentRecord, b: PaymentRecord): boolean => a.claim === b.claim

/** States in which the work is still going on. */
export const OPEN: readonly PaymentState[] = ['claimed', 'working', 'done']
