/** Texts, numbers, keys and names as JavaScript source. */

/** Columns that a line of generated code may have. */
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

/** A number; whole ones of five digits and more in groups of three. */
export function numberText(value: number | bigint): string {
  if (typeof value === 'bigint') return `${value}n`
  return Number.isSafeInteger(value) && Math.abs(value) >= 10_000
    ? String(value).replace(/\B(?=(\d{3})+$)/g, '_')
    : String(value)
}

/** Whether text can stand as an object key, or behind a point, without quotes. */
export function isPlainKey(key: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(key) && key !== '__proto__'
}

/**
 * An object key, quoted where it must be. A member named `__proto__` is computed, so that it stays
 * a member.
 */
export function keyText(key: string): string {
  return key === '__proto__' ? "['__proto__']" : isPlainKey(key) ? key : quote(key)
}
