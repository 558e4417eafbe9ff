/** Mistakes on the command line. */
import { closest, distance } from 'fastest-levenshtein'

/** What was typed makes no request. The message is one sentence; the command ends with code 2. */
export class UsageError extends Error {}

/** The mistake that `parseArgs` found in the options of `npm run ...`, with a way out. */
export function optionError(error: unknown, known: readonly string[], command: string): UsageError {
  const message = (error as Error).message.split('. ')[0]!
  const name = /^Unknown option '--([^']+)'/.exec(message)?.[1]
  const hint = name === undefined ? '' : didYouMean(name, known, '').replace('mean ', 'mean --')
  const text = `${message}.${hint} "${command} -- --help" lists the options.`
  return new UsageError(text, { cause: error })
}

/** ` Did you mean "image"?` where a known word is near; nothing otherwise. */
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
