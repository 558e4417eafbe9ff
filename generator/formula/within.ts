/**
 * Computes the possible values of a text beyond its declared choices, from rows and conditions, to
 * prove look-ups.
 */
import type { Binding, Names, Type, Within } from '../types.ts'

/** The facts that a condition proves, by path; `never` if it cannot hold. */
export type Narrowing = ReadonlyMap<string, Within> | 'never'

/** The facts about an absent text, which cannot have a wrong value. */
export const VACANT: Within = { values: [] }

/** The facts about a text by its type. */
export function withinOf(type: Type): Within | undefined {
  if (type.kind !== 'string') return undefined
  return bothWithin(type.choices && { values: type.choices }, type.within)
}

/** The type with additional facts, which only texts have. */
export function restrict(type: Type, within: Within | undefined): Type {
  return type.kind === 'string' && within
    ? { ...type, within: bothWithin(type.within, within)! }
    : type
}

/** The facts if both apply. */
export function bothWithin(a: Within | undefined, b: Within | undefined): Within | undefined {
  if (!a || !b) return a ?? b
  const values =
    a.values && b.values
      ? a.values.filter(value => b.values!.includes(value))
      : (a.values ?? b.values)
  return made(values, [...new Set([...(a.keyOf ?? []), ...(b.keyOf ?? [])])])
}

/** The facts if one of them applies. */
export function eitherWithin(a: Within | undefined, b: Within | undefined): Within | undefined {
  if (!a || !b) return undefined
  if (a.values?.length === 0) return b
  if (b.values?.length === 0) return a
  const values = a.values && b.values ? [...new Set([...a.values, ...b.values])] : undefined
  return made(
    values,
    (a.keyOf ?? []).filter(table => b.keyOf?.includes(table)),
  )
}

function made(values: readonly string[] | undefined, keyOf: readonly string[]): Within | undefined {
  return values || keyOf.length > 0
    ? { ...(values ? { values } : {}), ...(keyOf.length > 0 ? { keyOf } : {}) }
    : undefined
}

/** The facts that two conditions prove together. */
export function allOf(a: Narrowing | undefined, b: Narrowing | undefined): Narrowing | undefined {
  if (a === 'never' || b === 'never') return 'never'
  if (!a || !b) return a ?? b
  const all = new Map(a)
  for (const [path, within] of b) all.set(path, bothWithin(all.get(path), within)!)
  return all
}

/** The facts that two conditions prove if one of them holds. */
export function anyOf(a: Narrowing | undefined, b: Narrowing | undefined): Narrowing | undefined {
  if (a === 'never') return b
  if (b === 'never') return a
  const any = new Map<string, Within>()
  for (const [path, within] of a ?? []) {
    const either = eitherWithin(within, b?.get(path))
    if (either) any.set(path, either)
  }
  return any.size > 0 ? any : undefined
}

/** The facts if a path is one of some values, and if it is not. */
export function oneOf(
  path: string | undefined,
  { left, values, exact }: { left: Within | undefined; values: readonly string[]; exact: boolean },
): { whenTrue?: Narrowing; whenFalse?: Narrowing } {
  const inside = left?.values?.filter(value => values.includes(value)) ?? values
  const outside = exact ? left?.values?.filter(value => !values.includes(value)) : undefined
  const one = (rest: readonly string[]): Narrowing | undefined =>
    rest.length === 0
      ? 'never'
      : path === undefined
        ? undefined
        : new Map([[path, { values: rest }]])
  const [whenTrue, whenFalse] = [one(inside), outside && one(outside)]
  return { ...(whenTrue ? { whenTrue } : {}), ...(whenFalse ? { whenFalse } : {}) }
}

/** The names with additional facts about a text, either a name or a member of a record. */
export function narrow(names: Names, narrowing: Narrowing | undefined): Names {
  if (!narrowing || narrowing === 'never') return names
  const narrowed: Record<string, Binding> = { ...names }
  for (const [path, within] of narrowing) {
    const [root = '', ...members] = path.split('.')
    if (path.includes('[') || !Object.hasOwn(narrowed, root)) continue
    narrowed[root] = {
      ...narrowed[root]!,
      type: narrowMember(narrowed[root]!.type, members, within),
    }
  }
  return narrowed
}

function narrowMember(type: Type, [name, ...rest]: readonly string[], within: Within): Type {
  if (name === undefined) return restrict(type, within)
  if (type.kind !== 'record' || !Object.hasOwn(type.fields, name)) return type
  const field = type.fields[name]!
  return {
    ...type,
    fields: { ...type.fields, [name]: { ...field, type: narrowMember(field.type, rest, within) } },
  }
}
