/**
 * What only the words of a refusal read is worked out when it is given: most requests are not
 * refused.
 */
import { whole } from '../js/parse.ts'
import { expect, it } from 'vitest'
import { compile } from '../../generator/compile.ts'
import { functionOf, HELPERS, SCOPE } from '../../generator/emit/code/function.ts'
import { gatesOf as gatesFunction } from '../../generator/emit/code/gates.ts'
import * as helpers from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import { valuesOf } from '../../runtime/lib/values.ts'
import type { Js } from '../../generator/js/tree.ts'
import { edit, edited } from '../checks/small-catalog.ts'

const LET = '  let: { near: "didYouMean(body.model, models)" }\n  gates:\n'

type Gates = (scope: object) => { status: number; message: string } | undefined

/** The gates of the catalog's first route as they are printed. */
function gatesOf(gates: string): Gates {
  const rule = '    - rule: body.model in models\n      error: 400 Unknown model {body.model}\n'
  const { value, problems } = compile(
    edited([edit('routes', rule, gates), edit('routes', '  gates:\n', LET)]),
  )
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  const { gates: built, values } = value!.routes[0]!
  const printed = printedOf(gatesFunction(built, { roots: SCOPE })) as Gates
  const functions = values.map(one => [one.name, printedOf(functionOf(one, { roots: SCOPE }))])
  const make = valuesOf({ values: Object.fromEntries(functions) } as Route)
  return scope => {
    const own = { ...scope, values: undefined as unknown }
    own.values = make(own as never)
    return printed(own)
  }
}

function printedOf(js: Js): unknown {
  const known = [...HELPERS].map(name => (helpers as Record<string, unknown>)[name])
  return new Function(...HELPERS, `'use strict'\nreturn ${whole(js)}`)(...known)
}

it('a name that rules, or several refusals, read too is there for all of them', () => {
  const gates = gatesOf(`    - { rule: body.model in models, error: "400 Unknown model.{near}" }
    - { when: body.count > 5, rule: body.count < 9, error: "400 Too many.{near}" }
    - { rule: size(near) < 99, error: "400 Odd.{near}" }
`)
  let reads = 0
  const models = {
    get ids() {
      reads++
      return ['small']
    },
  }
  const ask = (body: object, model?: object): unknown => gates({ body, model, models })?.message
  expect(ask({ model: 'smal', count: 1 })).toBe('Unknown model. Did you mean small?')
  expect(ask({ model: 'small', count: 9 }, { most: 99 })).toBe('Too many. Did you mean small?')
  expect(ask({ model: 'small', count: 1 }, { most: 99 })).toBeUndefined()
  expect(reads).toBe(3)
})

it('a name that only the words of a refusal read costs other requests nothing', () => {
  const gates = gatesOf(`    - { rule: body.model in models, error: "400 Unknown model.{near}" }
    - { when: body.count > 5, rule: body.count < 9, error: "400 Too many.{near}" }
`)
  const models = {
    get ids(): never {
      throw new Error('read')
    },
  }
  expect(gates({ body: { model: 'small', count: 1 }, model: { most: 99 }, models })).toBeUndefined()
  expect(gates({ body: { model: 'small', count: 6 }, model: { most: 99 }, models })).toBeUndefined()
  expect(() => gates({ body: { model: 'other', count: 1 }, models })).toThrow('read')
})

it('a gate whose `when` has alternatives asks its rule in each of them, and only there', () => {
  const gates = gatesOf(`    - rule: body.model in models
      error: "400 Unknown model.{near}"
    - { when: body.count > 5 || body.model == "big", rule: body.count < 9, error: "400 Too many" }
`)
  const models = { ids: ['small', 'big'] }
  const ask = (model: string, count: number): unknown =>
    gates({ body: { model, count }, model: { most: 99 }, models })?.message
  expect([ask('small', 6), ask('small', 1), ask('big', 1)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect([ask('small', 9), ask('big', 9)]).toEqual(['Too many', 'Too many'])
})
