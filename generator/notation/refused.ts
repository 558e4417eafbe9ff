/**
 * Parses fields that a caller may not use: `refused`, or `only` with the values that change
 * nothing, such as `only false`, `only auto | default`, or `only [text]` for exactly this list.
 */

/** The values that are allowed nevertheless; empty for a field that is always refused. */
export interface Refused {
  allowed: readonly string[]
  list?: true
}

const BARE = /^(?:true|false|null|-?\d+(?:\.\d+)?)$/
const WORD = /^[\w.-]+$/

/** The refusal in a field's notation; undefined for every other field. */
export function refusedOf(text: string): Refused | undefined {
  if (text.trim() === 'refused') return { allowed: [] }
  const only = /^only\s+(.*\S)\s*$/.exec(text)?.[1]
  if (only === undefined) return undefined
  const list = /^\[(.*)\]$/.exec(only)?.[1]
  const words = (list ?? only).split(list === undefined ? '|' : ',').map(word => word.trim())
  if (!words.every(word => WORD.test(word))) return undefined
  const allowed = words.map(word => (BARE.test(word) ? word : JSON.stringify(word)))
  return { allowed, ...(list === undefined ? {} : { list: true }) }
}

/** The formula that holds if the field is absent or has an allowed value. */
export function ruleOf(name: string, { allowed, list }: Refused): string {
  const field = `body.${name}`
  const absent = `count(${field}) == 0`
  if (!list) return [absent, ...allowed.map(value => `${field} == ${value}`)].join(' || ')
  const same = allowed.map((value, i) => `first(${field}[${i}], "") == ${value}`)
  return `${absent} || ${[`count(${field}) == ${allowed.length}`, ...same].join(' && ')}`
}
