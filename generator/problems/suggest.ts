/** Finds suggestions for "did you mean": a synonym, or the nearest known name by edit distance. */
import { synonym } from './synonyms.ts'

/** The known name nearest to a mistyped one; undefined if none is near enough. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.min(3, Math.floor(name.length / 2)))
  let best: { name: string; distance: number; prefix: number } | undefined
  for (const one of known) {
    if (Math.abs(one.length - name.length) > limit || one === name) continue
    const distance = editDistance(name.toLowerCase(), one.toLowerCase())
    if (distance > limit || (best && distance > best.distance)) continue
    // Of equally near names, the one with the longer common beginning: slips are rarer at the start
    // of a word.
    const prefix = commonPrefix(name, one)
    if (!best || distance < best.distance || prefix > best.prefix)
      best = { name: one, distance, prefix }
  }
  return best?.name
}

function commonPrefix(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/** Edits (insert, drop, replace, swap of neighbours) that turn one text into the other. */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      row[j] = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    before = last
    last = row
  }
  return last[b.length]!
}

/**
 * The known name that begins with the other one or is its beginning, such as `max` of `maximum`, or
 * the only one with the same first word, such as `charge_if` for `charge_when`.
 */
function alike(name: string, known: readonly string[]): string | undefined {
  const begins = (one: string, other: string): boolean => one.length > 2 && other.startsWith(one)
  const found = known.filter(one => begins(one, name) || begins(name, one))
  if (found.length === 1) return found[0]
  const [first, ...rest] = name.split('_')
  const same = known.filter(one => one.startsWith(`${first!}_`))
  return rest.length > 0 && same.length === 1 ? same[0] : undefined
}

/** A hint for an unknown name: the nearest one and, if there are few, all of them. */
export function suggestion(
  name: string,
  known: readonly string[],
  word = 'one of',
): string | undefined {
  const parts = name.split(/[\s,;]+/).filter(part => part !== '')
  if (parts.length > 1 && parts.every(part => known.includes(part)))
    return `a comma is missing: ${parts.join(', ')}`
  const near = synonym(name, known) ?? nearest(name, known) ?? alike(name, known)
  const list = known.length > 0 && known.length <= 50 ? `${word}: ${known.join(', ')}` : ''
  if (near) return `did you mean \`${near}\`?${list ? `  (${list})` : ''}`
  return list || undefined
}
