/**
 * Which values a text can have, beyond its declared choices: what rows hold and conditions prove,
 * for proofs of look-ups.
 */
import type { Binding, Names, Type, Within } from '../types.ts'

/** What a condition proves, by path; `never` where it cannot be so. */
export type Narrowing = ReadonlyMap<string, Within> | 'never'

/** A text that is not there: nothing can be wrong with it. */
export const VACANT: Within = { values: [] }

/** What is known of a text by its type. */
export function withinOf(type: Type): Within | undefined {
  if (type.kind !== 'string') return undefined
  return bothWithin(type.choices && { values: type.choices }, type.within)
}

/** The type with more known of it; only of texts anything is. */
export function restrict(type: Type, within: Within | undefined): Type {
  return type.kind === 'string' && within
    ? { ...type, within: bothWithin(type.within, within)! }
    : type
}

/** What is known where both are. */
export function bothWithin(a: Within | undefined, b: Within | undefined): Within | undefined {
  if (!a || !b) return a ?? b
  const values =
    a.values && b.values
      ? a.values.filter(value => b.values!.includes(value))
      : (a.values ?? b.values)
  return made(values, [...new Set([...(a.keyOf ?? []), ...(b.keyOf ?? [])])])
}

/** What is known where one of them is. */
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

/** What two conditions prove that both hold. */
export function allOf(a: Narrowing | undefined, b: Narrowing | undefined): Narrowing | undefined {
  if (a === 'never' || b === 'never') return 'never'
  if (!a || !b) return a ?? b
  const all = new Map(a)
  for (const [path, within] of b) all.set(path, bothWithin(all.get(path), within)!)
  return all
}

/** What two conditions prove of which one holds. */
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

/** That a path is one of some values, or is not: both ways that a condition can end. */
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

/** Names of which more is known: of a text by itself, or as a member of a record. */
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
