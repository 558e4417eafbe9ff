/**
 * Releases and the pointer to the live one, in documents that all processes of a gateway share: in
 * their store, or in a folder beside the embedded store.
 */
import { writeOver, type Change, type Store, type Stored } from '../store/store.ts'
import { withCanary, withoutCanary } from './canary.ts'
import { isPointer } from './form.ts'
import { nextPointer, readPointer, sealPointer } from './pointer.ts'
import { contentOf, isSealed, seal, type Seal } from './sealed.ts'
import {
  BUILT_IN,
  namesIn,
  type Aborted,
  type Canary,
  type Entry,
  type Pointer,
  type Release,
  type Report,
} from './types.ts'

const IN = 'gateway.catalogs'
const POINTER = 'current'
const RELEASE = 'release'
const REPORT = 'report'
/** How long a process is counted as alive after its last report, in ms. */
const ALIVE = 15_000

/** The part of a store that holds releases. Each commit has one change. */
export type Documents = Pick<Store, 'get' | 'list' | 'commit'>

/** The releases of one gateway. */
export interface Releases {
  /** Returns the pointer. Rejects with `UnknownPointer` if the stored one is not trusted. */
  pointer(): Promise<Stored<Pointer> | undefined>
  /** Returns the bytes of a release; undefined if they do not exist. */
  read(hash: string): Promise<Buffer | undefined>
  put(release: Release, bytes: Buffer): Promise<void>
  /**
   * Makes an entry live. Returns the new pointer; undefined, with nothing changed, if another
   * process changed it meanwhile. `isRefused` drops the previous entry from the history. An
   * untrusted pointer has a version, but no `doc`.
   */
  point(
    was: { version: number; doc?: Pointer } | undefined,
    to: Entry['release'],
    how?: { isRefused: boolean },
  ): Promise<Pointer | undefined>
  /**
   * Lets a release serve a share of the wallets; undefined if another process changed the pointer.
   * Throws if there is a different canary.
   */
  tryOut(
    was: { version: number; doc?: Pointer } | undefined,
    canary: Omit<Canary, 'from'>,
  ): Promise<Pointer | undefined>
  /** Ends the canary, so that all wallets get the live catalog; undefined as above. */
  abort(
    was: { version: number; doc: Pointer & { canary: Canary } },
    why: Pick<Aborted, 'cause' | 'reason'>,
  ): Promise<Pointer | undefined>
  report(report: Report): Promise<void>
  /**
   * Returns the reports of the living processes. They are not verified: use them only for display.
   */
  reports(): Promise<Report[]>
  /** Returns only those reports of living processes that a key of this gateway has signed. */
  provenReports(): Promise<Report[]>
}

/** Opens the releases in these documents. `by` signs the pointer and the reports. */
export function createReleases(documents: Documents, clock: { now(): number }, by: Seal): Releases {
  const write = (key: string, doc: unknown, more: Partial<Change> = {}): Promise<void> =>
    replaceAny(documents, key, { doc, ...more })
  const sealedReports = async (): Promise<unknown[]> =>
    (await documents.list(IN, REPORT, 1000)).map(({ stored }) => stored.doc)
  const provenReports = async (): Promise<Report[]> =>
    (await sealedReports())
      .filter(one => isSealed(REPORT, one, by))
      .map(contentOf)
      .filter(isReport)
  const change = async (
    was: { version: number; doc?: Pointer } | undefined,
    next: Pointer,
  ): Promise<Pointer | undefined> => {
    if (!(await documents.commit([pointerChange(was, sealPointer(next, by))]))) return undefined
    await forget(documents, was?.doc, next)
    return next
  }
  return {
    async pointer() {
      const stored = await documents.get(IN, POINTER)
      return stored && { ...stored, doc: readPointer(stored, by, clock.now()) }
    },
    read: hash => storedBytes(documents, hash),
    put: ({ hash }, bytes) =>
      write(`${RELEASE}/${hash}`, { bytes: bytes.toString('base64') }, { tag: RELEASE }),
    async point(was, to, { isRefused } = { isRefused: false }) {
      const builtIns = builtInsOf(await provenReports())
      return change(was, nextPointer(was?.doc, to, { now: clock.now(), isRefused, builtIns }))
    },
    tryOut: async (was, canary) => change(was, withCanary(was?.doc, canary, clock.now())),
    abort: (was, why) => change(was, withoutCanary(was.doc, why, clock.now())),
    report: report =>
      write(`${REPORT}/${report.instance}`, seal(REPORT, report, by), {
        tag: REPORT,
        expires: clock.now() + ALIVE,
      }),
    reports: async () => (await sealedReports()).map(contentOf).filter(isReport),
    provenReports,
  }
}

const pointerChange = (was: { version: number } | undefined, doc: unknown): Change =>
  writeOver(was?.version, { in: IN, key: POINTER, doc })

/** Returns the catalogs of the processes that serve their built-in catalog. */
const builtInsOf = (reports: readonly Report[]): string[] => [
  ...new Set(reports.filter(({ serves }) => serves === BUILT_IN).map(({ catalog }) => catalog)),
]

/**
 * Returns the stored pointer without verifying it: for reports, which have no keys. Undefined if
 * there is no pointer of this version.
 */
export async function storedPointer(
  documents: Pick<Documents, 'get'>,
): Promise<Pointer | undefined> {
  const pointer = contentOf((await documents.get(IN, POINTER))?.doc)
  return isPointer(pointer) ? pointer : undefined
}

/** Returns the bytes of a release; undefined if they do not exist. They are not verified. */
export async function storedBytes(
  documents: Pick<Documents, 'get'>,
  hash: string,
): Promise<Buffer | undefined> {
  const found = await documents.get<{ bytes?: unknown }>(IN, `${RELEASE}/${hash}`)
  const bytes = found?.doc?.bytes
  return typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : undefined
}

/** Whether a document has the form of a report. It is not verified. */
function isReport(value: unknown): value is Report {
  const { instance, generation, serves, catalog } = (value ?? {}) as Partial<Report>
  return (
    typeof generation === 'number' &&
    [instance, serves, catalog].every(text => typeof text === 'string')
  )
}

/** Removes the bytes of releases that the pointer no longer names. */
async function forget(
  documents: Documents,
  was: Pointer | undefined,
  next: Pointer,
): Promise<void> {
  const kept = namesIn(next)
  const old = was === undefined ? [] : [...namesIn(was)]
  for (const name of old.filter(one => !kept.has(one)))
    await documents.commit([{ do: 'remove', in: IN, key: `${RELEASE}/${name}` }])
}

/** Writes a document over any version. */
async function replaceAny(
  documents: Documents,
  key: string,
  what: { doc: unknown; tag?: string; expires?: number },
): Promise<void> {
  for (;;) {
    const known = await documents.get(IN, key)
    if (await documents.commit([writeOver(known?.version, { in: IN, key, ...what })])) return
  }
}
