/** Finds the imports of a file from its constants. */
import { freeNames, helpersOf, typesOf } from '../../js/ask.ts'
import type { Constant } from './file.ts'
import { type Import, type Imports, imports } from './imports.ts'
import { importPath } from './names.ts'

/** The collected imports that the constants use, and the helpers they call. */
export function neededBy(
  path: string,
  constants: readonly Constant[],
  used: readonly Imports[],
): Import[] {
  const names = new Set(constants.flatMap(namesIn))
  for (const { constant } of constants) names.delete(constant)
  const helpers = imports()
  for (const { value } of constants)
    for (const one of helpersOf(value)) helpers.value(importPath(path, FORMULA), one)
  return [...helpers.list(), ...used.flatMap(one => one.list(names))]
}

const FORMULA = '../runtime/formula.ts'

function namesIn({ value, type, satisfies }: Constant): string[] {
  const types = [type, satisfies].flatMap(one => {
    if (one === undefined || typeof one === 'string') return []
    return 'of' in one ? [one.of, ...one.arg.uses] : one.uses
  })
  return [...types, ...typesOf(value), ...freeNames(value)]
}
