/** Reads the options of commands, and explains mistakes in them. */
import { closest, distance } from 'fastest-levenshtein'
import { takenByNpm } from '../generator/commands/npm-options.ts'

/** The command line is wrong. The message is one sentence; the exit code is 2. */
export class UsageError extends Error {}

/**
 * Reads the options of a command, such as `npm run buy`. Throws a `UsageError` for an option that
 * npm has taken for itself, and with a suggestion for an unknown one.
 */
export function readOptions<T>(read: () => T, options: object, command: string): T {
  const names = Object.keys(options)
  const taken = takenByNpm(names, process.env)
  if (taken !== undefined) throw new UsageError(`${taken}.`)
  try {
    return read()
  } catch (error) {
    throw optionError(error, names, command)
  }
}

/** Converts an error of `parseArgs` to a sentence with a suggestion. */
function optionError(error: unknown, known: readonly string[], command: string): UsageError {
  const message = (error as Error).message.split('. ')[0]!
  const name = /^Unknown option '--([^']+)'/.exec(message)?.[1]
  const hint = name === undefined ? '' : didYouMean(name, known, '').replace('mean ', 'mean --')
  const text = `${message}.${hint} "${command} -- --help" lists the options.`
  return new UsageError(text, { cause: error })
}

/** Reads `--port`. Throws a `UsageError` if it is not one. */
export function portOf(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new UsageError(`--port must be a whole number from 0 to 65535, not ${text}.`)
  return Number(text)
}

/** ` Did you mean "image"?` if a known word is similar; otherwise empty. */
export function didYouMean(word: string, known: readonly string[], mark = '"'): string {
  if (known.length === 0 || word === '') return ''
  const near = closest(
    word.toLowerCase(),
    known.map(one => one.toLowerCase()),
  )
  const isNear = distance(word.toLowerCase(), near) <= Math.max(2, Math.floor(word.length / 3))
  const found = known.find(one => one.toLowerCase() === near)
  return isNear ? ` Did you mean ${mark}${found}${mark}?` : ''
}
