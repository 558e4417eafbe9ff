/**
 * Checks the changes of records: `set` needs a read of the same record, `add` needs numbers, and
 * `remove` takes no values.
 */
import { showType } from '../formula/types.ts'
import { line } from '../js/flat.ts'
import { entryOf, problem, textOf } from '../read/access.ts'
import { report, sliceOf, type LoweringContext } from './build.ts'
import type { ReadIR, RecordIR } from '../ir.ts'
import type { Code, Field, Raw, RawEntry } from '../types.ts'

/** What an effect does to a record. */
export const ACTS = ['put', 'set', 'add', 'remove'] as const
export type Act = (typeof ACTS)[number]

/** A change as written, with its record, its key, and the reads of its route. */
export interface WrittenChange {
  item: Raw
  act: Act
  record: RecordIR
  key: Code
  reads: readonly ReadIR[]
}

/** Reports a `set` of a record that is not read, and a `row` that is missing or not allowed. */
export function checkChange(change: WrittenChange, build: LoweringContext): void {
  const { item, act } = change
  const row = entryOf(item, 'row')
  if (act === 'remove' && row)
    report(
      build,
      problem('bad-entry', row.keyPlace, '`remove` has no `row`', {
        hint: 'it removes the whole record; `set` replaces fields',
      }),
    )
  if (!row && (act === 'set' || act === 'add'))
    report(
      build,
      problem('missing-key', item.place, `\`${act}\` needs \`row\``, {
        hint: 'it holds the fields that change',
      }),
    )
  if (act === 'set') checkSeen(change, build)
}

/** Reports a second change of the same record: one commit writes a record once. */
export function checkTwice(
  changes: readonly { item: Raw; record: RecordIR; key: Code }[],
  build: LoweringContext,
): void {
  const seen = new Set<string>()
  for (const { item, record, key } of changes) {
    const target = `${record.name} ${line(key.js)}`
    if (seen.has(target))
      report(
        build,
        problem('bad-entry', item.place, `two entries change the same \`${record.name}\``, {
          hint: 'write one change with the `row` of both',
        }),
      )
    seen.add(target)
  }
}

/** Without the version that `checks` saw, the later of two calls would undo the earlier one. */
function checkSeen({ item, record, key, reads }: WrittenChange, build: LoweringContext): void {
  const written = (code: Code): string => sliceOf(build, code.place)
  const isSame = (code: Code): boolean =>
    line(code.js) === line(key.js) || written(code) === written(key)
  if (reads.some(read => read.kind === record.name && read.key && isSame(read.key.code))) return
  const message = `\`set\` needs a \`read\` of the same \`${record.name}\`, by the same \`key\``
  report(
    build,
    problem('missing-key', entryOf(item, 'set')!.keyPlace, message, {
      hint:
        'two calls at the same time would overwrite each other; write `read: { was: { record: ' +
        `${record.name}, key: ${written(key)} } }\``,
    }),
  )
}

/** Whether a value can be added to a field; what is wrong is reported. */
export function canAdd(
  entry: RawEntry,
  { field, value }: { field: Field; value: Code },
  build: LoweringContext,
): boolean {
  const wrong = (message: string, hint: string): false => {
    report(build, problem('wrong-type', entry.value.place, message, { hint }))
    return false
  }
  const { key } = entry
  const { kind } = field.type
  if (kind !== 'integer' && kind !== 'number')
    return wrong(
      `\`${key}\` is ${showType(field.type)}, and \`add\` adds to numbers`,
      '`set` replaces a field',
    )
  if (field.optional)
    return wrong(
      `\`${key}\` may be absent, and then there is nothing to add to`,
      `write \`${key}: ${kind}!\` in the record, and \`${key}: 0\` in its \`put\``,
    )
  if (value.type.kind !== 'integer' && value.type.kind !== 'number')
    return wrong(
      `\`add\` needs a number, and this is ${showType(value.type)}`,
      'of JSON, whole(x, 0) is a number',
    )
  if (!value.optional) return true
  return wrong('this may be absent, and then there is nothing to add', 'write first(x, 0)')
}

/** The shortest lease, in seconds: a lower number was mostly meant in days. */
const SHORTEST_LEASE = 3600

/**
 * Reports the end of a lease that is not one: `now + 30` ends after half a minute, and `30d` ends
 * in 1970, unless it is added to a lease. Adding `now` would make a lease decades longer.
 */
export function checkLease({ value }: RawEntry, act: Act, build: LoweringContext): void {
  const written = textOf(value) ?? ''
  const wrong = (message: string, hint: string): void =>
    report(build, problem('bad-duration', value.place, message, { hint }))
  const [, number] = /^=(?:.*[-+] *)?(\d+)$/.exec(written) ?? []
  if (number !== undefined && Number(number) > 0 && Number(number) < SHORTEST_LEASE)
    return wrong(
      `${number} is ${number} seconds, and has no unit`,
      `write ${number}d for days, or ${number}s if seconds are meant`,
    )
  const [, now, time] = /^=\s*(now\s*\+)?\s*(\d+[smhd])$/.exec(written) ?? []
  if (time === undefined || Number.parseInt(time, 10) === 0) return
  if (act === 'add' && now !== undefined)
    return wrong(
      '`add` adds the time since 1970 to the lease',
      `write =${time}: \`add\` makes the lease longer by this time`,
    )
  if (act !== 'add' && now === undefined)
    wrong(`this lease ends ${time} after the start of 1970`, `write =now + ${time}`)
}
