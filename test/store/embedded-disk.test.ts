import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { createEmbeddedStore } from '../../runtime/store/embedded.ts'
import { manualClock } from '../helpers/clock.ts'
import { embeddedStore, tempDir } from '../helpers/store.ts'

const WRITER = join(import.meta.dirname, 'embedded-writer.ts')

/** A process that has the store. */
interface Writer {
  lines: string[]
  errors: string[]
  pid: number
  kill(): void
  until(test: (lines: string[]) => boolean): Promise<void>
  ended: Promise<void>
}

/** Starts a process that opens the store and writes; `lines` are what it has said. */
function writer(dir: string, mode: 'write' | 'hold'): Writer {
  const child = spawn(process.execPath, ['--import', 'tsx', WRITER, dir, mode], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const errors: string[] = []
  let rest = ''
  child.stdout.on('data', data => {
    const parts = (rest + data).split('\n')
    rest = parts.pop() as string
    lines.push(...parts)
  })
  child.stderr.on('data', data => errors.push(String(data)))
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  return {
    lines,
    errors,
    ended,
    pid: child.pid as number,
    kill: () => {
      child.kill('SIGKILL')
    },
    async until(test) {
      for (let i = 0; i < 10_000 && !test(lines); i++) await systemClock.sleep(5)
      expect(test(lines), errors.join('')).toBe(true)
    },
  }
}

describe('durability', () => {
  it('loses no acknowledged commit when the process is killed, three times in a row', async () => {
    const dir = tempDir('kill')
    const acked = new Set<string>()
    for (let round = 0; round < 3; round++) {
      const child = writer(dir, 'write')
      await child.until(lines => lines.length > 800 * (round + 1))
      child.kill()
      await child.ended
      for (const line of child.lines) acked.add(line)
    }
    const store = await createEmbeddedStore({ dir, clock: systemClock })
    expect(acked.size).toBeGreaterThan(2400)
    for (const key of acked) {
      const [one, two] = await Promise.all([store.get('payments', key), store.get('jobs', key)])
      expect([one?.doc, two?.doc]).toEqual([{ key }, { key }])
    }
    const [payments, jobs] = await Promise.all([
      store.list('payments', 'claimed', 1e6),
      store.list('jobs', 'queued', 1e6),
    ])
    expect(payments.map(item => item.key)).toEqual(jobs.map(item => item.key))
    await store.close()
    rmSync(dir, { recursive: true })
  }, 60_000)

  it('keeps documents, versions, tags and order over a restart', async () => {
    const { store, dir } = await embeddedStore()
    for (const key of ['a', 'b', 'c'])
      await store.commit([{ do: 'insert', in: 'jobs', key, doc: key, tag: 'open' }])
    await store.commit([
      { do: 'replace', in: 'jobs', key: 'a', version: 1, doc: 'a2', tag: 'open' },
    ])
    await store.close()
    const again = await embeddedStore(systemClock, dir)
    expect(await again.store.list('jobs', 'open', 10)).toEqual([
      { key: 'a', stored: { doc: 'a2', version: 2, tag: 'open' } },
      { key: 'b', stored: { doc: 'b', version: 1, tag: 'open' } },
      { key: 'c', stored: { doc: 'c', version: 1, tag: 'open' } },
    ])
    await again.stop()
  })
})

describe('the folder', () => {
  it('is refused while a live process has it, with its name if that is known; taken over when that one is dead', async () => {
    const dir = tempDir('lock')
    const child = writer(dir, 'hold')
    await child.until(lines => lines.includes('open'))
    await expect(createEmbeddedStore({ dir, clock: systemClock })).rejects.toThrow(
      new RegExp(`in use by process ${child.pid} .*use Redis \\(REDIS_URL\\) for several`),
    )
    child.kill()
    await child.ended
    const store = await createEmbeddedStore({ dir, clock: systemClock })
    expect(await readFile(join(dir, 'owner'), 'utf8')).toContain(`process ${process.pid} `)
    await expect(createEmbeddedStore({ dir, clock: systemClock })).rejects.toThrow('in use')
    rmSync(join(dir, 'owner'))
    await expect(createEmbeddedStore({ dir, clock: systemClock })).rejects.toThrow(
      `the folder ${dir} is in use by another process; the embedded store serves one process, ` +
        'use Redis (REDIS_URL) for several',
    )
    await store.close()
    rmSync(dir, { recursive: true })
  }, 120_000)

  it('that holds something else than a store is named in the error', async () => {
    const dir = tempDir('bad')
    await writeFile(join(dir, 'store.db'), 'this is no database at all, '.repeat(200))
    await expect(createEmbeddedStore({ dir, clock: systemClock })).rejects.toThrow(
      `the store in ${dir} cannot be opened`,
    )
    rmSync(dir, { recursive: true })
  })

  it('whose file cannot be opened is not said to be damaged', async () => {
    const dir = tempDir('no-file')
    await mkdir(join(dir, 'store.db'))
    const opened = createEmbeddedStore({ dir, clock: systemClock })
    // The message ends with the code of SQLite, without advice.
    await expect(opened).rejects.toThrow(
      new RegExp(`^the store in ${dir} cannot be opened: .*store\\.db: 14"\\)$`),
    )
    rmSync(dir, { recursive: true })
  })
})

describe('[V16] a store that is damaged', () => {
  /** A closed store of 300 documents, of which something in the middle is overwritten. */
  async function damaged(change: (file: Buffer) => void): Promise<string> {
    const { store, dir } = await embeddedStore()
    for (let i = 0; i < 300; i++)
      await store.commit([
        {
          do: 'insert',
          in: 'payments',
          key: `k${i}`,
          doc: { amount: `1${i}0000`, pad: 'x'.repeat(400) },
        },
      ])
    await store.close()
    const file = await readFile(join(dir, 'store.db'))
    change(file)
    await writeFile(join(dir, 'store.db'), file)
    return dir
  }

  it.each<[string, (file: Buffer) => void]>([
    ['a page of zeros', file => file.fill(0, file.length / 2, file.length / 2 + 4096)],
    ['a page of noise', file => file.fill('noise', file.length / 2, file.length / 2 + 4096)],
    ['an amount with another digit', file => file.write('9', file.indexOf('"1150000"') + 1)],
  ])('in its middle (%s) is refused, with what to do', async (_name, change) => {
    const dir = await damaged(change)
    await expect(createEmbeddedStore({ dir, clock: systemClock })).rejects.toThrow(
      /cannot be opened: .*(damaged|malformed).*Restore the folder/s,
    )
    rmSync(dir, { recursive: true })
  })

  it('nowhere is opened, also by a gateway that knew no checksums', async () => {
    const dir = await damaged(() => undefined)
    const db = new Database(join(dir, 'store.db'))
    db.exec('ALTER TABLE docs DROP COLUMN sum')
    db.close()
    const again = await embeddedStore(systemClock, dir)
    expect((await again.store.get<{ amount: string }>('payments', 'k7'))?.doc.amount).toBe('170000')
    await again.stop()
  })
})

describe('a lazy commit', () => {
  const insert = (key: string) => ({
    do: 'insert' as const,
    in: 'payments' as const,
    key,
    doc: key,
  })

  it('goes with the next one, by itself when none comes, and with the end of the store', async () => {
    const { store, dir } = await embeddedStore()
    const order: string[] = []
    const note =
      (name: string) =>
      (fits: boolean): void => {
        order.push(`${name} ${fits}`)
      }
    const lazy = store.commit([insert('a')], { lazy: true }).then(note('lazy'))
    await Promise.all([lazy, store.commit([insert('a')]).then(note('next'))])
    expect(order).toEqual(['lazy true', 'next false'])
    expect(await store.commit([insert('b')], { lazy: true })).toBe(true)
    const last = store.commit([insert('c')], { lazy: true })
    await store.close()
    expect(await last).toBe(true)
    const again = await embeddedStore(systemClock, dir)
    expect((await again.store.get('payments', 'c'))?.doc).toBe('c')
    await again.stop()
  })
})

describe('ending', () => {
  it('finishes what was asked before close, and refuses what comes after', async () => {
    const { store, dir } = await embeddedStore()
    const asked = Array.from({ length: 300 }, (_, i) =>
      store.commit([{ do: 'insert', in: 'payments', key: `k${i}`, doc: i }]),
    )
    await store.close()
    expect((await Promise.all(asked)).every(Boolean)).toBe(true)
    await expect(store.get('payments', 'k1')).rejects.toMatchObject({ name: 'StoreUnavailable' })
    rmSync(dir, { recursive: true })
  })

  it('a commit that cannot be written as JSON is refused and harms no other', async () => {
    const { store, stop } = await embeddedStore()
    await expect(
      store.commit([{ do: 'insert', in: 'payments', key: 'big', doc: { n: 1n } }]),
    ).rejects.toThrow(TypeError)
    expect(await store.commit([{ do: 'insert', in: 'payments', key: 'fine', doc: 1 }])).toBe(true)
    await stop()
  })
})

describe('memory', () => {
  it('has room for cached bytes, also if nobody says how many', async () => {
    const { store, stop } = await embeddedStore()
    await store.cachePut('k', Buffer.alloc(1_000_000, 7), 60_000)
    expect((await store.cacheGet('k'))?.length).toBe(1_000_000)
    await stop()
  })

  it('counters and cached bytes are bounded', async () => {
    const clock = manualClock()
    const dir = tempDir('memory')
    const store = await createEmbeddedStore({ dir, clock, cacheBytes: 1000 })
    for (let i = 0; i < 20; i++) await store.cachePut(`k${i}`, Buffer.alloc(100, i), 60_000)
    expect(await store.cacheGet('k0')).toBeUndefined()
    expect(await store.cacheGet('k19')).toEqual(Buffer.alloc(100, 19))
    await store.cachePut('huge', Buffer.alloc(2000), 60_000)
    expect(await store.cacheGet('huge')).toBeUndefined()
    expect(await store.cacheGet('k19')).toBeDefined()
    await store.close()
    rmSync(dir, { recursive: true })
  })
})
