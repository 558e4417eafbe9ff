/** A rule about the whole catalog. */
import type { Flat } from '../resolve/flat.ts'
import type { CatalogIR } from '../ir.ts'
import type { Place, Problem } from '../types.ts'

/**
 * A rule: `code` is the code of its problems, `run` finds them. Rules run only on a catalog without
 * errors of earlier passes.
 */
export interface Check {
  code: string
  run(catalog: CatalogIR, flat: Flat): Problem[]
}

type More = Pick<Problem, 'hint' | 'also'>

/** An error of a rule. */
export function fault(code: string, place: Place, message: string, more: More = {}): Problem {
  return { code, severity: 'error', place, message, ...more }
}

/** A warning of a rule, which does not stop the build. */
export function warning(code: string, place: Place, message: string, more: More = {}): Problem {
  return { code, severity: 'warning', place, message, ...more }
}
