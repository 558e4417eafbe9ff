/** When the chain proves that a Solana payment landed, or that it never will. */
import { describe, expect, it } from 'vitest'
import type { Included, Level, Past, Status } from '../../../runtime/payments/solana/node.ts'
import {
  outcomeOf,
  searchOutcome,
  UNSEEN,
  type Looking,
} from '../../../runtime/payments/solana/outcome.ts'
import { createLandings } from '../../../runtime/payments/solana/standing.ts'
import type { Authorization } from '../../../runtime/payments/solana/types.ts'
import type { Settlement } from '../../../runtime/payments/settlement.ts'

const MESSAGE = Buffer.from('message')
const AUTHORIZATION = {
  value: 100n,
  transaction: { message: MESSAGE, transfer: { source: 'from', destination: 'to' } },
} as unknown as Authorization
const GOOD: Included = { failed: false, message: MESSAGE, received: 100n }
const BROKEN: Included = { failed: true, message: MESSAGE, received: 0n }
const EXPIRED = 'the blockhash expired before the transaction was included; nothing was charged'
const CONTRADICTION = 'the node contradicts itself about the transaction'
const UNCONFIRMED = 'the transaction is not confirmed yet'
const ON_CHAIN_FAILURE = { state: 'failed', reason: 'the transaction failed on the chain' }

/** What a node knows. */
interface World {
  /** The answers about the transaction, one after the other. */
  statuses?: Status[]
  included?: Record<string, Included>
  height?: number
  history?: Past[]
  lastBlock?: number
  /** The id that the intent names. */
  transaction?: string
}
const known = (level: Level, failed = false): Status => ({ slot: 50, found: { level, failed } })

function desk({ statuses = [], included = {}, height = 0, history = [] }: World) {
  const asked: unknown[][] = []
  const node = {
    status: async (...all: unknown[]) => {
      asked.push(['status', ...all])
      return statuses.shift()
    },
    included: async (...all: unknown[]) => {
      asked.push(['included', ...all])
      return included[all[0] as string]
    },
    block: async (...all: unknown[]) => {
      asked.push(['block', ...all])
      return { height, slot: 50 }
    },
    history: async (...all: unknown[]) => {
      asked.push(['history', ...all])
      return history
    },
  }
  return { node: node as never, asked }
}

describe('a transaction whose id is known', () => {
  async function look(world: World, looking: Partial<Looking> = {}) {
    const { node, asked } = desk(world)
    const intent = { lastBlock: world.lastBlock, sentAt: 0 }
    const question = { authorization: AUTHORIZATION, transaction: 't', intent }
    const how: Looking = { level: 'confirmed', anyAge: false, ...looking }
    return { end: await outcomeOf(node, question, how), asked }
  }
  const unknown = (reason: string) => ({ state: 'unknown', reason, transaction: 't' })

  it.each<[string, World, Partial<Looking>, object]>([
    [
      'has landed once it is confirmed',
      { statuses: [known('confirmed')], included: { t: GOOD } },
      {},
      { state: 'landed', transaction: 't' },
    ],
    [
      'has landed once it is final',
      { statuses: [known('finalized')], included: { t: GOOD } },
      { level: 'finalized' },
      { state: 'landed', transaction: 't' },
    ],
    [
      'is unknown while one validator has it',
      { statuses: [known('processed')] },
      {},
      unknown(UNCONFIRMED),
    ],
    [
      'is unknown while it is not final',
      { statuses: [known('confirmed')] },
      { level: 'finalized' },
      unknown(UNCONFIRMED),
    ],
    [
      'is unknown without its block',
      { statuses: [known('confirmed')] },
      {},
      unknown('the node does not show the transaction’s block yet'),
    ],
    [
      'has failed by its status and its block',
      { statuses: [known('confirmed', true)], included: { t: BROKEN } },
      {},
      ON_CHAIN_FAILURE,
    ],
    ...(
      [
        ['failed by its status only', true, GOOD],
        ['failed by its block only', false, BROKEN],
        ['is another transaction', false, { ...GOOD, message: Buffer.from('another') }],
        ['has no message', false, { ...GOOD, message: undefined }],
        ['moved less', false, { ...GOOD, received: 99n }],
        ['moved more', false, { ...GOOD, received: 101n }],
      ] as const
    ).map(([what, failed, t]): [string, World, Partial<Looking>, object] => [
      `is unknown if it ${what}`,
      { statuses: [known('confirmed', failed)], included: { t } },
      {},
      unknown(CONTRADICTION),
    ]),
  ])('%s', async (_, world, looking, end) => {
    expect((await look(world, looking)).end).toEqual(end)
  })

  it('is asked for at the level that counts, with the account that is paid', async () => {
    const world = { statuses: [known('finalized')], included: { t: GOOD } }
    const { asked } = await look(world, { level: 'finalized', anyAge: true })
    expect(asked).toEqual([
      ['status', 't', true],
      ['included', 't', 'to', 'finalized'],
    ])
  })

  it.each<[string, World, Partial<Looking>, object]>([
    ['in young blocks', { lastBlock: 9, height: 10 }, {}, unknown(UNSEEN)],
    ['without a last block', { height: 10 }, { anyAge: true }, unknown(UNSEEN)],
    [
      'before its last block is over',
      { lastBlock: 10, height: 10 },
      { anyAge: true },
      unknown(UNSEEN),
    ],
    [
      'though a node that lags behind knows no more',
      { lastBlock: 9, height: 10, statuses: [{ slot: 50 }, { slot: 49 }] },
      { anyAge: true },
      unknown(UNSEEN),
    ],
    [
      'and then shown',
      { lastBlock: 9, height: 10, statuses: [{ slot: 50 }, known('processed')] },
      { anyAge: true },
      unknown(UNSEEN),
    ],
    [
      'by a node that has seen a block after its last one',
      { lastBlock: 9, height: 10, statuses: [{ slot: 50 }, { slot: 50 }] },
      { anyAge: true },
      { state: 'failed', reason: EXPIRED },
    ],
  ])('that is not shown %s: %#', async (_, world, looking, end) => {
    const found = await look({ statuses: [{ slot: 50 }], ...world }, looking)
    expect(found.end).toEqual(end)
    const { anyAge = false } = looking
    for (const question of found.asked)
      expect([
        ['status', 't', anyAge],
        ['block', 'finalized'],
      ]).toContainEqual(question)
  })
})

describe('a transaction whose id only the facilitator knows', () => {
  const SENT = 1_000_000
  async function search(world: World, level: Looking['level'] = 'confirmed') {
    const { node, asked } = desk(world)
    const intent = { lastBlock: world.lastBlock, transaction: world.transaction, sentAt: SENT }
    const how: Looking = { level, anyAge: true }
    return { end: await searchOutcome(node, { authorization: AUTHORIZATION, intent }, how), asked }
  }
  const past = (id: string, time?: number): Past => ({ id, time })

  it('is searched among those of the paying account, the facilitator’s own one first', async () => {
    const history = [past('a', SENT), past('b'), past('t', SENT)]
    const { end, asked } = await search({ transaction: 't', history }, 'finalized')
    expect(end).toEqual({ state: 'unknown', reason: UNSEEN, transaction: 't' })
    expect(asked).toEqual([
      ['block', 'finalized'],
      ['history', 'from', 'finalized', 50],
      ...['t', 'a', 'b'].map(id => ['included', id, 'to', 'finalized']),
    ])
  })

  it('is searched at the level that counts, and once it is over, in final blocks', async () => {
    const level = async (world: World) => (await search(world)).asked[1]
    expect(await level({ lastBlock: 9, height: 9 })).toEqual(['history', 'from', 'confirmed', 50])
    expect(await level({ height: 9 })).toEqual(['history', 'from', 'confirmed', 50])
    expect(await level({ lastBlock: 9, height: 10 })).toEqual(['history', 'from', 'finalized', 50])
  })

  it.each<[string, Included, object]>([
    ['has landed', GOOD, { state: 'landed', transaction: 'b' }],
    ['has failed', BROKEN, ON_CHAIN_FAILURE],
    ['is another', { ...GOOD, received: 1n }, { state: 'unknown', reason: UNSEEN }],
  ])('%s if its block says so', async (_, b, end) => {
    expect((await search({ history: [past('a'), past('b')], included: { b } })).end).toEqual(end)
  })

  it('is not older than its intent, by five minutes', async () => {
    const included = { a: GOOD }
    const old = async (time: number) => (await search({ history: [past('a', time)], included })).end
    expect(await old(SENT - 300_000)).toMatchObject({ state: 'landed' })
    expect(await old(SENT - 300_001)).toMatchObject({ state: 'unknown' })
  })

  it('has expired if its time is over and all transactions since are known', async () => {
    const all = (count: number) => Array.from({ length: count }, (_, i) => past(`s${i}`, SENT))
    const end = async (world: World) => (await search(world)).end
    const failed = { state: 'failed', reason: EXPIRED }
    expect(await end({ lastBlock: 9, height: 10, history: all(999) })).toEqual(failed)
    expect(await end({ lastBlock: 9, height: 10, history: all(1_000) })).toMatchObject({
      state: 'unknown',
    })
    const older = [...all(999), past('old', 0)]
    expect(await end({ lastBlock: 9, height: 10, history: older })).toEqual(failed)
    expect(await end({ lastBlock: 10, height: 10 })).toMatchObject({ state: 'unknown' })
  })
})

describe('a landed transaction', () => {
  const landed = (transaction: string): Promise<Settlement> =>
    Promise.resolve({ state: 'landed', transaction })

  it('is watched until it is final', async () => {
    const { node, asked } = desk({
      statuses: [known('confirmed'), { slot: 50 }, known('finalized')],
    })
    const landings = createLandings(node)
    expect(await landings.noted(landed('t'))).toEqual({ state: 'landed', transaction: 't' })
    const seen = [1, 2, 3, 4].map(() => 't').map(id => () => landings.standing(id))
    const ends: unknown[] = []
    for (const ask of seen) ends.push(await ask())
    expect(ends).toEqual(['shallow', 'gone', 'deep', undefined])
    expect(asked).toEqual(Array(3).fill(['status', 't', true]))
  })

  it('is the only kind that is watched, and only the newest 20,000', async () => {
    const { node } = desk({ statuses: [known('confirmed')] })
    const landings = createLandings(node)
    await landings.noted(Promise.resolve({ state: 'unknown', reason: 'r', transaction: 'u' }))
    for (let i = 0; i <= 20_000; i++) await landings.noted(landed(`t${i}`))
    const standing = await Promise.all(['u', 't0', 't1'].map(landings.standing))
    expect(standing).toEqual([undefined, undefined, 'shallow'])
  })
})
