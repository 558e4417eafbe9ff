/** Builds hooks: the types of their arguments and results. */
import { itemsOf, textAt, valueOf } from '../read/access.ts'
import { parseType } from '../notation/field.ts'
import type { NamedSchemas } from './schemas.ts'
import type { Def } from '../resolve/flat.ts'
import type { HookIR } from '../ir.ts'
import type { Names, Problem, Raw, Type } from '../types.ts'

/** A hook. Types that cannot be read are reported and treated as any JSON. */
export function hookOf(def: Def, at: { schemas: NamedSchemas; problems: Problem[] }): HookIR {
  return {
    name: def.name,
    takes: itemsOf(valueOf(def.value, 'takes')).map(item => typeOf(item, at)),
    gives: typeOf(valueOf(def.value, 'gives'), at),
    wait: textAt(def.value, 'async') === 'true',
    ...(def.doc ? { doc: def.doc } : {}),
    place: def.place,
  }
}

function typeOf(raw: Raw | undefined, at: { schemas: NamedSchemas; problems: Problem[] }): Type {
  if (raw?.kind !== 'scalar') return { kind: 'json' }
  const read = parseType(raw.text, at.schemas)
  at.problems.push(...read.problems)
  return read.value ?? { kind: 'json' }
}

/** Hooks as names of formulas. */
export function hookNames(hooks: readonly HookIR[]): Names {
  return Object.fromEntries(
    hooks.map(hook => [
      hook.name,
      {
        type: { kind: 'hook', takes: hook.takes, gives: hook.gives, wait: hook.wait },
        code: `hooks.${hook.name}`,
        wait: hook.wait,
        place: hook.place,
      },
    ]),
  )
}
