/**
 * Prints to standard output. On a terminal, the state of a job is one line that is redrawn, and
 * reasoning is dimmed. Elsewhere each state is a line of its own and reasoning is left out, so that
 * a saved answer contains only the answer.
 */
import { stripVTControlCharacters } from 'node:util'
import type { Page, Progress, Style } from './print.ts'
import { took } from './words.ts'

/**
 * Control characters except tabs and line ends, because a text could control the terminal with
 * them.
 */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

const CODES: Readonly<Record<Style, readonly [on: number, off: number]>> = {
  dim: [2, 22],
  bold: [1, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
}
const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'
/** Ms between two redraws of the status line. */
const FRAME_TIME = 100

type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'> &
  Partial<Pick<NodeJS.WriteStream, 'hasColors'>>

/** Whether a stream shows colours: a terminal that can, unless NO_COLOR is set. */
export const hasColors = (stream: Output): boolean =>
  stream.isTTY === true && !process.env.NO_COLOR && stream.hasColors?.() === true

/** `12 s (usually 1 to 3 minutes)`; only the elapsed time if no duration is known. */
function timeOf({ since, expected }: Progress): string {
  const passed = `${Math.floor((performance.now() - since) / 1000)} s`
  return expected === undefined ? passed : `${passed} (usually ${expected})`
}

/** The status line of a terminal. `draw` replaces its text; `stop` ends the animation. */
function movingLine(draw: (text: string) => void): {
  show(label: string, progress?: Progress): void
  stop(): void
} {
  let timer: NodeJS.Timeout | undefined
  const stop = (): void => clearInterval(timer)
  return {
    stop,
    show: (label, progress) => {
      stop()
      let turn = 0
      const frame = (): void =>
        draw(progress ? `${FRAMES[turn++ % FRAMES.length]} ${label}, ${timeOf(progress)}` : label)
      frame()
      if (progress) timer = setInterval(frame, FRAME_TIME).unref()
    },
  }
}

/** Makes a page that writes to a stream. */
export function pageOn(stream: Output): Page {
  const { isTTY } = stream
  const isColored = hasColors(stream)
  const write = (text: string): void => void stream.write(text)
  const paint = (style: Style, text: string): string =>
    isColored ? `\x1b[${CODES[style][0]}m${text}\x1b[${CODES[style][1]}m` : text
  let last: { isThought: boolean; hasLineEnd: boolean } | undefined
  const closed = (): string => {
    const gap = last === undefined ? '' : last.hasLineEnd ? '\n' : '\n\n'
    last = undefined
    return gap
  }
  const moving = movingLine(text =>
    write(`${closed()}\r\x1b[K${text.slice(0, (stream.columns || 80) - 1)}`),
  )
  const cleared = (): string => {
    moving.stop()
    return isTTY ? '\r\x1b[K' : ''
  }
  return {
    paint,
    line: text => write(`${closed()}${cleared()}${text}\n`),
    live: (text, progress) => {
      const passed = progress && `, ${took(performance.now() - progress.since)}`
      if (isTTY) moving.show(text, progress)
      else write(`${closed()}${text}${passed ?? ''}\n`)
    },
    wait: (text, progress) => {
      if (isTTY) moving.show(text, progress)
    },
    part: (text, isThought) => {
      const plain = stripVTControlCharacters(text).replaceAll(CONTROLS, '')
      if (plain === '' || (isThought && !isTTY)) return
      const gap =
        last === undefined ? `${cleared()}\n` : last.isThought === isThought ? '' : closed()
      write(`${gap}${isThought ? paint('dim', plain) : plain}`)
      last = { isThought, hasLineEnd: plain.endsWith('\n') }
    },
  }
}

/** A page that prints nothing. */
export const noPage: Page = { line: () => undefined, live: () => undefined }
