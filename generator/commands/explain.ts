/** `explain`: the meaning of a code, with a bad and a good example. */
import { CODES } from '../problems/codes.ts'
import { nearest } from '../problems/suggest.ts'
import { OK, USAGE, type Options, type Terminal } from './options.ts'

/** Explains one code, or lists all. */
export function explain(options: Options, terminal: Terminal): number {
  const code = options.rest[0]
  if (code === undefined) {
    const width = Math.max(...Object.keys(CODES).map(name => name.length))
    terminal.out(
      Object.entries(CODES)
        .map(([name, help]) => `${name.padEnd(width)}  ${help.title}\n`)
        .join(''),
    )
    return OK
  }
  if (!Object.hasOwn(CODES, code)) {
    const near = nearest(code, Object.keys(CODES))
    terminal.err(
      'there is no code ' +
        `${code}${near ? `, did you mean ${near}?` : '; `explain` alone lists them'}\n`,
    )
    return USAGE
  }
  terminal.out(explained(code))
  return OK
}

/** The page of one code. */
export function explained(code: string): string {
  const help = CODES[code]!
  const example = (text: string): string =>
    text
      .split('\n')
      .map(line => `    ${line}`.trimEnd())
      .join('\n')
  return [
    `${code}: ${help.title}`,
    '',
    help.why,
    '',
    '  wrong',
    example(help.bad),
    '',
    '  right',
    example(help.good),
    '',
  ].join('\n')
}
