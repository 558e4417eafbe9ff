/**
 * Finds characters that look like those of a keyboard but are not: `×` in a size, a long dash or a
 * letter of another alphabet in an id, a curly quote on one side of a word.
 */
import { editDistance } from '../problems/suggest.ts'
import { addProblem, type Reading } from './refuse.ts'
import type { Text } from '../types.ts'

/** The keyboard characters for others in a word; prose may contain all of them. */
const PLAIN: Readonly<Record<string, string>> = {
  '\u00a0': ' ',
  '\u00d7': 'x',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u2018': "'",
  '\u2019': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u2033': '"',
}
const ODD = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'u')
/** A letter of another alphabet in a Latin word. */
const MIXED = /(?<=[A-Za-z][\w-]*)[\u0370-\u052f]|[\u0370-\u052f](?=[A-Za-z])/u

/**
 * Refuses such characters in a key, and in a value of one word. `at` returns the places of its
 * characters.
 */
export function refuseOdd(
  { text, at, isKey }: { text: string; at(offset: number): number; isKey?: true },
  file: Reading,
): void {
  const mixed = MIXED.exec(text)
  const isWord = isKey === true ? !text.includes('{') : !/[ \n]/.test(text)
  const odd = mixed ?? (isWord ? ODD.exec(text) : /^\u00a0|\u00a0$/u.exec(text))
  if (!odd) return
  const char = odd[0]
  const code = `U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  const start = at(odd.index)
  addProblem(
    file,
    { file: file.path, start, end: start + 1 },
    {
      code: 'odd-character',
      message: mixed
        ? `\`${char}\` (${code}) is a letter of another alphabet that looks like a Latin one`
        : char === '\u00a0'
          ? `a no-break space (${code}) is part of the text here`
          : `\`${char}\` (${code}) is not the \`${PLAIN[char]!}\` of the keyboard`,
      hint: mixed
        ? 'retype the word'
        : char === '\u00a0'
          ? 'remove it, or replace it by an ordinary blank'
          : isQuote(char)
            ? `remove it: write ${text.replaceAll(/[\u2018-\u201e\u2033]/gu, '')} without quotes`
            : `write ${text.replaceAll(new RegExp(ODD, 'gu'), one => PLAIN[one]!)}`,
    },
  )
}

const isQuote = (char: string): boolean => /[\u2018-\u201e\u2033]/u.test(char)

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** Refuses the value `GT /things`: an address whose first word is nearly an HTTP method. */
export function refuseMethod({ text, at }: Text, file: Reading): void {
  const [, word] = /^([A-Za-z]{2,8}) \/\S*$/.exec(text) ?? []
  if (word === undefined || METHODS.includes(word)) return
  const near = METHODS.find(one => editDistance(one, word.toUpperCase()) < 2)
  if (near === undefined) return
  addProblem(
    file,
    { file: file.path, start: at(0), end: at(word.length - 1) + 1 },
    {
      code: 'bad-value',
      message: `\`${word}\` is not an HTTP method`,
      hint: `did you mean \`${near}\`?`,
    },
  )
}

/** Refuses the path `/things/{id`, as a key or a value. */
export function refusePath(
  { text, at }: { text: string; at(offset: number): number },
  file: Reading,
): void {
  const [, before] =
    /^((?:[A-Z]+ )?\/[^\s{}]*(?:\{\w*\}[^\s{}]*)*)\{\w*(?:\/\S*)?$/.exec(text) ?? []
  if (before === undefined) return
  const name = /^\w*/.exec(text.slice(before.length + 1))![0]
  const rest = text.slice(before.length + 1 + name.length)
  addProblem(
    file,
    { file: file.path, start: at(0), end: at(text.length - 1) + 1 },
    {
      code: 'bad-path',
      message: 'the `{` of this path is not closed',
      hint: `write ${before}{${name}}${rest}`,
    },
  )
}
