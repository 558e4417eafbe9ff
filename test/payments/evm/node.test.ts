/** What a node of an EVM chain is asked, which answers count, and what they mean for a payment. */
import { describe, expect, it } from 'vitest'
import { checkOnChain, contractSigned } from '../../../runtime/payments/evm/check.ts'
import { createNode, OtherChain, type Node } from '../../../runtime/payments/evm/node.ts'
import { createTokenReader } from '../../../runtime/payments/evm/reader.ts'
import { isValidCall } from '../../../runtime/payments/evm/token.ts'
import { RpcDown, RpcError } from '../../../runtime/payments/rpc.ts'
import { TESTNET } from '../support.ts'

type Ask = (node: Node) => Promise<unknown>
type Answer = (method: string, params: unknown[]) => unknown

/** A node that gives one answer, or what a function says, and what it was asked. */
function desk(answer: unknown) {
  const asked: unknown[][] = []
  const rpc = {
    call: async (method: string, params: unknown[]) => {
      asked.push([method, params])
      return (typeof answer === 'function' ? (answer as Answer)(method, params) : answer) as never
    },
    close: async () => undefined,
  }
  return { node: createNode(rpc, TESTNET, { from: '0xrelayer' }), asked }
}

const TOKEN = TESTNET.asset.address
const ID = `0x${BigInt(TESTNET.chain.split(':')[1]!).toString(16)}`
const HASH = Buffer.alloc(32, 7)
const MAGIC = `0x1626ba7e${'0'.repeat(56)}`
const method = { contract: '0xproxy', contracts: ['0xproxy'], data: () => '0xdata' }
const transfer = (more: object = {}) =>
  ({ method: { ...method, ...more }, authorization: { from: '0xann' } }) as never
const CALL = { from: '0xrelayer', to: '0xproxy', data: '0xdata' }
const BLOCK = { number: '0x10', hash: '0xh', timestamp: '0x20', baseFeePerGas: '0x30' }
const RECEIPT = {
  transactionHash: '0xt',
  blockNumber: '0x10',
  blockHash: '0xh',
  status: '0x1',
  logs: [],
}

describe('a node', () => {
  it.each<[Ask, unknown, unknown, unknown[]]>([
    [
      node => node.block(),
      BLOCK,
      { number: 16, hash: '0xh', time: 32, baseFee: 48n },
      ['eth_getBlockByNumber', ['latest', false]],
    ],
    [
      node => node.block(17),
      { ...BLOCK, baseFeePerGas: undefined },
      { number: 16, hash: '0xh', time: 32, baseFee: 0n },
      ['eth_getBlockByNumber', ['0x11', false]],
    ],
    [
      node => node.block(0),
      BLOCK,
      { number: 16, hash: '0xh', time: 32, baseFee: 48n },
      ['eth_getBlockByNumber', ['0x0', false]],
    ],
    [
      node => node.receipt('0xT'),
      RECEIPT,
      { transaction: '0xt', block: 16, blockHash: '0xh', ok: true, logs: [] },
      ['eth_getTransactionReceipt', ['0xT']],
    ],
    [
      node => node.receipt('0xT'),
      { ...RECEIPT, status: '0x0' },
      { transaction: '0xt', block: 16, blockHash: '0xh', ok: false, logs: [] },
      ['eth_getTransactionReceipt', ['0xT']],
    ],
    [node => node.receipt('0xT'), null, undefined, ['eth_getTransactionReceipt', ['0xT']]],
    [node => node.knows('0xT'), {}, true, ['eth_getTransactionByHash', ['0xT']]],
    [node => node.knows('0xT'), null, false, ['eth_getTransactionByHash', ['0xT']]],
    [
      node => node.sent('0xT'),
      { to: '0xto', input: '0xin' },
      { to: '0xto', data: '0xin' },
      ['eth_getTransactionByHash', ['0xT']],
    ],
    [node => node.sent('0xT'), { to: null }, undefined, ['eth_getTransactionByHash', ['0xT']]],
    [node => node.sent('0xT'), null, undefined, ['eth_getTransactionByHash', ['0xT']]],
    [
      node => node.read('0xto', '0xd', 17),
      '0x1',
      '0x1',
      ['eth_call', [{ to: '0xto', data: '0xd' }, '0x11']],
    ],
    [
      node => node.read('0xto', '0xd', 'latest'),
      '0x1',
      '0x1',
      ['eth_call', [{ to: '0xto', data: '0xd' }, 'latest']],
    ],
    [node => node.count('0xa', 17), '0x5', 5, ['eth_getTransactionCount', ['0xa', '0x11']]],
    [
      node => node.count('0xa', 'pending'),
      '0x0',
      0,
      ['eth_getTransactionCount', ['0xa', 'pending']],
    ],
    [
      node => node.logs({ address: '0xa', topics: [null] }, 16, 17),
      [],
      [],
      ['eth_getLogs', [{ address: '0xa', topics: [null], fromBlock: '0x10', toBlock: '0x11' }]],
    ],
    [
      node => node.simulate(transfer(), 'latest'),
      '0x',
      undefined,
      ['eth_call', [{ ...CALL, gas: '0xf4240' }, 'latest']],
    ],
    [
      node => node.simulate(transfer({ sender: () => '0xother' }), 'pending'),
      '0x',
      undefined,
      ['eth_call', [{ ...CALL, from: '0xother', gas: '0xf4240' }, 'pending']],
    ],
    [node => node.estimate(transfer()), '0x64', 100n, ['eth_estimateGas', [CALL]]],
    [node => node.hasCode('0xa'), '0x', false, ['eth_getCode', ['0xa', 'latest']]],
    [node => node.hasCode('0xa'), '0x60', true, ['eth_getCode', ['0xa', 'latest']]],
    [
      node => node.agrees('0xa', HASH, '0x12'),
      MAGIC,
      true,
      [
        'eth_call',
        [
          { from: '0xrelayer', to: '0xa', data: isValidCall(HASH, '0x12'), gas: '0xf4240' },
          'latest',
        ],
      ],
    ],
  ])('is asked and understood: %s', async (ask, answer, found, question) => {
    const { node, asked } = desk(answer)
    expect(await ask(node)).toEqual(found)
    expect(asked).toEqual([question])
  })

  it('is reported in our words', () => {
    const noted: unknown[] = []
    const note = (...facts: unknown[]) => noted.push(facts)
    const { report } = createNode({} as never, TESTNET, { from: '0xr', note })
    const errors = [new RpcDown('our words'), new RpcError('key k3y', -32_005), 'text', undefined]
    const ours = 'the node cannot be asked'
    const said = ['our words', `${ours} (error -32005)`, ours, ours]
    expect(errors.map(report)).toEqual(said)
    const reasons = ['our words', 'key k3y', 'text', 'undefined']
    expect(noted).toEqual(reasons.map((reason, i) => ['node error', { public: said[i], reason }]))
  })

  it('may not know a block', async () => {
    const error = new RpcDown('the node does not know the block')
    await expect(desk(null).node.block(5)).rejects.toEqual(error)
  })
})

describe('the chain of a node', () => {
  const chain =
    (id: string, codeless: string[] = []): Answer =>
    (name, [address]) =>
      name === 'eth_chainId' ? id : codeless.includes(address as string) ? '0x' : '0x60'
  const names = (asked: unknown[][]) =>
    asked.map(([name, params]) => [name, (params as unknown[])[0]])

  it('is checked once, and each contract once, by default the token', async () => {
    const { node, asked } = desk(chain(ID))
    await node.ready()
    await node.ready(['0xa', TOKEN])
    await node.ready(['0xa'])
    expect(names(asked)).toEqual([
      ['eth_chainId', undefined],
      ['eth_getCode', TOKEN],
      ['eth_getCode', '0xa'],
    ])
  })

  it.each([
    ['0x539', [], `the node serves chain 1337, not ${TESTNET.chain}`],
    [ID, [TOKEN], `the token ${TOKEN} does not exist on the chain of the node`],
    [ID, ['0xa'], 'the contract 0xa does not exist on the chain of the node'],
  ])('is not the right one: %s, without code of %j', async (id, codeless, message) => {
    const { node, asked } = desk(chain(id, codeless))
    for (let i = 0; i < 2; i++)
      await expect(node.ready([TOKEN, '0xa'])).rejects.toEqual(new OtherChain(message))
    const last = asked.length
    await node.ready([TOKEN, '0xa']).catch(() => undefined)
    expect(asked.length).toBeGreaterThan(last)
  })
})

describe('a check on the chain', () => {
  const REVERT = new RpcError('reverted', 3)
  const DOWN = new RpcDown('the node is away')
  const NOT_YET = 'authorization is not yet valid'
  /** A node whose simulations end in turn as given: well, or with an error. */
  function check(ends: (Error | undefined)[], reason: string, ready = async () => {}) {
    const at: string[] = []
    const node = {
      ready,
      simulate: async (_transfer: unknown, tag: string) => {
        at.push(tag)
        const end = ends.shift()
        if (end) throw end
      },
      report: (error: Error) => `so: ${error.message}`,
    } as never
    return { verdict: checkOnChain(node, transfer({ reason: async () => reason })), at }
  }
  const LATER = 'PAYMENT_VERIFICATION_UNAVAILABLE'

  it.each<[string, (Error | undefined)[], string, object, string[]]>([
    ['good', [undefined], '', { ok: true, payer: '0xann' }, ['latest']],
    [
      'refused by its reason',
      [REVERT],
      'invalid signature',
      { rejection: { code: 'PAYMENT_INVALID', details: 'invalid signature', payer: '0xann' } },
      ['latest'],
    ],
    [
      'good in the next block',
      [REVERT, undefined],
      NOT_YET,
      { ok: true, payer: '0xann' },
      ['latest', 'pending'],
    ],
    [
      'refused in the next block too',
      [REVERT, REVERT],
      NOT_YET,
      { rejection: { code: 'PAYMENT_UNFUNDED', details: NOT_YET, payer: '0xann' } },
      ['latest', 'pending'],
    ],
    [
      'in doubt without an answer',
      [DOWN],
      '',
      { rejection: { code: LATER, details: 'so: the node is away' } },
      ['latest'],
    ],
    [
      'in doubt without an answer for the next block',
      [REVERT, DOWN],
      NOT_YET,
      { rejection: { code: LATER, details: 'so: the node is away' } },
      ['latest', 'pending'],
    ],
  ])('is %s', async (_, ends, reason, verdict, tags) => {
    const found = check([...ends], reason)
    expect(await found.verdict).toMatchObject(verdict)
    expect(found.at).toEqual(tags)
  })

  it('is in doubt while the node is not ready', async () => {
    const { verdict, at } = check([], '', () => Promise.reject(DOWN))
    expect(await verdict).toMatchObject({ ok: false, rejection: { code: LATER } })
    expect(at).toEqual([])
  })

  it.each<[string, object, unknown]>([
    ['not one without code', { hasCode: async () => false }, false],
    ['one that agrees', {}, true],
    ['not one that disagrees', { agrees: async () => false }, false],
    ['not one whose code reverts', { agrees: () => Promise.reject(REVERT) }, false],
    [
      'in doubt without an answer',
      { agrees: () => Promise.reject(DOWN) },
      expect.objectContaining({ code: LATER, details: 'so: the node is away' }),
    ],
  ])('of a contract wallet: it is %s', async (_, more, found) => {
    const report = (error: Error) => `so: ${error.message}`
    const node = { hasCode: async () => true, agrees: async () => true, report, ...more } as never
    expect(await contractSigned(node, '0xa', HASH, '0x12')).toEqual(found)
  })
})

describe('the reader of a token', () => {
  const [ANN, BOB] = [`0x${'A'.repeat(40)}`, `0x${'b'.repeat(40)}`]
  const word = (text: string): string => text.slice(2).toLowerCase().padStart(64, '0')
  function readerOf(answer: unknown, decimals = 6) {
    const asked: unknown[][] = []
    const call = async (...question: unknown[]) => {
      asked.push(question)
      return answer as never
    }
    const asset = { ...TESTNET.asset, decimals }
    return { reader: createTokenReader({ call } as never, asset), asked }
  }

  it('asks the token for a balance and an allowance, in millionths', async () => {
    const { reader, asked } = readerOf('0x1F')
    expect([await reader.balanceOf(ANN), await reader.allowanceOf(ANN, BOB)]).toEqual([31n, 31n])
    const call = (data: string) => ['eth_call', [{ to: TOKEN, data }, 'latest']]
    expect(asked).toEqual([
      call(`0x70a08231${word(ANN)}`),
      call(`0xdd62ed3e${word(ANN)}${word(BOB)}`),
    ])
    expect(await readerOf('0x1f', 7).reader.balanceOf(ANN)).toBe(3n)
    expect(await readerOf('0x1f', 5).reader.balanceOf(ANN)).toBe(310n)
  })

  it.each(['0x', 31, null, `0x${'1'.repeat(65)}`, 'x0x1', '0x1g'])('refuses %j', async answer => {
    const error = new TypeError('the token gave no number')
    await expect(readerOf(answer).reader.balanceOf(ANN)).rejects.toEqual(error)
  })

  it('asks only for addresses', async () => {
    const error = new TypeError('not an address')
    for (const other of ['0x12', `${ANN}0`, `x${ANN}`, word(ANN)]) {
      const { reader, asked } = readerOf('0x1')
      await expect(reader.allowanceOf(ANN, other)).rejects.toEqual(error)
      expect(asked).toEqual([])
    }
  })

  it('reads the newest block, for at most three seconds', async () => {
    const { reader, asked } = readerOf({ number: '0x10', timestamp: '0x20' })
    expect(await reader.head()).toEqual({ number: 16, time: 32 })
    expect(asked).toEqual([['eth_getBlockByNumber', ['latest', false], 3_000]])
  })

  it.each([null, {}, { number: '0x10' }, { number: 'x', timestamp: '0x20' }])(
    'does not take %j for a block',
    async answer => {
      const error = new TypeError('the node gave no block')
      await expect(readerOf(answer).reader.head()).rejects.toEqual(error)
    },
  )
})
