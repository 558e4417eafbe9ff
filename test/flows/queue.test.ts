/**
 * The queue of jobs: bounded for each upstream, fair between payers, and full before anyone pays
 * for what it cannot take.
 */
import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createQueue, type JobQueue } from '../../runtime/jobs/queue.ts'
import { manualClock } from '../helpers/clock.ts'
import type { Capacity } from '../../runtime/contract.ts'

/** A queue, and works that end when they are asked to. */
function desk(capacity: Capacity) {
  const clock = manualClock()
  const queue: JobQueue = createQueue({ v: capacity }, clock)
  const begun: string[] = []
  const endings = new Map<string, (how?: Error) => void>()
  const add = (name: string, signal?: AbortSignal): Promise<string> =>
    queue.run(
      { upstream: 'v', payer: name[0]! },
      () => {
        begun.push(name)
        return new Promise((resolve, reject) =>
          endings.set(name, error => (error === undefined ? resolve(name) : reject(error))),
        )
      },
      signal,
    )
  const end = async (name: string, error?: Error): Promise<void> => {
    endings.get(name)!(error)
    await clock.settle()
  }
  return { clock, queue, begun, add, end, load: () => queue.load()[0]! }
}

describe('turns', () => {
  it('a fixed number runs at once, and each end starts the next one', async () => {
    const { add, begun, clock, end, load } = desk({ concurrency: 2, queue: 10 })
    const all = ['a1', 'b1', 'c1', 'd1'].map(name => add(name))
    await clock.settle()
    expect([begun, load()]).toEqual([
      ['a1', 'b1'],
      { upstream: 'v', running: 2, waiting: 2, oldest: 0 },
    ])
    await end('b1')
    expect(begun).toEqual(['a1', 'b1', 'c1'])
    await end('a1')
    await end('c1')
    await end('d1')
    expect(await Promise.all(all)).toEqual(['a1', 'b1', 'c1', 'd1'])
    expect(load()).toMatchObject({ running: 0, waiting: 0 })
  })

  it('payers take turns; the jobs of each come in order', async () => {
    const { add, begun, clock, end } = desk({ concurrency: 1, queue: 1000 })
    const all = [add('a0')]
    for (let i = 1; i <= 500; i++) all.push(add(`a${i}`))
    all.push(add('b1'), add('b2'), add('c1'))
    await clock.settle()
    while (begun.length < 8) await end(begun.at(-1)!)
    expect(begun).toEqual(['a0', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
    expect(all).toHaveLength(504)
  })

  it('a payer that returns after its last job goes to the end', async () => {
    const { add, begun, clock, end } = desk({ concurrency: 1, queue: 10 })
    for (const name of ['x', 'a1', 'b1', 'b2']) void add(name)
    await clock.settle()
    await end('x')
    void add('a2')
    for (const name of ['a1', 'b1', 'a2']) await end(name)
    expect(begun).toEqual(['x', 'a1', 'b1', 'a2', 'b2'])
  })

  it('a work that fails frees its place', async () => {
    const { add, begun, clock, end } = desk({ concurrency: 1, queue: 10 })
    const failing = add('a1')
    void add('b1')
    failing.catch(() => undefined)
    await clock.settle()
    await end('a1', new Error('no'))
    await expect(failing).rejects.toThrow('no')
    expect(begun).toEqual(['a1', 'b1'])
  })

  it('a waiting caller that gives up leaves the queue with the reason; a running one is not affected', async () => {
    const { add, begun, end, load } = desk({ concurrency: 1, queue: 10 })
    const stop = new AbortController()
    const running = add('a1', stop.signal)
    const waiting = add('a2', stop.signal)
    waiting.catch(() => undefined)
    void add('b1')
    stop.abort(new Error('halted'))
    await expect(waiting).rejects.toThrow('halted')
    await expect(add('c1', stop.signal)).rejects.toThrow('halted')
    expect(load()).toMatchObject({ running: 1, waiting: 1 })
    await end('a1')
    expect([await running, begun]).toEqual(['a1', ['a1', 'b1']])
  })

  it('a job whose turn has come does not listen to its signal any more', async () => {
    const { add, clock, end } = desk({ concurrency: 1, queue: 10 })
    const { signal } = new AbortController()
    void add('a1', signal)
    void add('a2', signal)
    await clock.settle()
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    await end('a1')
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('more run as soon as the limit is raised; without one, all of them', async () => {
    const { add, begun, clock, queue } = desk({ concurrency: 1, queue: 10 })
    for (const name of ['a1', 'b1', 'c1', 'd1']) void add(name)
    queue.limit({ v: { concurrency: 2, queue: 0 } })
    await clock.settle()
    expect([begun, queue.full('v')]).toEqual([['a1', 'b1'], 15])
    queue.limit({ v: undefined })
    await clock.settle()
    expect([begun, queue.full('v')]).toEqual([['a1', 'b1', 'c1', 'd1'], undefined])
  })

  it('upstreams do not wait for each other, and one without limits never waits', async () => {
    const clock = manualClock()
    const queue = createQueue(
      { v: { concurrency: 1, queue: 0 }, w: { concurrency: 1, queue: 0 } },
      clock,
    )
    let begun = 0
    const run = (upstream: string): void => {
      void queue.run({ upstream, payer: 'a' }, () => {
        begun += 1
        return new Promise(() => undefined)
      })
    }
    for (const upstream of ['v', 'w', 'w', 'free', 'free', 'free']) run(upstream)
    await clock.settle()
    expect(begun).toBe(5)
    expect([queue.full('v'), queue.full('free')]).toEqual([30, undefined])
  })
})

describe('room', () => {
  it('ends when the queue is full; reserved places count', () => {
    const { add, queue } = desk({ concurrency: 1, queue: 2 })
    void add('a1')
    void add('a2')
    expect(queue.full('v')).toBeUndefined()
    const leave = queue.reserve('v')
    expect(queue.full('v')).toBeGreaterThan(0)
    leave()
    leave()
    expect(queue.full('v')).toBeUndefined()
    void add('a3')
    expect(queue.full('v')).toBeGreaterThan(0)
  })

  it('Retry-After estimates the end of a job, between 1 and 60 s', async () => {
    const waitOf = async (capacity: Capacity, ms: number): Promise<number | undefined> => {
      const { add, clock, end, queue } = desk(capacity)
      for (let i = 0; i < 100; i++) {
        void add(`a${i}`)
        await clock.advance(ms)
        await end(`a${i}`)
      }
      for (let i = 0; i < capacity.concurrency + capacity.queue; i++) void add(`b${i}`)
      return queue.full('v')
    }
    expect(await waitOf({ concurrency: 1, queue: 1 }, 10_000)).toBe(10)
    expect(await waitOf({ concurrency: 4, queue: 1 }, 10_000)).toBe(3)
    expect(await waitOf({ concurrency: 1, queue: 1 }, 5)).toBe(1)
    expect(await waitOf({ concurrency: 1, queue: 1 }, 600_000)).toBe(60)
  })

  it('ends for all upstreams at the byte limit; reserved, waiting and running jobs count until they end', async () => {
    const clock = manualClock()
    const queue = createQueue(
      { v: { concurrency: 1, queue: 9 }, w: { concurrency: 1, queue: 9 } },
      clock,
      100,
    )
    const leave = queue.reserve('v', 60)
    expect([queue.full('w', 40), queue.full('w', 41)]).toEqual([undefined, 30])
    let end = (): void => undefined
    const running = queue.run(
      { upstream: 'v', payer: 'a', bytes: 60 },
      () =>
        new Promise<void>(resolve => {
          end = resolve
        }),
    )
    leave()
    leave()
    const stop = new AbortController()
    const waiting = queue.run(
      { upstream: 'v', payer: 'a', bytes: 30 },
      async () => undefined,
      stop.signal,
    )
    expect([
      queue.full('v', 10),
      queue.full('v', 11),
      queue.full('w', 11),
      queue.full('w'),
    ]).toEqual([undefined, 30, 30, undefined])
    stop.abort(new Error('given up'))
    await expect(waiting).rejects.toThrow('given up')
    expect([queue.full('w', 40), queue.full('w', 41)]).toEqual([undefined, 30])
    end()
    await running
    expect([queue.full('w', 100), queue.full('w', 101)]).toEqual([undefined, 30])
  })

  it('reports the age of the longest-waiting job', async () => {
    const { add, clock, end, load } = desk({ concurrency: 1, queue: 9 })
    for (const name of ['a1', 'a2']) void add(name)
    await clock.advance(700)
    void add('b1')
    await clock.advance(300)
    expect(load().oldest).toBe(1000)
    await end('a1')
    expect(load().oldest).toBe(300)
  })
})
