/** A file of an upstream that is opened by its path. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bytes, callOf, KEY, scope, startWorld, type Answer, until } from './client-world.ts'
import { clock, MP3, useWorld, world } from './files-desk.ts'

useWorld()

describe('a file that is opened', () => {
  const open = (
    path = '/v1/videos/a/content',
    more: { signal?: AbortSignal; timeout?: number; upstream?: string } = {},
  ) =>
    world.upstreams.open(more.upstream ?? 'vendor', path, {
      scope: scope(),
      signal: more.signal,
      timeout: more.timeout ?? 5000,
    })
  /** Reads everything. */
  const all = async (body: AsyncIterable<Uint8Array>): Promise<Buffer> => {
    const chunks: Uint8Array[] = []
    for await (const chunk of body) chunks.push(chunk)
    return Buffer.concat(chunks)
  }
  /** What went wrong, as those see it who log it. */
  const wrong = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => {
        throw new Error('it did not fail')
      },
      (reason: Error) => reason,
    )
    expect(error.name).toBe('FetchRefused')
    const shown = `${error.message} ${JSON.stringify(error)} ${String(error.cause)}`
    for (const secret of [KEY, '127.0.0.1', new URL(world.url).port, '/v1/'])
      expect(shown).not.toContain(secret)
    return error.message
  }

  it("VID-014 is asked for below the base with the upstream's key, and read as it comes", async () => {
    world.answer = bytes(200, MP3, {
      'content-type': 'video/mp4',
      'content-length': String(MP3.length),
    })
    const file = await open('/v1/videos/a%2Fb/content?variant=video')
    expect(file).toMatchObject({ type: 'video/mp4', length: MP3.length })
    expect(await all(file.body)).toEqual(MP3)
    expect(world.seen[0]).toMatchObject({
      method: 'GET',
      url: '/v1/videos/a%2Fb/content?variant=video',
    })
    expect(world.seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': 'test-gateway',
    })
    expect(clock.sleepers()).toBe(0)
  })

  it('fills the holes of the base as calls do', async () => {
    const calls = { make: callOf({ holes: c => ({ 'model.host': c.model.host }) }) }
    const other = await startWorld({ base: origin => `${origin}/{model.host}/v2`, calls })
    other.answer = bytes(200, 'x')
    const file = await other.upstreams.open('vendor', '/file', {
      scope: scope({ model: { host: 'sol/../x' } }),
      timeout: 5000,
    })
    expect((await all(file.body)).toString()).toBe('x')
    expect(other.seen[0]?.url).toBe('/sol%2F..%2Fx/v2/file')
    await expect(
      other.upstreams.open('vendor', '/file', { scope: scope(), timeout: 5000 }),
    ).rejects.toMatchObject({ name: 'FetchRefused' })
    await other.stop()
  })

  it('no path leaves the base', async () => {
    for (const path of [
      '/../admin',
      '/a/..',
      '/a/%2e%2E/b',
      '/a/..%2fb',
      '/a/..%5c..%5cb',
      '/a\\..\\b',
      '/./a',
      '/a#b',
      '//evil.test/a',
      '/\\evil.test/a',
      '\\\\evil.test/a',
      'http://evil.test/a',
      'https:evil.test',
      '',
      'a/b',
      ' /a',
      '?a=b',
      '@evil.test/a',
    ]) {
      expect(await wrong(open(path)), path).toBe('a path that is not below the upstream')
    }
    expect(world.seen).toHaveLength(0)
  })

  it('what would break the request line is escaped', async () => {
    world.answer = bytes(200, 'x')
    await all((await open('/a b\r\nX-Evil: 1/ü')).body)
    expect(world.seen[0]?.url).toBe('/a%20b%0D%0AX-Evil:%201/%C3%BC')
    expect(world.seen[0]?.headers['x-evil']).toBeUndefined()
  })

  it('an upstream without its key is not asked', async () => {
    for (const upstream of ['bare', 'nobody'])
      expect(await wrong(open('/a', { upstream }))).toBe('an upstream that is not configured')
    expect(world.seen).toHaveLength(0)
  })

  it('any status but 200, and a packed reply, is no file', async () => {
    for (const status of [204, 206, 304, 400, 401, 404, 429, 500, 503]) {
      const words = status === 204 || status === 304 ? undefined : `${KEY} at ${world.url}`
      world.answer = (_request, response) => {
        response.writeHead(status).end(words)
      }
      expect(await wrong(open())).toBe(`an answer with status ${status}`)
    }
    world.answer = bytes(200, gzipSync('x'), { 'content-encoding': 'gzip' })
    expect(await wrong(open())).toBe('an answer in an encoding that was not asked for')
    expect(clock.sleepers()).toBe(0)
  })

  it('a connection that cannot be made, or breaks on the way, is reported without an address', async () => {
    world.answer = (_request, response) => {
      response.socket?.resetAndDestroy()
    }
    expect(await wrong(open())).toMatch(/^the upstream could not be reached \(\w+\)$/)
    world.answer = (_request, response) => {
      response
        .writeHead(200, { 'content-length': '100' })
        .write('half', () => response.socket?.destroy())
    }
    const file = await open()
    expect(await wrong(all(file.body))).toMatch(/^the upstream could not be reached \(\w+\)$/)
    const odd = createServer(socket => {
      socket.on('error', () => undefined).write('SSH-2.0-OpenSSH\r\n', () => socket.destroy())
    })
    await once(odd.listen(0, '127.0.0.1'), 'listening')
    const other = await startWorld({
      base: () => `http://127.0.0.1:${(odd.address() as { port: number }).port}`,
    })
    expect(
      await wrong(other.upstreams.open('vendor', '/a', { scope: scope(), timeout: 60_000 })),
    ).toMatch(/^the upstream could not be reached/)
    await other.stop()
    await new Promise(resolve => odd.close(resolve))
  })

  describe('redirects', () => {
    const to =
      (location: string, status = 302): Answer =>
      (request, response, number) => {
        if (request.url === '/there?a=1') return bytes(200, 'there')(request, response, number)
        response.writeHead(status, { location }).end()
      }

    it('are followed to the same origin', async () => {
      for (const location of [
        '/there?a=1',
        '../../../there?a=1',
        `${world.url}/there?a=1`,
        '//127.0.0.1:PORT/there?a=1',
      ]) {
        world.answer = to(location.replace('PORT', new URL(world.url).port), 307)
        expect((await all((await open()).body)).toString()).toBe('there')
        expect(world.seen.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`)
      }
    })

    it('are not followed anywhere else, so that the key stays with its upstream', async () => {
      const thief = await startWorld()
      const { port } = new URL(world.url)
      for (const location of [
        `${thief.url}/there`,
        `//${new URL(thief.url).host}/there`,
        `https://127.0.0.1:${port}/there`,
        `http://user@127.0.0.1:${port}/there`,
        `http://localhost:${port}/there`,
        'http://[',
        'file:///etc/passwd',
        'javascript:1',
      ]) {
        world.answer = to(location)
        expect(await wrong(open()), location).toBe('a redirect to another place')
      }
      world.answer = (_request, response) => {
        response.writeHead(302).end()
      }
      expect(await wrong(open())).toBe('a redirect to another place')
      expect(thief.seen).toHaveLength(0)
      expect(world.seen).toHaveLength(9)
      await thief.stop()
    })

    it('are followed three times', async () => {
      world.answer = to('/again')
      expect(await wrong(open())).toBe('too many redirects')
      expect(world.seen).toHaveLength(4)
    })
  })

  describe('time', () => {
    it('an upstream that does not answer is given up', async () => {
      world.answer = () => undefined
      const message = wrong(open('/a', { timeout: 9000 }))
      await until(() => world.seen.length === 1)
      await clock.advance(9000)
      expect(await message).toBe('nothing came within 9000 ms')
      expect(clock.sleepers()).toBe(0)
    })

    it('one that stops in the middle too; a reader may take its time', async () => {
      let reply: Parameters<Answer>[1] | undefined
      world.answer = (_request, response) => {
        reply = response
        response.writeHead(200).write('one')
      }
      const file = await open('/a', { timeout: 5000 })
      const chunks = file.body[Symbol.asyncIterator]()
      expect(Buffer.from((await chunks.next()).value).toString()).toBe('one')
      await clock.advance(60_000)
      const second = chunks.next()
      reply?.write('two')
      expect(Buffer.from((await second).value).toString()).toBe('two')
      const third = wrong(chunks.next())
      await clock.advance(5000)
      expect(await third).toBe('nothing came within 5000 ms')
      await until(() => reply?.socket?.destroyed !== false)
      expect(clock.sleepers()).toBe(0)
    })

    it('also while it waits for a free connection', async () => {
      const narrow = await startWorld({ clock, connections: 1 })
      narrow.answer = () => undefined
      const [long, short] = [100_000, 1000].map(timeout =>
        wrong(narrow.upstreams.open('vendor', '/a', { scope: scope(), timeout })),
      )
      await until(() => narrow.seen.length === 1)
      await clock.advance(1000)
      expect(await short).toBe('nothing came within 1000 ms')
      await clock.advance(99_000)
      expect(await long).toBe('nothing came within 100000 ms')
      await narrow.stop()
    })

    it('a caller may give up before the request, before the reply and during it', async () => {
      world.answer = (request, response) => {
        if (request.url === '/begun') response.writeHead(200).write('one')
      }
      const stop = new AbortController()
      const message = wrong(open('/silent', { signal: stop.signal }))
      const file = await open('/begun', { signal: stop.signal })
      const reading = wrong(all(file.body))
      await until(() => world.seen.length === 2)
      stop.abort()
      expect([await message, await reading]).toEqual(['it was given up', 'it was given up'])
      expect(await wrong(open('/late', { signal: stop.signal }))).toBe('it was given up')
      expect(world.seen).toHaveLength(2)
      expect(clock.sleepers()).toBe(0)
    })
  })

  describe('a long one', () => {
    const CHUNK = Buffer.alloc(64 * 1024, 7)
    /** Sends until it may not, and counts what it sent; ends after so many chunks. */
    const pour =
      (chunks: number, count: { sent: number; closed: boolean }): Answer =>
      (_request, response) => {
        response
          .writeHead(200, { 'content-type': 'video/mp4' })
          .on('error', () => undefined)
          .on('close', () => {
            count.closed = true
          })
        const more = (): void => {
          while (!response.destroyed && count.sent < chunks) {
            count.sent += 1
            if (response.write(CHUNK)) continue
            response.once('drain', more)
            return
          }
          response.end()
        }
        more()
      }

    it('is not buffered: a slow reader is served slowly', async () => {
      const count = { sent: 0, closed: false }
      world.answer = pour(1000, count)
      const file = await open('/long')
      const chunks = file.body[Symbol.asyncIterator]()
      const first = (await chunks.next()).value.length
      // What is sent comes to rest when the buffers of the sockets are full: that is when it stands
      // still for a while.
      for (let last = -1; last !== count.sent;) {
        last = count.sent
        await new Promise(resolve => setTimeout(resolve, 150))
      }
      expect(count.sent).toBeLessThan(500)
      let bytes = 0
      for (let next = await chunks.next(); !next.done; next = await chunks.next())
        bytes += next.value.length
      expect(bytes).toBe(1000 * CHUNK.length - first)
    })

    it('ends with its reader: cancelled, left in the middle, or never read', async () => {
      for (const leave of [
        async () => (await open('/long')).cancel(),
        async () => {
          for await (const chunk of (await open('/long')).body) if (chunk.length > 0) break
        },
        async () => {
          const file = await open('/long')
          await file.body[Symbol.asyncIterator]().next()
          file.cancel()
        },
      ]) {
        const count = { sent: 0, closed: false }
        world.answer = pour(100_000, count)
        await leave()
        await until(() => count.closed)
        expect(clock.sleepers()).toBe(0)
      }
    })
  })
})
