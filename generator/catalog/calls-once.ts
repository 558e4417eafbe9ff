/** Builds each upstream call once for all compilations in which it and its routes are the same. */
import { keyOf } from '../memory.ts'
import { builtOnce, type CallDef, type LoweringContext } from './build.ts'
import { callOf, type CallUse } from './calls.ts'
import type { CallIR } from '../ir.ts'

/** Builds a call, as `callOf` does. */
export function callOnce(
  def: CallDef,
  uses: readonly CallUse[],
  build: LoweringContext,
): CallIR | undefined {
  const versions = uses.map(one => one.version)
  const make = (): CallIR | undefined => callOf(def, uses, build)
  if (versions.includes(undefined)) return make()
  const key = keyOf([build.versions.shared, ...versions].join('\n'))
  return builtOnce(`call ${def.id} ${key}`, build, make)
}
