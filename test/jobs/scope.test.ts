/** What formulas can read of a job, in any process and after its request has ended. */
import { describe, expect, it } from 'vitest'
import type { CompiledRoute, GatewayContext } from '../../runtime/context.ts'
import {
  jobFacts,
  jobScope,
  offeringOf,
  resumedCall,
  tablesOfJob,
} from '../../runtime/jobs/scope.ts'
import { readJob } from '../../runtime/jobs/documents.ts'
import type { JobDoc, JobInput } from '../../runtime/jobs/types.ts'
import { INPUT, jobsDesk, KEY } from './desk.ts'

const FACTS = { id: 'post_films' } as never
const ROW = { id: 'first', name: 'First' }

/** A route that sells one model, and shows the time at which it was asked for its offering. */
const compiledOf = (route: object = {}) =>
  ({
    route: {
      job: { object: 'film.job' },
      pick: ({ body }: any) => body.model,
      pickAt: ['body', 'model'],
      ...route,
    },
    values: () => ({}),
    offerings: {
      at: (ms: number) => ({
        since: ms,
        models: { get: (id: string) => (id === 'First' ? ROW : undefined), retired: undefined },
      }),
    },
  }) as never as CompiledRoute

async function desk(more: Partial<JobDoc> = {}, input: JobInput = INPUT) {
  const parts = jobsDesk()
  const doc = await parts.put(more, input)
  const job = (await readJob(parts.context, KEY))!
  return { ...parts, doc, job }
}

describe('the offering of a job', () => {
  it('is that of the time whose prices it has, or of its submit', async () => {
    const { job, doc } = await desk()
    expect(offeringOf(compiledOf(), job).since).toBe(doc.created)
    expect(offeringOf(compiledOf(), { doc: { ...job.doc, at: 7 } }).since).toBe(7)
  })
})

describe('the facts of a job', () => {
  it('are those of its document, with the time in whole seconds', async () => {
    const { job } = await desk({ created: 1_999, error: 'no luck', status: 'failed' })
    expect(jobFacts(compiledOf(), job)).toEqual({
      id: 'j1',
      object: 'film.job',
      status: 'failed',
      created: 1,
      poll_url: '/films/j1',
      error: 'no luck',
      echo: { model: 'first' },
    })
  })
})

describe('the scope of a poll', () => {
  it('has the payer, price and job of the submit, and the facts of the poll', async () => {
    const { context, doc, job } = await desk({ at: 7 })
    const compiled = compiledOf()
    expect(jobScope(context, compiled, job, FACTS)).toMatchObject({
      route: FACTS,
      payer: doc.payer,
      price: doc.price,
      job: jobFacts(compiled, job),
      body: undefined,
    })
  })

  it('has the models that were sold at the submit, not those of now', async () => {
    const { context, job } = await desk({ at: 7 })
    const models = { get: () => undefined }
    const offerings = { at: (ms: number) => ({ models: { ...models, since: ms } }) }
    const scope = jobScope(context, { ...compiledOf(), offerings } as never, job, FACTS)
    expect(scope.models).toMatchObject({ since: 7 })
  })
})

describe('the call of a job that is resumed', () => {
  const input = {
    ...INPUT,
    facts: FACTS,
    body: { model: 'First', text: 'hi' },
    query: { q: '1' },
    path: { p: '2' },
    read: { number: { id: 'n' } },
  } as never as JobInput

  it('is that of its request: input, values of records, ids, and the row under its id', async () => {
    const { context, job } = await desk({ ids: { request: 'r1' } as never }, input)
    const compiled = compiledOf()
    const tables = { rates: {} } as never
    const call = await resumedCall({ context, compiled } as never, job, tables)
    expect(call).toMatchObject({ context, compiled, facts: FACTS, ids: { request: 'r1' } })
    expect(call.scope).toMatchObject({
      body: { model: 'first', text: 'hi' },
      query: { q: '1' },
      path: { p: '2' },
      read: { number: { id: 'n' } },
      fetched: tables,
      model: ROW,
      payer: job.doc.payer,
    })
    expect(call.bytes?.toString()).toBe(JSON.stringify(input.body))
  })

  it('has no bytes and no values of records if the request had none', async () => {
    const { context, job } = await desk({}, { ...input, body: undefined, read: undefined })
    const compiled = compiledOf({ pick: () => 'First', pickAt: undefined })
    const call = await resumedCall({ context, compiled } as never, job, undefined)
    expect([call.bytes, call.scope.read, call.scope.fetched]).toEqual([undefined, {}, undefined])
  })

  it('chooses a row that is no longer sold, because the job began before', async () => {
    const { context, job } = await desk({}, input)
    const models = { get: () => undefined, retired: () => ({ row: ROW }) }
    const compiled = { ...compiledOf(), offerings: { at: () => ({ models }) } }
    const call = await resumedCall({ context, compiled } as never, job, undefined)
    expect(call.scope.model).toBe(ROW)
  })
})

describe('the fetched tables of a job', () => {
  const { signal } = new AbortController()
  /** A gateway whose tables are there at the given try. */
  function fetching(at: number) {
    const { clock, context } = jobsDesk()
    const asked: unknown[] = []
    const fetched = {
      current: async (_context: GatewayContext, names: unknown) =>
        asked.push(names) < at ? undefined : { rates: {} },
    }
    return { clock, asked, context: { ...context, fetched } as never as GatewayContext }
  }

  it('are none if its route reads none', async () => {
    const { asked, context } = fetching(1)
    expect(await tablesOfJob(context, compiledOf(), signal)).toBeUndefined()
    expect(asked).toEqual([])
  })

  it('are asked for each second until they are there', async () => {
    const { asked, clock, context } = fetching(3)
    const tables = tablesOfJob(context, compiledOf({ fetched: ['rates'] }), signal)
    await clock.advance(1_999)
    expect(asked).toHaveLength(2)
    await clock.advance(1)
    expect([await tables, asked]).toEqual([{ rates: {} }, Array(3).fill(['rates'])])
    expect(clock.sleepers()).toBe(0)
  })

  it('are given up when the work is stopped', async () => {
    const { clock, context } = fetching(Infinity)
    const stop = new AbortController()
    const tables = tablesOfJob(context, compiledOf({ fetched: ['rates'] }), stop.signal)
    tables.catch(() => undefined)
    await clock.advance(1_500)
    stop.abort(new Error('stopped'))
    await expect(tables).rejects.toThrow('stopped')
    expect(clock.sleepers()).toBe(0)
  })
})
