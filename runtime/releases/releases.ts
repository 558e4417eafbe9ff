/**
 * Releases and the pointer to the one that is live, in documents that all processes of a gateway
 * share: in their store, or in a folder beside the embedded store.
 */
import type { Change, Store, Stored } from '../store/store.ts'
import { nameOf, type Entry, type Pointer, type Release, type Report } from './types.ts'

const IN = 'gateway.catalogs'
const POINTER = 'current'
const RELEASE = 'release'
const REPORT = 'report'
/** How many catalogs of the past can be returned to. */
const REMEMBERED = 5
/** How long a process is counted as alive after its last report, in ms. */
const ALIVE = 15_000

/** The part of a store that holds releases. Each commit has one change. */
export type Documents = Pick<Store, 'get' | 'list' | 'commit'>

/** The releases of one gateway. */
export interface Releases {
  pointer(): Promise<Stored<Pointer> | undefined>
  /** The bytes of a release; undefined if they are not there. */
  read(hash: string): Promise<Buffer | undefined>
  put(release: Release, bytes: Buffer): Promise<void>
  /**
   * Makes an entry the live one. Returns the new pointer; undefined if somebody else changed it
   * meanwhile, and then nothing has changed. `isRefused`: what was live till now is not remembered.
   */
  point(
    was: Stored<Pointer> | undefined,
    to: Entry['release'],
    how?: { isRefused: boolean },
  ): Promise<Pointer | undefined>
  report(report: Report): Promise<void>
  /** What the living processes report. */
  reports(): Promise<Report[]>
}

/** Opens the releases in these documents. */
export function createReleases(documents: Documents, clock: { now(): number }): Releases {
  const write = (key: string, doc: unknown, more: Partial<Change> = {}): Promise<void> =>
    replaceAny(documents, key, { doc, ...more })
  return {
    pointer: () => documents.get<Pointer>(IN, POINTER),
    async read(hash) {
      const found = await documents.get<{ bytes: string }>(IN, `${RELEASE}/${hash}`)
      return found === undefined ? undefined : Buffer.from(found.doc.bytes, 'base64')
    },
    put: ({ hash }, bytes) =>
      write(`${RELEASE}/${hash}`, { bytes: bytes.toString('base64') }, { tag: RELEASE }),
    async point(was, to, { isRefused } = { isRefused: false }) {
      const next = nextPointer(was?.doc, to, { now: clock.now(), isRefused })
      const change = { in: IN, key: POINTER, doc: next } as const
      const isDone = await documents.commit([
        was === undefined
          ? { do: 'insert', ...change }
          : { do: 'replace', version: was.version, ...change },
      ])
      if (!isDone) return undefined
      await forget(documents, was?.doc, next)
      return next
    },
    report: report =>
      write(`${REPORT}/${report.instance}`, report, {
        tag: REPORT,
        expires: clock.now() + ALIVE,
      }),
    async reports() {
      const found = await documents.list<Report & { instance: string }>(IN, REPORT, 1000)
      return found.map(({ stored }) => stored.doc)
    },
  }
}

/** The pointer after a change. What was live becomes the newest of its history. */
function nextPointer(
  was: Pointer | undefined,
  to: Entry['release'],
  { now, isRefused }: { now: number; isRefused: boolean },
): Pointer {
  const current: Entry = { ...(to === undefined ? {} : { release: to }), from: now }
  const before: Entry = { ...(was?.current ?? { from: 0 }), until: now }
  const others = (was?.history ?? []).filter(
    entry => nameOf(entry) !== nameOf(before) && nameOf(entry) !== nameOf(current),
  )
  const isAnother = !isRefused && nameOf(before) !== nameOf(current)
  const history = [...(isAnother ? [before] : []), ...others].slice(0, REMEMBERED)
  return { generation: (was?.generation ?? 0) + 1, current, history }
}

/** Removes the bytes of releases that the pointer no longer names. */
async function forget(
  documents: Documents,
  was: Pointer | undefined,
  { current, history }: Pointer,
): Promise<void> {
  const kept = new Set([current, ...history].map(nameOf))
  const old = [...(was?.history ?? []), ...(was === undefined ? [] : [was.current])]
  for (const name of old.map(nameOf).filter(one => !kept.has(one)))
    await documents.commit([{ do: 'remove', in: IN, key: `${RELEASE}/${name}` }])
}

/** Writes a document whatever there is. */
async function replaceAny(
  documents: Documents,
  key: string,
  what: { doc: unknown; tag?: string; expires?: number },
): Promise<void> {
  for (;;) {
    const known = await documents.get(IN, key)
    const change: Change =
      known === undefined
        ? { do: 'insert', in: IN, key, ...what }
        : { do: 'replace', in: IN, key, version: known.version, ...what }
    if (await documents.commit([change])) return
  }
}
