/** Lists the purchases of the wallet that has signed in, a month at a time. */
import type { Call, Service } from '../call.ts'
import { UNSTORED_JSON } from '../replies/answer.ts'
import { purchasesTag, PURCHASES, SALES } from '../sales/line.ts'
import type { SaleLine } from '../sales/types.ts'
import { signedIn } from './sign-in.ts'

/** The query parameters; the catalog checks them. */
interface PurchasesQuery {
  month?: string
  skip?: number
  limit?: number
}

/** Most purchases in one reply. */
const MOST = 100

/** Answers with a page of the signer's purchases, oldest first. */
export const purchases: Service = async call => {
  const signer = await signedIn(call)
  if ('reply' in signer) return signer.reply
  const { store, clock } = call.context
  const query = call.scope.query as PurchasesQuery
  const month = query.month ?? new Date(clock.now()).toISOString().slice(0, 7)
  const [skip, limit] = [query.skip ?? 0, Math.min(query.limit ?? MOST, MOST)]
  const page = await store.list(PURCHASES, purchasesTag(signer.wallet, month), limit + 1, skip)
  const keys = page.slice(0, limit).map(({ key }) => key)
  const data = await Promise.all(keys.map(key => purchaseAt(call, key, signer.wallet)))
  const body = {
    object: 'list',
    wallet: signer.wallet,
    month,
    data: data.filter(one => one !== undefined),
    ...(page.length > limit ? { next_skip: skip + limit } : {}),
  }
  return { status: 200, headers: UNSTORED_JSON, body: JSON.stringify(body), outcome: 'ok' }
}

async function purchaseAt(
  { context }: Call,
  key: string,
  wallet: string,
): Promise<object | undefined> {
  const line = (await context.store.get<SaleLine>(SALES, key))?.doc
  if (line === undefined || line.wallet !== wallet) return undefined
  const { at, outcome, route, model, network, scheme, quoted, charged, transaction } = line
  return {
    at: new Date(at).toISOString(),
    status: outcome,
    nonce: line.payment?.split('|').at(-1),
    route,
    model,
    network,
    scheme,
    quoted_micro_usd: quoted,
    charged_micro_usd: charged,
    transaction,
    request: line.request,
    catalog: line.catalog,
    usage: line.usage,
    job: line.job,
  }
}
