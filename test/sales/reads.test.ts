/** The generator lists the places of a call that a price reads. */
import { describe, expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import { placesRead } from '../../generator/analysis/price-reads.ts'
import type { Statement } from '../../generator/js/tree.ts'
import type { ReadPlaces, Route } from '../../runtime/contract.ts'
import { treeOf } from '../js/parse.ts'

const ROOTS = ['body', 'query', 'values', 'model', 'models', 'hooks', 'usage', 'result', 'reply']
const places = (code: string): string[] => placesRead([treeOf(code)], ROOTS)

describe('a formula reads', () => {
  it.each([
    ['BigInt(body.n ?? 1) * model.price', ['body.n']],
    ["get(body, 'a', 'b') + get(reply, 'c')", ['body.a.b', 'reply.c']],
    ['need(values.seconds) * 2', ['values.seconds']],
    ['count(body.urls) + length(values.names)', ['body.urls.length', 'values.names.length']],
    ['values.names.length', ['values.names.length']],
    ['body.n + body.n', ['body.n']],
    ['model.price + usage.input', []],
    ['given(body.n, x => x * 2)', ['body.n']],
    // The key is not known before the call, so the value is read as a whole.
    ['at(model.sizes, body.size)', ['body.size']],
    ['at(body.weights, body.kind) + body.weights.x', ['body.kind', 'body.weights']],
    ['body.list[body.i]', ['body.i', 'body.list']],
    ['get(body, body.key)', ['body']],
    ["body['my diary']", ['body']],
    // Elements of lists.
    ['items(body.parts).map(p => p.seconds)', ['body.parts.length', 'body.parts.*.seconds']],
    ['body.parts.every(p => p.x.y > body.n)', ['body.parts.length', 'body.parts.*.x.y', 'body.n']],
    ['body.parts.filter(p => p.on).length', ['body.parts']],
    ['Object.keys(body.meta).length', ['body.meta']],
    ['same(body.parts, [])', ['body.parts']],
    // What no line has.
    ['hooks.rate(body.n)', ['hooks', 'body.n']],
  ])('%s', (code, read) => expect(places(code)).toEqual(read))

  it('names of the scope, but not local variables', () => {
    const value = (name: string, code: string): Statement => ({
      kind: 'const',
      name,
      value: treeOf(code),
    })
    const gives: Statement[] = [
      {
        kind: 'if',
        test: treeOf('result === undefined'),
        body: [{ kind: 'return', value: treeOf('undefined') }],
      },
      value('list', 'body.parts'),
      value('n', 'toWhole(result.used, 0) ?? body.n'),
      { kind: 'return', value: treeOf('list.map(body => body.n).length + n') },
    ]
    const takes = { form: 'members', names: ['body', 'result'] } as const
    const read = ['result.used', 'body.n', 'body.parts.length', 'body.parts.*.n']
    expect(placesRead([{ kind: 'arrow', takes, gives }], ROOTS)).toEqual(read)
  })
})

describe('the generated routes', () => {
  const readsOf = (path: string): ReadPlaces =>
    catalog.routes.find((one: Route) => one.path === path && one.price)!.price!.reads!

  it('have the places of a price that is the same for each row', () => {
    expect(readsOf('/api/v1/images/generations')).toEqual(['body.size', 'body.n'])
  })

  it('choose them by the row where its formula depends on it', () => {
    const reads = readsOf('/api/v1/chat/completions') as (c: unknown) => readonly string[]
    const of = (billing: string): readonly string[] => reads({ model: { billing } })
    expect(of('flat')).toEqual(['body.n'])
    expect(of('token')).toContain('values.input_tokens')
    expect(of('free')).toEqual([])
  })
})
