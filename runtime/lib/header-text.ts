/** The texts that HTTP headers can hold: no line breaks, and no characters above U+00FF. */

const OTHERS = /[^\t\x20-\x7e\x80-\xff]/g

/** Whether a header can hold a text as it is. */
export const isHeaderText = (text: string): boolean => text.search(OTHERS) < 0

/** Returns a text as a header can hold it: at most 1024 characters, others as blanks. */
export const headerText = (text: string): string => text.replace(OTHERS, ' ').slice(0, 1024)
