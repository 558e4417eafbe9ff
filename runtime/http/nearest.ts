/** Which served path somebody meant who asked for one that is not there. */
import { distance as lettersApart } from 'fastest-levenshtein'

/** A path that is served, without holes, and by which method. */
export interface Served<T> {
  method: string
  path: string
  route: T
}

/** Finds it; nothing where no served path is near. */
export type Nearest<T> = (method: string, path: string) => Served<T> | undefined

/** Longer paths are nobody's slip of the hand. */
const LONGEST = 120
/** A slip is two letters, or a quarter of them, and never many. */
const [FEW, MANY] = [2, 6]
const PART = 4
/**
 * Whole segments too many or too few, such as a prefix that is missing or there twice, count less
 * than wrong letters.
 */
const SEGMENT = 0.1

/**
 * Prepares the search among the paths that are served. It takes a few milliseconds at most where
 * hundreds of paths are served, whatever is asked.
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
      // Of two equally near the one of the same method.
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

/** How far a path is from another; nothing where it is too far. */
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

/** Whether all steps stand among the others, in the same order. */
function isWithin(steps: readonly string[], others: readonly string[]): boolean {
  let at = 0
  for (const step of others) if (step === steps[at]) at++
  return at === steps.length
}
