/** Lists the formulas of an upstream call, to find out what they read and whether they wait. */
import { CALL_KEYS } from '../language/calls.ts'
import { codesIn, formulasOf, type KeyFormulas } from '../language/formulas.ts'
import type { Block, CallIR } from '../ir.ts'
import type { Code } from '../types.ts'

/** Code of every formula of a call, of its second step too. */
export function codesOfCall(call: CallIR): Code[] {
  return codesIn(formulasOfCall(call))
}

/** The formulas of a call by key; the holes of its address are those of its upstream's `base`. */
export function formulasOfCall(call: CallIR): KeyFormulas[] {
  const key = CALL_KEYS.post
  const { lets, code } = call.holes ?? { lets: [], code: undefined }
  const base = code ? [{ path: 'base', key, lets, codes: [code] }] : []
  return [...base, ...formulasOf(CALL_KEYS, call)]
}

/** Code of blocks and of the lets they need; words such as `verbatim` have none. */
export function codesOfBlocks(list: readonly (Block | string | undefined)[]): Code[] {
  return list.flatMap(one =>
    typeof one === 'object' ? [...one.lets.map(own => own.code), one.code] : [],
  )
}
