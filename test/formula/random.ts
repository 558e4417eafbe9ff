/** Random numbers that are the same in every run. */
export interface Random {
  below(limit: number): number
  chance(share: number): boolean
  pick<T>(of: readonly T[]): T
}

/** A generator from a seed (mulberry32). */
export function random(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    below: limit => Math.floor(next() * limit),
    chance: share => next() < share,
    pick: of => of[Math.floor(next() * of.length)]!,
  }
}
