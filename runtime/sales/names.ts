/** Names in places, e.g. `body.n`. */

/** Names that a place may have; `.` separates them. */
const NAME = /^[\w-]{1,64}$/
/** Names with a meaning in JavaScript, which must not be set. */
const UNSAFE: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Whether a place may have a name. */
export const isName = (name: string): boolean => NAME.test(name) && !UNSAFE.has(name)

/** Whether a place, e.g. `body.n`, has only permitted names. */
export const isPlace = (place: string): boolean => place.split('.').every(isName)
