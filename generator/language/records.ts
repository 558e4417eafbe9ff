/** The keys of a kind of record in records/. */
import { like, NAME, named, text } from '../shape/schema.ts'
import { keysOf } from './key.ts'
import { shapeOnly } from './shared.ts'

/** `on_removed:` of a record. */
const REMOVED_KEYS = keysOf({
  call: {
    kind: 'text',
    about: 'The upstream call; it has `takes`, because there is no request',
    example: 'call: carrier.release',
    shape: shapeOnly(
      like('', '^[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$', 'an upstream call, e.g. carrier.release'),
    ),
    required: true,
  },
  with: {
    kind: 'data',
    about: 'Values for what the call `takes`',
    example: 'with: { sid: =record.sid }',
    note: 'Its formulas see `record`, the removed one, and nothing else.',
    shape: { type: 'object' },
  },
})

/** A kind of record: what wallets own. */
export const RECORD_KEYS = keysOf({
  key: {
    kind: 'text',
    about: "The name under which formulas see a record's key",
    example: 'key: phone_number',
    shape: NAME,
    required: true,
  },
  fields: {
    kind: 'other',
    about: 'Fields by name, in field notation; one has the type `wallet`, the owner',
    example: 'fields: { owner: wallet!, sid: string!, expires_at: time!, tx_hash: transaction }',
    note:
      'Types that only records have: `wallet` is the owner, `network` the name of the network, ' +
      '`time` is in Unix seconds, `transaction` becomes the transaction that paid.',
    shape: shapeOnly(named('', text('A field, e.g. string!'))),
    required: true,
  },
  lease: {
    kind: 'text',
    about: 'The field of the type `time` with the end of the lease',
    example: 'lease: expires_at',
    note:
      'A record then has a member `active`, which says whether its lease goes on; when it has ' +
      'ended, any wallet can `put` the record. It needs `keep`.',
    shape: NAME,
  },
  keep: {
    kind: 'duration',
    about: 'How long after its lease a record is still listed; then it is removed',
    example: 'keep: 7d',
  },
  on_removed: {
    kind: 'map',
    about: 'The upstream call that gives a removed record back, repeated until it succeeds',
    example: 'on_removed: { call: carrier.release, with: { sid: =record.sid } }',
    note:
      'It is stored in the commit that removes the record, which is that of an effect `remove`, ' +
      'or that of the sweep, `keep` after the lease.',
    keys: REMOVED_KEYS,
  },
})
