/** The folders whose code is mutated, each with the tests that should notice. */

const GENERATOR = [
  'test/checks/*.test.ts',
  'test/golden/*.test.ts',
  'test/language/{calls,inherit,mistakes,refusal-words,sharing}.test.ts',
]

/**
 * Globs of the tests of each code folder: the quickest that cover it, because each mutant is tried
 * with every test that runs its line.
 */
export const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'generator/formula': ['test/formula/*.test.ts'],
  'generator/catalog': GENERATOR,
  'generator/checks': GENERATOR,
  'generator/resolve': GENERATOR,
  'generator/emit': [...GENERATOR, 'test/emit/*.test.ts'],
  'runtime/payments': [
    'test/payments/{claim-reservation,crypto,decode,doubt,ends,facilitator}.test.ts',
    'test/payments/{facilitator-ask,facilitator-denials,lease,nonce-journal}.test.ts',
    'test/payments/{own-check,receipt-signer,refused,relayer,reservations}.test.ts',
    'test/payments/{reserve-allowance,rpc,signed,transfers,two-ledgers,unavailable}.test.ts',
    'test/payments/{verify,words}.test.ts',
    'test/payments/evm/*.test.ts',
    'test/payments/upto/{exposure,facilitator,hostile,moved,open,settle}.test.ts',
    'test/receipts/offers.test.ts',
    'test/flows/settlement.test.ts',
  ],
  'runtime/payments/ledger': [
    'test/payments/{ends,lease,leases,ledger,outcomes,own-check,own-claims}.test.ts',
    'test/payments/{reconciled,records,reorganised}.test.ts',
    'test/payments/{reservations,retention,single-flight,taken-for-dead,two-ledgers}.test.ts',
    'test/flows/{settle-once,settlement}.test.ts',
  ],
  'runtime/payments/solana': ['test/payments/solana/{contract,kind,rules,settle}.test.ts'],
  'runtime/payments/xrpl': ['test/payments/xrpl/{contract,read,settle,verify}.test.ts'],
  'runtime/payments/batched': [
    'test/payments/batched/{api,authorization,backend,check,standing,verify}.test.ts',
  ],
  'runtime/calls/jobs': [
    'test/flows/{job-contract,job-polls,jobs,resume,settle-once,signed-polls,two-step}.test.ts',
    'test/flows/{sent-again,stale-mark}.test.ts',
    'test/sales/lines.test.ts',
  ],
  'runtime/calls/steps': [
    'test/work/{handles,longest,steps,undo}.test.ts',
    'test/flows/values.test.ts',
  ],
  'runtime/calls/stages': [
    'test/flows/{absorbed,contract,elsewhere,fail-refusals,free-quota,repeats}.test.ts',
    'test/flows/{reservations,settle-once,settlement,stored-replies,uncharged,unsecured}.test.ts',
    'test/flows/metered.test.ts',
    'test/owned/*.test.ts',
    'test/payments/transfers.test.ts',
    'test/receipts/identified.test.ts',
  ],
  'runtime/jobs': ['test/jobs/*.test.ts', 'test/flows/queue.test.ts'],
  'runtime/calls/streams': [
    'test/flows/{contract,metered,settle-once,stream,stream-ends,stream-once}.test.ts',
    'test/flows/{stream-terms,stream-times}.test.ts',
  ],
  'runtime/store': ['test/store/*.test.ts'],
  'runtime/protocols': ['test/protocols/*.test.ts'],
}
