// Large replies of upstreams are not all in memory at the same time.
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createReplyRoom } from '../../runtime/upstream/reply-room.ts'
import { manualClock, type ManualClock } from '../helpers/clock.ts'
import { bytes, callOf, scope, startWorld, until, type Answer, type World } from './client-world.ts'

const MIB = 2 ** 20

describe('the room of large replies', () => {
  it('is given in order, and to the first that waits as soon as it fits', async () => {
    const room = createReplyRoom(10 * MIB)
    const [first, second, third] = [room.part(), room.part(), room.part()]
    const order: string[] = []
    expect(first!.need(6 * MIB)).toBeUndefined()
    const waits = [second!.need(8 * MIB), third!.need(2 * MIB)]
    for (const [i, wait] of waits.entries()) void wait!.then(() => order.push(String(i)))
    await Promise.resolve()
    expect(order).toEqual([])
    first!.release()
    await Promise.all(waits)
    expect(order).toEqual(['0', '1'])
  })

  it('does not count small replies, nor what a reply holds already', () => {
    const room = createReplyRoom(2 * MIB)
    const one = room.part()
    expect(one.need(2 * MIB)).toBeUndefined()
    expect(one.need(MIB)).toBeUndefined()
    expect(room.part().need(MIB)).toBeUndefined()
  })

  it('lets the first go on when all of them wait for more', async () => {
    const room = createReplyRoom(8 * MIB)
    const [first, second] = [room.part(), room.part()]
    expect([first!.need(4 * MIB), second!.need(4 * MIB)]).toEqual([undefined, undefined])
    const more = first!.need(8 * MIB)
    const last = second!.need(8 * MIB)
    await more
    let isIn = false
    void last!.then(() => (isIn = true))
    await Promise.resolve()
    expect(isIn).toBe(false)
    first!.release()
    await last
  })

  it('forgets a reply that is given up while it waits', async () => {
    const room = createReplyRoom(4 * MIB)
    const [first, second, third] = [room.part(), room.part(), room.part()]
    expect(first!.need(4 * MIB)).toBeUndefined()
    void second!.need(4 * MIB)
    const last = third!.need(4 * MIB)
    second!.release()
    first!.release()
    await last
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

  /** Calls; the reply is needed until the returned `answered` is called. */
  function begin(timeout = 60_000) {
    let answered: () => void
    const over = new Promise<void>(resolve => (answered = resolve))
    const reply = world.upstreams.call(callOf({ timeout }), scope(), { until: () => over })
    return { reply, answered: answered! }
  }

  const chunked: Answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(BODY.slice(0, SIZE / 2))
    response.end(BODY.slice(SIZE / 2))
  }
  const json = { 'content-type': 'application/json' }
  const announced = bytes(200, BODY, { ...json, 'content-length': String(SIZE) })
  const zipped = bytes(200, gzipSync(Buffer.from(JSON.stringify(noise()))), {
    ...json,
    'content-encoding': 'gzip',
  })

  it.each([
    ['of unknown length', chunked],
    ['of announced length', announced],
    ['that is compressed', zipped],
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
    const late = begin(1_000)
    await until(() => world.seen.length === 2)
    await new Promise(resolve => setTimeout(resolve, 50))
    await clock.advance(1_000)
    expect(await late.reply).toMatchObject({ ok: false, kind: 'upstream_timeout' })
    late.answered()
    first.answered()
    expect(await begin().reply).toMatchObject({ ok: true })
  })

  it('with a small reply does not wait', async () => {
    world.answer = announced
    const first = begin()
    expect(await first.reply).toMatchObject({ ok: true })
    world.answer = bytes(200, '{}', json)
    expect(await begin().reply).toMatchObject({ ok: true })
    first.answered()
  })
})

/** Numbers whose JSON is about 1 MiB and compresses to about half of it. */
function noise(): number[] {
  let seed = 1
  return Array.from({ length: 100_000 }, () => (seed = (seed * 48_271) % 2_147_483_647))
}
