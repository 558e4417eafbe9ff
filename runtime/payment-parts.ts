/** The parts that move money: the payment schemes and the ledger. */
import { dropWhenPaid, followUpChange } from './followups/follow-up.ts'
import type { BaseParts, Register } from './base-parts.ts'
import type { Dependencies } from './context.ts'
import type { Json } from './contract.ts'
import { recordCompanion } from './owned/companions.ts'
import { createOwnedRecords } from './owned/owned.ts'
import { kindOf } from './payments/kinds.ts'
import { createLedger } from './payments/ledger/ledger.ts'
import { createReservations } from './payments/reservations.ts'
import { createEndCounts } from './sales/ends.ts'
import type { Change, Store } from './store/store.ts'

const DAY = 86_400_000

/** Builds the payment schemes of the gateway's network, and their ledger. */
export async function makePayments(
  base: BaseParts,
  store: Store,
  register: Register,
): Promise<
  Pick<
    Dependencies,
    'paymentScheme' | 'furtherSchemes' | 'ledger' | 'owned' | 'reservations' | 'ends'
  >
> {
  const { catalog, settings, spec, clock, random, observe, instance } = base
  const { slack } = catalog.gateway
  const parts = { spec, settings, store, clock, random, observe, slack, register }
  const paymentSchemes = await kindOf(spec.kind).open(parts)
  const [paymentScheme, ...furtherSchemes] = paymentSchemes
  const owned = createOwnedRecords({
    store,
    clock,
    kinds: catalog.records ?? {},
    followUp: (call, args) => owe(call, args, { clock, random }),
  })
  const reservations = createReservations(store, clock, key =>
    paymentSchemes.some(({ allowance }) => allowance?.bounds(key)),
  )
  const ends = createEndCounts()
  return {
    ends,
    paymentScheme,
    furtherSchemes,
    owned,
    reservations,
    ledger: register(
      createLedger({
        store,
        paymentSchemes,
        clock,
        random,
        observe,
        reservations,
        owner: instance,
        onEnd: ends.note,
        keepSales: (settings.salesDays ?? 400) * DAY,
        companions: [dropWhenPaid, recordCompanion(owned)],
      }),
    ),
  }
}

/**
 * Returns the change that makes an upstream call as soon as possible, whatever happens to payments.
 */
function owe(
  call: string,
  args: Readonly<Record<string, Json | undefined>>,
  { clock, random }: Pick<BaseParts, 'clock' | 'random'>,
): Change {
  const id = random.hex(8)
  return followUpChange(`${call} ${id}`, { call, with: args, id, due: clock.now() })
}
