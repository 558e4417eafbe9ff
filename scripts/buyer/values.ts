/** Values that stand on the command line. */
import { UsageError } from './usage.ts'

/** `NAME=VALUE` pairs; what reads as JSON is JSON, everything else text. */
export function settings(pairs: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map(pair => {
      const [, name, text] = /^([\w.-]+)=(.*)$/s.exec(pair) ?? []
      if (name === undefined) throw new UsageError(`--set is written NAME=VALUE, not ${pair}.`)
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

/** JSON that was written as a word. */
export function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`This is not JSON: ${text}`)
  }
}
