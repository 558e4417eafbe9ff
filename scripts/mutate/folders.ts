/** The folders whose code is mutated, each with the tests that should notice. */

const GENERATOR = [
  'test/checks/*.test.ts',
  'test/golden/*.test.ts',
  'test/language/{calls,inherit,mistakes,refusal-words,sharing}.test.ts',
]

/** Code that runs in browsers only, from a bundle that mutations do not reach. */
export const BUNDLED = ['generator/emit/pages/browser']

/**
 * Globs of the tests of each code folder: the quickest that cover it, because each mutant is tried
 * with every test that runs its line.
 */
export const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'generator/formula': [
    'test/formula/*.test.ts',
    'test/golden/*.test.ts',
    'test/checks/{rules,table-keys}.test.ts',
  ],
  'generator/catalog': [
    ...GENERATOR,
    'test/catalog/*.test.ts',
    'test/formula/{actual,columns,price-items,price-lines,row-groups}.test.ts',
  ],
  'generator/checks': GENERATOR,
  'generator/resolve': GENERATOR,
  'generator/emit': [
    ...GENERATOR,
    'test/emit/*.test.ts',
    'test/client/{erase,schema-types}.test.ts',
    'test/docs/{answers,cost,extended,openapi,schemas,shared,stated,talks}.test.ts',
    'test/documents/{dated,differences,markup,networks,values}.test.ts',
    'test/language/{recipes-sale,recipes-talk,routes-media}.test.ts',
    'test/pages/amounts.test.ts',
  ],
  'generator/emit/client/transport': [
    'test/client/{erase,events,limits,refusals,requests,sign-in,signing}.test.ts',
  ],
  'runtime/payments': [
    'test/payments/{claim-reservation,crypto,decode,doubt,ends,facilitator}.test.ts',
    'test/payments/{facilitator-ask,facilitator-client,facilitator-denials,lease}.test.ts',
    'test/payments/{mismatch,nonce-journal,outcomes}.test.ts',
    'test/payments/{own-check,receipt-signer,records,refused,relayer,reservations}.test.ts',
    'test/payments/{reserve-allowance,rpc,signed,transfers,two-ledgers,unavailable}.test.ts',
    'test/payments/{verify,words}.test.ts',
    'test/payments/evm/*.test.ts',
    'test/payments/upto/{calls,exposure,facilitator,hostile,moved,open,read,settle,used}.test.ts',
    'test/receipts/offers.test.ts',
    'test/flows/settlement.test.ts',
  ],
  'runtime/payments/ledger': [
    'test/payments/{deferred,ends,lease,leases,ledger,outcomes,overtaken}.test.ts',
    'test/payments/{own-check,own-claims,reconciled,records,reorganised}.test.ts',
    'test/payments/{reservations,retention,single-flight,slow-intent,taken-for-dead}.test.ts',
    'test/payments/two-ledgers.test.ts',
    'test/flows/{settle-once,settlement}.test.ts',
  ],
  'runtime/payments/solana': [
    'test/payments/solana/{check,contract,facilitator,kind,node,outcome,rules,settle}.test.ts',
  ],
  'runtime/payments/xrpl': [
    'test/payments/xrpl/{check,contract,node,outcome,read,settle,socket,verify}.test.ts',
  ],
  'runtime/payments/batched': [
    'test/payments/batched/{api,authorization,backend,check,standing,verify}.test.ts',
  ],
  'runtime/calls/jobs': [
    'test/flows/{instances,job-contract,job-faults,job-media,job-polls,jobs}.test.ts',
    'test/flows/{lost-lock,queue-gateway,repeats,resume,sent-again}.test.ts',
    'test/flows/{settle-once,signed-polls}.test.ts',
    'test/flows/{stale-mark,store-fault,submit-claims,two-step}.test.ts',
    'test/jobs/{poll,resume,run,settle,submit}.test.ts',
    'test/sales/lines.test.ts',
  ],
  'runtime/calls/steps': [
    'test/work/{each,handles,longest,steps,undo,undone}.test.ts',
    'test/flows/values.test.ts',
    'test/stages/steps.test.ts',
  ],
  'runtime/calls/stages': [
    'test/flows/{abandoned,absorbed,contract,dated,dated-route,elsewhere}.test.ts',
    'test/flows/{fail-refusals,fetched-tables,free-quota,input-warnings,instances}.test.ts',
    'test/flows/{job-contract,job-media,job-polls,jobs,lost,metered,ready}.test.ts',
    'test/flows/metered-results.test.ts',
    'test/flows/{redelivery,repeats,reservations,settle-once,settlement}.test.ts',
    'test/flows/{stored-replies,store-fault,uncharged,unsecured}.test.ts',
    'test/media/inline.test.ts',
    'test/owned/*.test.ts',
    'test/payments/transfers.test.ts',
    'test/receipts/{identified,offers,purchase,purchases,receipts}.test.ts',
    'test/routes/{funding,funding-outcomes,funding-refusals,limits,warnings}.test.ts',
    'test/server/{aliases,bodies,challenge,failure-receipt,forms,forwarded-query}.test.ts',
    'test/server/{ready-replies,requests,translated}.test.ts',
    'test/services/quote.test.ts',
    'test/stages/*.test.ts',
    'test/switch/editions.test.ts',
  ],
  'runtime/jobs': ['test/jobs/*.test.ts', 'test/flows/queue.test.ts'],
  'runtime/calls/streams': [
    'test/flows/{abandoned,contract,free-quota,metered,settle-once,settlement,stream}.test.ts',
    'test/flows/metered-results.test.ts',
    'test/flows/{stream-credits,stream-ends,stream-once,stream-output}.test.ts',
    'test/flows/{stream-terms,stream-times,unsecured}.test.ts',
    'test/hostile/stream.test.ts',
    'test/receipts/receipts.test.ts',
    'test/streams/*.test.ts',
  ],
  'runtime/store': ['test/store/*.test.ts'],
  'runtime/protocols': ['test/protocols/*.test.ts'],
}
