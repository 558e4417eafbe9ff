/** Derived values: each `let:` of a route is computed when it is read, once per call and row. */
import { describe, expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import type { Route } from '../../runtime/contract.ts'
import { sellModels } from '../../runtime/lib/models.ts'
import { upstreamCall, valuesOf } from '../../runtime/lib/values.ts'

/** A scope with the values of a route that has these functions. */
function scopeOf(route: Partial<Route>, scope: object = {}): any {
  const made: any = { ...scope }
  made.values = valuesOf(route as Route)(made)
  return made
}

describe('a value', () => {
  it('is computed when it is first read, and kept, whatever it is', () => {
    const read: string[] = []
    const given = (name: string, value: unknown) => () => {
      read.push(name)
      return value
    }
    const values = {
      none: given('none', undefined),
      zero: given('zero', 0),
      idle: given('idle', 1),
    }
    const c = scopeOf({ values })
    expect(read).toEqual([])
    expect([c.values.none, c.values.zero, c.values.none, c.values.zero]).toEqual([
      undefined,
      0,
      undefined,
      0,
    ])
    expect(read).toEqual(['none', 'zero'])
  })

  it('that throws does so at each read', () => {
    let reads = 0
    const fails = () => {
      reads++
      throw new RangeError('no such size')
    }
    const c = scopeOf({ values: { fails } })
    for (const _ of [1, 2]) expect(() => c.values.fails).toThrow('no such size')
    expect(reads).toBe(2)
  })

  it('is shared by copies of the scope, and belongs to one call', () => {
    let reads = 0
    const values = { length: ({ body }: any) => (reads++, body.length) }
    const c = scopeOf({ values }, { body: 'four' })
    expect([c.values.length, { ...c, status: 200 }.values.length, reads]).toEqual([4, 4, 1])
    expect(scopeOf({ values }, { body: 'seven' }).values.length).toBe(5)
  })

  it('the upstream call is one, too', () => {
    let reads = 0
    const call: any = { id: 'maker.make' }
    const c = scopeOf({ upstream: () => (reads++, call) })
    expect([upstreamCall(c), upstreamCall(c), reads]).toEqual([call, call, 1])
    expect(upstreamCall(scopeOf({}))).toBeUndefined()
  })
})

describe('a conversation', () => {
  const route = catalog.routes.find(one => one.path === '/api/v1/chat/completions')!
  const models = sellModels(catalog.tables[route.table!]!, Object.values(catalog.networks)[0]!)

  it.each(models.rows.map(row => row.id))('with %s is fitted and counted once', async id => {
    const work = { fitted: 0, counted: 0 }
    const hooks = {
      fitMessages: (messages: unknown) => (work.fitted++, messages),
      estimateTokens: () => (work.counted++, 10),
    }
    const body = { model: id, messages: [{ role: 'user', content: 'hi' }] }
    const c = scopeOf(route, { body, model: models.get(id), models, hooks, request_headers: {} })
    expect(await route.gates!(c)).toBeUndefined()
    route.price!.micro(c)
    route.headers!(c)
    const send = upstreamCall(c)!.send as (c: unknown) => unknown
    for (const _ of [1, 2]) await send({ ...c, earlier: undefined })
    expect([route.promptTokens!(c), work]).toEqual([10, { fitted: 1, counted: 1 }])
  })
})
