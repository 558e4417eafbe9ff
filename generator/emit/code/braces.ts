/** Prints objects of ready members. */
import { WIDTH } from './layout.ts'
import { key } from './literal.ts'

/** A member of a printed object: its name, its text, and a line of comment above it. */
export type Member = readonly [name: string, text: string | undefined, comment?: string]

/** A member that stands for all of another object. */
export function spread(name: string): Member {
  return [SPREAD, name]
}

const SPREAD = '...'

/**
 * An object, its comments above its members. Short plain values that follow each other share
 * lines; everything else has a line of its own.
 */
export function braces(list: readonly Member[], indent: string): string {
  const inner = `${indent}  `
  const lines: string[] = []
  let open = false
  for (const member of list) {
    const [, text, comment] = member
    if (text === undefined) continue
    const shown = `${memberText(member)},`
    const isShort = comment === undefined && isPlain(member)
    const last = lines.at(-1)
    if (open && isShort && last !== undefined && last.length + 1 + shown.length <= WIDTH)
      lines[lines.length - 1] = `${last} ${shown}`
    else {
      if (comment !== undefined) lines.push(`${inner}// ${comment}`)
      lines.push(`${inner}${shown}`)
    }
    open = isShort
  }
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

function memberText([name, text]: Member): string {
  if (name === SPREAD) return `...${text}`
  return name === text ? name : `${key(name)}: ${text}`
}

/** A text, a number, a name, or a list of them on one line. */
const PLAIN = /^(?:'(?:[^'\\]|\\.)*'|-?[\d_]+n?|[\w$]+|(?:new Set\()?\[[^\n[\]{}()]*\]\)?)$/

/** Whether a member is a plain value that can share its line with others. */
export function isPlain([, text = '']: Member): boolean {
  return PLAIN.test(text)
}
