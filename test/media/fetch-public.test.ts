/** What is fetched of strangers' addresses, and how little they can do with it. */
import { createServer as createTcp, type AddressInfo, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  createPublicFetch,
  FetchRefused,
  type FetchOptions,
  type PublicFetch,
} from '../../runtime/media/fetch-public.ts'

/** A server that says what the test says, byte by byte. */
let say: (socket: Socket, head: string) => void
const heads: string[] = []
const sockets = new Set<Socket>()
const server = createTcp(socket => {
  sockets.add(socket)
  socket
    .on('error', () => undefined)
    .on('close', () => sockets.delete(socket))
    .on('data', data => {
      heads.push(data.toString('latin1'))
      say(socket, data.toString('latin1'))
    })
})
let port: number
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

const open: PublicFetch[] = []
afterEach(async () => {
  heads.length = 0
  for (const fetcher of open.splice(0)) await fetcher.close()
})
/** A fetcher for which loopback is the public internet. */
const make = (more: Partial<FetchOptions> = {}): PublicFetch => {
  const fetcher = createPublicFetch({
    allowHosts: [],
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    accepts: address => address === '127.0.0.1',
    ...more,
  })
  open.push(fetcher)
  return fetcher
}
const url = (path = '/a', host = 'pictures.example'): string => `http://${host}:${port}${path}`
const patience = (): AbortSignal => AbortSignal.timeout(20_000)
const reply = (text: string): void => {
  say = socket => void socket.end(text)
}

const text = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

describe('what is asked', () => {
  it('is a plain GET: no agent, no referrer, no cookies, nothing compressed', async () => {
    reply('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi')
    const { body } = await make().get(url('/a?b=c#fragment'), patience())
    expect(await text(body)).toBe('hi')
    const lines = heads[0]!.trim().split('\r\n')
    expect(lines.map(line => line.split(':')[0]!.toLowerCase()).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'get /a?b=c http/1.1',
      'host',
    ])
    expect(heads[0]).toContain('accept-encoding: identity')
  })

  it('is never asked of ports that belong to other protocols', async () => {
    for (const other of [1, 21, 22, 25, 110, 143, 445, 587, 993]) {
      await expect(make().get(`http://pictures.example:${other}/`, patience())).rejects.toThrow(
        'a port that is not for the web',
      )
      await expect(make().get(`https://pictures.example:${other}/`, patience())).rejects.toThrow(
        FetchRefused,
      )
    }
    say = socket =>
      void socket.end(
        'HTTP/1.1 302 Found\r\nlocation: http://pictures.example:25/\r\ncontent-length: 0\r\n\r\n',
      )
    await expect(make().get(url(), patience())).rejects.toThrow('a port that is not for the web')
  })

  it('is never asked with a name and a password, also after a redirect', async () => {
    for (const credentials of ['me:secret@', 'me@', ':secret@']) {
      await expect(
        make().get(`http://${credentials}pictures.example:${port}/`, patience()),
      ).rejects.toThrow('a URL with credentials')
      reply(
        `HTTP/1.1 302 Found\r\nlocation: http://${credentials}pictures.example:${port}/\r\ncontent-length: 0\r\n\r\n`,
      )
      await expect(make().get(url(), patience())).rejects.toThrow('a URL with credentials')
    }
  })
})

describe('where it is asked', () => {
  it('a name that means another address at each look-up is used with the one that was accepted, once for each connection', async () => {
    const found = ['127.0.0.1', '10.0.0.1', '127.0.0.1']
    let asked = 0
    const fetcher = make({ resolve: async () => [{ address: found[asked++]!, family: 4 }] })
    reply('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
    await fetcher.get(url(), patience())
    expect(asked).toBe(1)
    await expect(fetcher.get(url(), patience())).rejects.toThrow('a host that is not public')
    await fetcher.get(url(), patience())
    expect(asked).toBe(3)
  })

  it.each([
    '[::ffff:10.0.0.1]',
    '[::ffff:a00:1]',
    '[::]',
    '0.0.0.0',
    '0',
    '167772161',
    '0xa000001',
    '012.0.0.1',
    '10.1',
    '10.0.0.1.',
    '[fc00::1]',
    '[64:ff9b::a00:1]',
    '[2002:a00:1::]',
  ])('%s is not the public internet, also after a redirect', async host => {
    await expect(make().get(url('/', host), patience())).rejects.toThrow(
      'a host that is not public',
    )
    reply(`HTTP/1.1 307 Moved\r\nlocation: ${url('/', host)}\r\ncontent-length: 0\r\n\r\n`)
    await expect(make().get(url(), patience())).rejects.toThrow('a host that is not public')
    expect(heads).toHaveLength(1)
  })

  it('a redirect to what is no web address is refused', async () => {
    for (const target of [
      'gopher://pictures.example/',
      'file:///etc/passwd',
      'data:image/png;base64,AA==',
      'http:',
      '//',
      '\u0000',
    ]) {
      reply(`HTTP/1.1 302 Found\r\nlocation: ${encodeURI(target)}\r\ncontent-length: 0\r\n\r\n`)
      const ended = await make()
        .get(url(), patience())
        .then(
          () => 'fetched',
          error => error,
        )
      expect(ended, target).toBeInstanceOf(Error)
    }
  })

  it('two locations in one answer are none', async () => {
    reply(
      `HTTP/1.1 302 Found\r\nlocation: ${url('/1')}\r\nlocation: ${url('/2')}\r\ncontent-length: 0\r\n\r\n`,
    )
    await expect(make().get(url(), patience())).rejects.toThrow('an answer with status 302')
  })
})

describe('what comes back', () => {
  it('a head that does not end, or is too large, ends the call', async () => {
    reply(
      `HTTP/1.1 200 OK\r\n${Array.from({ length: 40 }, (_, i) => `x-${i}: ${'y'.repeat(1000)}\r\n`).join('')}content-length: 0\r\n\r\n`,
    )
    await expect(make().get(url(), patience())).rejects.toThrow(/[Hh]eader/)
  })

  it('compressed bytes are refused, so that few never become many', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    for (const encoding of ['gzip', 'br', 'identity, gzip', 'deflate']) {
      say = socket => {
        socket.write(
          `HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${bomb.length}\r\n\r\n`,
        )
        socket.end(bomb)
      }
      await expect(make().get(url(), patience())).rejects.toThrow('a compressed answer')
    }
    reply('HTTP/1.1 200 OK\r\ncontent-encoding: identity\r\ncontent-length: 2\r\n\r\nhi')
    expect(await make().get(url(), patience())).toMatchObject({ length: 2 })
  })

  it('what comes drop by drop is read until its reader gives up', async () => {
    say = socket => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
      const drip = setInterval(() => {
        socket.write('x')
      }, 5)
      socket.on('close', () => clearInterval(drip))
    }
    const stop = new AbortController()
    const { body } = await make().get(url(), stop.signal)
    const read = async (): Promise<void> => {
      for await (const chunk of body) if (chunk.length > 0) stop.abort(new Error('enough'))
    }
    await expect(read()).rejects.toThrow()
  })

  it('a head that comes drop by drop is given up too', async () => {
    const stop = new AbortController()
    say = socket => {
      socket.write('HTTP/1.1 200 OK\r\nx: ')
      stop.abort(new Error('enough'))
    }
    await expect(make().get(url(), stop.signal)).rejects.toThrow('enough')
  })

  it('a name that is never resolved is given up', async () => {
    const stop = new AbortController()
    const end = make({
      resolve: () => {
        stop.abort(new Error('enough'))
        return new Promise(() => undefined)
      },
    }).get(url(), stop.signal)
    await expect(end).rejects.toThrow('enough')
  })

  it.each([201, 204, 206, 304, 401, 500])('status %i is no file', async status => {
    reply(`HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\n`)
    await expect(make().get(url(), patience())).rejects.toThrow(`an answer with status ${status}`)
  })
})
