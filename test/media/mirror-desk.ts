/** A mirror, and an upstream whose files it fetches. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rm } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { createDiskMedia } from '../../runtime/media/disk.ts'
import { createMirror, type Mirror, type MirrorOptions } from '../../runtime/media/mirror.ts'
import { createObserve } from '../../runtime/observe/observe.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import type { Clock, MediaStore } from '../../runtime/seams.ts'
import { tempDir } from '../helpers/store.ts'

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const ORIGIN = 'https://gateway.test'

export let dir: string

let server: Server

export let host: string

/** What a test changes and looks at: what was asked for, and how it is answered. */
export const files: {
  hits: string[]
  pauses: number[]
  answer(path: string, response: ServerResponse): void
} = { hits: [], pauses: [], answer: () => undefined }

export let media: MediaStore

export let mirror: Mirror

export let lines: string[]

/** The machine's time, but pauses between attempts take none and are noted. */
const clock: Clock = {
  ...systemClock,
  sleep: async ms => {
    files.pauses.push(ms)
  },
}

export const make = (more: Partial<MirrorOptions> = {}): Mirror =>
  createMirror({
    media,
    mediaPath: '/media',
    clock,
    maxBytes: 100_000,
    timeout: 60_000,
    ...more,
    observe: createObserve({
      hash: 'f',
      clock: systemClock,
      destination: {
        write: line => {
          lines.push(line)
        },
      },
    }),
  })

export const one = async (asset: Record<string, any>, by = mirror) =>
  (await by.mirror([asset], { origin: ORIGIN }))[0] as Record<string, any>

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useMirror(): void {
  beforeAll(async () => {
    dir = tempDir('media')
    media = await createDiskMedia({ dir, clock: systemClock, random: systemRandom })
    server = createServer((request, response) => {
      files.hits.push(request.url ?? '')
      files.answer(request.url ?? '', response)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await rm(dir, { recursive: true })
  })
  beforeEach(() => {
    files.hits = []
    lines = []
    files.pauses = []
    mirror = make({ allowHosts: [host] })
    files.answer = (_path, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).end(PNG)
    }
  })
  afterEach(() => mirror.close())
}
