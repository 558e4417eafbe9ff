/** Corrects the amounts of examples in the files. */
import type { AmountKind, Place, Problem, SourceFile } from '../types.ts'

/** One amount in a file: its key, the written amount and the correct one. */
export interface Change {
  /** The characters of the amount itself. */
  place: Place
  key: string
  old: string
  usd: string
  of: AmountKind
}

/** The changes that fix problems, in order of files, and the errors that they do not fix. */
export function changesOf(
  problems: readonly Problem[],
  files: readonly SourceFile[],
): { changes: Change[]; others: Problem[] } {
  const errors = problems.filter(one => one.severity === 'error')
  const found = errors.flatMap(one => (one.fix ? [{ one, change: changeOf(one.fix, files) }] : []))
  const amounts = new Map(found.map(({ change }) => [keyOf(change), change]))
  // Routes that share an example through a template or a prefix may have different prices.
  const split = found.filter(({ change }) => amounts.get(keyOf(change))!.usd !== change.usd)
  const others = errors.filter(one => !one.fix && !(one.sum && one.code === 'example-price'))
  return { changes: [...amounts.values()], others: [...others, ...split.map(({ one }) => one)] }
}

const keyOf = ({ place }: Change): string => `${place.file}:${place.start}`

/** A quoted or plain key. A plain one may contain a colon that no blank follows. */
const KEY = /^("(?:\\.|[^"\\])*"|'(?:''|[^'])*'|.+?(?=\s*:\s))\s*:/s

function changeOf(
  { place, usd, of }: NonNullable<Problem['fix']>,
  files: readonly SourceFile[],
): Change {
  const text = files.find(({ path }) => path === place.file)!.text.slice(place.start, place.end)
  const [head, key] = KEY.exec(text)!
  // A comment may stand between the key and the amount.
  const [old] = /\S+$/.exec(text.slice(head.length))!
  return { place: { ...place, start: place.end - old.length }, key: key!, old, usd, of }
}

/** The files with the new amounts. */
export function changed(files: readonly SourceFile[], changes: readonly Change[]): SourceFile[] {
  return files.map(file => {
    const own = changes.filter(({ place }) => place.file === file.path)
    const last = own.sort((a, b) => b.place.start - a.place.start)
    const text = last.reduce(
      (all, { place, usd }) => all.slice(0, place.start) + usd + all.slice(place.end),
      file.text,
    )
    return { ...file, text }
  })
}
