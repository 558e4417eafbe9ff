/** Work in steps: which calls are made, what each sees of the others, and what is undone. */
import { describe, expect, it } from 'vitest'
import { argumentsOf, nameCall } from '../../runtime/calls/steps/made-call.ts'
import { performSteps } from '../../runtime/calls/steps/steps.ts'
import { memoryStore } from '../helpers/memory-store.ts'
import { fakeCall } from './desk.ts'

const FAILURE = { ok: false, kind: 'upstream_failed', details: 'broke', source: 'v', status: 500 }
const HOUR = 3_600_000

/** An upstream call that answers with its own id. */
const step = (name: string, more: object = {}) => ({
  name,
  call: { id: name, upstream: 'vendor', origin: 'here', timeout: 1_000, retry: 0 },
  ...more,
})
/** A step that is undone by a call of its own. */
const undoable = (name: string, more: object = {}) =>
  step(name, { undo: { call: { id: `undo ${name}` }, with: () => ({ of: name }) }, ...more })

/** Does this work; `answers` are by the id of the call. */
async function perform(
  work: object[],
  {
    answers = {},
    route,
    record = { key: 'k', claim: 'c' },
  }: { answers?: Record<string, any>; route?: object; record?: object } = {},
) {
  const requests: any[] = []
  const made = fakeCall({
    route: { work, ...route },
    scope: { body: { list: [1, 2, 3] } },
    bytes: Buffer.from('sent'),
    ids: { request: 'one' },
    charge: { record },
  })
  const { call, clock } = made
  const store = memoryStore(clock)
  const ask = async ({ id }: { id: string }, scope: any, options: object) => {
    requests.push({ id, scope: structuredClone({ steps: scope.steps, args: scope.args }), options })
    const answer = answers[id]
    const given = typeof answer === 'function' ? await answer(scope) : answer
    if (given instanceof Error) throw given
    return (
      given ?? {
        ok: true,
        status: 200,
        headers: { h: id },
        body: Buffer.from(id),
        json: {},
        given: { id },
      }
    )
  }
  const calls = Object.fromEntries(
    work.flatMap((one: any) =>
      one.undo ? [[one.undo.call.id, { ...one.undo.call, timeout: 1_000 }]] : [],
    ),
  )
  Object.assign(call.context, {
    store,
    random: { hex: () => 'new' },
    upstreams: { call: ask },
    catalog: { hash: 'h', calls },
    editions: { all: () => [call.context] },
    ledger: {
      awaitEnd: async (own: object, _key: string, change: never) => {
        await store.commit([change])
        return own
      },
    },
  })
  const { signal } = new AbortController()
  const end = await performSteps(call, signal).catch((error: unknown) => error)
  const written = async () => (await store.get<any>('gateway.followups', 'c.0'))?.doc
  return {
    ...made,
    end: end as any,
    requests,
    ids: () => requests.map(({ id }) => id),
    written,
    signal,
  }
}

describe('the steps of a call', () => {
  it('are made in order, and each sees the results of those before it', async () => {
    const { end, requests, call, signal } = await perform([step('a'), step('b')])
    expect(requests).toMatchObject([
      { id: 'a', scope: { steps: {} } },
      { id: 'b', scope: { steps: { a: { id: 'a' } } } },
    ])
    expect(requests[0].options).toEqual({
      signal,
      body: Buffer.from('sent'),
      ids: { request: 'one' },
      holder: call.replies,
    })
    expect([end, call.scope.call]).toEqual([
      { status: 200, headers: { h: 'b' }, body: Buffer.from('b'), json: {}, given: { id: 'b' } },
      { id: 'new' },
    ])
    expect(call.scope.steps).toEqual({ a: { id: 'a' }, b: { id: 'b' } })
  })

  it('give what the route says, or what the last one gave; without any there is nothing', async () => {
    const give = (c: any) => ({ all: Object.keys(c.steps) })
    expect((await perform([step('a')], { route: { give } })).end.given).toEqual({ all: ['a'] })
    expect((await perform([])).end).toMatchObject({ status: 200, given: {}, json: undefined })
  })

  it('are left out where the catalog says so', async () => {
    const when = (c: any) => c.steps.a === undefined
    const { ids } = await perform([step('a', { when }), step('b', { when }), step('c')])
    expect(ids()).toEqual(['a', 'c'])
  })

  it('get the arguments that the catalog names', async () => {
    const call = { ...step('a').call, takes: { n: 'integer' } }
    const { requests } = await perform([{ ...step('a'), call, with: () => ({ n: 7, more: 1 }) }])
    expect(requests[0].scope.args).toEqual({ n: 7 })
  })

  it('may be made for each element of a list, whose results are one list', async () => {
    const each = { in: (c: any) => c.body.list, name: 'one', atOnce: 1, missing: 'drop' }
    const answers = {
      a: (c: any) =>
        c.steps.one === 2
          ? { ...FAILURE, kind: 'upstream_rejected', status: 404 }
          : {
              ok: true,
              status: 200,
              headers: {},
              body: Buffer.from(''),
              json: {},
              given: c.steps.one,
            },
    }
    const { end, call, ids } = await perform([step('a', { each })], { answers })
    expect([call.scope.steps, ids().length, end.given, end.status]).toEqual([
      { a: [1, 3] },
      3,
      {},
      200,
    ])
    const none = await perform([step('a', { each: { ...each, in: () => [] } })])
    expect([none.end.given, none.call.scope.steps]).toEqual([{}, { a: [] }])
    const failing = await perform([step('a', { each })], { answers: { a: FAILURE } })
    expect(failing.end).toEqual(FAILURE)
  })
})

describe('work that does not reach its end', () => {
  const refusal = { status: 409, message: 'no' }

  it('is refused by a step that says so', async () => {
    const work = [step('a'), { refuse: (c: any) => c.steps.a && refusal }, step('b')]
    const { end, ids } = await perform(work)
    expect([end, ids()]).toEqual([{ refusal }, ['a']])
    const passes = await perform([{ refuse: () => undefined }, step('b')])
    expect(passes.ids()).toEqual(['b'])
  })

  it('ends with the first failure', async () => {
    const { end, ids } = await perform([step('a'), step('b'), step('c')], {
      answers: { b: FAILURE },
    })
    expect([end, ids()]).toEqual([FAILURE, ['a', 'b']])
  })

  it('ends with an argument that does not fit, and calls nothing', async () => {
    const call = { ...step('a').call, takes: { n: 'integer' } }
    const { end, ids, lines } = await perform([{ ...step('a'), call, with: () => ({ n: 'x' }) }])
    expect([end, ids(), lines]).toEqual([
      {
        ok: false,
        kind: 'upstream_failed',
        details: 'The upstream could not be called',
        source: '',
      },
      [],
      [[{ call: 'a', origin: 'here' }, 'the argument n of a is not of the type integer']],
    ])
  })

  it.each<[string, object[], Record<string, any>]>([
    ['a failure', [undoable('a'), undoable('b'), step('c')], { c: FAILURE }],
    ['a refusal', [undoable('a'), undoable('b'), { refuse: () => refusal }], {}],
    ['a fault', [undoable('a'), undoable('b'), step('c')], { c: new Error('a fault') }],
  ])('is undone after %s, the last step first', async (_, work, answers) => {
    const { ids, written } = await perform(work, { answers })
    expect(ids().filter(id => id.startsWith('undo'))).toEqual(['undo b', 'undo a'])
    expect(await written()).toBe(undefined)
  })

  it('is not undone if it was done', async () => {
    const { ids, written } = await perform([undoable('a')])
    expect([ids(), await written()]).toEqual([
      ['a'],
      expect.objectContaining({ call: 'undo a', with: { of: 'a' }, id: 'new' }),
    ])
  })

  it('is undone later if that fails now', async () => {
    const { end, written, lines } = await perform([undoable('a'), step('b')], {
      answers: { b: FAILURE, 'undo a': new Error('no upstream') },
    })
    expect([end, (await written())?.call]).toEqual([FAILURE, 'undo a'])
    expect(lines.length).toBeGreaterThan(0)
  })

  it('is stale if a step took so long that it may be undone already', async () => {
    const work = [undoable('a')]
    let skip = async (): Promise<void> => undefined
    const run = await perform(work, {
      answers: {
        a: async (): Promise<undefined> => {
          await skip()
          return undefined
        },
      },
    })
    expect(run.end.status).toBe(200)
    skip = () => run.clock.skip(HOUR)
    const { signal } = new AbortController()
    expect(await performSteps(run.call, signal)).toMatchObject({
      kind: 'upstream_timeout',
      details: 'The work took too long',
    })
  })

  it('does not begin a step whose payment belongs to another call', async () => {
    const made = fakeCall({
      route: { work: [undoable('a')] },
      charge: { record: { key: 'k', claim: 'c' } },
    })
    const requests: unknown[] = []
    Object.assign(made.call.context, {
      random: { hex: () => 'new' },
      upstreams: { call: async (...of: unknown[]) => requests.push(of) },
      ledger: { awaitEnd: async () => undefined },
    })
    await expect(performSteps(made.call, new AbortController().signal)).rejects.toThrow(
      'another call has claimed the payment',
    )
    expect(requests).toEqual([])
  })
})

describe('the id of a call for its upstreams', () => {
  const named = (scope: object): unknown => {
    const { call } = fakeCall({ context: { random: { hex: (n: number) => `new ${n}` } }, scope })
    nameCall(call)
    return call.scope.call
  }

  it('is that of its job, of its claim, or a new one', () => {
    expect(named({ job: { id: 'j' }, call: { id: 'c' } })).toEqual({ id: 'j' })
    expect(named({ call: { id: 'c' } })).toEqual({ id: 'c' })
    expect(named({})).toEqual({ id: 'new 8' })
  })

  it('is read by the arguments; another error than a wrong argument is a fault', () => {
    const { call } = fakeCall()
    const upstream = step('a').call as never
    expect(argumentsOf(call, upstream, undefined)).toBe(call.scope)
    const takes = Object.defineProperty({}, 'takes', {
      get: () => {
        throw new Error('a fault')
      },
    })
    expect(() => argumentsOf(call, takes as never, undefined)).toThrow('a fault')
  })
})
