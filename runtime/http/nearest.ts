/** Finds the served path that a caller probably meant by an unknown one. */
import { distance as lettersApart } from 'fastest-levenshtein'

/** A served path without holes, and its method. */
export interface Served<T> {
  method: string
  path: string
  route: T
}

/** Finds the nearest path; undefined if none is near. */
export type Nearest<T> = (method: string, path: string) => Served<T> | undefined

/** Paths longer than this are not typing errors. */
const LONGEST = 120
/** A typing error is two letters, or a quarter of them, and never many. */
const [FEW, MANY] = [2, 6]
const PART = 4
/** Extra or missing whole segments, such as a doubled prefix, count less than wrong letters. */
const SEGMENT = 0.1

/**
 * Prepares the search for the served path that is nearest to an unknown one. A search among
 * hundreds of paths takes a few milliseconds at most, whatever the input.
 */
export function nearestAmong<T>(served: readonly Served<T>[]): Nearest<T> {
  const plain = served
    .filter(({ path }) => !/[{*]/.test(path))
    .map(one => ({ ...one, steps: stepsOf(one.path) }))
  return (method, path) => {
    const steps = path.length > LONGEST ? [] : stepsOf(path)
    if (steps.length === 0) return undefined
    let best: { found: Served<T>; far: number } | undefined
    for (const { steps: theirs, ...found } of plain) {
      const far = distance({ path, steps }, { path: found.path, steps: theirs })
      if (far === undefined) continue
      // Of two equally near paths, prefers the one with the same method.
      const total = far + (found.method === method ? 0 : SEGMENT / 2)
      if (best === undefined || total < best.far) best = { found, far: total }
    }
    return best?.found
  }
}

function stepsOf(path: string): readonly string[] {
  return path
    .toLowerCase()
    .split('/')
    .filter(step => step !== '')
}

interface Way {
  path: string
  steps: readonly string[]
}

/** Returns the distance of two paths; undefined if they are too far apart. */
function distance(asked: Way, served: Way): number | undefined {
  if (
    asked.steps.at(-1) === served.steps.at(-1) &&
    (isWithin(asked.steps, served.steps) || isWithin(served.steps, asked.steps))
  ) {
    return SEGMENT * Math.abs(asked.steps.length - served.steps.length)
  }
  const most = Math.min(MANY, Math.max(FEW, Math.floor(asked.path.length / PART)))
  if (Math.abs(asked.path.length - served.path.length) > most) return undefined
  const letters = lettersApart(asked.path.toLowerCase(), served.path.toLowerCase())
  return letters > most ? undefined : letters
}

/** Whether all segments occur among the others, in the same order. */
function isWithin(steps: readonly string[], others: readonly string[]): boolean {
  let at = 0
  for (const step of others) if (step === steps[at]) at++
  return at === steps.length
}
