/** Checks of values that several protocols share, in OpenAI's words. */
import type { Problem } from './asked.ts'

/** A number out of its range. */
export function outOfRange(
  param: string,
  value: unknown,
  range: { least: number; most: number; whole?: boolean },
): Problem | undefined {
  if (value === undefined || value === null) return undefined
  const kind = range.whole ? 'integer' : 'decimal'
  if (typeof value !== 'number' || (range.whole && !Number.isInteger(value)))
    return {
      kind: 'value',
      param,
      code: 'invalid_type',
      message:
        `Invalid type for '${param}': expected ${range.whole ? 'an integer' : 'a decimal'}, ` +
        `but got ${nameOf(value)} instead.`,
    }
  if (value > range.most)
    return {
      kind: 'value',
      param,
      code: `${kind}_above_max_value`,
      message:
        `Invalid '${param}': ${kind} above maximum value. Expected a value <= ${range.most}, ` +
        `but got ${value} instead.`,
    }
  if (value < range.least)
    return {
      kind: 'value',
      param,
      code: `${kind}_below_min_value`,
      message:
        `Invalid '${param}': ${kind} below minimum value. Expected a value >= ` +
        `${range.least}, but got ${value} instead.`,
    }
  return undefined
}

/** A value that is none of those that there are. */
export function noneOf(
  param: string,
  value: unknown,
  values: readonly string[],
): Problem | undefined {
  if (value === undefined || value === null || values.includes(value as string)) return undefined
  const listed = values.map(one => `'${one}'`).join(', ')
  return {
    kind: 'value',
    param,
    code: 'invalid_value',
    message: `Invalid value: '${nameOrValue(value)}'. Supported values are: ${listed}.`,
  }
}

/** A member that is missing. */
export const absent = (param: string): Problem => ({
  kind: 'missing',
  param,
  code: 'missing_required_parameter',
  message: `Missing required parameter: '${param}'.`,
})

/** A member that is not known. */
export const unknownMember = (param: string): Problem => ({
  kind: 'unknown',
  param,
  code: 'unknown_parameter',
  message: `Unknown parameter: '${param}'.`,
})

/** A value of another type than the one wanted. */
export const wrongType = (param: string, wanted: string, value: unknown): Problem => ({
  kind: 'value',
  param,
  code: 'invalid_type',
  message: `Invalid type for '${param}': expected ${wanted}, but got ${nameOf(value)} instead.`,
})

/** A picture that cannot be fetched. */
export const noPicture = (url: unknown): Problem => ({
  kind: 'image',
  param: 'url',
  code: 'invalid_image_url',
  message: `Error while downloading ${String(url).slice(0, 200)}.`,
})

/** The prompt, or the prompt and the longest answer to it, do not fit the context. */
export function tooMany(window: number, prompt: number, most = 0): Problem | undefined {
  if (prompt + most <= window) return undefined
  const message =
    prompt > window || most === 0
      ? `This model's maximum context length is ${window} tokens. However, your messages ` +
        `resulted in ${prompt} tokens. Please reduce the length of the messages.`
      : `This model's maximum context length is ${window} tokens. However, you requested ` +
        `${prompt + most} tokens (${prompt} in the messages, ${most} in the completion). ` +
        'Please reduce the length of the messages or completion.'
  return { kind: 'context', param: 'messages', code: 'context_length_exceeded', message }
}

const nameOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'an array'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`
const nameOrValue = (value: unknown): string =>
  typeof value === 'object' ? nameOf(value) : String(value)
