/** Checks the form of a pointer. */
import { isShare } from './canary.ts'
import type { Entry, Pointer, Release } from './types.ts'

/** Whether a value is a pointer. */
export function isPointer(value: unknown): value is Pointer {
  const { generation, current, history, ...trial } = (value ?? {}) as Partial<Pointer>
  return (
    Number.isSafeInteger(generation) &&
    generation! > 0 &&
    isEntry(current) &&
    areEntries(history) &&
    isTrial(trial)
  )
}

const areEntries = (value: unknown): boolean => Array.isArray(value) && value.every(isEntry)

/** Whether the canary, the earlier canaries and the last abort have the right form. */
function isTrial({ canary, tried = [], aborted }: Partial<Pointer>): boolean {
  const isOn =
    canary === undefined ||
    (isRelease(canary?.release) && Number.isFinite(canary.from) && isShare(canary.percent))
  const isEnded =
    aborted === undefined ||
    [aborted?.hash, aborted?.cause, aborted?.reason].every(text => typeof text === 'string')
  return isOn && isEnded && areEntries(tried)
}

function isEntry(value: unknown): value is Entry {
  const { release, catalogs, from, until } = (value ?? {}) as Partial<Entry>
  return (
    (release === undefined || isRelease(release)) &&
    (catalogs === undefined || Array.isArray(catalogs)) &&
    Number.isFinite(from) &&
    (until === undefined || Number.isFinite(until))
  )
}

function isRelease(value: unknown): value is Release {
  const { hash, catalog, signature, made, quotes, jobs } = (value ?? {}) as Partial<Release>
  return (
    [hash, catalog, signature].every(text => typeof text === 'string') &&
    [made, quotes, jobs].every(Number.isFinite)
  )
}
