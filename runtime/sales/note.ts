/** Notes what becomes known of a sale before its end. */
import type { PaymentRecord } from '../payments/record.ts'
import type { SaleFacts } from './types.ts'

/**
 * Adds facts to the sale of a claimed record. They are stored with the next change of the record,
 * so they cost no write of their own.
 */
export function noteSale(
  record: PaymentRecord | undefined,
  facts: Pick<SaleFacts, 'usage' | 'inputs'>,
): void {
  if (record?.sale !== undefined) record.sale = { ...record.sale, ...facts }
}
