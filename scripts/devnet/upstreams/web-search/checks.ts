/** Checks of request bodies as the search vendor makes them: the first problem is answered 400. */

/** Whether a value is valid; otherwise the expected value, in the upstream's own words. */
type Check = (value: unknown) => string | undefined

/** The fields of a body. A field that is not named here is accepted. */
export interface Fields {
  required?: Readonly<Record<string, Check>>
  optional?: Readonly<Record<string, Check>>
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

const expected = (type: string, value: unknown): string | undefined =>
  typeOf(value) === type ? undefined : `Expected ${type}, received ${typeOf(value)}`

/** A text that is not empty. */
export const text: Check = value =>
  expected('string', value) ??
  (value === '' ? 'String must contain at least 1 character(s)' : undefined)

/** True or false. */
export const flag: Check = value => expected('boolean', value)

/** A list of texts, none of them empty, and not more than `most`. */
export const texts =
  (most: number, least = 0): Check =>
  value => {
    const wrong = expected('array', value)
    if (wrong !== undefined) return wrong
    const list = value as unknown[]
    if (list.length > most) return `Array must contain at most ${most} element(s)`
    if (list.length < least) return `Array must contain at least ${least} element(s)`
    return list.map(text).find(one => one !== undefined)
  }

/** A whole number from 1 to `most`. */
export const upTo =
  (most: number): Check =>
  value => {
    const wrong = expected('number', value)
    if (wrong !== undefined) return wrong
    if (!Number.isInteger(value)) return 'Expected integer, received float'
    if ((value as number) > most) return `Number must be less than or equal to ${most}`
    return (value as number) < 1 ? 'Number must be greater than or equal to 1' : undefined
  }

/** One of these texts. */
export const oneOf =
  (choices: readonly string[]): Check =>
  value =>
    choices.includes(value as string)
      ? undefined
      : `Invalid enum value. Expected ${choices.map(c => `'${c}'`).join(' | ')}`

/** A day or a time in ISO 8601. */
export const date: Check = value =>
  expected('string', value) ??
  (Number.isNaN(Date.parse(value as string)) ? 'Invalid ISO 8601 date' : undefined)

/** The first problem of a body; undefined if there is none. */
export function problemOf(body: unknown, { required = {}, optional = {} }: Fields) {
  const wrong = expected('object', body)
  if (wrong !== undefined) return wrong
  const members = body as Record<string, unknown>
  for (const [name, check] of Object.entries({ ...required, ...optional })) {
    const value = members[name]
    if (value === undefined && !Object.hasOwn(required, name)) continue
    const found = value === undefined ? 'Required' : check(value)
    if (found !== undefined) return `${found} at "${name}"`
  }
  return undefined
}
