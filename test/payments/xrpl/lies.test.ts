/** Nodes of the XRP Ledger that lie, or do not know enough: nothing is decided by them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { XrplScheme } from '../../../runtime/payments/xrpl/scheme.ts'
import type { Request, Result } from '../../../scripts/devnet/xrpl/commands.ts'
import type { XrplWorld } from '../../../scripts/devnet/xrpl/world.ts'
import { paid, RLUSD, schemeOf, startWorld } from './support.ts'

let world: XrplWorld
let scheme: XrplScheme
type Paid = Awaited<ReturnType<typeof paid>>

beforeEach(async () => {
  world = await startWorld()
  scheme = schemeOf(world, { options: { wait: 150 } })
})
afterEach(async () => {
  await scheme.backend.close()
  await world.stop()
})

const silent = async (): Promise<void> => undefined
const settle = ({ payment, requirements }: Paid) =>
  scheme.backend.settle(payment, requirements, silent)
const find = ({ payment, requirements }: Paid) =>
  scheme.backend.find(payment, requirements, { sentAt: Date.now() })
const on =
  (command: string, change: (result: Result, request: Request) => Result) =>
  (request: Request, result: Result): Result =>
    request.command === command ? change(result, request) : result
const meta = (changes: Result) => (result: Result) =>
  result.error ? result : { ...result, meta: { ...(result.meta as Result), ...changes } }
const info = (changes: Result) => (result: Result) => ({
  info: { ...(result.info as Result), ...changes },
})
const less = { ...RLUSD, value: '0.009' }

describe('a payment that landed is not known to have landed if the node', () => {
  it.each<[string, ReturnType<typeof on>]>([
    ['shows a part of the amount', on('tx', meta({ delivered_amount: less }))],
    ['shows XRP', on('tx', meta({ delivered_amount: '10000' }))],
    [
      'shows the amount of another issuer',
      on('tx', meta({ delivered_amount: { ...RLUSD, value: '0.01', issuer: 'rLiar' } })),
    ],
    [
      'shows a currency with the same name',
      on(
        'tx',
        meta({
          delivered_amount: {
            ...RLUSD,
            value: '0.01',
            currency: `${RLUSD.currency.slice(0, 39)}1`,
          },
        }),
      ),
    ],
    ['shows more than the amount', on('tx', meta({ delivered_amount: { ...less, value: '0.1' } }))],
    ['does not show the amount', on('tx', meta({ delivered_amount: 'unavailable' }))],
    ['shows no amount', on('tx', meta({ delivered_amount: undefined }))],
    ['shows a result that no ledger holds', on('tx', meta({ TransactionResult: 'tefFAILURE' }))],
    ['shows no result', on('tx', meta({ TransactionResult: 7 }))],
    ['shows it without metadata', on('tx', result => ({ ...result, meta: undefined }))],
    ['does not call it validated', on('tx', result => ({ ...result, validated: 'true' }))],
    ['shows another transaction', on('tx', result => ({ ...result, hash: 'AB'.repeat(32) }))],
    ['shows it after its last ledger', on('tx', result => ({ ...result, ledger_index: 1e6 }))],
    ['shows no ledger', on('tx', result => ({ ...result, ledger_index: '1001' }))],
    ['serves another network', on('server_info', info({ network_id: 1 }))],
    [
      'lags behind',
      on('server_info', info({ validated_ledger: { seq: 1001, age: 31, hash: '' } })),
    ],
    ['sends nonsense', on('server_info', () => ({ info: [] }))],
  ])('%s', async (_name, lie) => {
    const one = await paid(world, scheme)
    world.node.levers.lie = lie
    expect(await settle(one)).toMatchObject({ state: 'unknown' })
    const { transaction } = one.payment.authorization
    await expect.poll(() => world.ledger.entry(transaction)?.code).toBe('tesSUCCESS')
    expect(await find(one)).toMatchObject({ state: 'unknown' })
    world.node.levers.lie = undefined
    expect(await find(one)).toMatchObject({ state: 'landed' })
  })
})

describe('a payment that landed has not failed if the node forgot it and', () => {
  const forgets = (more: Result) => on('tx', () => ({ error: 'txnNotFound', ...more }))
  const both =
    (a: ReturnType<typeof on>, b: ReturnType<typeof on>): ReturnType<typeof on> =>
    (request, result) =>
      b(request, a(request, result))
  it.each<[string, ReturnType<typeof on>]>([
    ['did not search all ledgers', forgets({ searched_all: false })],
    ['does not say what it searched', forgets({})],
    [
      'has a gap',
      both(
        forgets({ searched_all: true }),
        on('server_info', info({ complete_ledgers: '1-1000,1002-99999' })),
      ),
    ],
    [
      'has only new ledgers',
      both(
        forgets({ searched_all: true }),
        on('server_info', info({ complete_ledgers: '1050-99999' })),
      ),
    ],
    [
      'has no ledgers',
      both(forgets({ searched_all: true }), on('server_info', info({ complete_ledgers: 'empty' }))),
    ],
  ])('%s', async (_name, lie) => {
    const one = await paid(world, scheme)
    await settle(one)
    await expect.poll(async () => (await find(one)).state).toBe('landed')
    world.node.levers.lie = lie
    // The account's sequence has moved on, and then the last ledger has passed too.
    expect(await find(one)).toMatchObject({ state: 'unknown' })
    world.ledger.close(100)
    expect(await find(one)).toMatchObject({ state: 'unknown' })
    world.node.levers.lie = undefined
    expect(await find(one)).toMatchObject({ state: 'landed' })
  })
})

describe('what the node says to a submission proves nothing', () => {
  it.each(['tesSUCCESS', 'tecPATH_DRY', 'tefPAST_SEQ', 'temBAD_AMOUNT', 'terQUEUED'])(
    '%s for a transaction that it forgets',
    async engine_result => {
      const one = await paid(world, scheme)
      world.ledger.isDropping = true
      world.node.levers.lie = on('submit', () => ({ engine_result }))
      expect(await settle(one)).toMatchObject({ state: 'unknown' })
      world.ledger.close(100)
      expect(await find(one)).toMatchObject({ state: 'failed' })
    },
  )
  it('an error for a transaction that lands', async () => {
    const one = await paid(world, scheme)
    world.node.levers.lie = on('submit', () => ({ error: 'invalidTransaction' }))
    await settle(one)
    await expect.poll(async () => (await find(one)).state).toBe('landed')
  })
})

describe('verifying with such a node', () => {
  it.each<[string, ReturnType<typeof on>]>([
    ['another network', on('server_info', info({ network_id: 1 }))],
    ['an old ledger', on('server_info', info({ validated_ledger: { seq: 1000, age: 31 } }))],
    ['an open ledger', on('account_info', result => ({ ...result, validated: false }))],
    ['no sequence', on('account_info', () => ({ account_data: {}, validated: true }))],
    [
      'a line of other accounts',
      on('ledger_entry', ({ node, ...rest }) => ({
        ...rest,
        node: { ...(node as Result), LowLimit: {}, HighLimit: {} },
      })),
    ],
    ['a node error', on('ledger_entry', () => ({ error: 'tooBusy', error_message: 'secret' }))],
  ])('%s: the payment can be sent again', async (_name, lie) => {
    const one = await paid(world, scheme)
    world.node.levers.lie = lie
    const { payment, requirements } = one
    const found = await scheme.verify(payment, requirements, Date.now())
    expect(found).toMatchObject({ rejection: { code: 'PAYMENT_VERIFICATION_UNAVAILABLE' } })
    expect(JSON.stringify(found)).not.toContain('secret')
  })
})
