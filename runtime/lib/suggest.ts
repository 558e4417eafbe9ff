/** Finds the known name that an unknown one probably meant. */
import { distance } from 'fastest-levenshtein'

/** Longest text that may be a typing error; this also bounds the cost of the search. */
const LONGEST = 100
/** Number of letters that may differ: two, or a quarter of them. */
const FEW = 2
const PART = 4

/**
 * A name with the forms in which it is compared: in lower case, complete and without its prefix
 * (`maker/`).
 */
interface Known {
  name: string
  forms: readonly string[]
}

/** The compared forms of each list, computed once. */
const prepared = new WeakMap<readonly string[], readonly Known[]>()

/**
 * Returns ` Did you mean X?` with the nearest name, to follow a sentence; empty if no name is near.
 */
export function didYouMean(text: string, names: readonly string[]): string {
  const found = nearestName(text, names)
  return found === undefined ? '' : ` Did you mean ${found}?`
}

/** Returns the nearest name; undefined if none is near. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  if (text === '' || text.length > LONGEST) return undefined
  const wantedForms = formsOf(text)
  let best: { name: string; far: number } | undefined
  for (const { name, forms } of knownOf(names)) {
    const far = Math.min(...wantedForms.flatMap(one => forms.map(form => apart(one, form))))
    if (far < (best?.far ?? Infinity)) best = { name, far }
  }
  return best?.name
}

/** Counts the letters that differ; infinite if there are too many for a typing error. */
function apart(a: string, b: string): number {
  const most = Math.max(FEW, Math.floor(Math.min(a.length, b.length) / PART))
  if (Math.abs(a.length - b.length) > most) return Infinity
  const far = distance(a, b)
  return far > most || far >= Math.min(a.length, b.length) ? Infinity : far
}

function knownOf(names: readonly string[]): readonly Known[] {
  const known =
    prepared.get(names) ?? names.filter(isText).map(name => ({ name, forms: formsOf(name) }))
  prepared.set(names, known)
  return known
}

function formsOf(text: string): readonly string[] {
  const whole = text.toLowerCase()
  const own = whole.slice(whole.lastIndexOf('/') + 1)
  return own === whole || own === '' ? [whole] : [whole, own]
}

/** Lists in JSON may contain values other than strings. */
function isText(name: unknown): name is string {
  return typeof name === 'string'
}
