/** Lays out the words of comments in generated code. */
import { WIDTH } from '../../js/words.ts'

/** A doc comment, safe inside `/** ... *\/`: one line where it fits. */
export function docText(text: string): string {
  const words = safe(text)
    .split(/\s/)
    .filter(word => word !== '')
  const line = `/** ${words.join(' ')} */`
  return line.length <= WIDTH ? line : `/**\n${rows(words, ' * ').join('\n')}\n */`
}

/** Words on lines that fit, each line after `start`. */
export function rows(words: readonly string[], start: string, width = WIDTH): string[] {
  const found: string[] = []
  for (const word of words) {
    const last = found.at(-1)
    if (last !== undefined && last.length + word.length < width)
      found[found.length - 1] = `${last} ${word}`
    else found.push(start + word)
  }
  return found
}

/** A text that cannot end a comment. */
export const safe = (text: string): string => text.replaceAll('*/', '*\u200b/')
