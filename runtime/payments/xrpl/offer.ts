/** The `extra` of an entry of `accepts`, and the part of it that a client repeats. */
import type { NetworkSpec } from '../../contract.ts'
import type { Accepted } from '../payment.ts'
import type { Fields } from './types.ts'

/** The ways in which a transaction is ordered among those of its account. */
export const METHODS: readonly unknown[] = ['sequence', 'ticketSequence']

/** Returns the `extra` of an offer. The caller pays the fee of the ledger. */
export const extraOf = ({ asset }: NetworkSpec) => ({
  areFeesSponsored: false,
  assetTransferMethod: 'sequence',
  issuer: asset.issuer ?? '',
})

/** Returns the `extra` that a client accepted; empty if it is not an object. */
export const acceptedExtra = ({ extra }: Accepted): Fields =>
  extra !== null && typeof extra === 'object' && !Array.isArray(extra) ? (extra as Fields) : {}
