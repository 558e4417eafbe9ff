/** Opens the payment schemes of a batched network: one for each of its chains. */
import type { NetworkSpec } from '../../contract.ts'
import { createFacilitatorClient } from '../facilitator/client.ts'
import type { SchemeParts, Schemes } from '../kind.ts'
import type { PaymentScheme } from '../scheme.ts'
import { createBatchedApi, type Limits } from './api.ts'
import { createBatchedBackend } from './backend.ts'
import { domainOf } from './domains.ts'
import { chainsOf } from './kind.ts'
import { createBatchedScheme } from './scheme.ts'

/** Time limits of requests, ms. */
const LIMITS: Limits = { verify: 10_000, settle: 30_000, read: 5_000, look: 3_000 }

/** Opens the schemes. They share the connections to the facilitator. Throws if none is set. */
export async function openBatched(parts: SchemeParts, limits = LIMITS): Promise<Schemes> {
  const { spec, settings, clock, observe, register } = parts
  const { facilitator, publicUrl: origin = 'http://localhost/' } = settings
  if (facilitator === undefined) throw new Error('no facilitator is set')
  const headers =
    facilitator.key === undefined ? undefined : { authorization: `Bearer ${facilitator.key}` }
  const client = register(createFacilitatorClient(facilitator.url, headers))
  const api = createBatchedApi({
    client,
    limits,
    note: (event, facts) => observe.log.warn({ network: spec.name, ...facts }, event),
  })
  const open = (own: NetworkSpec): PaymentScheme => {
    const domain = domainOf(own.chain)
    const token = own.asset.symbol
    const balanceOf = async (depositor: string): Promise<bigint> => {
      const balance = await api.balance({ token, domain, depositor })
      if (balance === undefined) throw new Error('the facilitator gave no balance')
      return balance
    }
    const backend = createBatchedBackend({
      api,
      spec: own,
      clock,
      balanceOf,
      origin,
      look: limits.look,
    })
    const { slack } = parts
    return createBatchedScheme({
      spec: own,
      payTo: settings.payTo,
      backend,
      balanceOf,
      slack,
    })
  }
  const [first, ...others] = chainsOf(spec)
  const only = { also: undefined }
  return [
    open({ ...spec, ...first, ...only }),
    ...others.map(chain => open({ ...spec, ...chain, ...only })),
  ]
}
