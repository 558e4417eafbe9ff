/** JSON of which nothing is known. */

/** Whether a value is an object, and no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Parses JSON that somebody else has written: a byte order mark before it is left out. Throws a
 * SyntaxError if it is no JSON.
 */
export const jsonOf = (text: string): unknown =>
  JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text)
