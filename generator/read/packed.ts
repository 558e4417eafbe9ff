/**
 * Packs parsed files as plain data, for the cache of parsed files. Places are offsets, and texts
 * are left out where they equal the value: with the file's own text, everything can be restored.
 */
import { scalarText, type Style } from './scalar-text.ts'
import type { Place, Raw, RawEntry, SourceFile } from '../types.ts'

type Doc = string | 0
type Value = string | number | boolean | null
/** `text` is 0 if it equals the value. */
type PackedScalar = [kind: 's', start: number, end: number, doc: Doc, Value, text: string | 0]
type PackedList = [kind: 'l', start: number, end: number, doc: Doc, items: Packed[]]
type PackedMap = [kind: 'm', start: number, end: number, doc: Doc, entries: PackedEntry[]]
type PackedEntry = [key: string, start: number, end: number, doc: Doc, value: Packed]

/** A value with its places, as JSON can hold it. */
export type Packed = PackedScalar | PackedList | PackedMap

const STYLES: Readonly<Record<string, Style>> = {
  '"': 'double',
  "'": 'single',
  '|': 'block',
  '>': 'block',
}

/** Whether JSON can hold all numbers of a value: it has no infinite ones and no minus zero. */
export function canPack(raw: Raw): boolean {
  if (raw.kind === 'list') return raw.items.every(canPack)
  if (raw.kind === 'map') return raw.entries.every(({ value }) => canPack(value))
  const { value } = raw
  return typeof value !== 'number' || (Number.isFinite(value) && !Object.is(value, -0))
}

/** Packs a value of a file without problems. */
export function packed(raw: Raw): Packed {
  const { start, end } = raw.place
  const doc = raw.doc ?? 0
  if (raw.kind === 'list') return ['l', start, end, doc, raw.items.map(packed)]
  if (raw.kind === 'map') return ['m', start, end, doc, raw.entries.map(packedEntry)]
  const { value, text } = raw
  return ['s', start, end, doc, value, text.text === value ? 0 : text.text]
}

const packedEntry = ({ key, keyPlace, doc, value }: RawEntry): PackedEntry => [
  key,
  keyPlace.start,
  keyPlace.end,
  doc ?? 0,
  packed(value),
]

/** Restores a packed value; `file` is its source. */
export function unpacked(one: Packed, file: SourceFile): Raw {
  const place = { file: file.path, start: one[1], end: one[2] }
  const documented = one[3] === 0 ? {} : { doc: one[3] }
  if (one[0] === 'l')
    return { kind: 'list', items: one[4].map(item => unpacked(item, file)), place, ...documented }
  if (one[0] === 'm')
    return { kind: 'map', entries: one[4].map(of => unpackedEntry(of, file)), place, ...documented }
  return { ...scalar(one, place, file), ...documented }
}

function unpackedEntry([key, start, end, doc, value]: PackedEntry, file: SourceFile): RawEntry {
  const entry = { key, keyPlace: { file: file.path, start, end }, value: unpacked(value, file) }
  return doc === 0 ? entry : { ...entry, doc }
}

function scalar([, start, end, , value, text]: PackedScalar, place: Place, file: SourceFile) {
  // No plain scalar begins with the sign of another style; an empty one has no character.
  const style = start === end ? 'plain' : (STYLES[file.text[start]!] ?? 'plain')
  const written = { style, source: file.text, place }
  return {
    kind: 'scalar' as const,
    value,
    quoted: style !== 'plain',
    text: scalarText(text === 0 ? String(value) : text, written),
    place,
  }
}
