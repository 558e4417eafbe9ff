/** A memory budget for data of unknown callers: in total, and per caller. */

/** Maximum bytes for all callers, and for one. */
export interface Bounds {
  all: number
  each: number
}

/** Bytes reserved now, by caller. */
export interface MemoryBudget {
  /** Reserves bytes for a caller. Returns false, and reserves nothing, if they do not fit. */
  take(caller: string, bytes: number): boolean
  /** Releases reserved bytes. */
  give(caller: string, bytes: number): void
}

/** Makes an empty budget. Callers that have nothing reserved are forgotten. */
export function createMemoryBudget({ all, each }: Bounds): MemoryBudget {
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
