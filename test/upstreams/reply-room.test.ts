// Large replies of upstreams are not all in memory at the same time.
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ReplyClaim, ReplyHold, ReplyRoom } from '../../runtime/upstream/reply-room.ts'
import type { ReplyHolder } from '../../runtime/upstream/types.ts'
import { manualClock, type ManualClock } from '../helpers/clock.ts'
import { bytes, callOf, scope, startWorld, until, type Answer, type World } from './client-world.ts'

const MIB = 2 ** 20

/** Whether a wait is over. */
async function isOver(wait: Promise<void> | undefined): Promise<boolean> {
  let over = wait === undefined
  void wait?.then(() => (over = true))
  await new Promise(setImmediate)
  return over
}

/** A reply of a call of its own. */
const claimOf = (room: ReplyRoom): ReplyClaim => new ReplyClaim(new ReplyHold(room))

describe('the room of large replies', () => {
  it('is given in order, and to the first that waits as soon as it fits', async () => {
    const room = new ReplyRoom(10 * MIB)
    const [first, second, third] = [new ReplyHold(room), new ReplyHold(room), new ReplyHold(room)]
    expect(new ReplyClaim(first!).need(6 * MIB)).toBeUndefined()
    const waits = [new ReplyClaim(second!).need(8 * MIB), new ReplyClaim(third!).need(2 * MIB)]
    expect(await Promise.all(waits.map(isOver))).toEqual([false, false])
    first!.release()
    expect(await Promise.all(waits.map(isOver))).toEqual([true, true])
  })

  it('does not count small replies, nor what turned out to be less', async () => {
    const room = new ReplyRoom(2 * MIB)
    const claim = claimOf(room)
    expect(claim.need(2 * MIB)).toBeUndefined()
    expect(claimOf(room).need(MIB)).toBeUndefined()
    const other = claimOf(room).need(2 * MIB)
    expect(await isOver(other)).toBe(false)
    claim.keep(MIB / 2)
    expect(await isOver(other)).toBe(true)
  })

  it('is never waited for by a call that holds some, however much it needs', async () => {
    const room = new ReplyRoom(8 * MIB)
    const [one, other] = [new ReplyHold(room), new ReplyHold(room)]
    const [first, second] = [new ReplyClaim(one!), new ReplyClaim(one!)]
    expect([first.need(4 * MIB), second.need(8 * MIB)]).toEqual([undefined, undefined])
    const wait = new ReplyClaim(other!).need(2 * MIB)
    expect(first.need(64 * MIB)).toBeUndefined()
    second.drop()
    expect(await isOver(wait)).toBe(false)
    one!.release()
    expect(await isOver(wait)).toBe(true)
  })

  it('lets all replies of a call in with its first one', async () => {
    const room = new ReplyRoom(4 * MIB)
    const [one, other] = [new ReplyHold(room), new ReplyHold(room)]
    expect(new ReplyClaim(one!).need(4 * MIB)).toBeUndefined()
    const waits = [new ReplyClaim(other!).need(4 * MIB), new ReplyClaim(other!).need(4 * MIB)]
    one!.release()
    expect(await Promise.all(waits.map(isOver))).toEqual([true, true])
  })

  it('takes one that is larger than all of it, alone', async () => {
    const room = new ReplyRoom(4 * MIB)
    expect(claimOf(room).need(9 * MIB)).toBeUndefined()
  })

  it('is whole again after calls that were given up while they waited', async () => {
    const room = new ReplyRoom(4 * MIB)
    const [first, second] = [new ReplyHold(room), new ReplyHold(room)]
    expect(new ReplyClaim(first!).need(4 * MIB)).toBeUndefined()
    const attempts = [new ReplyClaim(second!), new ReplyClaim(second!)]
    for (const attempt of attempts) void attempt.need(3 * MIB)
    attempts[0]!.drop()
    second!.release()
    first!.release()
    // What is claimed after the end of its call does not count.
    expect(new ReplyClaim(second!).need(4 * MIB)).toBeUndefined()
    expect([2, 2].map(size => claimOf(room).need(size * MIB))).toEqual([undefined, undefined])
  })
})

describe('a call', () => {
  const SIZE = 2 * MIB
  const BODY = JSON.stringify('x'.repeat(SIZE - 2))
  let clock: ManualClock
  let world: World
  beforeEach(async () => {
    clock = manualClock()
    world = await startWorld({ clock, mostLarge: 3 * MIB })
  })
  afterEach(() => world.stop())

  /** Calls; the reply is needed until `answered` is called. */
  function begin(more: Parameters<typeof callOf>[0] = {}) {
    const holder: ReplyHolder = {}
    const call = callOf({ timeout: 60_000, ...more })
    const reply = world.upstreams.call(call, scope(), { holder })
    return { reply, answered: () => holder.hold!.release() }
  }

  const json = { 'content-type': 'application/json' }
  const chunked: Answer = (_request, response) => {
    response.writeHead(200, json)
    response.write(BODY.slice(0, SIZE / 2))
    response.end(BODY.slice(SIZE / 2))
  }
  const announced = bytes(200, BODY, { ...json, 'content-length': String(SIZE) })
  // A few kilobytes of it arrive.
  const zipped = bytes(200, gzipSync(BODY), { ...json, 'content-encoding': 'gzip' })

  // A few bytes of it arrive.
  const tiny = bytes(200, brotliCompressSync(BODY), { ...json, 'content-encoding': 'br' })

  it.each([
    ['of unknown length', chunked],
    ['of announced length', announced],
    ['that is compressed', zipped],
    ['that is compressed to almost nothing', tiny],
  ])('waits with a large reply %s until an earlier one is answered', async (_name, answer) => {
    world.answer = answer
    const first = begin()
    expect(await first.reply).toMatchObject({ ok: true })
    const second = begin()
    await until(() => world.seen.length === 2)
    let isIn = false
    void second.reply.then(() => (isIn = true))
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(isIn).toBe(false)
    first.answered()
    expect(await second.reply).toMatchObject({ ok: true })
    second.answered()
  })

  it.each([
    ['while it arrives', chunked],
    ['before it is unpacked', zipped],
  ])('does not wait longer than it may take: %s', async (_name, answer) => {
    world.answer = answer
    const first = begin()
    expect(await first.reply).toMatchObject({ ok: true })
    const late = begin({ timeout: 1_000 })
    await until(() => world.seen.length === 2)
    await new Promise(resolve => setTimeout(resolve, 50))
    await clock.advance(1_000)
    expect(await late.reply).toMatchObject({ ok: false, kind: 'upstream_timeout' })
    late.answered()
    first.answered()
    expect(await begin().reply).toMatchObject({ ok: true })
  })

  it('does not wait for its own earlier replies', async () => {
    world.answer = chunked
    const replies = begin({ repeat: () => 4 })
    expect(await replies.reply).toMatchObject({ ok: true })
    expect(world.seen.length).toBe(4)
  })

  it('with a small reply does not wait, packed or not', async () => {
    world.answer = announced
    const first = begin()
    expect(await first.reply).toMatchObject({ ok: true })
    const packed = { ...json, 'content-encoding': 'gzip' }
    for (const answer of [bytes(200, '{}', json), bytes(200, gzipSync('{}'), packed)]) {
      world.answer = answer
      expect(await begin().reply).toMatchObject({ ok: true })
    }
    first.answered()
  })

  it('without a holder gives its room back as soon as the reply is read', async () => {
    world.answer = chunked
    for (let i = 0; i < 3; i++)
      expect(await world.upstreams.call(callOf({}), scope(), {})).toMatchObject({ ok: true })
  })
})
