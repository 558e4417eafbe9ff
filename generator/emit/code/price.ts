/** A price as functions to whole micro-USD: of a request, and of what was used. */
import type { Js, Statement } from '../../js/tree.ts'
import { binary, global, name, text, word } from '../../js/tree.ts'
import type { ActualIR, PriceIR } from '../../ir.ts'
import {
  bodyOf,
  declare,
  functionOf,
  ownLets,
  REPLY,
  returned,
  rootsOf,
  scopeFunction,
  type PrintContext,
} from './function.ts'

type Arm = PriceIR['arms'][number]

/** The function `micro`; `place` gives the comment above each arm. */
export function microOf(price: PriceIR, site: PrintContext, place?: (arm: Arm) => string): Js {
  const only = price.arms[0]!
  if (price.by === undefined)
    return functionOf({ lets: [...price.tables, ...only.lets], code: only.micro }, site)
  const micros = price.arms.map(arm => arm.micro)
  const lets = [...price.tables, ...price.arms.flatMap(arm => arm.lets)]
  const codes = [...lets.map(l => l.code), price.by, ...micros]
  const tables = ownLets({ lets: price.tables, codes }, site)
  const cases = price.arms.map(arm => ({
    value: arm.value ?? '',
    ...(place ? { note: place(arm) } : {}),
    body: bodyOf(ownLets({ lets: arm.lets, codes: [arm.micro] }, site), arm.micro),
  }))
  return scopeFunction(
    { lets, codes },
    {
      site,
      gives: [
        ...tables.map(declare),
        { kind: 'switch', on: price.by.js, cases, otherwise: UNPRICED },
      ],
    },
  )
}

/** The function `actual`; undefined where no arm has one. */
export function actualFunction(price: PriceIR, at: PrintContext): Js | undefined {
  const site = { ...at, roots: REPLY }
  const arms = price.arms.flatMap(({ value, actual }) => (actual ? [{ value, actual }] : []))
  if (arms.length === 0) return undefined
  const lets = [...price.tables, ...arms.flatMap(({ actual }) => actual.lets)]
  const micros = arms.map(({ actual }) => actual.code)
  const codes = [...lets.map(one => one.code), ...(price.by ? [price.by] : []), ...micros]
  const tables = ownLets({ lets: price.tables, codes }, site).map(declare)
  const bodyOfArm = (actual: ActualIR): Statement[] => [
    ...absences(actual),
    ...bodyOf(ownLets({ lets: actual.lets, codes: [actual.code] }, site), actual.code),
  ]
  const cases = arms.map(({ value, actual }) => ({ value: value ?? '', body: bodyOfArm(actual) }))
  const body: Statement[] = price.by
    ? [{ kind: 'switch', on: price.by.js, cases, otherwise: NOTHING }]
    : bodyOfArm(arms[0]!.actual)
  return scopeFunction({ lets, codes }, { site, gives: [...tables, ...body] })
}

/** Nothing is known of what was used where the upstream did not report it. */
function absences({ lets, code }: ActualIR): Statement[] {
  const roots = rootsOf([...lets.map(one => one.code), code], ['usage', 'result'], lets)
  return roots.map(root => ({
    kind: 'if',
    test: binary('===', name(root), word(undefined)),
    body: [NOTHING],
  }))
}

const NOTHING: Statement = returned(word(undefined))

const UNPRICED: Statement = {
  kind: 'throw',
  value: {
    kind: 'call',
    of: global('RangeError'),
    args: [text('no price for this choice')],
    isNew: true,
  },
}
