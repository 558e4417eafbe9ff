/** Computes the width of text on a terminal, so that carets are below the right characters. */

const TAB = 4
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]$/u
/** Hangul, CJK, kana, Yi and wide forms. */
const WIDE_RANGES =
  '\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\u33ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua000-\\ua4cf\\uac00-\\ud7a3' +
  '\\uf900-\\ufaff\\ufe30-\\ufe6f\\uff00-\\uff60\\uffe0-\\uffe6'
const WIDE = new RegExp(`^[${WIDE_RANGES}]$|^\\p{Emoji_Presentation}$`, 'u')

/** Returns how many columns a text takes on a terminal. Tabs must have been expanded. */
export function width(text: string): number {
  let columns = 0
  for (const char of text)
    columns += char < '\u0300' ? 1 : ZERO.test(char) ? 0 : WIDE.test(char) ? 2 : 1
  return columns
}

/** Replaces each tab by four blanks, and drops carriage returns. */
export function expandTabs(text: string): string {
  return text.replaceAll('\t', ' '.repeat(TAB)).replaceAll('\r', '')
}
