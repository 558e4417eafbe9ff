/** Which of the names on sale was probably meant by one that is not there. */
import { distance } from 'fastest-levenshtein'

/** Longer texts are nobody's slip of the hand; this also bounds the cost of the search. */
const LONGEST = 100
/** Letters that may differ: two, or a quarter of them. */
const FEW = 2
const PART = 4

/** Names as they are compared: in small letters, whole and without their maker (`maker/`). */
interface Known {
  name: string
  forms: readonly string[]
}

/** Prepared once for each list. */
const prepared = new WeakMap<readonly string[], readonly Known[]>()

/** ` Did you mean X?` with the nearest name, to follow a sentence; empty where none is near. */
export function didYouMean(text: string, names: readonly string[]): string {
  const found = nearestName(text, names)
  return found === undefined ? '' : ` Did you mean ${found}?`
}

function nearestName(text: string, names: readonly string[]): string | undefined {
  if (text === '' || text.length > LONGEST) return undefined
  const asked = formsOf(text)
  let best: { name: string; far: number } | undefined
  for (const { name, forms } of knownOf(names)) {
    const far = Math.min(...asked.flatMap(one => forms.map(form => apart(one, form))))
    if (far < (best?.far ?? Infinity)) best = { name, far }
  }
  return best?.name
}

/** Letters that differ; infinite where they are too many for a slip. */
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

/** Lists of JSON may hold anything. */
function isText(name: unknown): name is string {
  return typeof name === 'string'
}
