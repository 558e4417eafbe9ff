/** Copies films: through the mirror into a media store, and plainly to a file as a yardstick. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { systemClock } from '../../../runtime/lib/clock.ts'
import { createDiskMedia } from '../../../runtime/media/disk.ts'
import { createMirror, type Mirror } from '../../../runtime/media/mirror.ts'
import { createS3Media } from '../../../runtime/media/s3.ts'
import type { S3Bucket } from '../../../runtime/media/s3-client.ts'
import { createObserve } from '../../../runtime/observe/observe.ts'
import { systemRandom } from '../../../runtime/lib/random.ts'
import type { BenchServer } from './types.ts'

/** Which films may be fetched, and the bucket where they go to one. */
interface CopierInput {
  host: string
  bucket?: S3Bucket
}

/**
 * How a film is copied. `hashed` is the plain copy with the hash that a content-addressed name
 * needs.
 */
export type Way = 'mirror' | 'plain' | 'hashed'

/**
 * What one copy took: seconds, CPU microseconds, and the most memory beyond that of the process at
 * rest, in MB.
 */
export interface Copied {
  seconds: number
  cpu: number
  growth: number
}

async function plain(url: string, dir: string, hashed: boolean): Promise<void> {
  const path = join(dir, 'plain')
  const { body } = await request(url)
  const hash = hashed ? createHash('sha256') : undefined
  const file = await open(path, 'w')
  for await (const chunk of body) {
    hash?.update(chunk)
    await file.write(chunk)
  }
  hash?.digest('hex')
  await file.sync()
  await file.close()
  await rm(path)
}

async function mirrored(mirror: Mirror, url: string): Promise<void> {
  const [asset] = await mirror.mirror([{ url }], { origin: 'https://gateway.test' })
  if (!asset?.backed_up) throw new Error('the film was not mirrored')
}

/** Runs `work` and watches the process meanwhile. */
async function watched(before: number, work: () => Promise<void>): Promise<Copied> {
  let most = 0
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5)
  const used = process.cpuUsage()
  const began = performance.now()
  try {
    await work()
  } finally {
    clearInterval(look)
  }
  const { user, system } = process.cpuUsage(used)
  const growth = Math.max(0, Math.max(most, process.memoryUsage.rss()) - before) / 1e6
  return { seconds: (performance.now() - began) / 1000, cpu: user + system, growth }
}

/** Answers `copy` with its time, CPU and memory; `rest` notes the memory at rest. */
export async function copier({ host, bucket }: CopierInput): Promise<BenchServer> {
  const dir = mkdtempSync(join(tmpdir(), 'farebox-bench-'))
  const parts = { clock: systemClock, random: systemRandom }
  const media = bucket
    ? createS3Media({ bucket, ...parts })
    : await createDiskMedia({ dir, ...parts })
  const observe = createObserve({
    hash: 'bench',
    clock: systemClock,
    destination: { write: line => process.stderr.write(line) },
  })
  const mirror = createMirror({
    media,
    mediaPath: '/media',
    observe,
    clock: systemClock,
    maxBytes: 512 * 2 ** 20,
    timeout: 600_000,
    allowHosts: [host],
  })
  let before = 0
  const rest = () => {
    globalThis.gc?.()
    before = process.memoryUsage.rss()
  }
  const copy = ({ url, way }: { url: string; way: Way }) => {
    globalThis.gc?.()
    return watched(before, () =>
      way === 'mirror' ? mirrored(mirror, url) : plain(url, dir, way === 'hashed'),
    )
  }
  return {
    port: 0,
    answers: { copy, rest },
    async close() {
      await mirror.close()
      await media.close()
      rmSync(dir, { recursive: true })
    },
  }
}
