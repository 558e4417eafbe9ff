/**
 * Reads request bodies. Their memory is bounded while they arrive, and while their calls are in
 * progress; slow ones are dropped.
 */
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../seams.ts'
import { createMemoryBudget, type MemoryBudget, type Bounds } from './memory-budget.ts'
import { watchMinimumRate, type Coming, type MinimumRate } from './minimum-rate.ts'

/** The most bytes of request bodies that the gateway keeps for one address. */
export const LARGEST_BODY = 128 * 2 ** 20
/**
 * The usual bounds. A call in progress also has its body as JSON, and as the request to its
 * upstream, which takes about four times as much memory.
 */
const BOUNDS: BodyBounds = {
  arriving: { all: 512 * 2 ** 20, each: LARGEST_BODY },
  inProgress: { all: 256 * 2 ** 20, each: LARGEST_BODY },
}
/**
 * Bodies up to this size do not count, because a request's head may be as large and does not count
 * either.
 */
const SMALL = 64 * 1024
/** First buffer of a body of unknown length. */
const FIRST = 16 * 1024

/**
 * Why a body was not read: larger than its route allows, no memory left, too slow, or shorter than
 * its announced length.
 */
export type Why = 'too_large' | 'no_room' | 'too_slow' | 'broken_off'

/** A body that was not read. */
export class Unread extends Error {
  readonly why: Why

  constructor(why: Why) {
    super(`a request was not read: ${why}`)
    this.why = why
  }
}

/** Receives a body, or the reason why there is none. */
export type Done = (error: Unread | null, body?: Buffer) => void

/** The body reader of one server. */
export interface Bodies {
  /** Reads the body of a request, at most `limit` bytes. */
  read(message: IncomingMessage, limit: number, done: Done): void
  /**
   * Reserves memory for a call with a body of so many bytes. Returns the function that releases it;
   * undefined for small bodies. Throws `Unread` if there is no memory left.
   */
  hold(message: IncomingMessage, bytes: number): (() => void) | undefined
}

/** What a reader needs: `caller` returns the key that is counted; `halted` stops the watch. */
export interface BodiesOptions {
  clock: Clock
  caller(message: IncomingMessage): string
  halted: AbortSignal
  bounds?: BodyBounds
}

/** Maximum bytes of bodies that arrive, and of those whose calls are in progress. */
export interface BodyBounds {
  arriving: Bounds
  inProgress: Bounds
}

/**
 * A body that is arriving. Its buffer grows, at most to the announced size; `held` is its part of
 * the budget.
 */
interface Arriving extends Coming {
  message: IncomingMessage
  limit: number
  declared?: number
  buffer: Buffer
  held: number
  caller?: string
}

/** State shared by the bodies of one server. */
interface Shared {
  memory: MemoryBudget
  minimumRate: MinimumRate
  caller: BodiesOptions['caller']
}

const NOTHING = Buffer.alloc(0)

/** Makes the reader of one server. */
export function createBodies({ clock, caller, halted, bounds = BOUNDS }: BodiesOptions): Bodies {
  const shared: Shared = {
    memory: createMemoryBudget(bounds.arriving),
    minimumRate: watchMinimumRate(clock, halted),
    caller,
  }
  const calls = createMemoryBudget(bounds.inProgress)
  return {
    hold(message, bytes) {
      if (bytes <= SMALL) return undefined
      const name = caller(message)
      if (!calls.take(name, bytes)) throw new Unread('no_room')
      return () => calls.give(name, bytes)
    },
    read(message, limit, done) {
      const declared = declaredLength(message)
      if (declared !== undefined && declared > limit) return done(new Unread('too_large'))
      const body: Arriving = {
        message,
        limit,
        declared,
        buffer: NOTHING,
        length: 0,
        held: 0,
        late: () => end('too_slow'),
      }
      let isOver = false
      const end = (why?: Why): void => {
        if (isOver) return
        isOver = true
        release(body, shared)
        if (why !== undefined) done(new Unread(why))
        else
          done(
            null,
            body.buffer.length === body.length ? body.buffer : body.buffer.subarray(0, body.length),
          )
      }
      // Memory is reserved only for what arrives: to announce a large body costs a caller nothing.
      if (declared !== undefined) grow(body, Math.min(declared, SMALL), shared)
      shared.minimumRate.follow(body)
      // Data after a refusal are discarded.
      message.on('data', (chunk: Buffer) => {
        const why = isOver ? undefined : add(body, chunk, shared)
        if (why !== undefined) end(why)
      })
      message.on('end', () =>
        end(declared === undefined || body.length === declared ? undefined : 'broken_off'),
      )
      message.on('error', () => end('broken_off')).on('close', () => end('broken_off'))
    },
  }
}

/** Returns the announced length of the request's body; undefined if it comes in chunks. */
function declaredLength({ headers }: IncomingMessage): number | undefined {
  const declared = headers['content-length']
  return declared === undefined ? undefined : Number(declared)
}

/** Adds a chunk, or returns why it is refused. */
function add(body: Arriving, chunk: Buffer, shared: Shared): Why | undefined {
  const length = body.length + chunk.length
  if (length > (body.declared ?? body.limit))
    return body.declared === undefined ? 'too_large' : 'broken_off'
  // The size doubles each time, so that the total of copied bytes stays proportional.
  const most = body.declared ?? body.limit
  const size = Math.min(most, Math.max(FIRST, length, 2 * body.buffer.length))
  if (length > body.buffer.length && !grow(body, size, shared)) return 'no_room'
  chunk.copy(body.buffer, body.length)
  body.length = length
  return undefined
}

/** Grows a body's buffer. Returns false if the budget does not allow it. */
function grow(body: Arriving, size: number, { memory, caller }: Shared): boolean {
  const more = size > SMALL ? size - body.held : 0
  if (more > 0 && !memory.take((body.caller ??= caller(body.message)), more)) return false
  body.held += more
  const larger = Buffer.allocUnsafe(size)
  body.buffer.copy(larger, 0, 0, body.length)
  body.buffer = larger
  return true
}

function release(body: Arriving, { memory, minimumRate }: Shared): void {
  minimumRate.forget(body)
  if (body.held > 0) memory.give(body.caller!, body.held)
}
