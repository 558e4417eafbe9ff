/**
 * Standard output as a page. On a terminal the state of a job stands on one line and thoughts are dimmed; elsewhere each state is a line
 * of its own and thoughts are left out, so that what is kept of an answer is the answer.
 */
import { stripVTControlCharacters } from 'node:util'
import type { Page } from './print.ts'

/** Control characters but tabs and line ends: a text could command the terminal with them. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** A page on a stream. */
export function pageOn(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>): Page {
  const { isTTY } = stream
  const write = (text: string): void => void stream.write(text)
  let last: { isThought: boolean; hasLineEnd: boolean } | undefined
  const closed = (): string => {
    const gap = last === undefined ? '' : last.hasLineEnd ? '\n' : '\n\n'
    last = undefined
    return gap
  }
  return {
    line: (text) => write(`${closed()}${isTTY ? '\r\x1b[K' : ''}${text}\n`),
    live: (text) => write(isTTY ? `${closed()}\r\x1b[K${text.slice(0, (stream.columns || 80) - 1)}` : `${closed()}${text}\n`),
    part: (text, isThought) => {
      const plain = stripVTControlCharacters(text).replaceAll(CONTROLS, '')
      if (plain === '' || (isThought && !isTTY)) return
      const gap = last === undefined ? '\n' : last.isThought === isThought ? '' : closed()
      write(`${gap}${isThought ? `\x1b[2m${plain}\x1b[22m` : plain}`)
      last = { isThought, hasLineEnd: plain.endsWith('\n') }
    },
  }
}

/** A page that nobody reads. */
export const noPage: Page = { line: () => undefined, live: () => undefined }
