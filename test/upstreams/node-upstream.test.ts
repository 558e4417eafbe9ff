/** The local node provider speaks JSON-RPC in each chain's dialect. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askUpstream, startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'

let up: LocalUpstreams
beforeAll(async () => {
  up = await startUpstreams()
})
afterAll(() => up.stop())

const rpc = (chain: string, body: unknown, key?: string) =>
  askUpstream(up, 'nodes', { path: '/', host: `${chain}-mainnet`, body, key })
const call = (method: string, params?: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

it('answers Ethereum methods, each chain with its own id', async () => {
  expect((await rpc('ethereum', call('eth_chainId'))).json).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: '0x1',
  })
  expect((await rpc('base', call('eth_chainId'))).json.result).toBe('0x2105')
  const head = parseInt((await rpc('ethereum', call('eth_blockNumber'))).json.result, 16)
  expect(head).toBeGreaterThan(20_000_000)
  expect(
    (await rpc('ethereum', call('eth_getBlockByNumber', ['0x' + (head - 1).toString(16), false])))
      .json.result.number,
  ).toBe('0x' + (head - 1).toString(16))
})

it('advances: a chain of fast blocks is further a second later', async () => {
  const head = async () => parseInt((await rpc('arb-one', call('eth_blockNumber'))).json.result, 16)
  const before = await head()
  await new Promise(resolve => setTimeout(resolve, 600))
  expect(await head()).toBeGreaterThan(before)
})

it('refuses unknown methods and bad parameters as JSON-RPC errors with HTTP 200', async () => {
  expect(await rpc('ethereum', call('eth_nothing'))).toMatchObject({
    status: 200,
    json: { id: 1, error: { code: -32601 } },
  })
  expect(await rpc('ethereum', call('eth_getBalance', ['0x12']))).toMatchObject({
    status: 200,
    json: { error: { code: -32602 } },
  })
  expect((await rpc('ethereum', '{"jsonrpc":')).json.error.code).toBe(-32700)
})

it('answers a batch in another order, errors among results, notifications not at all', async () => {
  const { json } = await rpc('ethereum', [
    call('eth_chainId', [], 'a'),
    { jsonrpc: '2.0', method: 'eth_chainId' },
    call('nope', [], 2),
    call('eth_gasPrice', [], null),
  ])
  expect(json.map((reply: any) => reply.id)).toEqual([null, 2, 'a'])
  expect(json[1].error.code).toBe(-32601)
})

it('answers Solana with contexts, base 58 hashes and its own refusals', async () => {
  expect((await rpc('solana', call('getSlot'))).json.result).toBeGreaterThan(390_000_000)
  const { value, context } = (await rpc('solana', call('getLatestBlockhash'))).json.result
  expect(value.blockhash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{43,44}$/)
  expect(context.slot).toBeGreaterThan(value.lastValidBlockHeight)
  expect((await rpc('solana', call('getBalance', ['xyz']))).json.error).toEqual({
    code: -32602,
    message: 'Invalid param: WrongSize',
  })
})

it('answers Bitcoin as Bitcoin Core does: HTTP 404 and 500 with an error object', async () => {
  expect((await rpc('bitcoin', { id: 'x', method: 'getblockcount' })).json).toEqual({
    result: expect.any(Number),
    error: null,
    id: 'x',
  })
  expect(await rpc('bitcoin', { id: 1, method: 'nope' })).toMatchObject({
    status: 404,
    json: { result: null, error: { code: -32601 }, id: 1 },
  })
  expect(await rpc('bitcoin', { id: 1, method: 'getblockhash', params: [1e9] })).toMatchObject({
    status: 500,
    json: { error: { code: -8 } },
  })
})

it('answers the XRP Ledger, Polkadot, NEAR and Sui in their own shapes', async () => {
  expect((await rpc('ripple', { method: 'server_info', params: [{}] })).json.result).toMatchObject({
    status: 'success',
    info: { server_state: 'full' },
  })
  expect((await rpc('ripple', { method: 'nope', params: [{}] })).json.result).toMatchObject({
    status: 'error',
    error: 'unknownCmd',
  })
  expect((await rpc('polkadot', call('chain_getHeader'))).json.result.number).toMatch(/^0x/)
  expect(
    (await rpc('near', call('block', { finality: 'final' }))).json.result.header.height,
  ).toBeGreaterThan(1e8)
  expect((await rpc('near', call('nope'))).json.error).toMatchObject({
    code: -32601,
    cause: { name: 'METHOD_NOT_FOUND' },
  })
  expect((await rpc('sui', call('sui_getLatestCheckpointSequenceNumber'))).json.result).toMatch(
    /^\d+$/,
  )
})

it('refuses a wrong key and an unknown host at the provider, not as JSON-RPC', async () => {
  expect(await rpc('ethereum', call('eth_chainId'), 'wrong')).toMatchObject({
    status: 401,
    json: { statusCode: 401, errorCode: expect.any(String) },
  })
  expect(
    await askUpstream(up, 'nodes', { path: '/', host: 'nowhere', body: call('x') }),
  ).toMatchObject({
    status: 404,
    json: { statusCode: 404 },
  })
})
