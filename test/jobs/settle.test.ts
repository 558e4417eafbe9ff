/** The payment of a job: settled once, whoever asks for it, and however often. */
import { describe, expect, it } from 'vitest'
import { closeFailed, isEnd, settleJob } from '../../runtime/calls/jobs/settle.ts'
import { PAID_OTHERWISE, readJob } from '../../runtime/jobs/documents.ts'
import type { JobDoc } from '../../runtime/jobs/types.ts'
import { jobsDesk, KEY } from './desk.ts'

const LANDED = { state: 'landed', transaction: '0x1' }
const FAILED = { state: 'failed', reason: 'no money' }
const UNKNOWN = { state: 'unknown', reason: 'no node' }
const SIGNED = { x402Version: 2, payload: { s: 1 } }
const record = (key: string, more: object = {}) => ({
  key,
  state: 'claimed',
  job: { id: 'j1' },
  payload: SIGNED,
  ...more,
})

/** A completed job, and a ledger with these records whose settlements end like this. */
async function desk(
  job: Partial<JobDoc> | undefined,
  {
    records = [],
    end = LANDED,
    fresh = true,
  }: { records?: any[]; end?: object; fresh?: boolean } = {},
) {
  const parts = jobsDesk()
  const did: unknown[][] = []
  const all = new Map(records.map(one => [one.key, one]))
  const ending = (name: string) => async (one: { key: string }) => {
    did.push([name, one.key])
    return { settlement: end, record: { ...one, state: 'ended' } }
  }
  const ledger = {
    get: async (key: string) => all.get(key),
    claim: async ({ authorization: { key } }: any, facts: object) => {
      did.push(['claim', key, facts])
      return { fresh, record: all.get(key) ?? record(key) }
    },
    settle: ending('settle'),
    resolve: ending('resolve'),
    fail: async ({ key }: { key: string }, reason: string) => void did.push(['fail', key, reason]),
  }
  Object.assign(parts.context, { ledger })
  if (job !== undefined) await parts.put({ status: 'completed', submitted: 'submit', ...job })
  const by = (key: string, own?: object) =>
    ({
      payment: { authorization: { key, signed: { s: 1 } } },
      facts: { job: { id: 'j1' } },
      record: own,
    }) as never
  const marks = async () => {
    const doc = (await readJob(parts.context, KEY))?.doc
    return { settling: doc?.settling, settled: doc?.settled }
  }
  return {
    ...parts,
    did,
    by,
    marks,
    settle: (key: string, own?: object) => settleJob(parts.context, KEY, by(key, own)),
  }
}
const FACTS = { job: { id: 'j1' } }

describe('the first payment of a job', () => {
  it('is claimed and settled, and the job remembers which it was', async () => {
    const { settle, did, marks } = await desk({ submitted: 'k' })
    expect(await settle('k')).toEqual({ ...LANDED, record: { ...record('k'), state: 'ended' } })
    expect(did).toEqual([
      ['claim', 'k', FACTS],
      ['settle', 'k'],
    ])
    expect(await marks()).toEqual({ settled: { key: 'k', transaction: '0x1' } })
  })

  it('that is claimed already, by the submit, is only settled', async () => {
    const { settle, did } = await desk({ submitted: 'k' })
    expect((await settle('k', record('k'))).state).toBe('landed')
    expect(did).toEqual([['settle', 'k']])
  })

  it('of another authorization closes that of the submit', async () => {
    const { settle, did } = await desk({}, { records: [record('submit')] })
    await settle('k')
    expect(did.at(-1)).toEqual(['fail', 'submit', PAID_OTHERWISE])
    for (const records of [[], [record('submit', { state: 'failed' })]]) {
      const other = await desk({}, { records })
      await other.settle('k')
      expect(other.did.map(([name]) => name)).toEqual(['claim', 'settle'])
    }
  })

  it('that failed leaves the job unpaid; in doubt, it stays the one that pays', async () => {
    const failed = await desk({}, { end: FAILED })
    expect([await failed.settle('k'), await failed.marks()]).toEqual([FAILED, {}])
    const doubtful = await desk({}, { end: UNKNOWN })
    expect([await doubtful.settle('k'), await doubtful.marks()]).toEqual([
      UNKNOWN,
      { settling: 'k' },
    ])
  })

  it.each<[string, object, boolean]>([
    ['this very payment of the job', {}, true],
    ['a payment of another job', { job: { id: 'j2' } }, false],
    ['a payment of no job', { job: undefined }, false],
    ['a payment with another signature', { payload: { ...SIGNED, payload: { s: 2 } } }, false],
  ])('whose claim is not new is used, unless it is %s', async (_, more, isOwn) => {
    const own = record('k', more)
    const { settle, did } = await desk({}, { records: [own], fresh: false })
    const end = await settle('k')
    expect([end.state, isEnd(end), did.length]).toEqual(
      isOwn ? ['landed', true, 2] : ['used', false, 1],
    )
  })

  it('of a job that is gone is not claimed', async () => {
    const { settle, did } = await desk(undefined)
    const end = await settle('k')
    expect([end, isEnd(end), did]).toEqual([{ state: 'gone' }, false, []])
  })
})

describe('a later payment of a job', () => {
  it('that is paid is not taken', async () => {
    const { settle, did } = await desk({ settled: { key: 'k', transaction: '0x7' } })
    expect(await settle('l')).toEqual({ state: 'landed', transaction: '0x7', earlier: true })
    expect(did).toEqual([])
  })

  it.each([
    ['claimed', 'settle'],
    ['settling', 'resolve'],
    ['settled', 'resolve'],
  ])('is not taken if the first, which is %s, has landed', async (state, how) => {
    const first = record('first', { state })
    const { settle, did, marks } = await desk({ settling: 'first' }, { records: [first] })
    expect(await settle('l')).toEqual({
      ...LANDED,
      earlier: true,
      record: { ...first, state: 'ended' },
    })
    expect(did).toEqual([[how, 'first']])
    expect(await marks()).toEqual({ settled: { key: 'first', transaction: '0x1' } })
  })

  it('is not taken while the first is in doubt, or not on record any more', async () => {
    const { settle, did } = await desk(
      { settling: 'first' },
      { records: [record('first')], end: UNKNOWN },
    )
    expect([await settle('l'), did]).toEqual([UNKNOWN, [['settle', 'first']]])
    const lost = await desk({ settling: 'first' })
    expect(await lost.settle('l')).toEqual({
      state: 'unknown',
      reason: 'the settlement of this job is not on record any more',
    })
    expect(lost.did).toEqual([])
  })

  it.each(['failed', 'released'])('is taken if the first has %s', async state => {
    const first = record('first', { state })
    const { settle, did, marks } = await desk(
      { settling: 'first', submitted: 'l' },
      { records: [first] },
    )
    expect((await settle('l')).state).toBe('landed')
    expect(did).toEqual([
      ['claim', 'l', FACTS],
      ['settle', 'l'],
    ])
    expect((await marks()).settled).toEqual({ key: 'l', transaction: '0x1' })
  })

  it('is taken if the settlement of the first fails only now', async () => {
    const { settle, did } = await desk(
      { settling: 'first' },
      { records: [record('first')], end: FAILED },
    )
    expect(await settle('l')).toEqual(FAILED)
    expect(did.map(([name, key]) => `${name} ${key}`)).toEqual([
      'settle first',
      'claim l',
      'settle l',
    ])
  })

  it('in another process, which was faster, decides: the job is read again', async () => {
    const { settle, before, context, did, store } = await desk({})
    before('commit replace jobs', async () => {
      const { version, doc } = (await readJob(context, KEY))!
      const settled = { key: 'other', transaction: '0x9' }
      await store.commit([
        { do: 'replace', in: 'jobs', key: KEY, version, doc: { ...doc, settled } },
      ])
    })
    expect(await settle('k')).toEqual({ state: 'landed', transaction: '0x9', earlier: true })
    expect(did.map(([name]) => name)).toEqual(['claim'])
  })

  describe('that another process has begun to settle meanwhile', () => {
    /** Settles with `k`, while another process marks the job with `other`. */
    const overtaken = async (other: any, end: object = LANDED) => {
      const made = await desk({}, { records: [other], end })
      made.before('commit replace jobs', async () => {
        const { version, doc } = (await readJob(made.context, KEY))!
        await made.store.commit([
          { do: 'replace', in: 'jobs', key: KEY, version, doc: { ...doc, settling: 'other' } },
        ])
      })
      const { state } = await made.settle('k')
      return [state, made.did.map(([name, key]) => `${name} ${key}`)]
    }

    it('is not taken as well', async () => {
      expect(await overtaken(record('other', { state: 'settling' }))).toEqual([
        'landed',
        ['claim k', 'resolve other'],
      ])
    })

    it('is taken, and not claimed again, if the other one failed', async () => {
      expect(await overtaken(record('other', { state: 'failed' }))).toEqual([
        'landed',
        ['claim k', 'settle k'],
      ])
    })
  })

  it('is not taken if the job goes meanwhile', async () => {
    const { settle, before, store, did } = await desk({})
    before('commit replace jobs', () => store.commit([{ do: 'remove', in: 'jobs', key: KEY }]))
    expect([await settle('k'), did.length]).toEqual([{ state: 'gone' }, 1])
  })

  it('that failed leaves the mark of another one, which has begun since', async () => {
    const { settle, context, store, marks } = await desk({})
    context.ledger.settle = async one => {
      const { version, doc } = (await readJob(context, KEY))!
      await store.commit([
        { do: 'replace', in: 'jobs', key: KEY, version, doc: { ...doc, settling: 'other' } },
      ])
      return { settlement: FAILED, record: one } as never
    }
    expect([await settle('k'), await marks()]).toEqual([FAILED, { settling: 'other' }])
  })

  it('waits five seconds for one that is being settled, and settles nothing then', async () => {
    const { settle, clock, did, store } = await desk({})
    let free = (): void => undefined
    const held = store.lock(
      `settle/${KEY}`,
      1000,
      () => new Promise<void>(resolve => (free = resolve)),
    )
    const end = settle('k')
    await clock.advance(4_999)
    expect(clock.sleepers()).toBe(1)
    await clock.advance(1)
    expect(await end).toEqual({
      state: 'unknown',
      reason: 'another request is settling this job',
    })
    expect(did).toEqual([])
    free()
    await held
  })

  it('is not confused with a store that fails', async () => {
    const { settle, failStore } = await desk({})
    failStore(1, new Error('broken'))
    await expect(settle('k')).rejects.toThrow('broken')
  })
})

describe('the payment of a job that failed', () => {
  const close = async (own: object | undefined) => {
    const { context, did } = await desk({}, { records: own ? [own] : [] })
    const doc = (await readJob(context, KEY))!.doc
    await closeFailed(context, doc, { error: 'no luck', why: 'upstream_failed' as never })
    return did
  }

  it('is closed with the reason, and its sale says why', async () => {
    const own = record('submit', { sale: {} })
    expect(await close(own)).toEqual([['fail', 'submit', 'no luck']])
    expect(own).toMatchObject({ sale: { why: 'upstream_failed' } })
  })

  it('stays as it is if it belongs to another job, or is not open', async () => {
    expect(await close(undefined)).toEqual([])
    expect(await close(record('submit', { job: { id: 'j2' } }))).toEqual([])
    expect(await close(record('submit', { state: 'settled' }))).toEqual([])
  })
})
