/** Settlements that came to nothing are made again: only what can never land has failed. */
import { describe, expect, it } from 'vitest'
import { NotSent } from '../../runtime/payments/not-sent.ts'
import type { Intent, SettlementBackend } from '../../runtime/payments/settlement.ts'
import type { StoredReply, PaymentRecord } from '../../runtime/payments/record.ts'
import { StoreUnavailable, type Store } from '../../runtime/store/store.ts'
import { manualClock } from '../helpers/clock.ts'
import {
  embeddedStore,
  facts,
  paid,
  PAY_TO,
  relayer,
  side,
  sideOf,
  until,
  type Side,
} from './support.ts'
import { honest, only, rpcError } from './node-proxy.ts'
import {
  chain,
  gateway,
  many,
  node,
  sent,
  settle,
  useRelayerWorld,
  type Paid,
} from './relayer-world.ts'

useRelayerWorld()

const reply: StoredReply = { status: 200, headers: {}, body: 'e30=' }

async function claimed(at: Side, one?: Paid): Promise<PaymentRecord> {
  const { payment, requirements } = one ?? (await paid(chain, at.paymentScheme))
  return (await at.ledger.claim(payment, facts(requirements))).record
}

/**
 * A settler whose process dies when the intents of `count` settlements are written, before anything
 * is broadcast.
 */
function dyingAfterIntents(
  inner: SettlementBackend,
  count: number,
): SettlementBackend & { dead: Promise<void> } {
  let died!: () => void
  let bury!: (error: Error) => void
  let intents = 0
  const dead = new Promise<void>(resolve => {
    died = resolve
  })
  const never = new Promise<never>((_resolve, reject) => {
    bury = reject
  })
  const settle: SettlementBackend['settle'] = (payment, requirements, onIntent) =>
    inner.settle(payment, requirements, async intent => {
      await onIntent(intent)
      if (++intents === count) died()
      await never
    })
  // Its locks end with it.
  const close = async (): Promise<void> => {
    bury(new Error('dead'))
    await inner.close()
  }
  return { ...inner, dead, settle, close }
}

/**
 * Lets a process take over what a dead one has left. It then owns these settlements, so that its
 * sweeps leave them alone for a while; a transaction that is sent again may be on its way.
 */
async function takenOver({ ledger }: Side, records: readonly PaymentRecord[]): Promise<void> {
  expect(await ledger.reconcile()).toMatchObject({ failed: 0 })
  for (const record of records)
    await until(async () => (await ledger.resolve(record)).settlement.state !== 'unknown')
}

describe('[V3] a process that dies just before its transaction is broadcast', () => {
  it.each([1, 5])('loses nothing of the %i settlements in it', async count => {
    const before = await chain.balanceOf(PAY_TO)
    const { store, stop } = await embeddedStore()
    const backend = dyingAfterIntents(relayer(chain, store, { url: node.url }), count)
    const first = sideOf(store, backend)
    const records = await Promise.all((await many(count)).map(one => claimed(first, one)))
    for (const record of records) void first.ledger.settle(record, reply).catch(() => undefined)
    await backend.dead
    await first.stop()
    expect(sent()).toBe(0)
    const second = sideOf(store, relayer(chain, store, { url: node.url }))
    await takenOver(second, records)
    for (const { key } of records)
      expect(await second.ledger.get(key)).toMatchObject({ state: 'settled', kept: reply })
    expect(await chain.balanceOf(PAY_TO)).toBe(before + 10_000n * BigInt(count))
    await second.stop()
    await stop()
  })

  it('and whose nonce somebody else has used since: it is sent under another one', async () => {
    const { store, stop } = await embeddedStore()
    const backend = dyingAfterIntents(relayer(chain, store, { url: node.url }), 1)
    const first = sideOf(store, backend)
    const record = await claimed(first)
    void first.ledger.settle(record, reply).catch(() => undefined)
    await backend.dead
    await first.stop()
    expect((await settle(await paid(chain, gateway.paymentScheme))).state).toBe('landed')
    const second = sideOf(store, relayer(chain, store, { url: node.url }))
    await takenOver(second, [record])
    expect(await second.ledger.get(record.key)).toMatchObject({ state: 'settled' })
    await second.stop()
    await stop()
  })
})

describe('[V15] a broadcast that the node refuses', () => {
  it.each([
    'nonce too low',
    'insufficient funds for gas * price + value',
    'exceeds the configured cap',
  ])('%s: unknown, and it lands when the node is honest again', async words => {
    const record = await claimed(gateway)
    node.lever = only('eth_sendRawTransaction', async () => rpcError(words))
    expect((await gateway.ledger.settle(record, reply)).settlement.state).toBe('unknown')
    node.lever = honest
    await until(async () => (await gateway.ledger.resolve(record)).settlement.state === 'landed')
    expect(await gateway.ledger.get(record.key)).toMatchObject({ state: 'settled', kept: reply })
  })

  it('is not sent again by a process that only asks what became of it', async () => {
    const one = await paid(chain, gateway.paymentScheme)
    let intent!: Intent
    node.lever = only('eth_sendRawTransaction', async () => rpcError('nonce too low'))
    await settle(one, async written => {
      intent = written
    })
    node.lever = honest
    const before = sent()
    expect(
      (await gateway.backend.find(one.payment, one.requirements, { ...intent, raw: undefined }))
        .state,
    ).toBe('unknown')
    expect(sent()).toBe(before)
  })
})

describe('[V15] a reorganisation after the receipt was given', () => {
  const MINE = 3_500
  it('takes the block back: the payment is sent again, and the receipt becomes true', async () => {
    const before = await chain.balanceOf(PAY_TO)
    const record = await claimed(gateway)
    const snapshot = await chain.rpc('evm_snapshot', [])
    const { settlement } = await gateway.ledger.settle(record, reply)
    if (settlement.state !== 'landed') throw new Error(settlement.reason)
    await gateway.ledger.delivered(record)
    await chain.rpc('evm_revert', [snapshot])
    await chain.mine()
    expect(await chain.rpc('eth_getTransactionReceipt', [settlement.transaction])).toBeNull()
    await until(
      async () => (await chain.rpc('eth_getTransactionReceipt', [settlement.transaction])) !== null,
      'the receipt',
      MINE * 4,
    )
    expect(await chain.balanceOf(PAY_TO)).toBe(before + 10_000n)
  })

  it("and the relayer's nonce is taken by then: another transaction pays, and the record names it", async () => {
    const record = await claimed(gateway)
    const snapshot = await chain.rpc('evm_snapshot', [])
    const { settlement } = await gateway.ledger.settle(record, reply)
    if (settlement.state !== 'landed') throw new Error(settlement.reason)
    await chain.rpc('evm_revert', [snapshot])
    const other = await side(chain)
    const { payment, requirements } = await paid(chain, other.paymentScheme)
    expect((await other.backend.settle(payment, requirements, async () => undefined)).state).toBe(
      'landed',
    )
    await other.stop()
    await until(
      async () => (await gateway.ledger.get(record.key))?.transaction !== settlement.transaction,
      'another transaction',
      MINE * 4,
    )
    const { transaction } = (await gateway.ledger.get(record.key))!
    expect(await chain.rpc('eth_getTransactionReceipt', [transaction])).toMatchObject({
      status: '0x1',
    })
  })
})

describe('[V2] a store that fails when the intent is to be written', () => {
  /** A store whose commits fail while `broken` is true. */
  async function fragile(clock = manualClock(Date.now())) {
    const held = await embeddedStore(clock)
    const state = { broken: false }
    const commit: Store['commit'] = async changes => {
      if (state.broken) throw new StoreUnavailable('the disk is full')
      return held.store.commit(changes)
    }
    const at = sideOf({ ...held.store, commit }, relayer(chain, held.store, { url: node.url }), {
      clock,
    })
    return {
      at,
      state,
      clock,
      stop: async () => {
        await at.stop()
        await held.stop()
      },
    }
  }

  it('nothing was sent, and the claim is still good: it can be settled later', async () => {
    const { at, state, stop } = await fragile()
    const record = await claimed(at)
    state.broken = true
    await expect(at.ledger.settle(record, reply)).rejects.toBeInstanceOf(NotSent)
    expect(sent()).toBe(0)
    state.broken = false
    expect((await at.ledger.settle(record, reply)).settlement.state).toBe('landed')
    await stop()
  })

  it('a release that cannot be written either: the same payment is fresh as soon as the store is back', async () => {
    const { at, state, stop } = await fragile()
    const { payment, requirements } = await paid(chain, at.paymentScheme)
    const { record } = await at.ledger.claim(payment, facts(requirements))
    state.broken = true
    await expect(at.ledger.settle(record, reply)).rejects.toBeInstanceOf(NotSent)
    await expect(at.ledger.release(record, 'no')).rejects.toBeInstanceOf(StoreUnavailable)
    state.broken = false
    const again = await at.ledger.claim(payment, facts(requirements))
    expect(again.fresh).toBe(true)
    expect((await at.ledger.settle(again.record, reply)).settlement.state).toBe('landed')
    expect((await at.ledger.settle(record, reply)).settlement.state).toBe('unknown')
    await stop()
  })

  it('and nobody comes again: the process releases what it holds and nobody works on, and nothing else', async () => {
    const { at, state, clock, stop } = await fragile()
    const [idle, busy] = [await claimed(at), await claimed(at)]
    state.broken = true
    await expect(at.ledger.release(idle, 'no')).rejects.toBeInstanceOf(StoreUnavailable)
    state.broken = false
    await until(
      async () => {
        await clock.advance(2_000)
        return (await at.ledger.get(idle.key))?.state === 'released'
      },
      'the release',
      10_000,
    )
    expect((await at.ledger.get(busy.key))?.state).toBe('claimed')
    await stop()
  })
})

it('a node that is away before anything was sent: no intent is recorded, and the claim is still good', async () => {
  node.lever = async () => ({ status: 503, text: 'away' })
  const short = await side(chain, { url: node.url, options: { wait: 300 } })
  node.lever = honest
  const record = await claimed(short)
  node.lever = async () => ({ status: 503, text: 'away' })
  await expect(short.ledger.settle(record, reply)).rejects.toBeInstanceOf(NotSent)
  expect(await short.ledger.get(record.key)).toMatchObject({ state: 'claimed' })
  node.lever = honest
  expect((await short.ledger.settle(record, reply)).settlement.state).toBe('landed')
  await short.stop()
})
