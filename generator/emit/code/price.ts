/** A price as one function to whole micro-USD. */
import type { Js, Statement } from '../../js/tree.ts'
import { global, text } from '../../js/tree.ts'
import type { PriceIR } from '../../ir.ts'
import {
  bodyOf,
  declare,
  functionOf,
  ownLets,
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

const UNPRICED: Statement = {
  kind: 'throw',
  value: {
    kind: 'call',
    of: global('RangeError'),
    args: [text('no price for this choice')],
    isNew: true,
  },
}
