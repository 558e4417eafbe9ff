/**
 * Adds hints to YAML's own errors: the parser reports what it expected, the hint what the author
 * probably meant.
 */
import type { YAMLError } from 'yaml'
import { COMMA_TRAPS } from './commas.ts'
import { ELEMENT_TRAPS } from './elements.ts'
import { LAYOUT_TRAPS, unclosed } from './layout.ts'
import { lineOf } from './lines.ts'
import { hole } from './holes.ts'
import { tab } from './tabs.ts'

/**
 * A problem code, a message in our words, and a hint. The place is that of the error unless the
 * advice has one.
 */
export interface Advice {
  code: string
  message: string
  hint: string
  start?: number
  end?: number
}

/** An error with its file and line. */
export interface Fault {
  error: YAMLError
  text: string
  starts: readonly number[]
  line: string
  lineStart: number
}

/** Advice for errors of one kind; undefined for others. */
export type Trap = (fault: Fault) => Advice | undefined

const QUOTE = 'put the whole value in single quotes'
const syntax = (message: string, hint: string): Advice => ({ code: 'yaml-syntax', message, hint })

const TRAPS: readonly Trap[] = [
  tab,
  ({ error, line }) =>
    error.code === 'TAG_RESOLVE_FAILED' || error.code === 'MULTIPLE_TAGS'
      ? {
          code: 'yaml-tag',
          message:
            `YAML reads \`${/![^\s]*/.exec(line)?.[0] ?? '!'}\` as a tag and drops it from ` +
            'the value',
          hint: `${QUOTE}: '${formula(line)}'`,
        }
      : undefined,
  ({ line }) =>
    /[:{,] [^'"]* \? [^,]* : /.test(line)
      ? syntax('there is no `test ? a : b` in formulas', 'write choose(test, a, b)')
      : undefined,
  ({ error }) =>
    error.code === 'BAD_ALIAS' ||
    error.code === 'MULTIPLE_ANCHORS' ||
    error.code === 'ALIAS_PROPS' ||
    /alias|anchor/i.test(error.message)
      ? {
          code: 'yaml-alias',
          message: 'YAML anchors and aliases are not used in the catalog',
          hint: `${QUOTE}, or share values with \`like:\``,
        }
      : undefined,
  ...ELEMENT_TRAPS,
  ...COMMA_TRAPS,
  unclosed,
  hole,
  ({ line }) => {
    const [, name, text] =
      /[{,]\s*([\w-]+):\s+([^\s"'{}[\],:=][^"'{}[\],]*:\s[^"'{}[\],]*)/.exec(line) ?? []
    return name === undefined
      ? undefined
      : syntax(
          'a colon and a blank inside the value start another entry',
          `put the text in quotes: ${name}: "${text!.trim()}"`,
        )
  },
  ({ line }) =>
    /[{,][^{}]*:\s*=?[^'"{},]*[[(]/.test(line)
      ? {
          code: 'yaml-comma',
          message: 'inside { } a bracket or a comma ends the value before it',
          hint: `${QUOTE}, or write the entry on a line of its own`,
        }
      : undefined,
  ({ line }) =>
    /[[,][^"'\]]*[^"'\]\s,[]\{/.test(line)
      ? {
          code: 'yaml-comma',
          message: 'inside [ ] a brace starts a map',
          hint: 'put the text with { } in quotes',
        }
      : undefined,
  ...LAYOUT_TRAPS,
  ({ error }) =>
    error.code === 'BLOCK_AS_IMPLICIT_KEY'
      ? syntax('a colon and a blank inside the value start another entry', QUOTE)
      : undefined,
  ({ line }) =>
    /:\s+("[^"]*"|'[^']*'|\[[^\]]*\])\s*\S/.test(line)
      ? syntax(
          'text follows the quoted text or list that starts the value',
          `${QUOTE}, so that it is one text`,
        )
      : undefined,
  ({ error }) =>
    error.code === 'MULTIPLE_DOCS'
      ? syntax('a file holds one document', 'remove the line `---`')
      : undefined,
  ({ error }) => (error.code === 'BAD_SCALAR_START' ? syntax(lead(error), QUOTE) : undefined),
  ({ error }) =>
    error.code === 'BAD_INDENT' || error.code === 'MISSING_CHAR'
      ? syntax(
          lead(error),
          'compare the indentation and the closing bracket or quote with the lines around it',
        )
      : undefined,
]

/** Advice for a YAML error. */
export function advise(error: YAMLError, text: string, starts: readonly number[]): Advice {
  const lineStart = starts[lineOf(starts, Math.min(error.pos[0], Math.max(0, text.length - 1)))]!
  const line = text.slice(lineStart).split('\n', 1)[0]!
  const fault: Fault = { error, text, starts, line, lineStart }
  for (const trap of TRAPS) {
    const advice = trap(fault)
    if (advice) return advice
  }
  return syntax(lead(error), 'compare with the lines around it')
}

/** The first sentence of the parser's message, in lower case. */
function lead(error: YAMLError): string {
  const first = error.message
    .split('\n')[0]!
    .replace(/ at line \d+.*$/, '')
    .replace(/:$/, '')
  return first[0]!.toLowerCase() + first.slice(1)
}

/** The value after the key of a line. */
function formula(line: string): string {
  return /:\s+(!.*?)\s*(?:,\s*\w+:.*|\}\s*)?(?:\s#.*)?$/.exec(line)?.[1] ?? line.trim()
}
