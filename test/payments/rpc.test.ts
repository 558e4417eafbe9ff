/** The client of nodes: what it sends, and how it tells an error from a missing answer. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createRpc,
  RpcDown,
  RpcError,
  type Rpc,
  type RpcOptions,
} from '../../runtime/payments/rpc.ts'

interface Asked {
  method?: string
  path?: string
  headers: IncomingMessage['headers']
  body: any
}

let server: Server
let port: number
/** What the node answers; undefined for no answer at all. */
let answer: { status?: number; text: string } | undefined
let asked: Asked[]
const open: Rpc[] = []
beforeAll(async () => {
  server = createServer(async (request, reply) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const { method, url: path, headers } = request
    asked.push({ method, path, headers, body: JSON.parse(text) })
    if (answer === undefined) return
    reply.writeHead(answer.status ?? 200)
    reply.end(answer.text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  for (const rpc of open) await rpc.close()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})
beforeEach(() => {
  answer = { text: '{"result":"0x1"}' }
  asked = []
})

function rpcOf(more: Partial<RpcOptions> = {}): Rpc {
  const rpc = createRpc({ url: `http://127.0.0.1:${port}/node?key=k`, ...more })
  open.push(rpc)
  return rpc
}
/** How a call ends that gets this answer. */
async function failure(text: string, status?: number, more?: Partial<RpcOptions>) {
  answer = { text, status }
  return rpcOf(more)
    .call('eth_x', [])
    .then(
      result => ({ result }),
      (error: unknown) => error,
    )
}

describe('a call', () => {
  it('is a request with the path, query and headers of the node, numbered', async () => {
    const rpc = rpcOf({ headers: { 'x-key': 'h' } })
    expect([await rpc.call('eth_a', [1, '2']), await rpc.call('eth_b', [])]).toEqual(['0x1', '0x1'])
    expect(asked.map(({ body }) => body)).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'eth_a', params: [1, '2'] },
      { jsonrpc: '2.0', id: 2, method: 'eth_b', params: [] },
    ])
    expect(asked[0]).toMatchObject({
      method: 'POST',
      path: '/node?key=k',
      headers: { 'content-type': 'application/json', 'x-key': 'h' },
    })
    expect(asked[0]!.headers.authorization).toBeUndefined()
  })

  it('names the user of the address, and not in the path', async () => {
    await rpcOf({ url: `http://us%65r:p%40ss@127.0.0.1:${port}/` }).call('eth_a', [])
    const encoded = Buffer.from('user:p@ss').toString('base64')
    expect(asked[0]).toMatchObject({ path: '/', headers: { authorization: `Basic ${encoded}` } })
  })

  it.each(['null', '0', 'false', '""'])('may have the result %s', async text => {
    expect(await failure(`{"result":${text}}`)).toEqual({ result: JSON.parse(text) })
    expect(await failure(`{"result":${text},"error":null}`, 500)).toEqual({
      result: JSON.parse(text),
    })
  })
})

describe('an error of the node', () => {
  it('has its message, code and revert data', async () => {
    const error = await failure('{"error":{"code":3,"message":"reverted","data":"0xab"}}', 400)
    expect(error).toBeInstanceOf(RpcError)
    expect(error).toMatchObject({ name: 'RpcError', message: 'reverted', code: 3, data: '0xab' })
  })

  it.each([
    ['"Reverted 0xAb12"', '0xAb12'],
    ['{"data":"0xcd"}', '0xcd'],
    ['{"data":5}', undefined],
    ['null', undefined],
    ['5', undefined],
    ['"none"', undefined],
  ])('with the data %s has %s', async (data, expected) => {
    const found = (await failure(`{"error":{"code":3,"message":"m","data":${data}}}`)) as RpcError
    expect(found.data).toBe(expected)
  })

  it('may lack everything, or have a long message', async () => {
    expect(await failure('{"error":{}}')).toMatchObject({ message: 'error', code: 0 })
    const long = (await failure(`{"error":{"message":"${'x'.repeat(501)}"}}`)) as RpcError
    expect(long.message).toBe('x'.repeat(500))
  })
})

describe('no answer', () => {
  it.each([
    ['<html>', 'the node answered 502 without JSON'],
    ['null', 'the node answered 502 with something else than an object'],
    ['5', 'the node answered 502 with something else than an object'],
    ['{}', 'the node answered 502 without a result'],
    ['{"error":null}', 'the node answered 502 without a result'],
  ])('is the text %s', async (text, message) => {
    const error = await failure(text, 502)
    expect(error).toBeInstanceOf(RpcDown)
    expect(error).toMatchObject({ name: 'RpcDown', message })
  })

  it('is one that is too large', async () => {
    const text = '{"result":"0x1"}'
    expect(await failure(text, 200, { maxBytes: text.length })).toEqual({ result: '0x1' })
    expect(await failure(text, 200, { maxBytes: text.length - 1 })).toEqual(
      new RpcDown('the answer of the node is too large'),
    )
  })

  it('is one that does not come in time', async () => {
    answer = undefined
    const late = (ms: number) => new RpcDown(`the node did not answer in ${ms} ms`)
    await expect(rpcOf({ timeout: 30 }).call('eth_a', [])).rejects.toEqual(late(30))
    await expect(rpcOf().call('eth_a', [], 20)).rejects.toEqual(late(20))
  })

  it('is a node that is away; the error does not name its address', async () => {
    const away = rpcOf({ url: 'http://user:secret@127.0.0.1:1/' }).call('eth_a', [])
    await expect(away).rejects.toEqual(new RpcDown('the node cannot be reached (ECONNREFUSED)'))
  })
})
