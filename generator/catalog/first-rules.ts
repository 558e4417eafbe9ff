/** Checks calls that are made before another one, and calls with `takes`. */
import { entriesOf, entryOf, problem, textOf, valueOf } from '../read/access.ts'
import { known, report, type CallDef } from './build.ts'
import type { RawEntry } from '../types.ts'
import type { Rules } from './call-rules.ts'

/** Checks that a call made first returns its result at once and needs no other call. */
export function checkFirst(def: CallDef, build: Rules): void {
  const raw = def.entry.value
  const [first, when] = [entryOf(raw, 'first'), entryOf(raw, 'first_when')]
  if (when && !first)
    report(
      build,
      problem('bad-entry', when.keyPlace, '`first_when` needs `first`', {
        hint: '`first:` names the call that is made before this one',
      }),
    )
  if (!first) return
  const { place } = first.value
  const own = new Map(
    [...build.calls.values()]
      .filter(one => one.upstream === def.upstream && one !== def)
      .map(one => [one.entry.key, one]),
  )
  if (textOf(first.value) === def.entry.key) {
    return report(build, problem('bad-entry', place, `${def.id} cannot be made before itself`))
  }
  const before = known(build, 'upstream call', {
    name: textOf(first.value)!,
    place,
    defs: own,
  })
  if (before && entryOf(raw, 'takes')) return checkSameArguments(def, before, first, build)
  const late =
    before && ['ticket', 'poll', 'first', 'takes'].find(key => entryOf(before.entry.value, key))
  if (before && late)
    report(
      build,
      problem('bad-entry', place, `${before.id} cannot be made first: it has \`${late}\``, {
        hint:
          'a call that is made first returns its result at once, reads the request, and needs ' +
          'no other call',
        also: [{ place: entryOf(before.entry.value, late)!.keyPlace, label: `\`${late}\`` }],
      }),
    )
}

/** Reports keys that a call with `takes` cannot have, because it is made without a request. */
export function checkTakes(def: CallDef, build: Rules): void {
  const raw = def.entry.value
  if (!entryOf(raw, 'takes')) return
  const [query, send] = [valueOf(raw, 'query'), valueOf(raw, 'send')]
  const refuse = (place: RawEntry['keyPlace'], what: string, hint: string): void =>
    report(build, problem('bad-entry', place, `a call with \`takes\` ${what}`, { hint }))
  const forwards = textOf(query) === 'forward' || textOf(valueOf(query, '...')) === 'forward'
  if (forwards)
    refuse(query!.place, 'has no query to forward', 'name each parameter, e.g. { id: =id }')
  if (textOf(send) === 'verbatim')
    refuse(send!.place, 'has no request to send', 'write `send: { id: =id }`')
}

/** Checks two calls with `takes`: the first one gets the arguments of the second one. */
function checkSameArguments(def: CallDef, before: CallDef, first: RawEntry, build: Rules): void {
  const [own, theirs] = [def, before].map(one => valueOf(one.entry.value, 'takes'))
  const given = new Map(entriesOf(own).map(({ key, value }) => [key, textOf(value)]))
  const missing = entriesOf(theirs).find(({ key, value }) => given.get(key) !== textOf(value))
  const late = ['ticket', 'poll', 'first'].find(key => entryOf(before.entry.value, key))
  if (theirs !== undefined && missing === undefined && late === undefined) return
  const why =
    theirs === undefined
      ? 'it reads a request, and this call has none'
      : late === undefined
        ? `it takes \`${missing!.key}\`, which this call does not take like that`
        : `it has \`${late}\``
  report(
    build,
    problem('bad-entry', first.value.place, `${before.id} cannot be made first: ${why}`, {
      hint: 'it gets the arguments of this call: it may take only these',
    }),
  )
}
