/** Remembers the formulas from which expressions were made. */
import type { Js } from './tree.ts'

const sources = new WeakMap<Js, string>()

/** Notes the formula of an expression, which may become a part of others. */
export const noteSource = (js: Js, source: string): void => void sources.set(js, source)

/** The formula of an expression as its author wrote it; undefined if it is made otherwise. */
export const sourceOf = (js: Js): string | undefined => sources.get(js)
