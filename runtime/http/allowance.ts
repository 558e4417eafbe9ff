/** Bounds what is held for strangers: all of it together, and the part of one of them. */

/** Bytes that may be held for all callers, and for one. */
export interface Bounds {
  all: number
  each: number
}

/** What is held now, by caller. */
export interface Allowance {
  /** Takes bytes for a caller; false, and nothing is taken, where they do not fit. */
  take(caller: string, bytes: number): boolean
  /** Gives back what was taken. */
  give(caller: string, bytes: number): void
}

/** Makes an allowance of which nothing is taken. Callers who hold nothing are forgotten. */
export function createAllowance({ all, each }: Bounds): Allowance {
  const held = new Map<string, number>()
  let sum = 0
  const add = (caller: string, bytes: number): void => {
    const left = (held.get(caller) ?? 0) + bytes
    if (left > 0) held.set(caller, left)
    else held.delete(caller)
    sum += bytes
  }
  return {
    take(caller, bytes) {
      if (sum + bytes > all || (held.get(caller) ?? 0) + bytes > each) return false
      add(caller, bytes)
      return true
    },
    give: (caller, bytes) => add(caller, -bytes),
  }
}
