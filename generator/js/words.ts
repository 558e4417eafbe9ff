/** Texts, numbers, keys and names as JavaScript source. */

/** The most columns of a line of generated code. */
export const WIDTH = 100

/** A string as single-quoted source. */
export function quote(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

/** Text between the backquotes of a template literal. */
export function templateText(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
  return escaped.replaceAll('`', '\\`').replaceAll('${', '\\${')
}

/** A number; integers of five or more digits in groups of three. */
export function numberText(value: number | bigint): string {
  if (typeof value === 'bigint') return `${grouped(value)}n`
  return Number.isSafeInteger(value) ? grouped(value) : String(value)
}

const grouped = (value: number | bigint): string =>
  String(value).replace(/^-?\d{5,}$/, all => all.replace(/\B(?=(\d{3})+$)/g, '_'))

/** Whether a text needs no quotes as an object key or after a point. */
export function isPlainKey(key: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(key) && key !== '__proto__'
}

/** An object key, quoted if necessary. `__proto__` is computed, so that it stays a member. */
export function keyText(key: string): string {
  return key === '__proto__' ? "['__proto__']" : isPlainKey(key) ? key : quote(key)
}
