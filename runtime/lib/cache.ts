/**
 * A bounded cache without bookkeeping per read: when the young generation is full it becomes the
 * old one, and the old one is dropped.
 */
export interface GenerationCache<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
}

/** Number of strings whose results are cached. */
const TEXTS = 256

/** Returns a function that caches its results for recent strings. */
export function remembering<T extends string | boolean>(of: (text: string) => T) {
  const known = generationCache<T>(TEXTS)
  return (text: string): T => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = of(text)
    known.set(text, made)
    return made
  }
}

/** Longest key that is cached; the gateway's own keys are shorter. */
const LONGEST_KEY = 2048

/**
 * Creates a cache that keeps the recently used entries: at most `limit` of them, or at most `limit`
 * in total size.
 */
export function generationCache<T>(
  limit: number,
  sizeOf: (value: T) => number = () => 1,
): GenerationCache<T> {
  const half = Math.max(1, Math.floor(limit / 2))
  let young = new Map<string, T>()
  let old = new Map<string, T>()
  let held = 0
  const set = (key: string, value: T): void => {
    if (key.length > LONGEST_KEY) return
    if (held >= half) [held, old, young] = [0, young, new Map()]
    const before = young.get(key)
    held += sizeOf(value) - (before === undefined ? 0 : sizeOf(before))
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
