/** The only module of the catalog that calls the formula compiler. */
import { sliceText } from '../formula/fail.ts'
import { lowerFormula, lowerPrice, prove } from '../formula/lower.ts'
import { narrow } from '../formula/within.ts'
import { lowerMessage } from '../notation/message.ts'
import { lowerTree } from '../notation/tree.ts'
import type { Checked, Code, Names, Raw, Text, Type } from '../types.ts'

/**
 * The source of a lowering: a formula, a price, a message with holes, or a tree of literals and
 * formulas.
 */
export type Lowering =
  | { kind: 'formula'; text: Text; expect?: Type }
  | { kind: 'price'; text: Text }
  | { kind: 'message'; text: Text }
  | { kind: 'tree'; raw: Raw; messages?: boolean }

/** Lowers a source with these names. */
export function lowered(what: Lowering, names: Names): Checked<Code | undefined> {
  switch (what.kind) {
    case 'formula':
      return lowerFormula(what.text, names, what.expect)
    case 'price':
      return lowerPrice(what.text, names)
    case 'message':
      return lowerMessage(what.text, names)
    case 'tree':
      return lowerTree(what.raw, names, { messages: what.messages === true })
  }
}

/** A tree; with `messages` its texts may have holes. */
export function treeLowering(raw: Raw, messages = false): Lowering {
  return { kind: 'tree', raw, messages }
}

/** Text with holes, or a formula after `=`. */
export function leafLowering(value: Raw): Lowering {
  const { text } = value as { text: Text }
  return text.text.startsWith('=') ? treeLowering(value) : { kind: 'message', text }
}

/** A condition written bare, or after `=`. */
export function conditionLowering({ text }: { text: Text }): Lowering {
  const own = text.text.startsWith('=') ? sliceText(text, 1) : text
  return { kind: 'formula', text: own, expect: { kind: 'boolean' } }
}

/**
 * The names after a condition that holds. The row of a table is not narrowed here: its gate has a
 * scope of its own.
 */
export function proveNames(names: Names, code: Code): Names {
  const paths = (code.proves ?? []).filter(path => path !== 'model')
  const proven = paths.length === 0 ? names : prove(names, paths)
  return narrow(proven, code.narrows)
}
