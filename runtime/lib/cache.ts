/**
 * A bounded cache without bookkeeping per read: when the young generation is full it becomes the
 * old one, and the old one is dropped.
 */
export interface GenerationCache<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
}

/** Longest key that is cached; the gateway's own keys are shorter. */
const LONGEST_KEY = 2048

/** Creates a cache of at most `limit` entries that keeps the recently used ones. */
export function generationCache<T>(limit: number): GenerationCache<T> {
  const half = Math.max(1, Math.floor(limit / 2))
  let young = new Map<string, T>()
  let old = new Map<string, T>()
  const set = (key: string, value: T): void => {
    if (key.length > LONGEST_KEY) return
    if (young.size >= half) [old, young] = [young, new Map()]
    young.set(key, value)
  }
  return {
    set,
    get: key => {
      const found = young.get(key)
      if (found !== undefined) return found
      const older = old.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
  }
}
