/**
 * Bounds the memory of large upstream replies that are read, parsed and answered at the same time.
 * A reply without room is not refused, because its upstream has already done the work: it waits, as
 * long as its call may take.
 */

/** Replies up to this size do not count. */
export const SMALL_REPLY = 2 ** 20
const ROOM = 128 * 2 ** 20

/** The room of one reply. */
export interface ReplyPart {
  /**
   * Reserves room for `bytes` in total. Returns a promise if there is none yet; it resolves when
   * there is, and never after `release`.
   */
  need(bytes: number): Promise<void> | undefined
  /** Gives the room back. */
  release(): void
}

/** The room of all replies of a client. */
export interface ReplyRoom {
  part(): ReplyPart
}

interface Part {
  held: number
  wanted: number
  go?: () => void
}

/** Makes an empty room for `most` bytes. */
export function createReplyRoom(most = ROOM): ReplyRoom {
  let held = 0
  /** Replies that hold room, or wait for it. */
  const parts = new Set<Part>()
  const waiting: Part[] = []
  const fits = (part: Part): boolean => held - part.held + part.wanted <= most
  const take = (part: Part): void => {
    held += part.wanted - part.held
    part.held = part.wanted
  }
  const admit = (): void => {
    // If all of them wait, none would ever give its room back: then the first one goes on.
    while (waiting.length > 0 && (fits(waiting[0]!) || waiting.length === parts.size)) {
      const next = waiting.shift()!
      take(next)
      next.go!()
    }
  }
  const need = (part: Part, bytes: number): Promise<void> | undefined => {
    if (bytes <= SMALL_REPLY || bytes <= part.held) return undefined
    part.wanted = bytes
    parts.add(part)
    if (waiting.length === 0 && fits(part)) return void take(part)
    return new Promise(resolve => {
      part.go = resolve
      waiting.push(part)
      admit()
    })
  }
  const release = (part: Part): void => {
    held -= part.held
    part.held = 0
    parts.delete(part)
    const at = waiting.indexOf(part)
    if (at !== -1) waiting.splice(at, 1)
    admit()
  }
  return {
    part() {
      const part: Part = { held: 0, wanted: 0 }
      return { need: bytes => need(part, bytes), release: () => release(part) }
    },
  }
}
