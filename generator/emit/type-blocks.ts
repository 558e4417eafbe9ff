/** Converts the output of json-schema-to-typescript to the form of generated code. */

/** The most columns of a line of generated code. */
const WIDTH = 100

const WRAPPER = /(?:\/\*\*(?:(?!\*\/)[^])*\*\/\s*)?export interface Requests \{\s*\}\n?/
const REFERENCED =
  /\n[ *]*This interface was referenced by `Requests`'s JSON-Schema\n[ *]*via the `definition` "\w+"\./g

/**
 * The printed types in the form of generated code: interfaces become type aliases, so that requests
 * are assignable to JSON, and the wrapper is removed. `open` is the placeholder for other members
 * of an open object.
 */
export function toTypeAliases(text: string, open: string): string {
  return text
    .replace(REFERENCED, '')
    .replace(WRAPPER, '')
    .replace(/^export interface (\w+) \{/gm, 'export type $1 = {')
    .replaceAll(`${open}?:`, '[k: string]:')
    .replace(/^( *)\/\*\*\n((?: *\*.*\n)*?) *\*\/\n/gm, (_, indent: string, lines: string) =>
      comment(
        lines
          .replace(/^ *\* ?/gm, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
        indent,
      ),
    )
    .trim()
}

/** A doc comment, on one line where it fits. */
function comment(words: string, indent: string): string {
  if (words === '') return ''
  const line = `${indent}/** ${words} */\n`
  if (line.length <= WIDTH + 1) return line
  const rows: string[] = ['']
  for (const word of words.split(' ')) {
    const row = `${rows.at(-1)!} ${word}`
    if (indent.length + 2 + row.length > WIDTH) rows.push(` ${word}`)
    else rows[rows.length - 1] = row
  }
  return `${indent}/**\n${rows.map(row => `${indent} *${row}\n`).join('')}${indent} */\n`
}

/** The declarations of a text by their names, each with its comment. */
export function blocksOf(text: string): Map<string, string> {
  const starts = [...text.matchAll(/^(?:\/\*\*(?:(?!\*\/)[^])*\*\/\n)?export type (\w+)/gm)]
  return new Map(
    starts.map(({ 1: name, index }, i) => [name!, text.slice(index, starts[i + 1]?.index).trim()]),
  )
}
