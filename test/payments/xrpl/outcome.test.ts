/** When validated ledgers prove that a payment landed, or that it never will. */
import { describe, expect, it } from 'vitest'
import type { Account, Found, NodeStatus } from '../../../runtime/payments/xrpl/answers.ts'
import { windowOf } from '../../../runtime/payments/xrpl/check.ts'
import { outcomeOf, UNSEEN } from '../../../runtime/payments/xrpl/outcome.ts'
import { RLUSD, XRPL } from './support.ts'

/** The last ledger of the payment, and the first one that can contain it. */
const [LAST, FIRST] = [100, 38]
const REQUIRED = { maxTimeoutSeconds: 300 } as never
const DELIVERED = { ...RLUSD, value: '0.01' }
const GOOD: Found = {
  isValidated: true,
  ledger: LAST,
  result: 'tesSUCCESS',
  delivered: DELIVERED,
}

/** What the node knows. */
interface World {
  validated?: number
  complete?: NodeStatus['complete']
  /** The transaction at the first look, and in the range of ledgers that is searched. */
  found?: Found
  later?: Found
  account?: Partial<Account>
  fields?: object
}

async function look(world: World) {
  const { validated = LAST, complete = [[1, 1_000]], found, later, account, fields } = world
  const asked: unknown[] = []
  const node = {
    status: async () => ({ validated, age: 1, complete }),
    transaction: async (hash: string, range?: unknown) => {
      asked.push(range === undefined ? hash : [hash, range])
      return range === undefined ? found : later
    },
    account: async (address: string) => {
      asked.push(address)
      return account
    },
  } as never
  const authorization = {
    from: 'ann',
    value: 10_000n,
    transaction: 'H',
    fields: { LastLedgerSequence: LAST, Sequence: 5, ...fields },
  } as never
  return { end: await outcomeOf({ node, spec: XRPL, authorization, required: REQUIRED }), asked }
}
const unknown = (reason: string) => ({ state: 'unknown', reason, transaction: 'H' })
const unseen = unknown(UNSEEN)
const expired = { state: 'failed', reason: 'the transaction expired unused' }
const replaced = {
  state: 'failed',
  reason: "another transaction of the account has used this one's place",
}

describe('a transaction that the node shows', () => {
  const misplaced = unknown('the node shows the transaction in a ledger in which it cannot be')
  const without = unknown('the node shows the transaction without the amount that it delivers')
  it.each<[string, Partial<Found>, object]>([
    ['has landed in its last ledger', {}, { state: 'landed', transaction: 'H' }],
    ['has landed before', { ledger: 1 }, { state: 'landed', transaction: 'H' }],
    [
      'has landed with the amount in another notation',
      { delivered: { ...DELIVERED, value: '10e-3' } },
      { state: 'landed', transaction: 'H' },
    ],
    [
      'waits for its ledger',
      { isValidated: false },
      unknown('the transaction waits for its ledger to be validated'),
    ],
    ['is in no ledger', { ledger: undefined }, misplaced],
    ['is in a ledger after its last one', { ledger: LAST + 1 }, misplaced],
    [
      'has failed and paid its fee',
      { result: 'tecPATH_DRY' },
      { state: 'failed', reason: 'the transaction failed: tecPATH_DRY' },
    ],
    ...[undefined, 'tefPAST_SEQ', 'tec', 'xtecPATH_DRY', 'tecPATH_DRY k3y', 'tessUCCESS'].map(
      (result): [string, Partial<Found>, object] => [
        `has the result ${result}`,
        { result },
        unknown('the node shows no result of the transaction'),
      ],
    ),
    ...[
      undefined,
      'unavailable',
      { ...DELIVERED, value: '0.009999' },
      { ...DELIVERED, value: '0.010001' },
      { ...DELIVERED, value: 'x' },
      { ...DELIVERED, value: 0.01 },
      { ...DELIVERED, currency: 'USD' },
      { ...DELIVERED, issuer: 'other' },
    ].map((delivered): [string, Partial<Found>, object] => [
      `delivers ${JSON.stringify(delivered)}`,
      { delivered },
      without,
    ]),
  ])('%s', async (_, more, end) => {
    expect(await look({ found: { ...GOOD, ...more } })).toEqual({ end, asked: ['H'] })
  })
})

describe('a transaction that the node does not show', () => {
  const over = { validated: LAST + 1 }
  const overtaken = { account: { sequence: 6, ledger: 90 } }

  it('is over after its last ledger, if all ledgers that can contain it are searched', async () => {
    const { end, asked } = await look(over)
    expect(end).toEqual(expired)
    expect(asked).toEqual(['H', ['H', [FIRST, LAST]]])
  })

  it('is over in its place, if all ledgers up to that of its successor are searched', async () => {
    const { end, asked } = await look(overtaken)
    expect(end).toEqual(replaced)
    expect(asked).toEqual(['H', 'ann', ['H', [FIRST, 90]]])
  })

  it.each<[string, World, object]>([
    ['may land in its last ledger', {}, unseen],
    ['may land while its place is free', { account: { sequence: 5, ledger: 90 } }, unseen],
    [
      'may land with a ticket',
      { ...overtaken, fields: { TicketSequence: 3, Sequence: 0 } },
      unseen,
    ],
    [
      'is known to nobody before its window',
      { account: { sequence: 6, ledger: FIRST - 1 } },
      unseen,
    ],
    ['is over at the start of its window', { account: { sequence: 6, ledger: FIRST } }, replaced],
    ['may be where the node has no ledgers', { ...over, complete: [] }, unseen],
    ['may be in the first one', { ...over, complete: [[FIRST + 1, 200]] }, unseen],
    ['may be in the last one', { ...over, complete: [[FIRST, LAST - 1]] }, unseen],
    [
      'may be between two ranges',
      {
        ...over,
        complete: [
          [1, 60],
          [62, 200],
        ],
      },
      unseen,
    ],
    [
      'is over by exactly its window',
      {
        ...over,
        complete: [
          [1, 2],
          [FIRST, LAST],
        ],
      },
      expired,
    ],
    [
      'is over before a ledger that is newer than the status',
      { ...overtaken, validated: 80, complete: [[1, 80]] },
      replaced,
    ],
    [
      'has landed if the search finds it',
      { ...over, later: GOOD },
      { state: 'landed', transaction: 'H' },
    ],
    [
      'is over from the first ledger of all',
      { validated: 11, complete: [[1, 11]], fields: { LastLedgerSequence: 10 } },
      expired,
    ],
  ])('%s', async (_, world, end) => {
    expect((await look(world)).end).toEqual(end)
  })
})

it('a window is what slow ledgers need, and two more, up to 990', () => {
  const windows = [0, 1, 5, 6, 300, 4_940, 4_941, 86_400].map(maxTimeoutSeconds =>
    windowOf({ maxTimeoutSeconds } as never),
  )
  expect(windows).toEqual([2, 3, 3, 4, 62, 990, 990, 990])
})
