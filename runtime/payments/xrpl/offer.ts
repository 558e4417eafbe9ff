/** What the scheme adds to an entry of `accepts`, and what a client repeats of it. */
import type { NetworkSpec } from '../../contract.ts'
import type { Accepted } from '../payment.ts'
import type { Fields } from './types.ts'

/** The ways in which a transaction takes its turn among those of its account. */
export const METHODS: readonly unknown[] = ['sequence', 'ticketSequence']

/** The `extra` of an offer. The caller pays the fee of the ledger. */
export const extraOf = ({ asset }: NetworkSpec) => ({
  areFeesSponsored: false,
  assetTransferMethod: 'sequence',
  issuer: asset.issuer ?? '',
})

/** The `extra` that a client accepted; empty if it is no object. */
export const acceptedExtra = ({ extra }: Accepted): Fields =>
  extra !== null && typeof extra === 'object' && !Array.isArray(extra) ? (extra as Fields) : {}
