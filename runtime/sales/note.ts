/** Adds facts to a sale before its end. */
import type { PaymentRecord } from '../payments/record.ts'
import type { Sold } from '../quote.ts'
import type { SaleFacts } from './types.ts'

/**
 * Adds facts to the sale of a claimed record. They are stored with the next change of the record,
 * so they need no extra write.
 */
export function noteSale(
  record: PaymentRecord | undefined,
  facts: Pick<SaleFacts, 'usage' | 'inputs' | 'cost' | 'units' | 'why'>,
): void {
  if (record?.sale !== undefined) record.sale = { ...record.sale, ...facts }
}

/** Returns the cost and the units of a call for its line. */
export function soldFacts({ cost, units }: Sold): Pick<SaleFacts, 'cost' | 'units'> {
  return {
    ...(cost === undefined ? {} : { cost: String(cost) }),
    ...(units === undefined ? {} : { units: { ...units } }),
  }
}
