// Code generated from catalog/records/people.yaml by "npm run generate". DO NOT EDIT.
import type { RecordKind } from '../runtime/contract.ts'

/** The kinds of records, which wallets own. */
export const records: Readonly<Record<string, RecordKind>> = {
  phone_numbers: {
    name: 'phone_numbers', key: 'phone_number', owner: 'owner', lease: 'expires_at',
    keep: 604_800_000,
    onRemoved: ({ record }) => ({ call: 'carrier.release', args: { sid: record.sid } }),
  },
  enrolled_faces: {
    name: 'enrolled_faces', key: 'asset_id', owner: 'owner', transaction: 'tx_hash',
  },
  portraits: { name: 'portraits', key: 'asset_id', owner: 'owner', transaction: 'tx_hash' },
}
