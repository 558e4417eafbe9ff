/**
 * Finds characters that do not belong in a file of the catalog: those of another encoding,
 * invisible characters, and markers of an unfinished merge. They are reported before YAML is
 * parsed, because YAML would report their effects on the lines around them.
 */
import type { Problem } from '../types.ts'

type Found = Pick<Problem, 'code' | 'message' | 'hint'> & { start: number; end: number }

/** Characters without a width; a byte order mark may begin a file. */
const INVISIBLE = /(?!^)\ufeff|[\u00ad\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u2069]/u
/** A blank that is not one for YAML, where it indents or separates, or in a word that is a key. */
const WIDE_BLANK =
  /(?<=(?:^|\n)[ \t]*(?:- )?|:)[\u00a0\u2000-\u200a\u202f\u3000]|[\u00a0\u2000-\u200a\u202f\u3000](?=[ ]*:(?:\s|$))/u
const MARKER = /^(?:<{7}|>{7}|\|{7})(?: .*)?$|^={7}$/m
/** Whether a file contains characters that are not on a keyboard; nearly all files do not. */
const UNUSUAL = /[^\n\r\t -~]|^(?:<{7}|={7}|>{7})/m

const NAMES: Readonly<Record<string, string>> = {
  '\u00a0': 'a no-break space',
  '\u00ad': 'a soft hyphen',
  '\u200b': 'a zero-width space',
  '\ufeff': 'a byte order mark',
}

/** The first character of a file that does not belong there. */
export function foreign(path: string, text: string): Problem | undefined {
  if (!UNUSUAL.test(text)) return undefined
  const found = encoding(text) ?? marker(text) ?? invisible(text)
  if (!found) return undefined
  const { start, end, ...words } = found
  return { severity: 'error', place: { file: path, start, end }, ...words }
}

function encoding(text: string): Found | undefined {
  const start = text.search(/[\0\ufffd]/)
  if (start < 0) return undefined
  const isWide = text.includes('\0')
  return {
    code: 'encoding',
    message: isWide
      ? 'this file is written in UTF-16, not in UTF-8'
      : 'this character is not written in UTF-8',
    hint: 'save the file with the encoding UTF-8',
    start: isWide ? 0 : start,
    end: isWide ? 0 : start + 1,
  }
}

function marker(text: string): Found | undefined {
  const found = MARKER.exec(text)
  if (!found) return undefined
  return {
    code: 'merge-conflict',
    message: `\`${found[0].slice(0, 7)}\` marks an unfinished merge`,
    hint:
      'keep the lines that are right, and remove the others with the lines <<<<<<<, ======= ' +
      'and >>>>>>>',
    start: found.index,
    end: found.index + found[0].length,
  }
}

function invisible(text: string): Found | undefined {
  const found = INVISIBLE.exec(text) ?? WIDE_BLANK.exec(text)
  if (!found) return undefined
  const char = found[0]
  const code = char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  const isBlank = NAMES[char] === NAMES['\u00a0'] || /[\u2000-\u200a\u202f\u3000]/.test(char)
  const before = text.slice(text.lastIndexOf('\n', found.index) + 1, found.index).trim()
  const where = before === '' ? 'at the beginning of this line' : `after \`${before.slice(-20)}\``
  return {
    code: 'invisible-character',
    message: `${NAMES[char] ?? 'invisible character'} (U+${code}) here, ${where}`,
    hint: isBlank ? 'replace it by an ordinary blank' : 'remove it: retype the word',
    start: found.index,
    end: found.index + 1,
  }
}
