/** Builds a transfer: the second authorization of a call. */
import { entryOf, problem, textAt, textOf, valueOf } from '../read/access.ts'
import { report } from './build.ts'
import { treeLowering } from './lower.ts'
import { block, type FormulaScope } from './scope.ts'
import type { FlatRoute } from '../resolve/flat.ts'
import type { Block, RefusalIR, TransferIR } from '../ir.ts'
import type { Names, Raw } from '../types.ts'

const TEXT = { kind: 'string' } as const

/** The names of a completed transfer in formulas. */
export const TRANSFER_NAMES: Names = {
  transfer: {
    type: {
      kind: 'record',
      fields: { tx_hash: { type: TEXT }, amount_micro: { type: TEXT }, recipient: { type: TEXT } },
    },
    code: 'transfer',
    optional: true,
    need: true,
  },
}

/** `transfer:`; undefined if the route has none. */
export function transferOf({ keys }: FlatRoute, scope: FormulaScope): TransferIR | undefined {
  const entry = entryOf(keys, 'transfer')
  if (!entry) return undefined
  const { value, keyPlace } = entry
  if (textAt(keys, 'flow') !== 'inline' || !entryOf(keys, 'price'))
    report(
      scope.build,
      problem('bad-entry', keyPlace, '`transfer` is made before a price is charged', {
        hint: 'only routes with a `price` and `flow: inline` have it',
      }),
    )
  else if (textAt(valueOf(keys, 'settle'), 'on_failure') !== 'absorb')
    report(
      scope.build,
      problem(
        'bad-entry',
        keyPlace,
        '`transfer` cannot be taken back if the price is not charged',
        {
          hint: 'add `settle: { on_failure: absorb }`, so that the caller still gets the reply',
        },
      ),
    )
  const [payload, to, micro] = ['payload', 'to', 'micro'].map(name => textBlock(value, name, scope))
  if (!payload || !to || !micro) return undefined
  const [invalid, used, failed] = ['invalid', 'used', 'failed'].map(name =>
    refusalOf(valueOf(value, name)),
  )
  return { payload, to, micro, invalid: invalid!, used: used!, failed: failed!, place: keyPlace }
}

/** A formula that returns a text. */
function textBlock(raw: Raw, name: string, scope: FormulaScope): Block | undefined {
  const value = valueOf(raw, name)
  const made = value && block(scope, treeLowering(value))
  if (!value || !made) return undefined
  if (made.code.type.kind === 'string' || made.code.type.kind === 'json') return made
  const message = `this is ${made.code.type.kind}, and a text is needed here`
  report(scope.build, problem('wrong-type', value.place, message))
  return undefined
}

function refusalOf(raw: Raw | undefined): RefusalIR {
  const error = textAt(raw, 'error') ?? ''
  const code = textOf(valueOf(raw, 'code'))
  const status = Number(error.slice(0, 3))
  return { status, message: error.slice(4), ...(code === undefined ? {} : { code }) }
}
