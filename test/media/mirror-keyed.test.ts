/** Files that only the upstream's key opens. */
import { readdir } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMirror } from '../../runtime/media/mirror.ts'
import { createObserve } from '../../runtime/observe/observe.ts'
import type { Scope } from '../../runtime/contract.ts'
import { manualClock } from '../helpers/clock.ts'
import { ORIGIN, dir, files, lines, make, media, mirror, useMirror } from './mirror-desk.ts'

useMirror()

const stored = async () =>
  (await readdir(dir, { recursive: true })).filter(name => name.includes('.')).sort()

describe('files below the upstream', () => {
  const scope = { body: {} } as Scope
  const upstream = { name: 'vendor', scope }
  let opened: [string, string][]
  let troubles: number
  let file: () => { type?: string; length?: number; bytes: Uint8Array }
  const upstreamSettings = {
    vendor: { url: 'https://api.vendor.example/v1/', key: 'the-key' },
    holes: { url: 'https://{model.host}.vendor.example' },
  }
  const byPath = () =>
    make({
      upstreamSettings,
      upstreams: {
        async open(name, path, how) {
          expect(how.scope).toBe(scope)
          opened.push([name, path])
          if (opened.length <= troubles) throw new Error('not there yet')
          const { bytes, ...facts } = file()
          return {
            ...facts,
            body: (async function* () {
              yield bytes
            })(),
            cancel: () => undefined,
          }
        },
      },
    })
  const MP4 = Buffer.concat([
    Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'latin1'),
    Buffer.alloc(1000),
  ])
  const film = {
    path: '/files/abc:download?alt=media&key=the-key',
    last_frame_url: 'https://vendor.example/frame.png',
    seconds: 5,
  }
  beforeEach(() => {
    opened = []
    troubles = 0
    file = () => ({ type: 'video/mp4', length: MP4.length, bytes: MP4 })
  })

  it('VID-013 VID-014 become a URL; where they came from is reported without a query, and other members are kept', async () => {
    const by = byPath()
    expect(await by.mirror([film], { origin: ORIGIN, upstream })).toEqual([
      {
        url: expect.stringMatching(/^https:\/\/gateway\.test\/media\/[0-9a-f]{64}\.mp4$/),
        backed_up: true,
        source_url: 'https://api.vendor.example/v1/files/abc:download',
        last_frame_url: film.last_frame_url,
        seconds: 5,
      },
    ])
    expect(opened).toEqual([['vendor', film.path]])
    expect(
      await by.mirror([film], { origin: ORIGIN, upstream: { name: 'holes', scope } }),
    ).toMatchObject([{ source_url: '/files/abc:download' }])
    await by.close()
  })

  it('are asked for patiently, since nobody can have them without a copy', async () => {
    const by = byPath()
    troubles = 7
    expect(await by.mirror([film], { origin: ORIGIN, upstream })).toMatchObject([
      { backed_up: true },
    ])
    expect(files.pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000])
    await by.close()
  })

  it('that break off, are no film or too large are left out: no result, no charge', async () => {
    const by = byPath()
    const page = Buffer.from('<html>gone</html>')
    const before = await stored()
    const wrong = [
      { length: MP4.length + 1, bytes: MP4 },
      { length: MP4.length - 1, bytes: MP4 },
      { type: 'video/mp4', bytes: page },
      { bytes: Buffer.concat([MP4, Buffer.alloc(100_000)]) },
      { length: 100_001, bytes: MP4 },
    ]
    for (const one of wrong) {
      file = () => one
      expect(await by.mirror([film], { origin: ORIGIN, upstream })).toEqual([])
    }
    expect(await stored()).toEqual(before)
    expect(lines.join('')).not.toMatch(/the-key|vendor\.example/)
    await by.close()
  })

  it('stop being asked for when the time for the file is over', async () => {
    const time = manualClock()
    const by = createMirror({
      media,
      mediaPath: '/media',
      clock: time,
      maxBytes: 1e6,
      timeout: 5000,
      upstreamSettings,
      observe: createObserve({ hash: 'f', clock: time, destination: { write: () => undefined } }),
      upstreams: {
        open: async (name, path) => {
          opened.push([name, path])
          throw new Error('no')
        },
      },
    })
    const done = by.mirror([film], { origin: ORIGIN, upstream })
    await time.advance(60_000)
    expect(await done).toEqual([])
    expect(opened).toHaveLength(4)
    await by.close()
  })

  it('have no content without an upstream', async () => {
    expect(await mirror.mirror([film], { origin: ORIGIN, upstream })).toEqual([])
    const by = byPath()
    expect(await by.mirror([film], { origin: ORIGIN })).toEqual([])
    await by.close()
  })
})
