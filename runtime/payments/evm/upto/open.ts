/** Opens the scheme `upto` of a network. */
import type { SchemeParts } from '../../kind.ts'
import type { FacilitatorSettings } from '../facilitator/backend.ts'
import { createFacilitatorBackend } from '../facilitator/backend.ts'
import type { Relayer } from '../relayer/backend.ts'
import type { PaymentScheme, TokenReader } from '../types.ts'
import { ownFacilitator, remoteFacilitators } from './facilitators.ts'
import { permit2Upto } from './method.ts'
import { sentPayload } from './read.ts'
import { createUptoScheme, UPTO } from './scheme.ts'
import type { UptoAuthorization } from './types.ts'

/** Opens the scheme with the relayer of this process. */
export function uptoOfRelayer(
  { spec, settings, slack, register }: SchemeParts,
  relayer: Relayer,
  reader: TokenReader,
): PaymentScheme<UptoAuthorization> {
  const backend = register(relayer.backend(permit2Upto(spec)))
  const facilitators = ownFacilitator(relayer.address)
  return createUptoScheme(spec, { payTo: settings.payTo, backend, slack, reader, facilitators })
}

/**
 * Opens the scheme with a remote facilitator. Rejects if the facilitator does not say which account
 * settles and callers can pay in no other way.
 */
export async function uptoOfFacilitator(
  { spec, settings, slack, register, observe }: SchemeParts,
  facilitator: Omit<FacilitatorSettings, 'spec'>,
  reader: TokenReader,
): Promise<PaymentScheme<UptoAuthorization>> {
  const facilitators = remoteFacilitators(() => backend.health())
  const backend = register(
    createFacilitatorBackend<UptoAuthorization>({
      ...facilitator,
      spec: { ...spec, scheme: UPTO },
      method: permit2Upto(spec),
      payloadOf: ({ payload, authorization }) => sentPayload(payload, authorization),
      readKind: facilitators.readKind,
    }),
  )
  const { ok, details } = await backend.health()
  if (!ok) {
    const problem = String(details.problem)
    if (spec.scheme === UPTO) throw new Error(`payments cannot be settled: ${problem}`)
    observe.log.error({ chain: spec.chain, scheme: UPTO, problem }, 'no facilitator to settle with')
  }
  return createUptoScheme(spec, { payTo: settings.payTo, backend, slack, reader, facilitators })
}
