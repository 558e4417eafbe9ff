/** Errors in the command line. */
import { closest, distance } from 'fastest-levenshtein'
import { takenByNpm } from '../../generator/commands/npm-options.ts'

/** The command line is wrong. The message is one sentence; the exit code is 2. */
export class UsageError extends Error {}

/** Converts an error of `parseArgs` to a sentence with a suggestion. */
export function optionError(error: unknown, known: readonly string[], command: string): UsageError {
  const message = (error as Error).message.split('. ')[0]!
  const name = /^Unknown option '--([^']+)'/.exec(message)?.[1]
  const hint = name === undefined ? '' : didYouMean(name, known, '').replace('mean ', 'mean --')
  const text = `${message}.${hint} "${command} -- --help" lists the options.`
  return new UsageError(text, { cause: error })
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

/** Throws a `UsageError` if `npm run` has taken one of these options for itself. */
export function refuseTaken(options: object): void {
  const taken = takenByNpm(Object.keys(options), process.env)
  if (taken !== undefined) throw new UsageError(`${taken}.`)
}
