/**
 * Handles purchases that their caller has named, by x402's extension `payment-identifier`: a wallet
 * that repeats a request under the same name gets the stored answer of that purchase and pays
 * nothing, whatever it has signed and whichever process it calls. The same name for another request
 * is refused. The answers come from the payment records, which keep them although they were
 * delivered.
 */
import type { Call, Reply } from '../../call.ts'
import { PAID_OTHERWISE } from '../../jobs/documents.ts'
import { refuse } from '../../replies/answer.ts'
import type { Change, Stored } from '../../store/store.ts'
import { fingerprint } from './claim-facts.ts'
import { nameOf, placeOf, purchaseOf, type Named } from './purchase-name.ts'
import { replay } from './replay.ts'

const ID = /^[a-zA-Z0-9_-]{16,128}$/
/** How long a name is remembered, ms; records of payments stay at least as long. */
const KEPT = 24 * 3_600_000

/** A reply that ends the call, or the changes that the claim of a named purchase makes. */
export type Identified = { reply: Reply } | { changes: Change[] }

/** Looks up the name of a call whose payment is verified; undefined if it has none. */
export async function identified(call: Call): Promise<Identified | undefined> {
  const name = nameOf(call.payment!)
  if (name === undefined) return undefined
  if (typeof name !== 'string' || !ID.test(name)) return { reply: unusable(call) }
  const named = await purchaseOf(call, name)
  const own: Named = { fingerprint: fingerprint(call), key: call.payment!.authorization.key }
  const expires = call.context.clock.now() + KEPT
  const change = { ...placeOf(call.payer, name), doc: own, expires }
  if (named === undefined) return { changes: [{ do: 'insert', ...change }] }
  const reply = await earlierReply(call, own, named)
  if (reply !== undefined) return { reply }
  if (named.doc.key === own.key && named.doc.fingerprint === own.fingerprint) return { changes: [] }
  return { changes: [{ do: 'replace', version: named.version, ...change }] }
}

/** Returns the reply to a name in use; undefined if its purchase has certainly charged nothing. */
async function earlierReply(
  call: Call,
  own: Named,
  { doc }: Stored<Named>,
): Promise<Reply | undefined> {
  const record = await call.context.ledger.get(doc.key)
  const isFree =
    record === undefined ||
    record.state === 'released' ||
    (record.state === 'failed' &&
      !record.mayLand &&
      record.kept?.absorbed !== true &&
      // The job was bought by a poll with another payment.
      record.reason !== PAID_OTHERWISE)
  if (isFree) return undefined
  // A repeat of a call's own payment is handled where that payment is claimed.
  return doc.key === own.key ? undefined : replay(call, record)
}

function unusable(call: Call): Reply {
  const message =
    'The id of payment-identifier is 16 to 128 letters, digits, hyphens and underscores. ' +
    'Nothing was charged.'
  return refuse(call, 'refused', { status: 400, code: 'INVALID_PAYMENT_IDENTIFIER', message })
}
