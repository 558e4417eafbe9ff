/** Returns the name of the chain in bodies. */
import type { Call } from '../call.ts'

/** Returns the label of the chain of the call's payment, or else of the gateway's network. */
export function networkLabel({
  charge,
  payment,
  context,
}: Pick<Call, 'charge' | 'payment' | 'context'>): string {
  const { record } = charge
  // A poll may show what another payment has paid for.
  const paid = record && context.offers.find(scheme => scheme.owns(record.requirements))
  return ((paid ?? payment?.scheme)?.spec ?? context.spec).label
}
