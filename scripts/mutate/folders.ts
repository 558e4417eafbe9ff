/** The folders whose code is mutated, each with the tests that are to notice. */

const GENERATOR = [
  'test/checks/*.test.ts',
  'test/golden/*.test.ts',
  'test/language/{calls,mistakes,refusal-words,sharing}.test.ts',
]

/**
 * Code folder to globs of its tests. Only tests without sockets: a mutant is tried with each test
 * that runs its line.
 */
export const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'generator/formula': ['test/formula/**'],
  'generator/catalog': GENERATOR,
  'generator/checks': GENERATOR,
  'generator/resolve': GENERATOR,
  'generator/emit': [...GENERATOR, 'test/emit/**'],
  'runtime/payments': ['test/payments/{crypto,decode,ends,lease,ledger,signed,units}*'],
  'runtime/stages': ['test/stages/**', 'test/server/{heads,ready-quotes}*'],
  'runtime/jobs': ['test/flows/{settlement,units}*'],
  'runtime/flows': ['test/flows/{settlement,units}*'],
  'runtime/store': ['test/store/{embedded,memory,channel}*'],
  'runtime/protocols': ['test/protocols/**'],
}
