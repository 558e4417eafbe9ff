/**
 * Checks look-ups in tables: the key must be proven to be one of the table's. Otherwise a caller
 * would be the first to find a missing entry.
 */
import { placeIn } from './fail.ts'
import { bothWithin, withinOf } from './within.ts'
import { pathOf, sourceOf, type Env, type Value } from './value.ts'
import type { TypeOf } from './types.ts'
import type { Expr, ExprOf, Span } from './expr.ts'
import type { Within } from '../types.ts'

/** A look-up as written: `of[key]`, or `of.name`, whose key is the name. */
export interface LookUp {
  expr: ExprOf<'get'> | ExprOf<'index'>
  table: TypeOf<'table'>
  key: Value
  at: Span
}

/**
 * Notes an unproven look-up: no condition tests the key in this table, and not all its values are
 * keys of the table. It is not yet a mistake: rows may prove it, and a `let:` is checked where it
 * is used.
 */
export function proveKey(env: Env, { expr, table, key, at }: LookUp): void {
  if (env.narrowed === 'never') return
  const known = keyWithin(env, expr, key)
  const of = tablePath(env, expr.of)
  if (of !== undefined && known?.keyOf?.includes(of)) return
  const keys = table.keys ?? table.sure
  if (!known?.values || !keys) return unproven(env, { expr, at })
  const missing = known.values.filter(value => !keys.includes(value))
  if (missing.length > 0)
    unprovenLookUp(env, at, {
      code: 'missing-entry',
      hint: 'add the entry, or refuse this value',
      message: `\`${sourceOf(env, expr.of)}\` has no entry for ${missing.map(one => JSON.stringify(one)).join(', ')}${
        expr.kind === 'get' || expr.key.kind === 'string'
          ? ''
          : `, which \`${sourceOf(env, at)}\` can be`
      }`,
    })
}

function unproven(env: Env, { expr, at }: Pick<LookUp, 'expr' | 'at'>): void {
  const [of, key] = [sourceOf(env, expr.of), sourceOf(env, at)]
  unprovenLookUp(env, at, {
    code: 'unproven-key',
    message: `nothing proves that \`${key}\` is a key of \`${of}\``,
    hint:
      `add a gate \`${key} in ${of}\` before, or write choose(${key} in ${of}, ` +
      `${of}[${key}], ...)`,
  })
}

function unprovenLookUp(
  env: Env,
  at: Span,
  found: { code: string; message: string; hint: string },
): void {
  env.gathered.unproven.push({ ...found, severity: 'error', place: placeIn(env.text, at) })
}

function keyWithin(env: Env, expr: LookUp['expr'], key: Value): Within | undefined {
  const path = expr.kind === 'index' ? pathOf(expr.key) : undefined
  const here = path !== undefined && env.narrowed !== 'never' ? env.narrowed?.get(path) : undefined
  return bothWithin(withinOf(key.type), here)
}

/** The path by which conditions name a table; undefined if a variable hides the name. */
export function tablePath(env: Env, of: Expr): string | undefined {
  const path = pathOf(of)
  const root = path?.split(/[.[]/)[0] ?? ''
  return Object.hasOwn(env.locals, root) && Object.hasOwn(env.names, root) ? undefined : path
}
