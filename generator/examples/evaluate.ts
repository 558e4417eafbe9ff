/**
 * Runs printed formulas. It runs the text that is emitted, so an example proves the code of the
 * gateway.
 */
import * as formula from '../../runtime/formula.ts'
import type { Block, Let } from '../ir.ts'
import type { Code } from '../types.ts'
import { functionOf, HELPERS, SCOPE, type PrintContext } from '../emit/code/function.ts'
import { atOnce } from '../js/change.ts'
import { print } from '../js/print.ts'
import type { Js } from '../js/tree.ts'

const NAMES = [...HELPERS]
const VALUES = NAMES.map(name => (formula as Record<string, unknown>)[name])
const SITE: PrintContext = { roots: SCOPE, isInline: true }

/** Compiled functions by their text. Many routes share theirs, e.g. a flat price. */
export type Compiled = Map<string, (c: object) => unknown>

/**
 * A function such as `({ body }) => body.n`, ready to run. Hooks answer at once here, so nothing
 * waits.
 */
export function compiled(js: Js, cache: Compiled): (c: object) => unknown {
  const text = print(atOnce(js), { indent: 0, column: 0, tail: 0 })
  const known = cache.get(text)
  if (known !== undefined) return known
  const made = new Function(...NAMES, `'use strict'\nreturn ${text}`)(...VALUES) as (
    c: object,
  ) => unknown
  cache.set(text, made)
  return made
}

/** The value of a formula with its lets in a scope. */
export function evaluate(
  block: Block,
  scope: object,
  options: { cache: Compiled; roots?: readonly string[] },
): unknown {
  return compiled(
    functionOf(block, { ...SITE, roots: options.roots ?? SCOPE }),
    options.cache,
  )(scope)
}

/** One formula without lets. */
export function blockOf(code: Code, lets: readonly Let[] = []): Block {
  return { lets, code }
}
