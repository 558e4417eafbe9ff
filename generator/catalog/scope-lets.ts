/** Adds the `let:` values of the catalog to a stage. */
import { restrict, withinOf } from '../formula/within.ts'
import { problem } from '../read/access.ts'
import { report } from './build.ts'
import type { Let } from '../ir.ts'
import type { Code, Names } from '../types.ts'
import { reportAll, type LetDef, type Frame, type FormulaScope } from './scope.ts'
import { neededLets } from './lets.ts'

/**
 * The stage with `let:` values. A value that cannot be lowered is reported once and is then any
 * JSON, so that no error follows from it.
 */
export function withLets(scope: FormulaScope, defs: readonly LetDef[]): FormulaScope {
  return defs.reduce(withLet, scope)
}

/** The stage with the `let:` values of a route. Those that wait for no hook are derived. */
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
  if (Object.hasOwn(scope.frames[0]!.names, def.name) || def.name === 'values') {
    report(
      scope.build,
      problem('name-taken', def.place, `\`${def.name}\` already means something here`, {
        hint: 'choose another name',
      }),
    )
    return scope
  }
  const results = scope.frames.map(frame =>
    scope.build.lowered({ kind: 'formula', text: def.text }, frame.names),
  )
  reportAll(
    scope,
    results.map(result => result.problems),
  )
  const doubtful = results.some(result => result.value?.unproven)
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
    frames: scope.frames.map((frame, i) => ({
      ...frame,
      names: { ...frame.names, ...bind(results[i]!.value ?? code) },
    })),
    lets: code ? [...scope.lets, { name: def.name, code }] : scope.lets,
    ...(doubtful ? { doubtful: [...(scope.doubtful ?? []), def] } : {}),
  }
}

/**
 * The stage with its lets as what was proven since leaves them: what they are made of can be less
 * than where they are written.
 */
export function provenLets(scope: FormulaScope, defs: readonly LetDef[]): FormulaScope {
  const frames = scope.frames.map((frame): Frame => ({
    ...frame,
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
    }, frame.names),
  }))
  return { ...scope, frames }
}
