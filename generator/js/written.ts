/** Remembers the formulas from which expressions were made. */
import type { Js } from './tree.ts'

const sources = new WeakMap<object, string>()

/** Notes the formula of an expression, which may become a part of others. */
export const noteSource = (js: Js, source: string): void => void sources.set(js, source)

/** The formula of an expression as its author wrote it; undefined if it is made otherwise. */
export const sourceOf = (js: Js): string | undefined => sources.get(js)

/** All expressions inside a value whose formulas are noted. */
export function notedSources(value: unknown): [expression: Js, source: string][] {
  const seen = new Set<unknown>()
  const found: [Js, string][] = []
  const visit = (one: unknown): void => {
    if (typeof one !== 'object' || one === null || seen.has(one)) return
    seen.add(one)
    const source = sources.get(one)
    if (source !== undefined) found.push([one as Js, source])
    for (const part of one instanceof Map ? one : Object.values(one)) visit(part)
  }
  visit(value)
  return found
}
