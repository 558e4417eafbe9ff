/** Builds the definitions in `answers/` of the answers of routes. */
import { problem, toJson, valueOf } from '../read/access.ts'
import { suggestion } from '../problems/suggest.ts'
import type { Def, Flat } from '../resolve/flat.ts'
import type { AnswerIR, RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'
import { completeSchema } from './schemas.ts'

/** Returns the definitions of a route's answers. */
export type AnswersOf = (route: RouteIR) => Pick<RouteIR, 'answer' | 'polled'>

/** The answers of a catalog; reports an answer without a route. */
export function statedAnswers(
  flat: Pick<Flat, 'answers' | 'schemas' | 'routes'>,
  routes: readonly RouteIR[],
  problems: Problem[],
): AnswersOf {
  const found = new Map(
    flat.answers.map(def => [def.name, answerOf(def, { defs: flat.schemas, problems })]),
  )
  const known = new Set(routes.flatMap(route => [addressOf(route), pollOf(route) ?? []].flat()))
  // A route that could not be built is missing here, but it has its answers.
  const isComplete = routes.length === flat.routes.length
  for (const { name, place } of isComplete ? flat.answers : [])
    // A `/` at the end of the route's path is reported by itself.
    if (!known.has(name) && !known.has(`${name}/`))
      problems.push(
        problem('unknown-route', place, `there is no route \`${name}\` that answers`, {
          hint: suggestion(name, [...known]),
        }),
      )
  return route => {
    const [answer, polled] = [found.get(addressOf(route)), found.get(pollOf(route) ?? '')]
    return { ...(answer ? { answer } : {}), ...(polled ? { polled } : {}) }
  }
}

const addressOf = ({ method, path }: RouteIR): string => `${method} ${path}`
const pollOf = ({ job }: RouteIR): string | undefined =>
  job === undefined ? undefined : `GET ${job.poll}`

function answerOf(
  { value, place }: Def,
  at: { defs: readonly Def[]; problems: Problem[] },
): AnswerIR {
  const [schema, example] = [valueOf(value, 'schema'), valueOf(value, 'example')]
  return {
    ...(schema === undefined ? {} : { schema: completeSchema(schema, at) }),
    ...(example === undefined ? {} : { example: toJson(example) }),
    place,
  }
}
