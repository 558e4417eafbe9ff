/** The exchange with the store's thread: what shares a message, and what happens when it ends. */
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openChannel, Refused, type Channel } from '../../runtime/store/channel.ts'
import { StoreUnavailable } from '../../runtime/store/store.ts'

/** A thread that does what the test says. */
class FakeThread extends EventEmitter {
  readonly messages: unknown[] = []
  readonly options: unknown
  constructor(options: unknown) {
    super()
    this.options = options
  }
  postMessage(message: unknown): void {
    this.messages.push(message)
  }
}
let thread: FakeThread
vi.mock('node:worker_threads', () => ({
  Worker: function (_file: URL, options: unknown) {
    thread = new FakeThread(options)
    return thread
  },
}))

/** Longest wait of a lazy operation, ms. */
const LAZY = 25
let now = 1
beforeEach(() => {
  now = 1
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opens a channel whose thread is ready. */
async function opened(): Promise<Channel> {
  const opening = openChannel('a.db', () => now)
  thread.emit('message', 'ready')
  return opening
}
const tick = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
/** Asks, and notes how that ends. */
function asking(channel: Channel, name: string, lazy?: boolean) {
  const end = channel.ask([name, 1], lazy)
  end.catch(() => undefined)
  return end
}

describe('opening', () => {
  it('starts the thread with the file, and waits until it is ready', async () => {
    const opening = openChannel('a.db', () => now)
    expect(thread.options).toMatchObject({ workerData: { file: 'a.db' }, execArgv: [] })
    let isOpen = false
    void opening.then(() => (isOpen = true))
    await tick()
    expect(isOpen).toBe(false)
    thread.emit('message', 'ready')
    await opening
  })

  it('is refused with the reason of the thread', async () => {
    const opening = openChannel('a.db', () => now)
    thread.emit('message', { refused: 'in use', busy: true, damaged: false })
    const error = await opening.catch((found: unknown) => found)
    expect(error).toBeInstanceOf(Refused)
    expect(error).toMatchObject({ message: 'in use', busy: true, damaged: false })
  })

  it('is neither busy nor damaged unless the thread says so', () => {
    expect(new Refused('no')).toMatchObject({ busy: false, damaged: false })
  })

  it('fails if the thread fails', async () => {
    const opening = openChannel('a.db', () => now)
    thread.emit('error', new Error('no memory'))
    await expect(opening).rejects.toThrow('no memory')
  })
})

describe('requests', () => {
  it('of one tick share a message with the time; each gets its own answer', async () => {
    const channel = await opened()
    const all = ['a', 'b', 'c'].map(name => asking(channel, name))
    now = 7
    await tick()
    expect(thread.messages).toEqual([[7, 'a', 1, 'b', 1, 'c', 1]])
    thread.emit('message', ['A', 'B', 'C'])
    expect(await Promise.all(all)).toEqual(['A', 'B', 'C'])
  })

  it('that arrive while a message is in flight share the next one', async () => {
    const channel = await opened()
    const first = asking(channel, 'a')
    await tick()
    const others = [asking(channel, 'b')]
    await tick()
    others.push(asking(channel, 'c'))
    await tick()
    expect(thread.messages).toHaveLength(1)
    now = 9
    thread.emit('message', ['A'])
    expect(await first).toBe('A')
    expect(thread.messages.slice(1)).toEqual([[9, 'b', 1, 'c', 1]])
    thread.emit('message', ['B', 'C'])
    expect(await Promise.all(others)).toEqual(['B', 'C'])
    await tick()
    expect(thread.messages).toHaveLength(2)
  })

  it('of a message that failed fail together, and later ones do not', async () => {
    const channel = await opened()
    const all = ['a', 'b'].map(name => asking(channel, name))
    await tick()
    thread.emit('message', { error: 'the disk is full' })
    for (const one of await Promise.allSettled(all))
      expect(one).toEqual({ status: 'rejected', reason: new StoreUnavailable('the disk is full') })
    const next = asking(channel, 'c')
    await tick()
    thread.emit('message', ['C'])
    expect(await next).toBe('C')
  })
})

describe('a lazy request', () => {
  it('goes with the next one that is not', async () => {
    const channel = await opened()
    const both = [asking(channel, 'lazy', true)]
    vi.advanceTimersByTime(LAZY - 1)
    await tick()
    expect(thread.messages).toEqual([])
    both.push(asking(channel, 'b'))
    await tick()
    expect(thread.messages).toEqual([[1, 'lazy', 1, 'b', 1]])
    expect(vi.getTimerCount()).toBe(0)
    thread.emit('message', ['A', 'B'])
    expect(await Promise.all(both)).toEqual(['A', 'B'])
  })

  it('goes by itself after a while, with those that came meanwhile', async () => {
    const channel = await opened()
    void asking(channel, 'a', true)
    vi.advanceTimersByTime(LAZY - 1)
    void asking(channel, 'b', true)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(thread.messages).toEqual([[1, 'a', 1, 'b', 1]])
  })

  it('can wait again after it went', async () => {
    const channel = await opened()
    void asking(channel, 'a', true)
    vi.advanceTimersByTime(LAZY)
    thread.emit('message', ['A'])
    void asking(channel, 'b', true)
    await tick()
    expect(thread.messages).toHaveLength(1)
    vi.advanceTimersByTime(LAZY)
    expect(thread.messages).toHaveLength(2)
  })
})

describe('a thread that ends', () => {
  it.each<[string, () => unknown, string]>([
    [
      'with an error',
      () => thread.emit('error', new Error('no memory')),
      "the store's thread ended: no memory",
    ],
    ['by itself', () => thread.emit('exit', 1), "the store's thread has ended"],
  ])('%s fails what it has, what waits and what comes', async (_, end, reason) => {
    const channel = await opened()
    const inFlight = asking(channel, 'a')
    await tick()
    const waiting = asking(channel, 'b')
    await tick()
    end()
    for (const one of [inFlight, waiting, asking(channel, 'c')])
      await expect(one).rejects.toEqual(new StoreUnavailable(reason))
    await tick()
    expect(thread.messages).toHaveLength(1)
  })

  it('is known by its first reason', async () => {
    const channel = await opened()
    thread.emit('error', new Error('no memory'))
    thread.emit('exit', 1)
    await expect(asking(channel, 'a')).rejects.toThrow('no memory')
  })

  it('does not get what was scheduled before', async () => {
    const channel = await opened()
    const lost = asking(channel, 'a')
    thread.emit('exit', 1)
    await tick()
    await expect(lost).rejects.toBeInstanceOf(StoreUnavailable)
    expect(thread.messages).toEqual([])
    await channel.close()
    expect(thread.messages).toEqual([])
  })
})

describe('closing', () => {
  it('sends what waits, waits for its answer, then ends the thread', async () => {
    const channel = await opened()
    const inFlight = asking(channel, 'a')
    await tick()
    const lazy = asking(channel, 'b', true)
    let isClosed = false
    const closing = channel.close().then(() => (isClosed = true))
    await tick()
    expect(thread.messages).toHaveLength(1)
    thread.emit('message', ['A'])
    expect(await inFlight).toBe('A')
    expect(thread.messages.slice(1)).toEqual([[1, 'b', 1]])
    await tick()
    expect(thread.messages).toHaveLength(2)
    thread.emit('message', ['B'])
    expect(await lazy).toBe('B')
    await tick()
    await tick()
    expect([thread.messages.at(-1), isClosed]).toEqual(['close', false])
    await expect(asking(channel, 'c')).rejects.toThrow('the store is closed')
    thread.emit('exit', 0)
    await closing
  })
})
