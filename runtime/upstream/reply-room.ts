/**
 * Bounds the memory of large upstream replies that are read, parsed and answered at the same time.
 * A reply without room is not refused, because its upstream has already done the work: it waits, as
 * long as its call may take. Only calls that hold nothing wait, so that none waits for itself.
 */

/** Replies up to this size do not count. */
export const SMALL_REPLY = 2 ** 20
const ROOM = 128 * 2 ** 20

/** The room of all replies of a client: `most` bytes. */
export class ReplyRoom {
  readonly #most: number
  #held = 0
  #waiting: ReplyClaim[] = []

  constructor(most = ROOM) {
    this.#most = most
  }

  /** Reserves what a claim wants if it may enter now; otherwise returns false. */
  enter(claim: ReplyClaim): boolean {
    if (!this.#mayEnter(claim, this.#waiting.length)) return false
    this.set(claim, claim.wanted)
    return true
  }

  /** Resolves once a claim has what it wants. */
  wait(claim: ReplyClaim): Promise<void> {
    return new Promise(resolve => {
      claim.go = resolve
      this.#waiting.push(claim)
    })
  }

  set(claim: ReplyClaim, bytes: number): void {
    const more = bytes - claim.held
    this.#held += more
    claim.hold.held += more
    claim.held = bytes
  }

  /** Gives back the room of a call; its claims do not count from now on. */
  end(hold: ReplyHold): void {
    this.#held -= hold.held
    this.forget(claim => claim.hold === hold)
    this.admit()
  }

  /** Forgets claims that wait. */
  forget(isGone: (claim: ReplyClaim) => boolean): void {
    this.#waiting = this.#waiting.filter(claim => !isGone(claim))
  }

  /** Lets in what fits now. */
  admit(): void {
    const next = (): number => this.#waiting.findIndex((one, at) => this.#mayEnter(one, at))
    for (let at = next(); at !== -1; at = next()) {
      const [claim] = this.#waiting.splice(at, 1)
      this.set(claim!, claim!.wanted)
      claim!.go!()
    }
  }

  /** Whether a claim may enter that has `before` others before it. */
  #mayEnter({ hold, wanted }: ReplyClaim, before: number): boolean {
    return (
      hold.held > 0 || (before === 0 && (this.#held === 0 || this.#held + wanted <= this.#most))
    )
  }
}

/** The room of all replies of one call, until the call is answered. */
export class ReplyHold {
  readonly room: ReplyRoom
  held = 0
  isOver = false

  constructor(room: ReplyRoom) {
    this.room = room
  }

  /** Gives all room back; what its replies claim later does not count. */
  release(): void {
    if (this.isOver) return
    this.isOver = true
    this.room.end(this)
  }
}

/** The room of one reply. */
export class ReplyClaim {
  readonly hold: ReplyHold
  held = 0
  wanted = 0
  go?: () => void

  constructor(hold: ReplyHold) {
    this.hold = hold
  }

  /**
   * Reserves room for `bytes` in total. Returns a promise if there is none yet; it resolves when
   * there is, and never after `drop`.
   */
  need(bytes: number): Promise<void> | undefined {
    const { room, isOver } = this.hold
    if (bytes <= SMALL_REPLY || bytes <= this.held || isOver) return undefined
    this.wanted = bytes
    return room.enter(this) ? undefined : room.wait(this)
  }

  /** Lowers the room to the size that the reply turned out to have. */
  keep(bytes: number): void {
    if (this.hold.isOver || this.held <= bytes) return
    this.hold.room.set(this, bytes > SMALL_REPLY ? bytes : 0)
    this.hold.room.admit()
  }

  /** Gives the room back, or stops waiting for it. */
  drop(): void {
    const { room, isOver } = this.hold
    if (isOver) return
    room.forget(claim => claim === this)
    room.set(this, 0)
    room.admit()
  }
}
