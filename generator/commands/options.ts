/** Command-line options, the same for every verb. */
import { INSTANT_WORDS, readInstant } from '../../runtime/lib/instant.ts'
import { nearest } from '../problems/suggest.ts'
import { FORMATS, type Format } from '../problems/print.ts'

/** What was asked for on the command line. */
export interface Options {
  catalog: string
  out: string
  format: Format
  check: boolean
  help: boolean
  rest: string[]
  /** The day by which the catalog is checked, Unix ms; now unless given. */
  at?: number
}

/** What a command writes to; tests give their own. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  color: boolean
  /** The time, Unix ms. */
  now(): number
}

/** Exit codes: all well, problems or drift, wrong use. */
export const OK = 0
export const FAILED = 1
export const USAGE = 2

/** A wrong use of the command line; the message says what to do. */
export interface Misuse {
  misuse: string
}

const VALUES = ['--catalog', '--out', '--format', '--at']
const FLAGS = ['--check', '--help', '-h']

/** Reads options; `allowed` are those that the verb knows. */
export function parseOptions(
  args: readonly string[],
  allowed: readonly string[],
): Options | Misuse {
  const options: Options = {
    catalog: 'catalog',
    out: 'generated',
    format: 'pretty',
    check: false,
    help: false,
    rest: [],
  }
  for (let i = 0; i < args.length; i++) {
    const [name, inline] = split(args[i]!)
    if (!name.startsWith('-')) {
      options.rest.push(name)
      continue
    }
    if (![...allowed, '--help', '-h'].includes(name))
      return { misuse: unknownOption(name, allowed) }
    if (FLAGS.includes(name)) {
      if (inline !== undefined) return { misuse: `${name} takes no value` }
      if (name === '--check') options.check = true
      else options.help = true
      continue
    }
    const value = inline ?? args[++i]
    if (value === undefined || value === '') return { misuse: `${name} needs a value` }
    if (name === '--catalog') options.catalog = value
    else if (name === '--out') options.out = value
    else if (name === '--at') {
      options.at = readInstant(value)
      if (options.at === undefined) return { misuse: `--at is ${INSTANT_WORDS}, not ${value}` }
    } else if (!FORMATS.includes(value as Format))
      return { misuse: `--format is one of ${FORMATS.join(', ')}, not ${value}` }
    else options.format = value as Format
  }
  return options
}

function split(arg: string): [string, string | undefined] {
  const at = arg.indexOf('=')
  return arg.startsWith('--') && at > 0 ? [arg.slice(0, at), arg.slice(at + 1)] : [arg, undefined]
}

function unknownOption(name: string, allowed: readonly string[]): string {
  const near = nearest(name, [...VALUES, ...FLAGS])
  const list = allowed.length > 0 ? `; options are ${allowed.join(', ')}` : ''
  return `unknown option ${name}${near && allowed.includes(near) ? `, did you mean ${near}?` : list}`
}
