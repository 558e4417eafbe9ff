/** "Did you mean": the nearest known name by edit distance. */

/** The known name nearest to a mistyped one, or undefined where none is near enough to be meant. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.min(3, Math.floor(name.length / 2)))
  let best: { name: string; distance: number; prefix: number } | undefined
  for (const one of known) {
    if (Math.abs(one.length - name.length) > limit || one === name) continue
    const distance = editDistance(name.toLowerCase(), one.toLowerCase())
    if (distance > limit || (best && distance > best.distance)) continue
    // Of equally near names the one that starts alike for longer: slips are rarer at the start of a
    // word.
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
function editDistance(a: string, b: string): number {
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

/** A hint for an unknown name: the nearest one and, where they are few, all of them. */
export function suggestion(
  name: string,
  known: readonly string[],
  word = 'one of',
): string | undefined {
  const near = nearest(name, known)
  const list = known.length > 0 && known.length <= 50 ? `${word}: ${known.join(', ')}` : ''
  if (near) return `did you mean \`${near}\`?${list ? `  (${list})` : ''}`
  return list || undefined
}
