/**
 * Adds hints to problems about names: where the suggested name is defined, or when a name exists
 * that is not known yet.
 */
import { NO_UPSTREAM } from './names.ts'
import { sliceOf, type LoweringContext } from './build.ts'
import type { FormulaScope } from './scope.ts'
import type { Binding, Names, Place, Problem } from '../types.ts'

/** Adds the place of the suggested name, if the catalog defines it. */
export function withDefinition(problem: Problem, names: Names): Problem {
  const near = /^did you mean `([^`]+)`/.exec(problem.hint ?? '')?.[1]
  if (!near && problem.code === 'unknown-name' && !problem.hint?.startsWith('put it in quotes'))
    return withOwner(problem, names)
  if (!near || problem.also) return problem
  const isName = problem.code === 'unknown-name' || problem.code === 'unknown-function'
  const own = Object.hasOwn(names, near) ? names[near]!.place : undefined
  const field = (): Place | undefined =>
    Object.values(names)
      .map(binding => fieldPlace(binding.type, near))
      .find(found => found !== undefined)
  const place = isName ? own : field()
  return place ? { ...problem, also: [{ place, label: `\`${near}\` is defined` }] } : problem
}

/** Handles a field written without its owner: `country` for `body.country`. */
function withOwner(problem: Problem, names: Names): Problem {
  const name = problem.message.replace(/^unknown name /, '')
  const found = Object.entries(names).filter(
    ([, { type }]) => type.kind === 'record' && Object.hasOwn(type.fields, name),
  )
  if (found.length === 0) return problem
  const [owner, { type }] = found[0]!
  const place = fieldPlace(type, name)
  return {
    ...problem,
    hint: `did you mean ${found.map(([key]) => `\`${key}.${name}\``).join(' or ')}?`,
    ...(place ? { also: [{ place, label: `\`${owner}.${name}\` is defined` }] } : {}),
  }
}

function fieldPlace(type: Binding['type'], name: string): Place | undefined {
  return type.kind === 'record' && Object.hasOwn(type.fields, name)
    ? type.fields[name]!.place
    : undefined
}

/** Replaces "unknown" for a name that exists in another scope, by a hint when it exists. */
export function elsewhereHint(
  problem: Problem,
  { build, elsewhere, submitOnly }: FormulaScope,
): Problem {
  if (problem.code !== 'unknown-name') return problem
  const name = sliceOf(build, problem.place)
  const { hint: _hint, also: _also, ...rest } = problem
  if (submitOnly?.has(name)) return { ...rest, ...submitName(name, build, problem.place) }
  if (!Object.hasOwn(elsewhere, name)) return problem
  return {
    ...rest,
    code: 'too-early',
    message: `\`${name}\` cannot be used here: ${elsewhere[name]}`,
    ...(elsewhere[name] === NO_UPSTREAM ? { hint: upstreamHint(build) } : {}),
  }
}

/** What to add to a route without an upstream, with a call of the catalog. */
function upstreamHint({ calls }: LoweringContext): string {
  const [id = 'NAME.CALL'] = calls.keys()
  return `add the call that gives it, e.g. \`upstream: ${id}\``
}

/** A poll has no request, so values of the request have to be stored by `echo`. */
function submitName(
  name: string,
  build: LoweringContext,
  place: Place,
): Pick<Problem, 'code' | 'message' | 'hint'> {
  const rest = build.files.get(place.file)?.text.slice(place.end, place.end + 100) ?? ''
  const isRequest = ['body', 'query', 'path', 'model'].includes(name)
  const kept = isRequest ? (/^\.(\w+)/.exec(rest)?.[1] ?? '<name>') : name
  return {
    code: 'submit-only',
    message: `\`${name}\` cannot be used here: a poll has no request`,
    hint: `put it under job.echo and use job.echo.${kept}`,
  }
}
