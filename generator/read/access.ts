/** Small readers of Raw values. All return undefined if the value is absent or of another kind. */
import type { Place, Problem, Raw, RawEntry } from '../types.ts'

/** A map of the catalog. */
export type RawMap = Extract<Raw, { kind: 'map' }>

/** The entry of a key. */
export function entryOf(raw: Raw | undefined, key: string): RawEntry | undefined {
  return raw?.kind === 'map' ? raw.entries.find(entry => entry.key === key) : undefined
}

/** The value of a key. */
export function valueOf(raw: Raw | undefined, key: string): Raw | undefined {
  return entryOf(raw, key)?.value
}

/** Text of a scalar as written: numbers keep their source. */
export function textOf(raw: Raw | undefined): string | undefined {
  return raw?.kind === 'scalar' ? raw.text.text : undefined
}

/** Text of a key's scalar. */
export function textAt(raw: Raw | undefined, key: string): string | undefined {
  return textOf(valueOf(raw, key))
}

/** Items of a list. */
export function itemsOf(raw: Raw | undefined): readonly Raw[] {
  return raw?.kind === 'list' ? raw.items : []
}

/** Entries of a map. */
export function entriesOf(raw: Raw | undefined): readonly RawEntry[] {
  return raw?.kind === 'map' ? raw.entries : []
}

/** A value as plain data; numbers as JavaScript numbers. */
export function toJson(raw: Raw): unknown {
  if (raw.kind === 'list') return raw.items.map(toJson)
  if (raw.kind === 'scalar') return raw.value
  return Object.fromEntries(raw.entries.map(entry => [entry.key, toJson(entry.value)]))
}

/** An error at a place. */
export function problem(
  code: string,
  place: Place,
  message: string,
  more: Pick<Problem, 'hint' | 'also'> = {},
): Problem {
  return {
    code,
    severity: 'error',
    message,
    place,
    ...(more.hint ? { hint: more.hint } : {}),
    ...(more.also ? { also: more.also } : {}),
  }
}
