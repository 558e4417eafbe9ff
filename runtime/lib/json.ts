/** Helpers for unknown JSON. */

/** Whether a value is an object and not a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses JSON from elsewhere: skips a byte order mark. Throws a SyntaxError if it is not JSON. */
export const jsonOf = (text: string): unknown =>
  JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text)
