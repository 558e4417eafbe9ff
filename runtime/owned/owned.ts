/** Reads and changes the records that wallets own, in the store that all processes share. */
import type { Effect, Json, RecordKind, RecordRow } from '../contract.ts'
import type { Clock } from '../seams.ts'
import type { Change, Store } from '../store/store.ts'
import { documentKey, ownerTag, viewOf, type Place } from './documents.ts'
import { applyChanges, lockChange, unlockChanges, type EffectParts } from './effects.ts'
import { sweepLeases } from './leases.ts'
import { RecordBusy } from './record-busy.ts'
import type { OwnedDocument, OwnedRecords, Seen } from './types.ts'

/** The most records of a wallet that one read lists. */
const MOST = 1_000
/** How long a read waits for a payment that is about to change the record, and its pauses, ms. */
const WAIT = 5_000
const PAUSE = 50

/** What the records are built from. */
export interface OwnedSettings {
  store: Store
  clock: Clock
  kinds: Readonly<Record<string, RecordKind>>
  /** Returns the store change that makes an upstream call later, until it succeeds. */
  followUp(call: string, args: Readonly<Record<string, Json | undefined>>): Change
}

/** Creates access to the records of a gateway. */
export function createOwnedRecords(opened: OwnedSettings): OwnedRecords {
  const settings = { ...opened }
  const { clock, store } = settings
  const seconds = (): number => Math.floor(clock.now() / 1000)
  const place = (effect: Effect): Promise<Place> => placeOf(settings, effect.kind, effect.key)
  const all = async (
    effects: readonly Effect[],
    change: (effect: Effect, place: Place) => Change[] | Promise<Change[]>,
  ): Promise<Change[]> => {
    const changes = effects.map(async effect => change(effect, await place(effect)))
    return (await Promise.all(changes)).flat()
  }
  return {
    get: (kind, key) => readWhenFree(settings, kind, key),
    async of(kind, owner, skip = 0) {
      const tag = ownerTag(kind, owner)
      const found = await store.list<OwnedDocument>('records', tag, MOST, countOf(skip))
      return found.flatMap(({ key, stored: { doc } }) => {
        const own = key.slice(kind.length + 1)
        return doc.row === undefined
          ? []
          : [viewOf(kindOf(settings, kind), own, doc.row, seconds())]
      })
    },
    lock: (effects, lock) => all(effects, (effect, at) => lockChange(effect, at, lock, seconds())),
    apply: (effects, lock, transaction) =>
      all(effects, (effect, at) =>
        applyChanges(effect, at, lock, { ...partsOf(settings), transaction }),
      ),
    applyIfFree: (effects, lock) =>
      all(effects, (effect, at) => {
        lockChange(effect, at, lock, seconds())
        return applyChanges(effect, at, lock, partsOf(settings))
      }),
    unlock: (effects, lock) => all(effects, (_, at) => unlockChanges(at, lock)),
    sweep: () => sweepLeases({ ...settings, giveBack: backOf(settings) }),
    adopt(kinds) {
      settings.kinds = kinds
    },
  }
}

/** How many records are left out; none if that is no number. */
const countOf = (skip: number): number => (Number.isSafeInteger(skip) ? Math.max(0, skip) : 0)

function kindOf({ kinds }: OwnedSettings, name: string): RecordKind {
  const kind = kinds[name]
  if (kind === undefined) throw new Error(`the catalog has no record ${name}`)
  return kind
}

async function placeOf(settings: OwnedSettings, kind: string, key: string): Promise<Place> {
  const stored = await settings.store.get<OwnedDocument>('records', documentKey(kind, key))
  return { kind: kindOf(settings, kind), key, stored }
}

/** Reads a record once no payment is about to change it. */
async function readWhenFree(
  settings: OwnedSettings,
  kind: string,
  key: string,
): Promise<Seen | undefined> {
  const { clock } = settings
  const until = clock.now() + WAIT
  for (;;) {
    const place = await placeOf(settings, kind, key)
    if (place.stored?.doc.lock === undefined) return seenOf(place, clock)
    if (clock.now() >= until) throw new RecordBusy(kind, key)
    await clock.sleep(PAUSE)
  }
}

function seenOf({ kind, key, stored }: Place, clock: Clock): Seen | undefined {
  const row: RecordRow | undefined = stored?.doc.row
  if (stored === undefined || row === undefined) return undefined
  const now = Math.floor(clock.now() / 1000)
  const { version, doc } = stored
  return { row: viewOf(kind, key, row, now), version, made: doc.made }
}

function partsOf(settings: OwnedSettings): EffectParts {
  const { store } = settings
  return {
    async listLease({ kind, key }) {
      if (kind.lease === undefined) return []
      const at = { in: 'gateway.leases' as const, key: documentKey(kind.name, key) }
      if ((await store.get(at.in, at.key)) !== undefined) return []
      return [{ do: 'insert', ...at, doc: {}, tag: kind.name }]
    },
    unlistLease: ({ kind, key }) =>
      kind.lease === undefined
        ? []
        : [{ do: 'remove', in: 'gateway.leases', key: documentKey(kind.name, key) }],
    giveBack: backOf(settings),
  }
}

/**
 * Returns the change that gives a removed record back at its upstream, if its kind defines a call
 * for that.
 */
function backOf({ followUp }: OwnedSettings): EffectParts['giveBack'] {
  return (kind, row) => {
    const back = kind.onRemoved?.({ record: row })
    return back === undefined ? [] : [followUp(back.call, back.args)]
  }
}
