/** `explain`: the meaning of a code, with a bad and a good example. */
import { CODES } from '../problems/codes.ts'
import { FINDINGS, type FindingId } from '../language/guard.ts'
import { levelOf } from '../plan/finding.ts'
import type { Level } from '../plan/types.ts'
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
  if (Object.hasOwn(FINDINGS, code)) {
    terminal.out(ofPlan(code as FindingId))
    return OK
  }
  if (!Object.hasOwn(CODES, code)) {
    const near = nearest(code, [...Object.keys(CODES), ...Object.keys(FINDINGS)])
    terminal.err(
      'there is no code ' +
        `${code}${near ? `, did you mean ${near}?` : '; `explain` alone lists them'}\n`,
    )
    return USAGE
  }
  terminal.out(explained(code))
  return OK
}

/** What a level of the plan says, and what to do. */
const LEVELS: Readonly<Record<Level, string>> = {
  allow: 'It breaks no caller. Nothing has to be done.',
  warn:
    'It may break some callers, so it is a WARN. If the change is meant, nothing has to be done; ' +
    'otherwise change the catalog.',
  block:
    'It breaks callers, so the plan says BLOCK and exits with 3. Change the catalog, or paste ' +
    'the entry that the plan prints into catalog/accepted.yaml, and replace WHY.',
}

const OF_PRICES =
  'How much it changes decides: the plan warns from 10 % on and blocks from 100 % on, unless ' +
  '`guard:` in gateway.yaml says otherwise. If it is meant and blocked, paste the entry that the ' +
  'plan prints into catalog/accepted.yaml, and replace WHY.'
const OF_RETIREMENTS =
  'It is a WARN if `since:` names a day in the future, so that callers can learn of it. Without ' +
  'such a day the plan says BLOCK: name one, or paste the entry that the plan prints into ' +
  'catalog/accepted.yaml, and replace WHY.'

/** Findings whose level depends on the change. */
const VARIABLE: Partial<Record<FindingId, string>> = {
  'price-raised': OF_PRICES,
  'price-lowered': OF_PRICES,
  'constant-changed': OF_PRICES,
  'model-retired': OF_RETIREMENTS,
  'route-retired': OF_RETIREMENTS,
}

/** The meaning of a finding that only `plan` prints. */
function ofPlan(id: FindingId): string {
  return [`${id}: ${FINDINGS[id]}.`, '', VARIABLE[id] ?? LEVELS[levelOf(id)], ''].join('\n')
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
