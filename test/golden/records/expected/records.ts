// Code generated from catalog/records/phone.yaml by "npm run generate". DO NOT EDIT.
import type { RecordKind } from '../runtime/contract.ts'

/** The kinds of records, which wallets own. */
export const records: Readonly<Record<string, RecordKind>> = {
  phone_numbers: {
    name: 'phone_numbers', key: 'phone_number', owner: 'owner', lease: 'expires_at',
    keep: 604_800_000,
    onRemoved: ({ record }) => ({ call: 'carrier.release', args: { sid: record.sid } }),
  },
}
