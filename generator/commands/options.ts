/** Parses command-line options, the same for every command. */
import { join } from 'node:path'
import { INSTANT_WORDS, readInstant } from '../../runtime/lib/instant.ts'
import { nearest } from '../problems/suggest.ts'
import { FORMATS, type Format } from '../problems/print.ts'

/** The parsed options of the command line. */
export interface Options<F extends string = Format> {
  catalog: string
  out: string
  format: F
  check: boolean
  all: boolean
  against?: string
  purchases?: string
  /** The network whose prices a plan shows. */
  network?: string
  strict: boolean
  write: boolean
  help: boolean
  rest: string[]
  /** The day for which the catalog is checked, in Unix ms; now by default. */
  at?: number
}

/** The output of a command; tests use their own. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  color: boolean
  /** The time, Unix ms. */
  now(): number
  /** The width in columns, if known. */
  columns?: number
}

/** The output formats of a plan. */
export const PLAN_FORMATS = ['text', 'markdown', 'json'] as const
/** An output format of a plan. */
export type PlanFormat = (typeof PLAN_FORMATS)[number]

/** Exit code of success. */
export const OK = 0
/** Exit code of problems or drift. */
export const FAILED = 1
/** Exit code of wrong use of the command line. */
export const USAGE = 2
/** Exit code of a plan that blocks. */
export const BLOCKED = 3

/** Wrong use of the command line; the message says what to do. */
export interface Misuse {
  misuse: string
}

const VALUES = ['--catalog', '--out', '--format', '--against', '--purchases', '--at', '--network']
const FLAGS = ['--check', '--all', '--strict', '--write', '--help', '-h']

/** Parses options; `allowed` are the options of the command, `formats` its output formats. */
export function parseOptions<F extends string = Format>(
  args: readonly string[],
  allowed: readonly string[],
  formats: readonly F[] = FORMATS as readonly string[] as readonly F[],
): Options<F> | Misuse {
  const options: Options<F> = {
    catalog: 'catalog',
    out: 'generated',
    format: formats[0]!,
    check: false,
    all: false,
    strict: false,
    write: false,
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
      setFlag(options, name)
      continue
    }
    const value = inline ?? args[++i]
    if (value === undefined || value === '') return { misuse: `${name} needs a value` }
    const misuse = setValue(options, { name, value, formats })
    if (misuse !== undefined) return { misuse }
  }
  return options
}

function setFlag(options: Options<string>, name: string): void {
  if (name === '--check') options.check = true
  else if (name === '--all') options.all = true
  else if (name === '--strict') options.strict = true
  else if (name === '--write') options.write = true
  else options.help = true
}

/** Sets an option that has a value; returns what is wrong with the value. */
function setValue<F extends string>(
  options: Options<F>,
  { name, value, formats }: { name: string; value: string; formats: readonly F[] },
): string | undefined {
  if (name === '--catalog') options.catalog = folder(value)
  else if (name === '--out') options.out = value
  else if (name === '--against') options.against = value
  else if (name === '--purchases') options.purchases = value
  else if (name === '--network') options.network = value
  else if (name === '--at') {
    options.at = readInstant(value)
    if (options.at === undefined) return `--at is ${INSTANT_WORDS}, not ${value}`
  } else if (!formats.includes(value as F))
    return `--format is one of ${formats.join(', ')}, not ${value}`
  else options.format = value as F
  return undefined
}

/** A folder for display: `./catalog/` is `catalog`. */
const folder = (path: string): string => join(path, '.').replace(/(?<=.)\/+$/, '')

function split(arg: string): [string, string | undefined] {
  const at = arg.indexOf('=')
  return arg.startsWith('--') && at > 0 ? [arg.slice(0, at), arg.slice(at + 1)] : [arg, undefined]
}

function unknownOption(name: string, allowed: readonly string[]): string {
  const near = nearest(name, [...VALUES, ...FLAGS])
  const list = allowed.length > 0 ? `; options are ${allowed.join(', ')}` : ''
  return (
    'unknown option ' +
    `${name}${near && allowed.includes(near) ? `, did you mean ${near}?` : list}`
  )
}
