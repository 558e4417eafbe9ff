/** Notes what becomes known of a sale before its end. */
import type { PaymentRecord } from '../payments/record.ts'
import type { Sold } from '../quote.ts'
import type { SaleFacts } from './types.ts'

/**
 * Adds facts to the sale of a claimed record. They are stored with the next change of the record,
 * so they cost no write of their own.
 */
export function noteSale(
  record: PaymentRecord | undefined,
  facts: Pick<SaleFacts, 'usage' | 'inputs' | 'cost' | 'units' | 'why'>,
): void {
  if (record?.sale !== undefined) record.sale = { ...record.sale, ...facts }
}

/** What a line says of the cost and the deliveries of a call. */
export function soldFacts({ cost, units }: Sold): Pick<SaleFacts, 'cost' | 'units'> {
  return {
    ...(cost === undefined ? {} : { cost: String(cost) }),
    ...(units === undefined ? {} : { units: { ...units } }),
  }
}
