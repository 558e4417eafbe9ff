/** Errors of transactions, written as nodes write them. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FailedTransactionMetadata } from 'litesvm'

// litesvm exports the names of errors only as types, so they are read from its declarations.
const declarations = readFileSync(
  createRequire(import.meta.url)
    .resolve('litesvm')
    .replace(/index\.js$/, 'internal.d.ts'),
  'utf8',
)

/** The names of an enumeration, by number. */
function namesOf(name: string): ReadonlyMap<number, string> {
  const body = new RegExp(`enum ${name} \\{([^}]*)\\}`).exec(declarations)?.[1] ?? ''
  return new Map(Array.from(body.matchAll(/(\w+) = (\d+)/g), ([, text, n]) => [Number(n), text!]))
}

const TRANSACTION = namesOf('TransactionErrorFieldless')
const INSTRUCTION = namesOf('InstructionErrorFieldless')

/** An error in the notation of JSON-RPC. */
export function errorOf(failed: FailedTransactionMetadata): unknown {
  const error: unknown = failed.err()
  if (typeof error === 'number') return TRANSACTION.get(error) ?? 'Unknown'
  const { err, index, accountIndex } = error as {
    err?: () => unknown
    index?: number
    accountIndex?: number
  }
  if (typeof err === 'function') {
    const inner = err.call(error)
    const named =
      typeof inner === 'number'
        ? INSTRUCTION.get(inner)
        : { Custom: (inner as { code?: number }).code ?? 0 }
    return { InstructionError: [index, named] }
  }
  return accountIndex === undefined
    ? { DuplicateInstruction: index }
    : { InsufficientFundsForRent: { account_index: accountIndex } }
}
