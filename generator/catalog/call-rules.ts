/**
 * Checks keys of an upstream call that belong together, and the names in them. Each call is checked
 * once, however many routes make it.
 */
import { entriesOf, entryOf, itemsOf, problem, textOf, valueOf } from '../read/access.ts'
import { parseDuration } from '../notation/literals.ts'
import { CALL_KEYS } from '../language/calls.ts'
import { HOST_HOLE, METHODS } from './call-steps.ts'
import { report, type LoweringContext, type CallDef } from './build.ts'
import type { Key } from '../language/key.ts'
import type { Raw, RawEntry } from '../types.ts'
import { checkFirst, checkTakes } from './first-rules.ts'

/** The part of the lowering context that the rules read. */
export type Rules = Pick<LoweringContext, 'problems' | 'calls'>

/** Reports invalid combinations of the keys of a call. */
export function checkCall(def: CallDef, build: Rules): void {
  const raw = def.entry.value
  checkTarget(raw, { name: def.id, place: def.place }, build)
  if (!entryOf(raw, 'timeout'))
    report(
      build,
      problem('missing-key', def.place, `${def.id} has no \`timeout\``, {
        hint:
          'write how long an answer may take, e.g. `timeout: 30s`, or take it from another ' +
          'call with `like:`',
      }),
    )
  checkHost(def, build)
  checkTimeout(raw, build)
  checkAttempt(raw, build)
  checkSteps(raw, build)
  checkForm(raw, build)
  checkAllow(raw, build)
  checkFirst(def, build)
  checkTakes(def, build)
}

function checkTarget(
  raw: Raw,
  step: { name: string; place: RawEntry['keyPlace'] },
  build: Rules,
): void {
  const targets = entriesOf(raw).filter(entry => Object.hasOwn(METHODS, entry.key))
  if (targets.length === 1) return
  const [first, second] = targets
  report(
    build,
    first && second
      ? problem(
          'bad-entry',
          second.keyPlace,
          `${step.name} has \`${first.key}:\` and \`${second.key}:\``,
          {
            hint: 'keep one of them',
            also: [{ place: first.keyPlace, label: 'the first' }],
          },
        )
      : problem(
          'bad-entry',
          step.place,
          `${step.name} needs one of \`get:\`, \`post:\` and \`delete:\`, with its path`,
          { hint: 'write e.g. get: /v1/things' },
        ),
  )
}

/** Checks that `host` is written exactly where the upstream's base has a hole {host}. */
function checkHost({ id, place, entry, upstream }: CallDef, build: Rules): void {
  const base = entryOf(upstream.value, 'base')!
  const host = entryOf(entry.value, 'host')
  const hasHole = textOf(base.value)?.includes(HOST_HOLE) === true
  if (hasHole === (host !== undefined)) return
  const also = [{ place: base.value.place, label: '`base`' }]
  report(
    build,
    hasHole
      ? problem('missing-key', place, `${id} has no \`host\``, {
          hint: "write the value of {host} in the upstream's base, e.g. `host: api`",
          also,
        })
      : problem('bad-entry', host!.keyPlace, "the upstream's base has no {host} for `host`", {
          hint: `write ${HOST_HOLE} into the base, or remove \`host\``,
          also,
        }),
  )
}

/** Checks that a timeout has a bound if, and only if, it is a formula. */
function checkTimeout(raw: Raw, build: Rules): void {
  for (const step of [raw, valueOf(raw, 'poll')]) {
    const [timeout, most] = [entryOf(step, 'timeout'), entryOf(step, 'at_most')]
    const byFormula = textOf(timeout?.value)?.startsWith('=') === true
    if (byFormula && !most)
      report(
        build,
        problem('bad-entry', timeout!.keyPlace, 'a `timeout` that is a formula needs `at_most`', {
          hint: 'write its upper bound, e.g. `at_most: 120s`',
        }),
      )
    if (most && !byFormula)
      report(
        build,
        problem('bad-entry', most.keyPlace, '`at_most` needs a `timeout` that is a formula', {
          hint: 'e.g. `timeout: =body.timeout + 5`; otherwise `timeout` itself is the longest',
        }),
      )
  }
}

/**
 * Checks that the time of one attempt is below `timeout`, and that there can be another attempt.
 */
function checkAttempt(raw: Raw, build: Rules): void {
  const [attempt, retry] = [entryOf(raw, 'attempt'), entryOf(raw, 'retry')]
  if (!attempt) return
  if (!retry)
    report(
      build,
      problem('bad-entry', attempt.keyPlace, '`attempt` needs `retry`', {
        hint:
          'write how often the call may be repeated, e.g. `retry: 1`; otherwise write ' +
          '`timeout` alone',
      }),
    )
  const [one, all] = [attempt.value, valueOf(raw, 'timeout')].map(durationOf)
  if (one === undefined || all === undefined || one < all) return
  report(
    build,
    problem('bad-entry', attempt.keyPlace, '`attempt` is not shorter than `timeout`', {
      hint: '`timeout` is the time for all attempts together',
    }),
  )
}

/** A duration in ms; undefined if it is not a duration or is a formula. */
const durationOf = (raw: Raw | undefined): number | undefined =>
  raw?.kind === 'scalar' ? parseDuration(raw.text).value : undefined

/** Checks that `ticket` and `poll` are written together. */
function checkSteps(raw: Raw, build: Rules): void {
  const [ticket, poll] = [entryOf(raw, 'ticket'), entryOf(raw, 'poll')]
  if (ticket && !poll)
    report(
      build,
      problem('bad-entry', ticket.keyPlace, 'a call with `ticket` needs `poll`', {
        hint: 'write in `poll:` how to request the result with the ticket',
      }),
    )
  if (poll && !ticket)
    report(
      build,
      problem('bad-entry', poll.keyPlace, 'a call with `poll` needs `ticket`', {
        hint:
          'write in `ticket:` the members of the reply that identify the result, e.g. { id: ' +
          '=reply.id }',
      }),
    )
  if (poll) checkTarget(poll.value, { name: '`poll`', place: poll.keyPlace }, build)
  if (!ticket) return
  for (const [key, { notWith }] of Object.entries<Key>(CALL_KEYS)) {
    const entry = entryOf(raw, key)
    const hint = notWith?.ticket
    if (entry && hint)
      report(
        build,
        problem('bad-entry', entry.keyPlace, `a call with \`ticket\` has no \`${key}\``, { hint }),
      )
  }
}

/** Checks that a call with files sends a form, and that the form is a map. */
function checkForm(raw: Raw, build: Rules): void {
  const [form, files, send] = [entryOf(raw, 'send_as'), entryOf(raw, 'files'), valueOf(raw, 'send')]
  const as = textOf(form?.value)
  if (form && send?.kind !== 'map')
    report(
      build,
      problem('bad-entry', form.keyPlace, `\`send_as: ${as}\` needs \`send\` to be a map`, {
        hint: 'each member of `send` is one field of the form',
      }),
    )
  if (!files) return
  if (as !== 'multipart')
    report(
      build,
      problem('bad-entry', files.keyPlace, '`files` needs `send_as: multipart`', {
        hint: 'only such a form has files',
      }),
    )
  const members = entriesOf(send).map(entry => entry.key)
  if (send?.kind !== 'map' || members.includes('...')) return
  for (const item of itemsOf(files.value)) {
    if (members.includes(textOf(item) ?? '')) continue
    report(
      build,
      problem('unknown-field', item.place, `\`send\` has no member \`${textOf(item)}\``, {
        hint: `members: ${members.join(', ')}`,
      }),
    )
  }
}

/** Checks that `allow` is used only where a map is sent, because it selects members. */
function checkAllow(raw: Raw, build: Rules): void {
  const [allow, send] = [entryOf(raw, 'allow'), valueOf(raw, 'send')]
  if (!allow) return
  if (send === undefined || textOf(send) === 'verbatim') {
    const hint = 'write `send: { ...: =body }`, or remove `allow`'
    report(
      build,
      problem('bad-entry', allow.keyPlace, '`allow` needs `send` to be a map', { hint }),
    )
  }
  const members = entriesOf(send).map(entry => entry.key)
  if (send?.kind !== 'map' || !members.includes('...')) return
  const roots = new Set(itemsOf(allow.value).map(item => textOf(item)?.split('.')[0]))
  for (const entry of entriesOf(send)) {
    if (entry.key === '...' || roots.has(entry.key) || textOf(entry.value) === '=none') continue
    report(
      build,
      problem('unknown-field', entry.keyPlace, `\`allow\` does not name \`${entry.key}\``, {
        hint: `add \`${entry.key}\` to \`allow\`, or write \`${entry.key}: =none\``,
        also: [{ place: allow.keyPlace, label: '`allow`' }],
      }),
    )
  }
}
