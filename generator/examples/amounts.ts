/** Counts wrong amounts, for people. */
import { counted, listed } from '../problems/counted.ts'
import type { AmountKind } from '../types.ts'

const NAMES: Readonly<Record<AmountKind, readonly [one: string, many: string]>> = {
  price: ['price of an example', 'prices of examples'],
  charge: ['charge', 'charges'],
  row: ['row price', 'row prices'],
}

/** `3 prices of examples`; of several kinds: `7 amounts (3 prices of examples, ...)`. */
export function amountsText(kinds: readonly AmountKind[]): string {
  const parts = (Object.keys(NAMES) as AmountKind[]).flatMap(kind => {
    const { length } = kinds.filter(one => one === kind)
    return length > 0 ? [`${length} ${NAMES[kind][length === 1 ? 0 : 1]}`] : []
  })
  return parts.length === 1 ? parts[0]! : `${counted(kinds.length, 'amount')} (${listed(parts)})`
}
