/** What to do about YAML's own errors: the parser says what it expected, these say what the writer most likely meant. */
import type { YAMLError } from 'yaml'

/** A problem code, a message in our words, and advice. */
export interface Advice { code: string; message: string; hint: string }

interface Trap { when(error: YAMLError, line: string): boolean; code: string; say(error: YAMLError, line: string): Omit<Advice, 'code'> }

const QUOTE = 'put the whole value in single quotes'

const TRAPS: readonly Trap[] = [
  {
    code: 'yaml-tag',
    when: error => error.code === 'TAG_RESOLVE_FAILED' || error.code === 'MULTIPLE_TAGS',
    say: (error, line) => ({
      message: `YAML reads \`${/![^\s]*/.exec(line)?.[0] ?? '!'}\` as a tag and drops it from the value`,
      hint: `${QUOTE}: '${formula(line)}'`,
    }),
  },
  {
    code: 'yaml-syntax',
    when: (error, line) => / \? .* : /.test(line) && (error.code === 'BLOCK_AS_IMPLICIT_KEY' || error.code === 'MULTILINE_IMPLICIT_KEY'),
    say: () => ({ message: 'there is no `test ? a : b` in formulas', hint: 'write choose(test, a, b)' }),
  },
  {
    code: 'yaml-syntax',
    when: error => error.code === 'BLOCK_AS_IMPLICIT_KEY',
    say: () => ({ message: 'a colon and a blank inside the value start another entry', hint: QUOTE }),
  },
  {
    code: 'yaml-tab',
    when: error => error.code === 'TAB_AS_INDENT' || /tab/i.test(error.message),
    say: () => ({ message: 'a tab is not allowed as indentation', hint: 'indent with two spaces' }),
  },
  {
    code: 'yaml-alias',
    when: error => error.code === 'BAD_ALIAS' || error.code === 'MULTIPLE_ANCHORS' || error.code === 'ALIAS_PROPS'
      || /alias|anchor/i.test(error.message),
    say: () => ({ message: 'YAML anchors and aliases are not used in the catalog', hint: `${QUOTE}, or share values with \`like:\`` }),
  },
  {
    code: 'yaml-comma',
    when: (_error, line) => /[{,][^{}]*:\s*=?[^'"{},]*[[(]/.test(line),
    say: () => ({
      message: 'inside { } a bracket or a comma ends the value before it', hint: `${QUOTE}, or write the entry on a line of its own`,
    }),
  },
  {
    code: 'yaml-comma',
    when: (_error, line) => /[[,][^"'\]]*[^"'\]\s,[]\{/.test(line),
    say: () => ({ message: 'inside [ ] a brace starts a map', hint: 'put the text with { } in quotes' }),
  },
  {
    code: 'yaml-syntax',
    when: (_error, line) => /:\s+("[^"]*"|'[^']*'|\[[^\]]*\])\s*\S/.test(line),
    say: () => ({ message: 'something follows the quoted text or list that starts the value', hint: `${QUOTE}, so that it is one text` }),
  },
  {
    code: 'yaml-syntax',
    when: error => error.code === 'MULTIPLE_DOCS',
    say: () => ({ message: 'a file holds one document', hint: 'remove the line `---`' }),
  },
  {
    code: 'yaml-syntax',
    when: error => error.code === 'BAD_SCALAR_START',
    say: error => ({ message: lead(error), hint: QUOTE }),
  },
  {
    code: 'yaml-syntax',
    when: error => error.code === 'BAD_INDENT' || error.code === 'MISSING_CHAR',
    say: error => ({ message: lead(error), hint: 'compare the indentation and the closing bracket or quote with the lines around it' }),
  },
]

/** Advice for a YAML error on a line. */
export function advise(error: YAMLError, line: string): Advice {
  const trap = TRAPS.find(one => one.when(error, line))
  if (!trap) return { code: 'yaml-syntax', message: lead(error), hint: 'compare with the lines around it' }
  return { code: trap.code, ...trap.say(error, line) }
}

/** The first sentence of the parser's message, in lower case. */
function lead(error: YAMLError): string {
  const first = error.message.split('\n')[0]!.replace(/ at line \d+.*$/, '').replace(/:$/, '')
  return first[0]!.toLowerCase() + first.slice(1)
}

/** What stands behind the key of a line. */
function formula(line: string): string {
  return /:\s+(!.*?)\s*(?:,\s*\w+:.*|\}\s*)?(?:\s#.*)?$/.exec(line)?.[1] ?? line.trim()
}
