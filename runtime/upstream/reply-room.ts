/**
 * Bounds the memory of large upstream replies that are read, parsed and answered at the same time.
 * A reply without room is not refused, because its upstream has already done the work: it waits, as
 * long as its call may take. Only calls that hold nothing wait, so that none waits for itself.
 */

/** Replies up to this size do not count. */
export const SMALL_REPLY = 2 ** 20
const ROOM = 128 * 2 ** 20

/** The room of one reply. */
export interface ReplyClaim {
  /**
   * Reserves room for `bytes` in total. Returns a promise if there is none yet; it resolves when
   * there is, and never after `drop`.
   */
  need(bytes: number): Promise<void> | undefined
  /** Lowers the room to the size that the reply turned out to have. */
  keep(bytes: number): void
  /** Gives the room back, or stops waiting for it. */
  drop(): void
}

/** The room of all replies of one call, until the call is answered. */
export interface ReplyHold {
  claim(): ReplyClaim
  /** Gives all room back; what is claimed later does not count. */
  release(): void
}

/** The room of all replies of a client. */
export interface ReplyRoom {
  hold(): ReplyHold
}

interface Hold {
  held: number
  claims: Set<Claim>
  isOver: boolean
}

interface Claim {
  hold: Hold
  held: number
  wanted: number
  go?: () => void
}

/** Makes an empty room for `most` bytes. */
export function createReplyRoom(most = ROOM): ReplyRoom {
  let held = 0
  const waiting: Claim[] = []
  /** Whether a claim may enter that has `before` others before it. */
  const mayEnter = ({ hold, wanted }: Claim, before: number): boolean =>
    hold.held > 0 || (before === 0 && (held === 0 || held + wanted <= most))
  const set = (claim: Claim, bytes: number): void => {
    held += bytes - claim.held
    claim.hold.held += bytes - claim.held
    claim.held = bytes
  }
  const admit = (): void => {
    for (let at = waiting.findIndex(mayEnter); at !== -1; at = waiting.findIndex(mayEnter)) {
      const [claim] = waiting.splice(at, 1)
      set(claim!, claim!.wanted)
      claim!.go!()
    }
  }
  const need = (claim: Claim, bytes: number): Promise<void> | undefined => {
    if (bytes <= SMALL_REPLY || bytes <= claim.held || claim.hold.isOver) return undefined
    claim.wanted = bytes
    if (mayEnter(claim, waiting.length)) return void set(claim, bytes)
    return new Promise(resolve => {
      claim.go = resolve
      waiting.push(claim)
    })
  }
  const drop = (claim: Claim): void => {
    const at = waiting.indexOf(claim)
    if (at !== -1) waiting.splice(at, 1)
    set(claim, 0)
    admit()
  }
  const claimOf = (hold: Hold): ReplyClaim => {
    const claim: Claim = { hold, held: 0, wanted: 0 }
    hold.claims.add(claim)
    return {
      need: bytes => need(claim, bytes),
      keep(bytes) {
        if (claim.held <= bytes) return
        set(claim, bytes > SMALL_REPLY ? bytes : 0)
        admit()
      },
      drop: () => drop(claim),
    }
  }
  return {
    hold() {
      const hold: Hold = { held: 0, claims: new Set(), isOver: false }
      return {
        claim: () => claimOf(hold),
        release() {
          hold.isOver = true
          for (const claim of hold.claims) drop(claim)
        },
      }
    },
  }
}
