/**
 * A few sentences of Python: `print` of texts, numbers and sums, `sys.exit(n)` and `raise`.
 * Anything else is a syntax error there, because nothing is executed.
 */
import { outcome, type Outcome } from './outcome.ts'

const FAILED = 1
const VERSION = 'Python 3.11.9\n'

class Raised extends Error {
  override name = 'Raised'
}

class Exit extends Error {
  override name = 'Exit'
  readonly code: number
  constructor(code: number) {
    super('exit')
    this.code = code
  }
}

/** `python -c CODE`, `python --version`. */
export function python([flag, code = '']: readonly string[]): Outcome {
  if (flag === '--version' || flag === '-V') return outcome({ stdout: VERSION })
  if (flag !== '-c') return outcome({ stderr: 'python: only -c is emulated\n', returncode: 2 })
  let stdout = ''
  try {
    for (const sentence of code.split(/[;\n]/)) stdout += said(sentence.trim())
    return outcome({ stdout })
  } catch (error) {
    if (error instanceof Exit) return outcome({ stdout, returncode: error.code })
    const { message } = error as Error
    const stderr = `Traceback (most recent call last):\n  File "<string>", line 1\n${message}\n`
    return outcome({ stdout, stderr, returncode: FAILED })
  }
}

/** What a sentence prints. Throws where Python would raise. */
function said(sentence: string): string {
  if (sentence === '' || /^import \w+$/.test(sentence)) return ''
  const exit = /^(?:sys\.)?exit\((\d{1,3})\)$/.exec(sentence)
  if (exit) throw new Exit(Number(exit[1]) % 256)
  const raised = /^raise (\w+)\((?:'([^']*)'|"([^"]*)")?\)$/.exec(sentence)
  if (raised) throw new Raised([raised[1], raised[2] ?? raised[3]].filter(Boolean).join(': '))
  const printed = /^print\((.*)\)$/s.exec(sentence)
  if (!printed) throw new Raised('SyntaxError: invalid syntax')
  return `${valueOf(printed[1]!.trim())}\n`
}

function valueOf(text: string): string {
  const quoted = /^(?:'([^'\\]*)'|"([^"\\]*)")$/.exec(text)
  if (quoted) return quoted[1] ?? quoted[2] ?? ''
  if (text === '') return ''
  return String(sum(text))
}

/** Whole numbers with `+ - * // **`, from left to right by rank. */
function sum(text: string): bigint {
  const parts = text.match(/\d+|\*\*|\/\/|[-+*]/g) ?? []
  if (parts.join('') !== text.replaceAll(' ', '') || parts.length > 64 || text.length > 200)
    throw new Raised('SyntaxError: invalid syntax')
  return RANKS.reduce(folded, parts).reduce<bigint>((_, value) => BigInt(value), 0n)
}

const RANKS = [['**'], ['*', '//'], ['+', '-']]

function folded(parts: readonly string[], signs: readonly string[]): string[] {
  const left = [number(parts[0])]
  for (let at = 1; at < parts.length; at += 2) {
    const [sign, right] = [parts[at]!, number(parts[at + 1])]
    if (signs.includes(sign)) left.push(apply(sign, left.pop()!, right))
    else left.push(sign, right)
  }
  return left
}

function number(part: string | undefined): string {
  if (part !== undefined && /^-?\d{1,100}$/.test(part)) return part
  throw new Raised('SyntaxError: invalid syntax')
}

function apply(sign: string, left: string, right: string): string {
  const [a, b] = [BigInt(left), BigInt(right)]
  if (sign === '//' && b === 0n) throw new Raised('ZeroDivisionError: division by zero')
  if (sign === '**' && b > 100n) throw new Raised('OverflowError: exponent too large here')
  if (sign === '+') return String(a + b)
  if (sign === '-') return String(a - b)
  if (sign === '*') return String(a * b)
  return String(sign === '//' ? a / b : a ** b)
}
