/** Adds the `let:` values of the catalog to a scope. */
import { restrict, withinOf } from '../formula/within.ts'
import { problem } from '../read/access.ts'
import { report } from './build.ts'
import type { Let } from '../ir.ts'
import type { Code, Names } from '../types.ts'
import { reportAll, type LetDef, type RowVariant, type FormulaScope } from './scope.ts'
import { neededLets } from './lets.ts'

/**
 * The scope with `let:` values. A value that cannot be lowered is reported once and is then treated
 * as any JSON, to avoid follow-up errors.
 */
export function withLets(scope: FormulaScope, defs: readonly LetDef[]): FormulaScope {
  return defs.reduce(withLet, scope)
}

/** The scope with the `let:` values of a route. Those that do not wait for a hook are derived. */
export function withRouteLets(from: FormulaScope, defs: readonly LetDef[]): FormulaScope {
  const scope = withLets(from, defs)
  const own = new Set(defs.map(def => def.name))
  const lets = scope.lets.map((one): Let => {
    const needed = [one, ...neededLets(scope.lets, [one.code])]
    const isDerived = own.has(one.name) && !needed.some(({ code }) => code.wait)
    return isDerived ? { ...one, derived: true } : one
  })
  return { ...scope, lets }
}

function withLet(scope: FormulaScope, def: LetDef): FormulaScope {
  if (Object.hasOwn(scope.variants[0]!.names, def.name) || def.name === 'values') {
    report(
      scope.build,
      problem('name-taken', def.place, `\`${def.name}\` is already a name here`, {
        hint: 'choose another name',
      }),
    )
    return scope
  }
  const results = scope.variants.map(variant =>
    scope.build.lowered({ kind: 'formula', text: def.text }, variant.names),
  )
  reportAll(
    scope,
    results.map(result => result.problems),
  )
  const isUnproven = results.some(result => result.value?.unproven)
  const bind = (code: Code | undefined): Names => ({
    [def.name]: {
      type: code?.type ?? { kind: 'json' },
      code: def.name,
      place: def.place,
      ...(code?.optional ? { optional: true } : {}),
    },
  })
  const code = results[0]!.value
  return {
    ...scope,
    variants: scope.variants.map((variant, i) => ({
      ...variant,
      names: { ...variant.names, ...bind(results[i]!.value ?? code) },
    })),
    lets: code ? [...scope.lets, { name: def.name, code }] : scope.lets,
    ...(isUnproven ? { unprovenLets: [...(scope.unprovenLets ?? []), def] } : {}),
  }
}

/**
 * The scope with its lets narrowed by later proofs: their values can then have fewer possible types
 * and texts than where they are written.
 */
export function provenLets(scope: FormulaScope, defs: readonly LetDef[]): FormulaScope {
  const variants = scope.variants.map((variant): RowVariant => ({
    ...variant,
    names: defs.reduce((names, def) => {
      const binding = names[def.name]
      if (binding?.type.kind !== 'string') return names
      const again = scope.build.lowered({ kind: 'formula', text: def.text }, names).value
      return again
        ? {
            ...names,
            [def.name]: { ...binding, type: restrict(binding.type, withinOf(again.type)) },
          }
        : names
    }, variant.names),
  }))
  return { ...scope, variants }
}
