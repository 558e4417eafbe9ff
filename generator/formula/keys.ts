/**
 * Checks look-ups in tables: the key must be proven to be one of the table's. Otherwise a caller
 * would be the first to find a missing entry.
 */
import { placeIn } from './fail.ts'
import { bothWithin, withinOf } from './within.ts'
import { pathOf, sourceOf, type Env, type Value } from './value.ts'
import type { TypeOf } from './types.ts'
import type { Expr, ExprOf, Span } from './expr.ts'

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
  const { narrowed } = env
  if (narrowed === 'never') return
  const path = expr.kind === 'index' ? pathOf(expr.key) : undefined
  const here = path === undefined ? undefined : narrowed?.get(path)
  const known = bothWithin(withinOf(key.type), here)
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
  const [of, read] = [sourceOf(env, expr.of), sourceOf(env, expr)]
  const isWritten = expr.kind === 'get' || expr.key.kind === 'string'
  const key = expr.kind === 'get' ? JSON.stringify(expr.name) : sourceOf(env, at)
  unprovenLookUp(env, at, {
    code: 'unproven-key',
    message: `nothing proves that \`${key}\` is a key of \`${of}\``,
    hint: isWritten
      ? `write choose(has(${read}), ${read}, ...)`
      : `add a gate \`${key} in ${of}\` before, or write choose(${key} in ${of}, ${read}, ...)`,
  })
}

function unprovenLookUp(
  env: Env,
  at: Span,
  found: { code: string; message: string; hint: string },
): void {
  env.gathered.unproven.push({ ...found, severity: 'error', place: placeIn(env.text, at) })
}

/** The path by which conditions name a table; undefined if a variable hides the name. */
export function tablePath(env: Env, of: Expr): string | undefined {
  const path = pathOf(of)
  const root = path?.split(/[.[]/)[0] ?? ''
  return Object.hasOwn(env.locals, root) && Object.hasOwn(env.names, root) ? undefined : path
}
