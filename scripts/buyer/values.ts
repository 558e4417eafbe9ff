/** Parses values on the command line. */
import { UsageError } from '../command-line.ts'

/** Parses `NAME=VALUE` pairs. A value that is valid JSON is parsed, any other is text. */
export function settings(pairs: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map(pair => {
      const [, name, text] = /^([\w.-]+)=(.*)$/s.exec(pair) ?? []
      if (name === undefined) throw new UsageError(`--set must be NAME=VALUE, not ${pair}.`)
      return [name, valueOf(text!)]
    }),
  )
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A number of seconds. */
export function number(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (text.trim() === '' || !Number.isFinite(Number(text)))
    throw new UsageError(`--seconds must be a number, not ${text}.`)
  return Number(text)
}

/** Parses JSON given as one argument. */
export function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`This is not JSON: ${text}`)
  }
}
