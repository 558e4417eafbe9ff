/** Standard output as a page: on a terminal the state of a job stands on one line, elsewhere each is a line of its own. */
import type { Page } from './print.ts'

/** A page on a stream. */
export function pageOn(stream: NodeJS.WriteStream): Page {
  if (!stream.isTTY) return { line: (text) => void stream.write(`${text}\n`), live: (text) => void stream.write(`${text}\n`) }
  return {
    line: (text) => void stream.write(`\r\x1b[K${text}\n`),
    live: (text) => void stream.write(`\r\x1b[K${text.slice(0, (stream.columns || 80) - 1)}`),
  }
}

/** A page that nobody reads. */
export const noPage: Page = { line: () => undefined, live: () => undefined }
