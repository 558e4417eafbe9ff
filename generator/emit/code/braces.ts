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
    const isShort = comment === undefined && isPlain(text)
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

/** Whether a text is a literal on one line, or a short list of them. */
function isPlain(text: string): boolean {
  return /^(?:'(?:[^'\\]|\\.)*'|-?[\d_]+n?|true|false|\[[^\n[\]{}()]*\])$/.test(text)
}
