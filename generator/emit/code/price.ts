/** A price as one function to whole micro-USD. */
import type { Js, Statement } from '../../js/tree.ts'
import { global, text } from '../../js/tree.ts'
import type { PriceIR } from '../../ir.ts'
import { bodyOf, declare, functionOf, ownLets, scoped, type PrintContext } from './function.ts'

type Arm = PriceIR['arms'][number]

/** The function `micro`; `place` gives the comment above each arm. */
export function microOf(price: PriceIR, site: PrintContext, place?: (arm: Arm) => string): Js {
  const only = price.arms[0]!
  if (price.by === undefined)
    return functionOf({ lets: [...price.tables, ...only.lets], code: only.micro }, site)
  const tables = ownLets(price.tables, site)
  const codes = [
    ...tables.map(l => l.code),
    price.by,
    ...price.arms.flatMap(arm => [...arm.lets.map(l => l.code), arm.micro]),
  ]
  const cases = price.arms.map(arm => ({
    value: arm.value ?? '',
    ...(place ? { note: place(arm) } : {}),
    body: bodyOf(ownLets(arm.lets, site), arm.micro),
  }))
  return scoped(codes, [...tables, ...price.arms.flatMap(arm => arm.lets)], {
    site,
    gives: [
      ...tables.map(declare),
      { kind: 'switch', on: price.by.js, cases, otherwise: UNPRICED },
    ],
  })
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
