/** The first difference of two texts, as unified diff text. */

const AROUND = 3
const LONGEST = 24

/** One hunk with three lines around it; undefined for equal texts. Long differences are cut. */
export function firstHunk({
  path,
  before,
  after,
}: {
  path: string
  before: string
  after: string
}): string | undefined {
  if (before === after) return undefined
  const [a, b] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  const [endA, endB] = meet(a, b, start)
  const top = Math.max(0, start - AROUND)
  const removed = a.slice(start, endA)
  const added = b.slice(start, endB)
  const tail = a.slice(endA, endA + AROUND)
  const head = a.slice(top, start)
  const lines = [
    ...head.map(l => ` ${l}`),
    ...cut(removed).map(l => `-${l}`),
    ...cut(added).map(l => `+${l}`),
    ...tail.map(l => ` ${l}`),
  ]
  const around = head.length + tail.length
  return [
    `--- ${path}`,
    `+++ ${path} (generated)`,
    `@@ -${top + 1},${removed.length + around} +${top + 1},${added.length + around} @@`,
    ...lines,
  ].join('\n')
}

/**
 * The next lines at which the texts agree after `start`: the nearest pair of equal lines followed
 * by another equal pair.
 */
function meet(a: readonly string[], b: readonly string[], start: number): [number, number] {
  const limit = Math.min(400, Math.max(a.length, b.length) - start)
  for (let distance = 1; distance <= 2 * limit; distance++) {
    for (let i = Math.max(0, distance - limit); i <= Math.min(distance, limit); i++) {
      const [x, y] = [start + i, start + distance - i]
      if (x < a.length && y < b.length && a[x] === b[y] && a[x + 1] === b[y + 1]) return [x, y]
    }
  }
  return [a.length, b.length]
}

function cut(lines: readonly string[]): readonly string[] {
  return lines.length <= LONGEST
    ? lines
    : [...lines.slice(0, LONGEST), `... ${lines.length - LONGEST} more lines`]
}
