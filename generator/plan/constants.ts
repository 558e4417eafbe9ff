/** Finds changed numbers of gateway.yaml, and builds the catalog without these changes. */
import { catalogAt, LIST } from '../catalog/in-time.ts'
import { builtFrom } from '../compile.ts'
import { entryOf, valueOf } from '../read/access.ts'
import { readFile } from '../read/document.ts'
import type { CatalogIR } from '../ir.ts'
import type { Place, SourceFile } from '../types.ts'
import { decimalText } from '../formula/decimal.ts'
import { NAMED, numbersOf } from './numbers.ts'

/** A changed number as text, and the place of the new one. */
export interface ChangedConstant {
  name: string
  old: string
  new: string
  place: Place
}

/** The numbers that exist in both catalogs and differ. */
export function changedConstants(old: CatalogIR, now: CatalogIR): ChangedConstant[] {
  const [before, after] = [numbersOf(old.gateway), numbersOf(now.gateway)]
  return Object.entries(after).flatMap(([name, value]) => {
    const was = before[name]
    if (was === undefined || was.num * value.den === value.num * was.den) return []
    const place = placeOf(now.sources, name)
    return place ? [{ name, old: decimalText(was), new: decimalText(value), place }] : []
  })
}

/** The files with the given numbers in gateway.yaml and without its `dated:`. */
function filesWith(
  files: readonly SourceFile[],
  numbers: readonly { place: Place; text: string }[],
): SourceFile[] {
  const dated = datedPlace(files)
  const all = [...numbers, ...(dated ? [{ place: dated, text: '' }] : [])]
  const last = all.toSorted((a, b) => b.place.start - a.place.start)
  return files.map(file => {
    const own = last.filter(one => one.place.file === file.path)
    const text = own.reduce(
      (whole, { place, text: is }) => whole.slice(0, place.start) + is + whole.slice(place.end),
      file.text,
    )
    return own.length > 0 ? { path: file.path, text } : file
  })
}

/** The place of `dated:` in gateway.yaml. */
function datedPlace(files: readonly SourceFile[]): Place | undefined {
  const file = files.find(one => one.path === GATEWAY)
  const entry = file && entryOf(readFile(file).value.raw, 'dated')
  return entry && { ...entry.keyPlace, end: entry.value.place.end }
}

/**
 * The catalogs between the old and new numbers, at an instant: the first has all old numbers, and
 * each later one has one more new number. Undefined if one cannot be built.
 */
export function between(
  now: CatalogIR,
  changed: readonly ChangedConstant[],
  at = LIST,
): CatalogIR[] | undefined {
  const steps = changed.map((_, i) => {
    const numbers = changed.map((one, j) => ({ place: one.place, text: j < i ? one.new : one.old }))
    return filesWith(now.sources, numbers)
  })
  const built = steps.map(builtFrom)
  if (built.includes(undefined)) return undefined
  return (built as CatalogIR[]).map(ir => (at === LIST ? ir : catalogAt(ir, at)))
}

const GATEWAY = 'catalog/gateway.yaml'

function placeOf(files: readonly SourceFile[], name: string): Place | undefined {
  const file = files.find(one => one.path === GATEWAY)
  const raw = file && readFile(file).value.raw
  const isNamed = (NAMED as readonly string[]).includes(name)
  return entryOf(isNamed ? raw : valueOf(raw, 'constants'), name)?.value.place
}
