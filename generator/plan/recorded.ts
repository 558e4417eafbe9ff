/** Finds values that a price reads and that a sales line does not have. */
import type { Js } from '../js/tree.ts'

/** The places of recorded values. */
export type Recorded = Readonly<Record<string, unknown>>

/** The first place that is not recorded; undefined if all are. */
export const unrecorded = (places: readonly string[], inputs: Recorded): string | undefined =>
  places.find(place => !isRecorded(place.split('.'), inputs))

/**
 * Whether the value at a place is recorded: the value, its parts, or another value in place of
 * the list or object that would contain it. An empty list has no elements.
 */
function isRecorded(place: readonly string[], inputs: Recorded): boolean {
  const elements = place.indexOf('*')
  if (elements >= 0 && isEmpty(place.slice(0, elements), inputs)) return true
  return Object.keys(inputs).some(known => {
    const names = known.split('.')
    const rest = place[names.length]
    const isOther = inputs[known] === null || rest === '*' || rest === 'length'
    if (rest !== undefined && !isOther) return false
    return names.every((name, i) => i >= place.length || isSameName(place[i]!, name))
  })
}

const isEmpty = (list: readonly string[], inputs: Recorded): boolean =>
  inputs[[...list, 'length'].join('.')] === 0

const isSameName = (asked: string, known: string): boolean =>
  asked === known || (asked === '*' && /^\d+$/.test(known))

/** The places of a list as code; of other code those that it returns. */
export function placesOf(js: Js | undefined, run: (js: Js) => unknown): readonly string[] {
  if (js === undefined) return []
  const found = js.kind === 'arrow' ? run(js) : js.kind === 'array' ? js.items.map(textOf) : []
  return (found ?? []) as readonly string[]
}

const textOf = (js: Js): string => (js.kind === 'text' ? js.value : '')
