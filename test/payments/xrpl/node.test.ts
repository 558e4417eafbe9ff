/** What a node of the XRP Ledger is asked, and which of its answers are believed. */
import { describe, expect, it } from 'vitest'
import { createNode, type Node } from '../../../runtime/payments/xrpl/node.ts'
import { NodeDown, NodeError } from '../../../runtime/payments/xrpl/socket.ts'
import { RLUSD, XRPL } from './support.ts'

type Ask = (node: Node) => Promise<unknown>

/** A node that gives one answer, or fails, and what it was asked. */
function desk(answer: unknown, chain = XRPL.chain) {
  const asked: unknown[][] = []
  const noted: unknown[][] = []
  const socket = {
    request: async (...question: unknown[]) => {
      asked.push(question)
      if (answer instanceof Error) throw answer
      return answer as never
    },
    close: async () => void asked.push(['close']),
  }
  const node = createNode(socket, { ...XRPL, chain }, (...facts) => noted.push(facts))
  return { node, asked, noted }
}

const STRANGE = new NodeDown('the node sent an unexpected answer')
const VALIDATED = { ledger_index: 'validated' }
const status: Ask = node => node.status()
const account: Ask = node => node.account('a')
const line: Ask = node => node.line('a')
const hasTicket: Ask = node => node.hasTicket('a', 7)
const transaction: Ask = node => node.transaction('H')
const within: Ask = node => node.transaction('H', [3, 9])
const submit: Ask = node => node.submit('B')
const head: Ask = node => node.head()

const info = (more: object = {}, ledger: object = {}) => ({
  info: {
    network_id: 0,
    validated_ledger: { seq: 50, age: 3, ...ledger },
    complete_ledgers: '5-10,12',
    ...more,
  },
})
const accountData = (data: object = {}, more: object = {}) => ({
  account_data: { Sequence: 4, Flags: 1, Balance: '20', ...data },
  validated: true,
  ledger_index: 50,
  ...more,
})
const limit = (issuer: string, value: unknown) => ({ issuer, value })
/** A trust line of `a`, which is its low account unless said otherwise. */
const lineData = (more: object = {}) => ({
  node: {
    Balance: { value: '1.5' },
    LowLimit: limit('a', '100'),
    HighLimit: limit('issuer', '0'),
    Flags: 0,
    ...more,
  },
})
const HIGH_SIDE = { LowLimit: limit('issuer', '0'), HighLimit: limit('a', '100') }
const readLine = (more: object = {}) => ({
  balance: { digits: 15n, scale: 1 },
  limit: { digits: 100n, scale: 0 },
  isFrozen: false,
  isDeepFrozen: false,
  isAuthorized: false,
  ...more,
})

describe('a node', () => {
  it.each<[string, Ask, unknown, unknown[]]>([
    ['its status', status, info(), ['server_info']],
    ['an account', account, accountData(), ['account_info', { account: 'a', ...VALIDATED }]],
    [
      'a trust line',
      line,
      lineData(),
      [
        'ledger_entry',
        {
          ripple_state: { accounts: ['a', RLUSD.issuer], currency: RLUSD.currency },
          ...VALIDATED,
        },
      ],
    ],
    [
      'a ticket',
      hasTicket,
      {},
      ['ledger_entry', { ticket: { account: 'a', ticket_seq: 7 }, ...VALIDATED }],
    ],
    ['a transaction', transaction, { hash: 'H' }, ['tx', { transaction: 'H' }]],
    [
      'a transaction in a range',
      within,
      { hash: 'H' },
      ['tx', { transaction: 'H', min_ledger: 3, max_ledger: 9 }],
    ],
    ['to send', submit, { engine_result: 'x' }, ['submit', { tx_blob: 'B' }]],
    [
      'its last ledger',
      head,
      { ledger: { close_time: 0 }, ledger_index: 1 },
      ['ledger', VALIDATED],
    ],
    ['to close', node => node.close(), {}, ['close']],
  ])('is asked %s', async (_, ask, answer, question) => {
    const { node, asked } = desk(answer)
    await ask(node)
    expect(asked).toEqual([question])
  })

  it.each<[string, Ask, unknown, unknown]>([
    [
      'status',
      status,
      info(),
      {
        validated: 50,
        age: 3,
        complete: [
          [5, 10],
          [12, 12],
        ],
      },
    ],
    [
      'status',
      status,
      info({ network_id: undefined }, { age: 30 }),
      {
        validated: 50,
        age: 30,
        complete: [
          [5, 10],
          [12, 12],
        ],
      },
    ],
    [
      'ranges',
      status,
      info({ complete_ledgers: 'empty' }),
      { validated: 50, age: 3, complete: [] },
    ],
    ['ranges', status, info({ complete_ledgers: 5 }), { validated: 50, age: 3, complete: [] }],
    [
      'ranges',
      status,
      info({ complete_ledgers: '1, 2-3 ,x,-4,5-,66666666666' }),
      {
        validated: 50,
        age: 3,
        complete: [
          [1, 1],
          [2, 3],
        ],
      },
    ],
    [
      'ranges',
      status,
      info({ complete_ledgers: '1'.padEnd(10_000) }),
      { validated: 50, age: 3, complete: [[1, 1]] },
    ],
    [
      'ranges',
      status,
      info({ complete_ledgers: '1'.padEnd(10_001) }),
      { validated: 50, age: 3, complete: [] },
    ],
    [
      'account',
      account,
      accountData(),
      { sequence: 4, flags: 1, drops: 20n, transferRate: 1_000_000_000n, ledger: 50 },
    ],
    [
      'account',
      account,
      accountData({ RegularKey: 'k', TransferRate: 1_100_000_000 }),
      {
        sequence: 4,
        flags: 1,
        drops: 20n,
        regularKey: 'k',
        transferRate: 1_100_000_000n,
        ledger: 50,
      },
    ],
    ['line', line, lineData(), readLine()],
    ['line', line, lineData(HIGH_SIDE), readLine({ balance: { digits: -15n, scale: 1 } })],
    ...[
      [0x00800000, { isFrozen: true }, {}],
      [0x04000000, { isDeepFrozen: true }, {}],
      [0x00080000, { isAuthorized: true }, {}],
      [0x00400000, {}, { isFrozen: true }],
      [0x02000000, {}, { isDeepFrozen: true }],
      [0x00040000, {}, { isAuthorized: true }],
    ].flatMap(([Flags, low, high]): [string, Ask, unknown, unknown][] => [
      ['flag of the issuer', line, lineData({ Flags }), readLine(low as object)],
      [
        'flag of the issuer',
        line,
        lineData({ ...HIGH_SIDE, Flags }),
        readLine({ balance: { digits: -15n, scale: 1 }, ...(high as object) }),
      ],
    ]),
    ['ticket', hasTicket, {}, true],
    ['transaction', transaction, { hash: 'H' }, { isValidated: false }],
    [
      'transaction',
      transaction,
      {
        hash: 'H',
        validated: true,
        ledger_index: 9,
        meta: { TransactionResult: 'tesSUCCESS', delivered_amount: { value: '1' } },
      },
      { isValidated: true, ledger: 9, result: 'tesSUCCESS', delivered: { value: '1' } },
    ],
    [
      'transaction',
      transaction,
      { hash: 'H', validated: 'true', ledger_index: '9', meta: { TransactionResult: 5 } },
      { isValidated: false },
    ],
    ['answer to what was sent', submit, { engine_result: 'x'.repeat(41) }, 'x'.repeat(40)],
    [
      'last ledger',
      head,
      { ledger: { close_time: 10 }, ledger_index: 7 },
      { number: 7, time: 946_684_810 },
    ],
  ])('is believed: its %s (%#)', async (_, ask, answer, found) => {
    expect(await ask(desk(answer).node)).toEqual(found)
  })

  it.each<[string, Ask, unknown]>([
    ['a status without information', status, { info: null }],
    ['a status without a ledger', status, info({ validated_ledger: 5 })],
    ['a status of no age', status, info({}, { age: undefined })],
    ['a negative ledger', status, info({}, { seq: -1 })],
    ['a part of a ledger', status, info({}, { seq: 1.5 })],
    ['an account without data', account, accountData({}, { account_data: undefined })],
    ['an account of no validated ledger', account, accountData({}, { validated: 'true' })],
    ['an account without a ledger', account, accountData({}, { ledger_index: undefined })],
    ['a balance of XRP in words', account, accountData({ Balance: 'x20' })],
    ['a huge balance of XRP', account, accountData({ Balance: '1'.repeat(21) })],
    ['a sequence in a text', account, accountData({ Sequence: '4' })],
    ['no flags', account, accountData({ Flags: undefined })],
    ['a negative fee', account, accountData({ TransferRate: -1 })],
    ['a line of others', line, lineData({ LowLimit: limit('b', '1') })],
    ['a line without a balance', line, lineData({ Balance: { value: 5 } })],
    ['a line without a limit', line, lineData({ LowLimit: limit('a', 'x') })],
    ['a line without flags', line, lineData({ Flags: undefined })],
    ['another transaction', transaction, { hash: 'I' }],
    ['no result', submit, {}],
    ['a ledger without a time', head, { ledger: {}, ledger_index: 7 }],
    ['a ledger without a number', head, { ledger: { close_time: 10 } }],
  ])('is not believed if it shows %s', async (_, ask, answer) => {
    await expect(ask(desk(answer).node)).rejects.toEqual(STRANGE)
  })

  it('must serve the network, and be up to date', async () => {
    const other = new NodeDown('the node serves another network than xrpl:0')
    await expect(status(desk(info({ network_id: 1 })).node)).rejects.toEqual(other)
    const test = new NodeDown('the node serves another network than xrpl:1')
    const unnamed = info({ network_id: undefined })
    await expect(status(desk(unnamed, 'xrpl:1').node)).rejects.toEqual(test)
    expect(await status(desk(info({ network_id: 1 }), 'xrpl:1').node)).toMatchObject({ age: 3 })
    const old = new NodeDown("the node's last ledger is 31 s old")
    await expect(status(desk(info({}, { age: 31 })).node)).rejects.toEqual(old)
  })
})

describe('what a node does not find', () => {
  it.each<[Ask, NodeError, unknown]>([
    [account, new NodeError('actNotFound', 'm'), undefined],
    [line, new NodeError('entryNotFound', 'm'), undefined],
    [hasTicket, new NodeError('entryNotFound', 'm'), false],
    [transaction, new NodeError('txnNotFound', 'm'), undefined],
    [transaction, new NodeError('txnNotFound', 'm', true), undefined],
    [within, new NodeError('txnNotFound', 'm', true), undefined],
  ])('does not exist: %#', async (ask, error, found) => {
    expect(await ask(desk(error).node)).toBe(found)
  })

  it('may exist if it did not search all ledgers', async () => {
    const error = new NodeDown('the node does not have all ledgers')
    await expect(within(desk(new NodeError('txnNotFound', 'm')).node)).rejects.toEqual(error)
  })

  it.each([new NodeError('tooBusy', 'm'), new NodeDown('away')])(
    'may exist after %s',
    async error => {
      for (const ask of [account, line, hasTicket, transaction, within, submit])
        await expect(ask(desk(error).node)).rejects.toBe(error)
    },
  )
})

describe('an error of a node', () => {
  it.each<[unknown, string, string]>([
    [new NodeDown('our words'), 'our words', 'our words'],
    [new NodeError('tooBusy', 'key k3y'), 'the node cannot be asked (tooBusy)', 'key k3y'],
    [new NodeError('see k3y', 'm'), 'the node cannot be asked', 'm'],
    [new NodeError('x'.repeat(41), 'm'), 'the node cannot be asked', 'm'],
    [new Error('key k3y'), 'the node cannot be asked', 'key k3y'],
    ['text', 'the node cannot be asked', 'text'],
    [undefined, 'the node cannot be asked', 'undefined'],
  ])('%s is reported in our words; its own are for the log', (error, text, reason) => {
    const { node, noted } = desk({})
    expect(node.report(error)).toBe(text)
    expect(noted).toEqual([['node error', { public: text, reason }]])
  })
})
